//! Table of the instruction-set extensions that are checked at start.

/// Instruction-set extension that the compiler may use.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) struct Feature {
    pub(super) name: &'static str,
    /// True if the program was compiled for it.
    pub(super) used: bool,
    /// Location of its bit in the output of `cpuid`.
    pub(super) leaf: Leaf,
    pub(super) bit: u32,
    /// Register state that the operating system must save for it.
    pub(super) state: State,
}

/// Register of a leaf of the instruction `cpuid`.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) enum Leaf {
    /// Leaf 1, register ecx.
    BasicC,
    /// Leaf 7, register ebx.
    ExtendedB,
    /// Leaf 7, register ecx.
    ExtendedC,
    /// Leaf 8000_0001, register ecx.
    AmdC,
    /// Leaf 7, subleaf 1, register eax.
    MoreA,
}

/// Registers that the operating system saves when it switches threads, as bits of XCR0.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[repr(u64)]
pub(super) enum State {
    Basic = 0,
    Avx = 0x06,
    Avx512 = 0xe6,
}

#[cfg(target_arch = "x86_64")]
macro_rules! features {
    ($($name:literal $leaf:ident $bit:literal $state:ident,)*) => {
        [$(Feature { name: $name, used: cfg!(target_feature = $name), leaf: Leaf::$leaf, bit: $bit, state: State::$state },)*]
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) static FEATURES: [Feature; 33] = features![
    "sse3" BasicC 0 Basic,
    "pclmulqdq" BasicC 1 Basic,
    "ssse3" BasicC 9 Basic,
    "fma" BasicC 12 Avx,
    "cmpxchg16b" BasicC 13 Basic,
    "sse4.1" BasicC 19 Basic,
    "sse4.2" BasicC 20 Basic,
    "movbe" BasicC 22 Basic,
    "popcnt" BasicC 23 Basic,
    "aes" BasicC 25 Basic,
    "xsave" BasicC 26 Basic,
    "avx" BasicC 28 Avx,
    "f16c" BasicC 29 Avx,
    "bmi1" ExtendedB 3 Basic,
    "avx2" ExtendedB 5 Avx,
    "bmi2" ExtendedB 8 Basic,
    "avx512f" ExtendedB 16 Avx512,
    "avx512dq" ExtendedB 17 Avx512,
    "adx" ExtendedB 19 Basic,
    "avx512ifma" ExtendedB 21 Avx512,
    "avx512cd" ExtendedB 28 Avx512,
    "sha" ExtendedB 29 Basic,
    "avx512bw" ExtendedB 30 Avx512,
    "avx512vl" ExtendedB 31 Avx512,
    "avx512vbmi" ExtendedC 1 Avx512,
    "avx512vbmi2" ExtendedC 6 Avx512,
    "gfni" ExtendedC 8 Basic,
    "vaes" ExtendedC 9 Avx,
    "vpclmulqdq" ExtendedC 10 Avx,
    "avx512vnni" ExtendedC 11 Avx512,
    "avx512vpopcntdq" ExtendedC 14 Avx512,
    "lzcnt" AmdC 5 Basic,
    "avxvnni" MoreA 4 Avx,
];

#[cfg(not(target_arch = "x86_64"))]
pub(super) static FEATURES: [Feature; 0] = [];
