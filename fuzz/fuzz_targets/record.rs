//! A game record that is read is written back as one that is read the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_rules::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse(text) {
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
});
