//! The text of the file with the messages between the page and the server.

use saffron_protocol::{
    VERSION, account, arena_series, arenas, contests, correspondence, elo, error, game, library, lobby, messages,
    moderation, notifications, people, puzzles, simuls, socket, tables, team_tournaments, teams, tournaments,
};

use crate::declared::Declarations;

const HEAD: &str = "\
/**
 * Messages and errors of live play: what crosses HTTP and the socket. Generated from the Rust types by `cargo xtask types`; a
 * test fails when this file is stale.
 */

import type { OutcomeData, Side } from './types';
";

/// The whole file.
pub(crate) fn text() -> String {
    let mut text = String::from(HEAD);
    text.push_str(&format!("\n/** Version of the socket protocol. */\nexport const PROTOCOL_VERSION = {VERSION};\n"));
    let speeds: Vec<String> = saffron_live::Speed::ALL.iter().map(|speed| format!("'{}'", speed.id())).collect();
    text.push_str(&format!(
        "\n/** Speeds, the fastest first. */\nexport const SPEEDS = [{}] as const;\n",
        speeds.join(", ")
    ));
    let mut declarations = Declarations::without(&["OutcomeData", "ReasonName"]);
    declarations.add::<account::EmailChange>();
    declarations.add::<account::Feed>();
    declarations.add::<account::Me>();
    declarations.add::<account::PasswordChange>();
    declarations.add::<account::PasswordConfirmation>();
    declarations.add::<account::PasswordReset>();
    declarations.add::<account::Registration>();
    declarations.add::<account::ResetRequest>();
    declarations.add::<account::Sessions>();
    declarations.add::<account::SignIn>();
    declarations.add::<account::TokenRequest>();
    declarations.add::<account::VacationRequest>();
    declarations.add::<error::ErrorBody>();
    declarations.add::<game::ChatLines>();
    declarations.add::<game::ChatRequest>();
    declarations.add::<game::CommandAnswer>();
    declarations.add::<game::CommandRequest>();
    declarations.add::<game::EventList>();
    declarations.add::<game::GamePage>();
    declarations.add::<game::GameView>();
    declarations.add::<library::LibraryEntries>();
    declarations.add::<library::LibraryWrite>();
    declarations.add::<library::LibraryWritten>();
    declarations.add::<lobby::ChallengeRequest>();
    declarations.add::<lobby::Challenges>();
    declarations.add::<lobby::ComputerRequest>();
    declarations.add::<lobby::GameStarted>();
    declarations.add::<lobby::Lobby>();
    declarations.add::<lobby::SeekAnswer>();
    declarations.add::<lobby::SeekRequest>();
    declarations.add::<lobby::Tv>();
    declarations.add::<lobby::VariantFiles>();
    declarations.add::<messages::Conversation>();
    declarations.add::<messages::Conversations>();
    declarations.add::<messages::MessageRequest>();
    declarations.add::<messages::MessagesRead>();
    declarations.add::<messages::ReportedMessages>();
    declarations.add::<moderation::ActionRequest>();
    declarations.add::<moderation::AuditLog>();
    declarations.add::<moderation::GameLag>();
    declarations.add::<moderation::ReportRequest>();
    declarations.add::<moderation::Reports>();
    declarations.add::<notifications::NotificationChoices>();
    declarations.add::<notifications::Notifications>();
    declarations.add::<notifications::NotificationsRead>();
    declarations.add::<notifications::PushMessage>();
    declarations.add::<notifications::PushSubscription>();
    declarations.add::<notifications::PushUnsubscription>();
    declarations.add::<people::Leaderboard>();
    declarations.add::<people::ParticipationScore>();
    declarations.add::<people::Participations>();
    declarations.add::<people::People>();
    declarations.add::<people::PlayerSummary>();
    declarations.add::<people::Profile>();
    declarations.add::<people::RatingHistory>();
    declarations.add::<contests::Contest>();
    declarations.add::<contests::ContestMove>();
    declarations.add::<contests::ContestRequest>();
    declarations.add::<contests::Contests>();
    declarations.add::<elo::EloCandidates>();
    declarations.add::<elo::EloCommandRequest>();
    declarations.add::<elo::EloHistory>();
    declarations.add::<elo::EloList>();
    declarations.add::<elo::EloListFile>();
    declarations.add::<elo::EloListImport>();
    declarations.add::<elo::EloLists>();
    declarations.add::<elo::EloProposal>();
    declarations.add::<puzzles::PuzzleNews>();
    declarations.add::<puzzles::PuzzleRecord>();
    declarations.add::<puzzles::PuzzleResults>();
    declarations.add::<puzzles::PuzzleRating>();
    declarations.add::<puzzles::PuzzleVote>();
    declarations.add::<puzzles::Scores>();
    declarations.add::<socket::ClientMessage>();
    declarations.add::<socket::ServerMessage>();
    declarations.add::<tables::TableExercise>();
    declarations.add::<tables::TableList>();
    declarations.add::<tables::TablePosition>();
    declarations.add::<arena_series::ArenaSeriesList>();
    declarations.add::<arena_series::Calendar>();
    declarations.add::<arenas::Arena>();
    declarations.add::<arenas::ArenaDisqualification>();
    declarations.add::<arenas::ArenaPlayerGames>();
    declarations.add::<arenas::Arenas>();
    declarations.add::<correspondence::CorrespondenceTournaments>();
    declarations.add::<correspondence::CorrespondenceTournament>();
    declarations.add::<correspondence::CorrespondenceWithdrawal>();
    declarations.add::<simuls::Simul>();
    declarations.add::<simuls::SimulPlayerRequest>();
    declarations.add::<simuls::Simuls>();
    declarations.add::<team_tournaments::LoggedTeamEvent>();
    declarations.add::<team_tournaments::TeamTieBreakExplanations>();
    declarations.add::<team_tournaments::TeamTournament>();
    declarations.add::<team_tournaments::TeamTournamentCommandRequest>();
    declarations.add::<team_tournaments::TeamTournamentFile>();
    declarations.add::<team_tournaments::TeamTournamentGames>();
    declarations.add::<team_tournaments::TeamTournamentImport>();
    declarations.add::<team_tournaments::TeamTournaments>();
    declarations.add::<teams::NewTeamMessage>();
    declarations.add::<teams::Team>();
    declarations.add::<teams::TeamActionRequest>();
    declarations.add::<teams::TeamJoin>();
    declarations.add::<teams::TeamMembers>();
    declarations.add::<teams::TeamMessages>();
    declarations.add::<teams::TeamQuiet>();
    declarations.add::<teams::TeamRequests>();
    declarations.add::<teams::TeamSettings>();
    declarations.add::<teams::Teams>();
    declarations.add::<tournaments::LoggedEvent>();
    declarations.add::<tournaments::TieBreakExplanations>();
    declarations.add::<tournaments::Tournament>();
    declarations.add::<tournaments::TournamentCommandRequest>();
    declarations.add::<tournaments::TournamentFile>();
    declarations.add::<tournaments::TournamentGames>();
    declarations.add::<tournaments::TournamentImport>();
    declarations.add::<tournaments::Tournaments>();
    text.push_str(&declarations.text());
    text
}
