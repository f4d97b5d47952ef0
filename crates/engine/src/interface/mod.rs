//! Types of the engine's interface: the input and output of a search. They depend only on the rules and on scores; search and
//! engine are built on them.

mod control;
mod info;
mod limits;
mod observer;
mod result;
mod root;
mod thread_pool;
mod warning;

pub use self::control::Control;
pub use self::info::{Info, Progress, ScoreBound};
pub use self::limits::{Clock, Limits};
pub use self::observer::Observer;
pub use self::result::{Line, SearchResult};
pub use self::root::Root;
pub use self::thread_pool::{SystemThreadPool, ThreadPool, WorkerTask};
pub use self::warning::EngineWarning;
