//! The schemas of everything that is sent and received as JSON over HTTP, from the types themselves.

use saffron_protocol::{account, error, game, lobby, moderation, people, tables};
use utoipa::OpenApi;

/// The types that operations name; those inside of them come along.
#[derive(OpenApi)]
#[openapi(components(schemas(
    account::EmailChange,
    account::Feed,
    account::Me,
    account::PasswordChange,
    account::PasswordConfirmation,
    account::PasswordReset,
    account::Preferences,
    account::Registration,
    account::ResetRequest,
    account::Sessions,
    account::SignIn,
    account::TokenRequest,
    account::VacationRequest,
    error::ErrorBody,
    game::ChatLines,
    game::ChatRequest,
    game::CommandAnswer,
    game::CommandRequest,
    game::EventList,
    game::GamePage,
    game::GameView,
    game::Room,
    lobby::Challenge,
    lobby::ChallengeRequest,
    lobby::Challenges,
    lobby::ComputerRequest,
    lobby::GameStarted,
    lobby::Lobby,
    lobby::SeekAnswer,
    lobby::SeekRequest,
    lobby::Tv,
    lobby::VariantFiles,
    moderation::ActionRequest,
    moderation::AuditLog,
    moderation::GameLag,
    moderation::Reports,
    people::Leaderboard,
    people::People,
    people::Profile,
    people::RatingHistory,
    moderation::ReportRequest,
    tables::TableExercise,
    tables::TableList,
    tables::TablePosition
)))]
struct Schemas;

/// The components of the document.
pub(crate) fn components() -> serde_json::Value {
    let document = serde_json::to_value(Schemas::openapi()).unwrap_or_default();
    document.get("components").cloned().unwrap_or_default()
}
