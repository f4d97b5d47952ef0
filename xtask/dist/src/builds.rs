//! Programs of a release: their processors, and the options of their compilation.

/// Second name of the program, under which it is the engine.
pub(crate) const ENGINE: &str = "saffron-uci";

/// Program of the release.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Build {
    /// Part of the archive's name for its machines.
    pub(crate) name: &'static str,
    /// Description of its machines.
    pub(crate) machines: &'static str,
    /// Target of the compiler. The programs are linked with musl, statically, and run on any Linux.
    pub(crate) target: &'static str,
    /// Flags of the compiler for the processor.
    pub(crate) flags: &'static [&'static str],
    /// Debian's name of the architecture; `None` if no Debian package is made of the program.
    pub(crate) debian: Option<&'static str>,
}

const X86_64: &str = "x86_64-unknown-linux-musl";
const AARCH64: &str = "aarch64-unknown-linux-musl";

/// Programs, in the order in which they are built.
pub(crate) const BUILDS: [Build; 4] = [
    Build {
        name: "linux-x86-64",
        machines: "any 64-bit x86 processor",
        target: X86_64,
        flags: &["-Ctarget-cpu=x86-64"],
        debian: Some("amd64"),
    },
    Build {
        name: "linux-x86-64-v3",
        machines: "x86 processors with AVX2 and BMI2 (Intel from 2013, AMD from 2017)",
        target: X86_64,
        flags: &["-Ctarget-cpu=x86-64-v3"],
        debian: None,
    },
    Build {
        name: "linux-x86-64-v4-vnni",
        machines: "x86 processors with AVX-512 and VNNI (Intel servers from 2019, AMD from 2022)",
        target: X86_64,
        flags: &["-Ctarget-cpu=x86-64-v4", "-Ctarget-feature=+avx512vnni"],
        debian: None,
    },
    Build {
        name: "linux-aarch64",
        machines: "any 64-bit ARM processor",
        target: AARCH64,
        flags: &["-Ctarget-cpu=generic"],
        debian: Some("arm64"),
    },
];

/// Means of running a program on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    /// This processor.
    Native,
    /// QEMU's emulator of this name.
    Emulator(&'static str),
    /// None: neither this processor nor the emulator has the instructions.
    Nothing,
}

impl Build {
    /// Returns the means of running the program on this machine.
    pub(crate) fn runner(&self) -> Runner {
        match self.target {
            AARCH64 if cfg!(target_arch = "aarch64") => Runner::Native,
            AARCH64 => Runner::Emulator("qemu-aarch64"),
            _ if has_features(self.flags) => Runner::Native,
            // QEMU translates AVX2, but not AVX-512.
            _ if self.flags.iter().any(|flag| flag.contains("v4")) => Runner::Nothing,
            _ => Runner::Emulator("qemu-x86_64"),
        }
    }

    /// Returns whether the program needs more than the oldest processors of its architecture have.
    pub(crate) fn is_for_newer_processors(&self) -> bool {
        self.target == X86_64 && self.debian.is_none()
    }

    /// QEMU's emulator of the program's architecture.
    pub(crate) fn emulator(&self) -> &'static str {
        if self.target == AARCH64 { "qemu-aarch64" } else { "qemu-x86_64" }
    }
}

/// Returns whether this processor has the features of these flags.
#[cfg(target_arch = "x86_64")]
fn has_features(flags: &[&str]) -> bool {
    let v3 = || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("fma");
    let v4 = || {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    };
    flags.iter().all(|flag| match flag.split_once('=') {
        Some((_, "x86-64-v3")) => v3(),
        Some((_, "x86-64-v4")) => v3() && v4(),
        Some((_, "+avx512vnni")) => is_x86_feature_detected!("avx512vnni"),
        _ => true,
    })
}

#[cfg(not(target_arch = "x86_64"))]
fn has_features(_: &[&str]) -> bool {
    false
}
