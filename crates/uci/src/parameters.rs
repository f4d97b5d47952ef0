//! Parameters of the search as options, for SPSA and other tuners.

use saffron_engine::SearchParameters;

use crate::parse;

/// Declarations of the options.
pub(crate) fn options() -> impl Iterator<Item = String> {
    let values = SearchParameters::default().values();
    SearchParameters::LIST.iter().zip(values).map(|((name, least, most), value)| {
        format!("option name {name} type spin default {value} min {least} max {most}")
    })
}

/// Sets the parameter of this name, in lower case; `None` if there is none.
pub(crate) fn set(parameters: &mut SearchParameters, name: &str, value: &str) -> Option<Result<(), String>> {
    let index = SearchParameters::LIST.iter().position(|&(known, ..)| known == name)?;
    let (_, least, most) = SearchParameters::LIST[index];
    Some(parse::within_signed(value, least, most).map(|value| {
        let mut values = parameters.values();
        values[index] = value;
        parameters.set(&values);
    }))
}
