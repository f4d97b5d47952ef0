//! The search: iterative deepening over a principal variation search with a transposition table.
//!
//! Each module imports from those above it only:
//!
//! | module | contents |
//! |---|---|
//! | `parameters` | the tuned numbers |
//! | `history` | move statistics: butterfly, capture, continuation and pawn history |
//! | `margins` | margins and reductions, computed from the parameters |
//! | `correction` | correction history of the static evaluation |
//! | `cuckoo` | the table of reversible moves, for upcoming repetitions |
//! | `checks` | moves that give check, mates in one |
//! | `move_picker` | staged move generation and move ordering |
//! | `stack` | the search stack: one entry a ply |
//! | `thread_data` | what a thread keeps between searches |
//! | `worker` | what the threads of a search share |
//! | `searcher` | the state of one thread's search: making moves, limits, draws, static evaluation |
//! | `node` | types that describe a node and its moves |
//! | `quiescence` | the quiescence search |
//! | `selective` | pruning, extensions and reductions |
//! | `alpha_beta` | the principal variation search of a node |
//! | `iterative_deepening` | iterations, aspiration windows, several best lines, when to stop |
//! | `lazy_smp` | the search with one thread or several |
//! | `table_root` | searches of positions that the endgame tables have |

mod alpha_beta;
mod checks;
mod correction;
mod cuckoo;
mod history;
mod iterative_deepening;
mod lazy_smp;
mod margins;
mod move_picker;
mod node;
mod parameters;
mod quiescence;
mod searcher;
mod selective;
mod stack;
mod table_root;
mod thread_data;
mod worker;

pub(crate) use self::margins::Margins;
pub use self::parameters::SearchParameters;
pub(crate) use self::searcher::SearchTask;
pub(crate) use self::table_root::search;
pub(crate) use self::thread_data::ThreadData;
