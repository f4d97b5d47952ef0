//! Search: iterative deepening over a principal variation search with a transposition table.
//!
//! Each module imports only from those above it:
//!
//! | module | contents |
//! |---|---|
//! | `parameters` | tuned parameters |
//! | `history` | move statistics: butterfly, capture, continuation and pawn history |
//! | `margins` | margins and reductions, computed from the parameters |
//! | `correction` | correction history of the static evaluation |
//! | `cuckoo` | table of reversible moves, for upcoming repetitions |
//! | `checks` | moves that give check, mates in one |
//! | `move_picker` | staged move generation and move ordering |
//! | `stack` | search stack: one entry for each ply |
//! | `thread_data` | data of a thread that is kept between searches |
//! | `worker` | state shared by the threads of a search |
//! | `searcher` | state of one thread's search: making moves, limits, draws, static evaluation |
//! | `node` | types that describe a node and its moves |
//! | `quiescence` | quiescence search |
//! | `selective` | pruning, extensions and reductions |
//! | `alpha_beta` | principal variation search of a node |
//! | `iterative_deepening` | iterations, aspiration windows, several best lines, end of the search |
//! | `lazy_smp` | search with one thread or several |
//! | `table_root` | searches whose root is in the endgame tables |

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
