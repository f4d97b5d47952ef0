//! Check on Linux that runs before any code compiled for newer instructions.
//!
//! The compiler may use every instruction of the target in every function, even in one that checks for the instruction. This
//! check is therefore written in assembly with instructions that all processors have, and the loader calls it before `main`.

use std::arch::naked_asm;

use super::features::{FEATURES, Leaf};

/// Returns the bits that the program needs in a register of `cpuid`.
const fn needed(leaf: Leaf) -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < FEATURES.len() {
        let feature = &FEATURES[index];
        if feature.used && feature.leaf as u8 == leaf as u8 {
            bits |= 1 << feature.bit;
        }
        index += 1;
    }
    bits
}

/// Returns the bits of XCR0 that the program needs.
const fn needed_state() -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < FEATURES.len() {
        if FEATURES[index].used {
            bits |= FEATURES[index].state as u32;
        }
        index += 1;
    }
    bits
}

const START: &str = "error: this build of saffron needs a processor with";
const END: &str = ": take a build for older processors\n";

/// Writes a text into the message at `place`, and returns the place after it.
const fn append<const N: usize>(message: &mut [u8; N], mut place: usize, text: &str) -> usize {
    let text = text.as_bytes();
    let mut index = 0;
    while index < text.len() {
        // With N = 0 only the length is computed.
        if N > 0 {
            message[place] = text[index];
        }
        place += 1;
        index += 1;
    }
    place
}

/// Returns the message and its length.
const fn message<const N: usize>() -> ([u8; N], usize) {
    let mut message = [0; N];
    let mut place = append(&mut message, 0, START);
    let mut index = 0;
    while index < FEATURES.len() {
        if FEATURES[index].used {
            place = append(&mut message, place, " ");
            place = append(&mut message, place, FEATURES[index].name);
        }
        index += 1;
    }
    place = append(&mut message, place, END);
    (message, place)
}

const LENGTH: usize = message::<0>().1;
static MESSAGE: [u8; LENGTH] = message::<LENGTH>().0;

#[used]
// SAFETY: the loader calls the functions of this section once, before `main`; `check` uses no library.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: unsafe extern "C" fn() = check;

/// Returns if the processor has every feature that the program was compiled for, and the operating system saves its registers.
/// Otherwise prints the message on standard error and ends the process with status 2.
///
/// r8d collects the missing features.
#[unsafe(naked)]
unsafe extern "C" fn check() {
    naked_asm!(
        "push rbx",
        "mov eax, 1",
        "xor ecx, ecx",
        "cpuid",
        "mov r9d, ecx",
        "mov r8d, ecx",
        "not r8d",
        "and r8d, {basic_c}",
        // XCR0, if the operating system lets programs read it.
        "xor eax, eax",
        "bt r9d, 27",
        "jnc 2f",
        "xor ecx, ecx",
        "xgetbv",
        "2:",
        "not eax",
        "and eax, {state}",
        "or r8d, eax",
        // Leaf 7, if it exists.
        "xor eax, eax",
        "xor ecx, ecx",
        "cpuid",
        "mov r10d, eax",
        "xor eax, eax",
        "xor ebx, ebx",
        "xor ecx, ecx",
        "cmp r10d, 7",
        "jb 3f",
        "mov eax, 7",
        "cpuid",
        "3:",
        "mov r10d, eax",
        "not ebx",
        "and ebx, {extended_b}",
        "or r8d, ebx",
        "not ecx",
        "and ecx, {extended_c}",
        "or r8d, ecx",
        // Subleaf 1 of leaf 7, if it exists.
        "xor eax, eax",
        "test r10d, r10d",
        "jz 4f",
        "mov eax, 7",
        "mov ecx, 1",
        "cpuid",
        "4:",
        "not eax",
        "and eax, {more_a}",
        "or r8d, eax",
        // Leaf 8000_0001, if it exists.
        "mov eax, 0x80000000",
        "xor ecx, ecx",
        "cpuid",
        "xor ecx, ecx",
        "cmp eax, 0x80000001",
        "jb 5f",
        "mov eax, 0x80000001",
        "cpuid",
        "5:",
        "not ecx",
        "and ecx, {amd_c}",
        "or r8d, ecx",
        "pop rbx",
        "jnz 6f",
        "ret",
        "6:",
        // write(2, MESSAGE, LENGTH)
        "mov eax, 1",
        "mov edi, 2",
        "lea rsi, [rip + {message}]",
        "mov edx, {length}",
        "syscall",
        // exit_group(2)
        "mov eax, 231",
        "mov edi, 2",
        "syscall",
        "ud2",
        basic_c = const needed(Leaf::BasicC),
        extended_b = const needed(Leaf::ExtendedB),
        extended_c = const needed(Leaf::ExtendedC),
        more_a = const needed(Leaf::MoreA),
        amd_c = const needed(Leaf::AmdC),
        state = const needed_state(),
        message = sym MESSAGE,
        length = const LENGTH,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_one_line_that_names_what_is_used() {
        let text = std::str::from_utf8(&MESSAGE).expect("text");
        assert!(text.starts_with(START) && text.ends_with(END) && text.lines().count() == 1, "{text}");
        for feature in &FEATURES {
            assert_eq!(text.split([' ', ':']).any(|word| word == feature.name), feature.used, "{}", feature.name);
        }
    }

    #[test]
    fn the_bits_are_those_of_the_features_in_use() {
        let bits = [Leaf::BasicC, Leaf::ExtendedB, Leaf::ExtendedC, Leaf::MoreA, Leaf::AmdC].map(needed);
        let count: u32 = bits.iter().map(|bits| bits.count_ones()).sum();
        assert_eq!(count as usize, FEATURES.iter().filter(|feature| feature.used).count());
    }
}
