//! Memory for large tables that are looked up all over: on large pages where the system has them, because of small ones the
//! processor remembers too few to find them without a search through the page tables.

use std::collections::TryReserveError;
use std::mem::MaybeUninit;

/// So many values, each the type's default.
///
/// # Errors
/// When there is no memory for them.
pub(crate) fn allocate<T: Default>(count: usize) -> Result<Box<[T]>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    // Before anything is written: a page that is there already stays as small as it is.
    want_large(values.spare_capacity_mut());
    values.resize_with(count, T::default);
    Ok(values.into_boxed_slice())
}

/// Asks for pages of 2 MiB.
#[cfg(target_os = "linux")]
fn want_large<T>(room: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    const LARGE: usize = 2 << 20;
    let start = room.as_mut_ptr().cast::<u8>();
    let before = start.addr().next_multiple_of(LARGE) - start.addr();
    let length = size_of_val(room).saturating_sub(before) / LARGE * LARGE;
    if length > 0 {
        // SAFETY: these bytes are a part of the room, and the advice changes nothing that they hold. A system that does not take
        // it has small pages.
        let _ = unsafe { madvise(start.add(before).cast(), length, Advice::LinuxHugepage) };
    }
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
fn want_large<T>(_: &mut [MaybeUninit<T>]) {}

/// Whether [`prefetch`] does anything.
pub(crate) const CAN_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Asks the processor to bring a part of a table nearer, because it will soon be looked up.
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
    fn values_are_the_default_whatever_their_number() {
        for count in [0, 1, 100, 3 << 20] {
            let values: Box<[i16]> = allocate(count).unwrap();
            assert_eq!(values.len(), count);
            assert!(values.iter().all(|&value| value == 0));
        }
        assert!(allocate::<u64>(usize::MAX / 16).is_err());
    }
}
