//! Snapshots of the common parts of all searches.

use crate::Depth;
use crate::snapshot::{Reader, Snapshot, Unreadable, Writer};
use std::io;

/// Snapshots of structures, field by field. Those behind a semicolon are counts, which are small
/// enough for a sum.
macro_rules! snapshot {
    ($type:ident { $($field:ident),* $(; $($count:ident),*)? }) => {
        impl $crate::snapshot::Snapshot for $type {
            fn save(&self, to: &mut $crate::snapshot::Writer<'_>) -> std::io::Result<()> {
                let Self { $($field,)* $($($count),*)? } = self;
                $(to.part($field)?;)*
                $($(to.part($count)?;)*)?
                Ok(())
            }

            fn restore(
                from: &mut $crate::snapshot::Reader<'_>,
            ) -> Result<Self, $crate::snapshot::Unreadable> {
                $(let $field = from.part()?;)*
                $($(let $count = from.count()?;)*)?
                Ok(Self { $($field,)* $($($count),*)? })
            }
        }
    };
}

pub(crate) use snapshot;

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Snapshot for $type {
            fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
                to.bytes(&self.to_le_bytes())
            }

            fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
                let mut bytes = [0; size_of::<Self>()];
                from.bytes(&mut bytes)?;
                Ok(Self::from_le_bytes(bytes))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128);

/// Eight bytes on every machine.
impl Snapshot for usize {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&(*self as u64))
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Self::try_from(from.part::<u64>()?).map_err(|_| Unreadable::Invalid("such a number"))
    }
}

impl Snapshot for bool {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&u8::from(*self))
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        match from.part::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Unreadable::Invalid("such a flag")),
        }
    }
}

impl Snapshot for Depth {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.0)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self(from.part()?))
    }
}

impl<T: Snapshot> Snapshot for Option<T> {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.is_some())?;
        self.iter().try_for_each(|part| to.part(part))
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        from.part::<bool>()?.then(|| from.part()).transpose()
    }
}

impl<A: Snapshot, B: Snapshot> Snapshot for (A, B) {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.0)?;
        to.part(&self.1)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok((from.part()?, from.part()?))
    }
}

impl<T: Snapshot> Snapshot for Vec<T> {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.len())?;
        self.iter().try_for_each(|part| to.part(part))
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let length = from.length(1)?;
        // Its parts may take more memory than their bytes: it grows as they are read.
        (0..length).map(|_| from.part()).collect()
    }
}

impl Snapshot for String {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.len())?;
        to.bytes(self.as_bytes())
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut bytes = vec![0; from.length(1)?];
        from.bytes(&mut bytes)?;
        Self::from_utf8(bytes).map_err(|_| Unreadable::Invalid("such a text"))
    }
}

impl Snapshot for blake3::Hash {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.bytes(self.as_bytes())
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut bytes = [0; blake3::OUT_LEN];
        from.bytes(&mut bytes)?;
        Ok(bytes.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn saved<T: Snapshot>(part: &T) -> Vec<u8> {
        let mut bytes = vec![];
        Writer::new(&mut bytes).part(part).unwrap();
        bytes
    }

    fn restored<T: Snapshot>(bytes: &[u8]) -> Result<T, Unreadable> {
        let mut rest = bytes;
        let mut reader = Reader::new(&mut rest, bytes.len() as u64);
        let part = reader.part()?;
        reader.end().map(|()| part)
    }

    type Parts = (Vec<(Depth, Option<u64>)>, (String, bool));

    proptest! {
        #[test]
        fn what_is_saved_is_restored_and_nothing_shorter_or_longer(
            list in prop::collection::vec((any::<u16>(), any::<Option<u64>>()), 0..20),
            text in ".{0,9}",
            flag in any::<bool>(),
        ) {
            let list = list.into_iter().map(|(depth, more)| (Depth(depth), more)).collect();
            let parts: Parts = (list, (text, flag));
            let bytes = saved(&parts);
            prop_assert_eq!(&restored::<Parts>(&bytes).unwrap(), &parts);
            for length in 0..bytes.len() {
                prop_assert!(restored::<Parts>(&bytes[..length]).is_err());
            }
            prop_assert!(restored::<Parts>(&[&bytes[..], &[0]].concat()).is_err());
        }

        #[test]
        fn no_bytes_are_too_much(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Ok(parts) = restored::<Parts>(&bytes) {
                prop_assert_eq!(saved(&parts), bytes);
            }
        }
    }

    #[test]
    fn a_length_is_not_trusted_with_memory() {
        assert!(restored::<Vec<u64>>(&u64::MAX.to_le_bytes()).is_err());
        assert!(restored::<String>(&(1_u64 << 40).to_le_bytes()).is_err());
    }
}
