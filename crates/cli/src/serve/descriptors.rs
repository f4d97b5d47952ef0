//! Limit of open files and sockets of the process.

use std::path::{Path, PathBuf};

/// Number of file descriptors for other purposes than connections and sockets: the database and its readers, listeners, the
/// runtime.
const OTHER_DESCRIPTORS: u64 = 64;

/// Minimum number of sockets, however low the limit of file descriptors is.
const MIN_SOCKETS: usize = 64;

/// Counts the table files in a folder and its subfolders, each of which the server keeps open.
pub(super) fn tables(folder: Option<&Path>) -> usize {
    let entries = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let inside = move |path: PathBuf| entries(&path).chain([path]);
    let is_table = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "saftable");
    let all = folder.into_iter().flat_map(entries).flat_map(inside);
    all.filter(is_table).count()
}

/// Raises the soft limit of file descriptors to the hard limit and returns the maximum number of sockets: the configured
/// number, or else the default if the limit has room for it next to the connections, or else as many as fit. Warns if the
/// configured number does not fit.
pub(super) fn sockets(wished: Option<usize>, default: usize, connections: usize) -> usize {
    let Some(limit) = raised() else { return wished.unwrap_or(default) };
    let others = (connections as u64).saturating_add(OTHER_DESCRIPTORS);
    let free = usize::try_from(limit.saturating_sub(others)).unwrap_or(usize::MAX);
    if free >= wished.unwrap_or(default) {
        tracing::debug!(limit, connections, "file descriptors");
        return wished.unwrap_or(default);
    }
    match wished {
        Some(sockets) => {
            tracing::warn!(
                limit,
                needed = others.saturating_add(sockets as u64),
                sockets,
                connections,
                "there are fewer file descriptors than sockets and connections may need: raise the hard limit (ulimit -Hn; \
                 systemd: LimitNOFILE), or lower the settings"
            );
            sockets
        }
        None => {
            let sockets = free.max(MIN_SOCKETS);
            tracing::info!(limit, sockets, "the limit of file descriptors leaves room for fewer sockets than usual");
            sockets
        }
    }
}

/// Raises the limit of file descriptors and returns it; `None` if the system has no limit.
#[cfg(unix)]
fn raised() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if limit.current != limit.maximum
        && let Err(error) = setrlimit(Resource::Nofile, raised)
    {
        tracing::warn!(%error, "the limit of file descriptors could not be raised");
    }
    getrlimit(Resource::Nofile).current
}

/// Sockets take no file descriptors on this system.
#[cfg(not(unix))]
fn raised() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::{raised, sockets, tables};

    #[test]
    fn tables_are_counted_in_a_folder_and_in_those_of_the_variants() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::create_dir_all(folder.join("shafran")).expect("a folder");
        for name in ["KQKR.saftable", "shafran/KRK.saftable", "shafran/KBK.saftable", "shafran/notes.txt"] {
            std::fs::write(folder.join(name), "").expect("a file");
        }
        assert_eq!((tables(None), tables(Some(folder)), tables(Some(&folder.join("none")))), (0, 3, 0));
    }

    #[test]
    fn the_soft_limit_becomes_the_hard_one() {
        let hard = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
        assert_eq!(raised(), hard);
    }

    #[test]
    fn the_default_number_of_sockets_fits_and_a_configured_one_is_kept() {
        let Some(limit) = raised() else { return };
        let limit = usize::try_from(limit).expect("a number");
        assert_eq!(sockets(None, 10, 10), 10);
        assert_eq!(sockets(None, limit, 100), limit - 164);
        assert_eq!(sockets(Some(limit), 10, 100), limit);
    }
}
