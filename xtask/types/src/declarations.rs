//! The text of the generated file.

use std::fmt::Write as _;

use crate::declared::Declarations;
use saffron_analysis::{AnalysisRequest, AnalysisResult, AssessmentData, EvalData, LineData, ReviewData};
use saffron_exercises::Topic;
use saffron_rules::{Color, Outcome, Reason, Role, Variant};
use saffron_service::analysis::protocol::{AnalysisOffer, ErrorBody, SearchMessage, SearchRequest};
use saffron_wasm::{
    annotations, book, engine, error, exercises, games, move_refusal, ply, premoves, rules, side_lines, tables,
};

const HEAD: &str = "\
/**
 * What crosses WebAssembly and HTTP, and the lists that the page takes from the rules. Generated from the Rust types by
 * `cargo xtask types`; a test fails when this file is stale.
 */

import type { TablePosition, TableResult } from './protocol';
";

/// The whole file.
pub(crate) fn text() -> String {
    let mut text = String::from(HEAD);
    let ids = Variant::all().iter().map(|variant| variant.id());
    list(&mut text, "Ids of the built-in variants.", "VARIANT_IDS", "VariantId", ids);
    list(
        &mut text,
        "Reasons for the end of a game.",
        "REASONS",
        "Reason",
        Reason::ALL.iter().map(|reason| reason.id()),
    );
    list(&mut text, "Results of a game; `*` for an aborted one.", "RESULTS", "Result", results().into_iter());
    let sides = Color::ALL.map(|color| color.letter().to_string());
    union(&mut text, "Side: White or Black.", "Side", &sides);
    let small = |role: &Role| role.letter().to_ascii_lowercase().to_string();
    union(&mut text, "Kind of piece.", "RoleLetter", &Role::ALL.each_ref().map(small));
    union(
        &mut text,
        "Kind of piece that a pawn can be promoted to.",
        "PromotionLetter",
        &Role::PROMOTIONS.each_ref().map(small),
    );
    union(&mut text, "Claimable draw.", "Claim", &rules::CLAIMS);

    let topics = Topic::ALL.iter().map(|topic| topic.id());
    list(
        &mut text,
        "Topics of exercises, in the order in which they are learned.",
        "EXERCISE_TOPICS",
        "ExerciseTopic",
        topics,
    );

    let mut declarations = Declarations::without(&["TablePosition", "TableResult"]);
    declarations.add::<rules::VariantInfo>();
    declarations.add::<rules::BoardData>();
    declarations.add::<rules::StateData>();
    declarations.add::<ply::PlyData>();
    declarations.add::<premoves::PremoveData<'_>>();
    declarations.add::<move_refusal::MoveRefusalData>();
    declarations.add::<move_refusal::PawnStyle>();
    declarations.add::<move_refusal::PawnCaptures>();
    declarations.add::<ply::AnnotatedPlyData>();
    declarations.add::<annotations::AnnotationData>();
    declarations.add::<annotations::MainLineData>();
    declarations.add::<games::ListedGame>();
    declarations.add::<side_lines::SideLineInput>();
    declarations.add::<side_lines::SideLineData>();
    declarations.add::<book::BookMoveData>();
    declarations.add::<engine::LevelData>();
    declarations.add::<engine::LimitsData>();
    declarations.add::<engine::InfoData>();
    declarations.add::<engine::SearchData>();
    declarations.add::<error::PageError>();
    declarations.add::<exercises::AttemptData>();
    declarations.add::<tables::TableOpening>();
    declarations.add::<tables::TableAnswer>();
    declarations.add::<AnalysisRequest>();
    declarations.add::<AnalysisResult>();
    declarations.add::<LineData>();
    declarations.add::<EvalData>();
    declarations.add::<AssessmentData>();
    declarations.add::<ReviewData>();
    declarations.add::<AnalysisOffer>();
    declarations.add::<SearchRequest>();
    declarations.add::<SearchMessage<'_>>();
    declarations.add::<ErrorBody>();
    text.push_str(&declarations.text());
    text
}

/// Results that an outcome can have, the best for White first.
fn results() -> Vec<&'static str> {
    let scored = (0..=4).rev().filter_map(|quarters| {
        Reason::ALL.into_iter().find_map(|reason| Outcome::new(reason, quarters).ok()).map(Outcome::result)
    });
    scored.chain([Outcome::ABORTED.result()]).collect()
}

/// Writes a list of strings and the type of its elements.
fn list<'a>(text: &mut String, doc: &str, name: &str, element: &str, values: impl Iterator<Item = &'a str>) {
    let values: Vec<String> = values.map(|value| format!("'{value}'")).collect();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n/** {doc} */\nexport const {name} = [{}] as const;\nexport type {element} = (typeof {name})[number];\n",
        values.join(", ")
    );
}

/// Writes a type of some strings.
fn union(text: &mut String, doc: &str, name: &str, values: &[impl AsRef<str>]) {
    let values: Vec<String> = values.iter().map(|value| format!("'{}'", value.as_ref())).collect();
    let _ = write!(text, "\n/** {doc} */\nexport type {name} = {};\n", values.join(" | "));
}
