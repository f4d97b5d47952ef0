//! Check that the processor has all instructions that the program was compiled for.
//!
//! The detection of the standard library assumes the extensions that the program was compiled for, so this module reads `cpuid`
//! itself.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod early;
mod features;

use features::FEATURES;
#[cfg(target_arch = "x86_64")]
use features::Leaf;

/// Prints the missing instruction-set extensions in one line on standard error; returns true if any are missing.
///
/// On Linux, `early` has already checked. On other systems the compiler may use newer instructions in this function, too, but
/// it only tests bits and prints, which seldom needs them.
#[inline(never)]
pub(crate) fn lacks_instructions() -> bool {
    let missing = missing();
    if missing != 0 {
        report(missing);
    }
    missing != 0
}

/// Prints the names of the features whose bits are set.
#[inline(never)]
fn report(missing: u64) {
    use std::io::Write;
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(b"error: this build of saffron needs a processor with");
    for (index, feature) in FEATURES.iter().enumerate() {
        if missing >> index & 1 == 1 {
            let _ = out.write_all(b" ");
            let _ = out.write_all(feature.name.as_bytes());
        }
    }
    let _ = out.write_all(b": take a build for older processors\n");
}

/// Returns the features that the program was compiled for and the machine lacks, as bits by table index.
#[inline(never)]
fn missing() -> u64 {
    let available = available();
    let mut missing = 0;
    for (index, feature) in FEATURES.iter().enumerate() {
        if feature.used && available >> index & 1 == 0 {
            missing |= 1 << index;
        }
    }
    missing
}

/// Returns the features that the processor has and the operating system allows, as bits by table index.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn available() -> u64 {
    use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    let basic = __cpuid(1);
    let (mut extended_b, mut extended_c, mut more_a, mut amd_c) = (0, 0, 0, 0);
    if __cpuid(0).eax >= 7 {
        let extended = __cpuid_count(7, 0);
        extended_b = extended.ebx;
        extended_c = extended.ecx;
        // The leaf gives the number of its last subleaf.
        if extended.eax >= 1 {
            more_a = __cpuid_count(7, 1).eax;
        }
    }
    if __cpuid(0x8000_0000).eax >= 0x8000_0001 {
        amd_c = __cpuid(0x8000_0001).ecx;
    }
    let saves_state = basic.ecx >> 27 & 1 == 1;
    // SAFETY: the bit OSXSAVE is set, so the processor has the instruction and the operating system allows it.
    let state = if saves_state { unsafe { _xgetbv(0) } } else { 0 };
    let mut available = 0;
    for (index, feature) in FEATURES.iter().enumerate() {
        let register = match feature.leaf {
            Leaf::BasicC => basic.ecx,
            Leaf::ExtendedB => extended_b,
            Leaf::ExtendedC => extended_c,
            Leaf::AmdC => amd_c,
            Leaf::MoreA => more_a,
        };
        let needed = feature.state as u64;
        if register >> feature.bit & 1 == 1 && state & needed == needed {
            available |= 1 << index;
        }
    }
    available
}

/// Builds for other processors use only their base architecture.
#[cfg(not(target_arch = "x86_64"))]
fn available() -> u64 {
    0
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn the_processor_that_runs_the_tests_has_what_they_were_compiled_for() {
        assert_eq!(missing(), 0);
        assert!(!lacks_instructions());
    }

    /// The standard library queries the processor only for features that are not compiled in, so a build for the baseline
    /// compares the most.
    #[test]
    fn what_is_available_agrees_with_the_standard_library() {
        let available = available();
        let is_available = |name: &str| {
            let index = FEATURES.iter().position(|feature| feature.name == name).expect("a known feature");
            available >> index & 1 == 1
        };
        macro_rules! compare {
            ($($name:tt)*) => {
                $(assert_eq!(is_available($name), std::arch::is_x86_feature_detected!($name), $name);)*
            };
        }
        compare! {
            "sse3" "pclmulqdq" "ssse3" "fma" "cmpxchg16b" "sse4.1" "sse4.2" "movbe" "popcnt" "aes" "xsave" "avx" "f16c"
            "bmi1" "avx2" "bmi2" "avx512f" "avx512dq" "adx" "avx512ifma" "avx512cd" "sha" "avx512bw" "avx512vl"
            "avx512vbmi" "avx512vbmi2" "gfni" "vaes" "vpclmulqdq" "avx512vnni" "avx512vpopcntdq" "lzcnt" "avxvnni"
        }
    }
}
