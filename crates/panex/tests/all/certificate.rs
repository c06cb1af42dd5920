//! The certificate for all heights, and copies of it with altered numbers, judged by the checker of
//! `fewest-proof`.

use fewest_panex::exchange::{certificate, lengths};
use fewest_proof::panex::Checker;
use fewest_proof::{NotVerified, Reason};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

static TEXT: LazyLock<String> = LazyLock::new(certificate);
static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::new);

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// The places of all numbers after the header, by kind: the first word of the line, and the index
/// of the word that the number is in.
fn numbers() -> BTreeMap<(&'static str, usize), Vec<Range<usize>>> {
    let mut numbers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let text = TEXT.as_str();
    let header = text.find('\n').unwrap() + 1;
    let mut line = header;
    for words in text[header..].lines() {
        let kind = words.split(' ').next().unwrap();
        let mut at = line;
        for (i, word) in words.split(' ').enumerate() {
            let mut rest = 0;
            while let Some(from) = word[rest..].find(|c: char| c.is_ascii_digit()) {
                let from = rest + from;
                let length = word[from..].find(|c: char| !c.is_ascii_digit());
                let to = length.map_or(word.len(), |length| from + length);
                // Values, parts and coefficients take many words.
                numbers.entry((kind, i.min(12))).or_default().push(at + from..at + to);
                rest = to;
            }
            at += word.len() + 1;
        }
        line += words.len() + 1;
    }
    numbers
}

/// The certificate with another number at a place.
fn altered(place: &Range<usize>, number: i64) -> String {
    let mut text = TEXT.clone();
    text.replace_range(place.clone(), &number.to_string());
    text
}

fn number_at(place: &Range<usize>) -> i64 {
    TEXT[place.clone()].parse().unwrap()
}

#[test]
fn values_are_written_in_one_way() {
    let line = TEXT.lines().find(|line| line.starts_with("values ")).unwrap();
    let value = line.split(' ').skip(2).find(|value| *value != "-").unwrap();
    let other = line.replacen(&format!(" {value}"), &format!(" 0{value}"), 1);
    let unreadable = |text: &str| matches!(CHECKER.check(text), Err(NotVerified::Invalid(_)));
    assert!(unreadable(&TEXT.replacen(line, &other, 1)), "{other}");
    assert!(unreadable(&TEXT.replace('\n', "\r\n")));
    assert!(unreadable(TEXT.trim_end_matches('\n')));
}

#[test]
fn it_shows_the_known_lengths() {
    let theorem = CHECKER.check(&TEXT).expect("it is accepted");
    for length in lengths().take(100).skip(4) {
        assert_eq!(theorem.exchange(length.n), Some(length.exchange), "n = {}", length.n);
        assert_eq!(theorem.transfer(length.n), Some(length.transfer), "n = {}", length.n);
    }
    assert_eq!((theorem.exchange(4), theorem.transfer(4)), (None, None));
    let shown = "\
X(n) = -105 P(n) + 49 P(n+1) - 2 - 8 n for all n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 3/2 for all odd n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 1/2 for all even n >= 5";
    assert_eq!(theorem.to_string(), shown);
    assert_eq!(theorem.inequalities(), 96_244);
}

/// Alters a number; returns the verdict of the checker.
fn judged(place: &Range<usize>, number: i64) -> Result<(), NotVerified> {
    CHECKER.check(&altered(place, number)).map(|_| ())
}

/// Alters this many numbers of each kind, expects every change to be noticed, and counts them.
fn alter(seed: u64, of_each_kind: usize) -> usize {
    let mut random = Numbers(seed);
    let mut count = 0;
    for ((kind, word), places) in numbers() {
        for _ in 0..of_each_kind {
            let place = &places[random.below(places.len())];
            let number = number_at(place);
            let changes = [1, -1, 2, -2, 10, 1000, 1_000_000 + random.below(1000) as i64];
            let changed = number + changes[random.below(changes.len())];
            // A minus sign may stand before the number already.
            let changed = if changed < 0 { number + 3 } else { changed };
            let line = TEXT[..place.start].matches('\n').count() + 1;
            let what = format!("{kind} {word}, line {line}: {number} -> {changed}");
            assert!(judged(place, changed).is_err(), "{what}");
            count += 1;
        }
    }
    count
}

#[test]
fn two_hundred_altered_numbers_are_two_hundred_rejections() {
    assert!(alter(1, 3) >= 200);
}

#[test]
#[ignore = "takes minutes; run with --release"]
fn thousands_of_altered_numbers_are_rejected() {
    assert!(alter(2, 30) >= 2000);
}

