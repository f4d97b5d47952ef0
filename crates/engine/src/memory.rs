//! Memory of large tables with random access: prefetches, and allocation on huge pages if the system has them, since a table on
//! small pages misses the translation lookaside buffer at nearly every access.

use std::collections::TryReserveError;
use std::mem::MaybeUninit;

/// Allocates `count` default values, on huge pages if possible.
///
/// # Errors
///
/// There is no memory for them.
pub(crate) fn allocate<T: Default>(count: usize) -> Result<Box<[T]>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    // Before anything is written: a page that is mapped already keeps its size.
    advise_huge_pages(values.spare_capacity_mut());
    values.resize_with(count, T::default);
    Ok(values.into_boxed_slice())
}

/// Advises the system to use pages of 2 MiB.
#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    const HUGE_PAGE: usize = 2 << 20;
    let start = room.as_mut_ptr().cast::<u8>();
    let before = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
    let length = size_of_val(room).saturating_sub(before) / HUGE_PAGE * HUGE_PAGE;
    if length > 0 {
        // SAFETY: the bytes are part of `room`, and the advice does not change their contents. A system that does not follow it
        // has small pages.
        let _ = unsafe { madvise(start.add(before).cast(), length, Advice::LinuxHugepage) };
    }
}

/// Does nothing, on systems without such advice.
#[cfg(not(target_os = "linux"))]
fn advise_huge_pages<T>(_: &mut [MaybeUninit<T>]) {}

/// True if [`prefetch`] has an effect on this target.
pub(crate) const CAN_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Prefetches a part of a table into the cache.
#[inline]
pub(crate) fn prefetch<T>(part: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let part: *const T = part;
        // SAFETY: a prefetch reads nothing and changes nothing, whatever the address.
        unsafe { _mm_prefetch(part.cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = part;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_allocated_values_are_the_default() {
        for count in [0, 1, 100, 3 << 20] {
            let values: Box<[i16]> = allocate(count).unwrap();
            assert_eq!(values.len(), count);
            assert!(values.iter().all(|&value| value == 0));
        }
        assert!(allocate::<u64>(usize::MAX / 16).is_err());
    }
}
