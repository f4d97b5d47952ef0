//! Whatever is read of a file of game records is written, in any notation, as records that are
//! read the same; and so is a single record.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_rules::{Form, Language, Notation, PgnReader, Record, Replayer};

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse(text) {
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
    let mut replayer = Replayer::new();
    for score in PgnReader::read_all(text) {
        let replay = replayer.replay(&score);
        for (language, form) in [(Language::English, Form::Short), (Language::Russian, Form::Long)] {
            let notation = Notation { language, form, ..Notation::ENGLISH };
            let written = replay.write(&score, notation);
            if replay.start.is_none() {
                continue;
            }
            let again = PgnReader::read_all(&written);
            assert_eq!(again.len(), 1, "{written}");
            assert!(again[0].errors.iter().all(|fault| fault.is_note()), "{written}");
            let second = Replayer::new().with_language(language).replay(&again[0]);
            assert_eq!(second.error, None, "{written}");
            assert_eq!(second.moves, replay.moves, "{written}");
            assert_eq!(second.write(&again[0], notation), written);
        }
    }
});