/// Other ways of the same cost might do as well: none does.
#[test]
#[ignore = "takes minutes; run with --release"]
fn no_part_of_a_rule_can_be_another_one() {
    let is_of_parts = |(kind, word): &(&str, usize)| match *kind {
        "rule" => *word >= 10,
        "exchange" | "transfer" => *word >= 6,
        _ => false,
    };
    let kinds = numbers().into_iter().filter(|(kind, _)| is_of_parts(kind));
    let places: Vec<_> = kinds.flat_map(|(_, places)| places).collect();
    assert!(places.len() > 100, "{}", places.len());
    let rules = |parity| TEXT.lines().filter(|line| line.starts_with(parity)).count();
    // All that there are, and one that there is not.
    let most = rules("rule odd ").max(rules("rule even ")) as i64 + 1;
    for place in places {
        let number = number_at(&place);
        for other in (1..=most).filter(|other| *other != number) {
            assert!(judged(&place, other).is_err(), "{place:?}: {number} -> {other}");
        }
    }
}

/// Changes four coefficients so that the number is the same at the sizes that are compared with
/// costs, and larger from then on.
fn raised_above_eight(words: &[&str], is_odd: bool) -> String {
    // P(j) + c + d j is 0 at 5 and 7, and at 6 and 8.
    let more = if is_odd { [1, 0, 321, -70] } else { [1, 0, 944, -169] };
    let raised = words.iter().zip(more).map(|(word, more)| match word.strip_suffix("/2") {
        Some(halves) => format!("{}/2", halves.parse::<i64>().unwrap() + 2 * more),
        None => (word.parse::<i64>().unwrap() + more).to_string(),
    });
    raised.collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_that_are_wrong_only_at_large_sizes_are_rejected_by_an_inequality() {
    let mut random = Numbers(3);
    let lines: Vec<_> = TEXT.lines().collect();
    for kind in ["way", "partial", "distance", "least", "ends", "exchange"] {
        let of_kind = |line: &&str| line.split(' ').next() == Some(kind);
        let of_kind: Vec<_> = lines.iter().copied().filter(of_kind).collect();
        for _ in 0..4 {
            let line = of_kind[random.below(of_kind.len())];
            let words: Vec<_> = line.split(' ').collect();
            let (at, is_odd) = match kind {
                "way" | "partial" => (5, words[1] == "odd"),
                "distance" => (4, words[1] == "odd"),
                "exchange" => (2, words[1] == "odd"),
                "ends" => (3, words[2].starts_with('o')),
                _ => (4, words[3].starts_with('o')),
            };
            let raised = raised_above_eight(&words[at..at + 4], is_odd);
            let other = [&words[..at], &[raised.as_str()], &words[at + 4..]].concat().join(" ");
            match CHECKER.check(&TEXT.replace(line, &other)) {
                Err(NotVerified::Rejected(rejection)) => assert!(
                    matches!(
                        rejection.reason,
                        Reason::Inequality { .. } | Reason::NotReached | Reason::NotEqual { .. }
                    ),
                    "{line}: {rejection}"
                ),
                judged => panic!("{line}: {judged:?}"),
            }
        }
    }
}

#[test]
fn damaged_characters_are_errors_and_no_more() {
    let mut random = Numbers(4);
    for _ in 0..40 {
        let at = random.below(TEXT.len());
        let other = b"0 -*e\n\x00/U~"[random.below(10)] as char;
        if !TEXT[at..].starts_with(other) {
            let mut text = TEXT.clone();
            text.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
            assert!(CHECKER.check(&text).is_err(), "{at}: {other:?}");
        }
        assert!(CHECKER.check(&TEXT[..at]).is_err(), "the first {at}");
    }
}

#[test]
fn what_is_missing_superfluous_or_unreadable_is_said() {
    let without = |begin: &str| -> String {
        let lines = TEXT.lines().filter(|line| !line.starts_with(begin));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let with = |line: &str| format!("{}{line}\n", *TEXT);
    let line = TEXT.lines().count() + 1;
    let cases = [
        (without("distance odd U3"), "the certificate lacks the odd cost distance U3"),
        (without("transfer even"), "the certificate lacks the even transfer"),
        (without("values o7 "), "the certificate lacks the values of o7"),
        (with("ends 1 o5 0 0 0 0"), &format!("line {line}: the proof does not use this line")),
        (
            with("hello"),
            &format!(
                "{line}:1: expected function, values, way, partial, distance, least, ends, rule, \
             exchange or transfer"
            ),
        ),
        (with("ends 1 o999 0 0 0 0"), &format!("{line}:8: there is no function o999")),
        (
            with("ends 1 o5 0 0 0"),
            &format!("{line}:16: expected a coefficient like -8 or 7/2, of at most 30 digits"),
        ),
        (String::new(), "1:1: the first line of a certificate is \"fewest panex certificate 1\""),
    ];
    for (text, expected) in cases {
        assert_eq!(CHECKER.check(&text).unwrap_err().to_string(), expected);
    }
}
