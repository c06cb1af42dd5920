//! Inner loops compiled for the best instructions of the processor.
//!
//! A program that must run on any processor is compiled for the oldest one, which does not even
//! have an instruction that counts the one bits of a word. The code that takes the most time is
//! compiled a second time, for most processors of the last ten years.

/// A piece of work to be compiled for several processors.
///
/// [`Kernel::run`], and every function it calls that should profit, must be `#[inline(always)]`: a
/// function that is not inlined exists only once.
pub trait Kernel {
    /// The result.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Does some work with the best instructions of the processor. The result is the same on all
/// processors.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if x86_64::is_available() {
        #[expect(unsafe_code, reason = "the processor has been asked for the same features")]
        return unsafe { x86_64::run(kernel) };
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::Kernel;

    /// Whether the processor has all features that [`run`] takes.
    #[inline]
    pub fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn run<K: Kernel>(kernel: K) -> K::Output {
        kernel.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The ones of all words, and the numbers of the first ones.
    struct Ones<'a>(&'a [u64]);

    impl Kernel for Ones<'_> {
        type Output = (u32, Vec<u32>);

        #[inline(always)]
        fn run(self) -> Self::Output {
            let ones = self.0.iter().map(|word| word.count_ones()).sum();
            (ones, self.0.iter().map(|word| word.trailing_zeros()).collect())
        }
    }

    proptest! {
        #[test]
        fn the_result_is_the_same_in_any_instructions(words in prop::collection::vec(any::<u64>(), 0..9)) {
            prop_assert_eq!(run(Ones(&words)), Ones(&words).run());
        }
    }
}
