//! Texts of notifications for push and e-mail, in the languages of the page.

use saffron_protocol::game::Player;
use saffron_protocol::notifications::{Notification, NotificationAbout};

use super::kind::NotificationKind;
use crate::mail::Language;
use crate::mail::post::Written;

/// Lines of a message; more become a number.
const LINES: usize = 4;

/// Message about unread notifications.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Lines, the most urgent first, each with the path of its page.
    pub lines: Vec<(String, String)>,
    /// Path of the page that has all of it.
    pub path: String,
    /// Whether it should be delivered at once.
    pub urgent: bool,
}

/// Text of a language by its name in `notifications.txt`; each name has one in every language.
fn text(language: Language, name: &str) -> &'static str {
    let lines = language.texts().notifications.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_once(": ")).find(|(key, _)| *key == name).map_or("", |(_, text)| text)
}

/// Subject and text of the e-mail around the lines.
fn template(language: Language) -> (&'static str, &'static str) {
    let body = language.texts().notifications.split_once("\n\n").map_or("", |(_, body)| body);
    (text(language, "subject"), body)
}

/// E-mail about notifications; `None` if there are none.
pub fn letter(language: Language, notifications: &[Notification], name: &str, site: &str) -> Option<Written> {
    let Message { lines, .. } = message(language, notifications)?;
    let (subject, body) = template(language);
    let first = lines.first().map_or("", |(line, _)| line);
    let listed: Vec<String> = lines.iter().map(|(line, path)| format!("{line}\n{site}{path}")).collect();
    let link = format!("{site}{}/account#notifications", language.prefix());
    let body = body.replace("{link}", &link).replace("{name}", name).replace("{lines}", &listed.join("\n\n"));
    Some(Written { subject: subject.replace("{line}", first), body })
}

/// Message about notifications; `None` if there are none.
pub fn message(language: Language, notifications: &[Notification]) -> Option<Message> {
    let mut lines = Vec::new();
    let mut urgent = false;
    // The most urgent kinds first.
    for kind in [
        NotificationKind::SimulBegun,
        NotificationKind::ArenaSoon,
        NotificationKind::SimulSoon,
        NotificationKind::TimeLow,
        NotificationKind::Challenge,
        NotificationKind::Turn,
        NotificationKind::StageBegun,
        NotificationKind::SimulAccepted,
        NotificationKind::Message,
        NotificationKind::TeamMessage,
        NotificationKind::TeamRequest,
        NotificationKind::TeamAccepted,
        NotificationKind::GameEnded,
    ] {
        let of_kind: Vec<&NotificationAbout> =
            notifications.iter().map(|one| &one.about).filter(|about| kind_of(about) == kind).collect();
        urgent |= kind.is_urgent() && !of_kind.is_empty();
        match of_kind.as_slice() {
            [] => {}
            [about] => lines.push(line(language, about)),
            // Tournaments and teams have names of their own.
            several if is_named(kind) => {
                lines.extend(several.iter().map(|about| line(language, about)));
            }
            several => {
                let text =
                    text(language, &format!("{}.many", kind.code())).replace("{count}", &several.len().to_string());
                let path = match kind {
                    NotificationKind::Challenge => "/lobby",
                    NotificationKind::Message => "/messages",
                    _ => "/notifications",
                };
                lines.push((text, format!("{}{path}", language.prefix())));
            }
        }
    }
    lines.truncate(LINES);
    let path = match lines.as_slice() {
        [] => return None,
        [(_, path)] => path.clone(),
        _ => format!("{}/notifications", language.prefix()),
    };
    Some(Message { lines, path, urgent })
}

/// Returns whether a notification names what it is about, so that several are not one line.
fn is_named(kind: NotificationKind) -> bool {
    matches!(
        kind,
        NotificationKind::ArenaSoon
            | NotificationKind::SimulSoon
            | NotificationKind::SimulBegun
            | NotificationKind::SimulAccepted
            | NotificationKind::StageBegun
            | NotificationKind::TeamMessage
            | NotificationKind::TeamRequest
            | NotificationKind::TeamAccepted
    )
}

fn kind_of(about: &NotificationAbout) -> NotificationKind {
    match about {
        NotificationAbout::Turn { .. } => NotificationKind::Turn,
        NotificationAbout::TimeLow { .. } => NotificationKind::TimeLow,
        NotificationAbout::GameEnded { .. } => NotificationKind::GameEnded,
        NotificationAbout::Challenge { .. } => NotificationKind::Challenge,
        NotificationAbout::ArenaSoon { .. } => NotificationKind::ArenaSoon,
        NotificationAbout::SimulSoon { .. } => NotificationKind::SimulSoon,
        NotificationAbout::SimulBegun { .. } => NotificationKind::SimulBegun,
        NotificationAbout::SimulAccepted { .. } => NotificationKind::SimulAccepted,
        NotificationAbout::StageBegun { .. } => NotificationKind::StageBegun,
        NotificationAbout::Message { .. } => NotificationKind::Message,
        NotificationAbout::TeamMessage { .. } => NotificationKind::TeamMessage,
        NotificationAbout::TeamRequest { .. } => NotificationKind::TeamRequest,
        NotificationAbout::TeamAccepted { .. } => NotificationKind::TeamAccepted,
    }
}

/// Line about one notification, and the path of its page.
fn line(language: Language, about: &NotificationAbout) -> (String, String) {
    let titled = |name: &str, instead: &str| (if name.is_empty() { text(language, instead) } else { name }).to_owned();
    let named = |player: &Player| player.name.clone().unwrap_or_else(|| text(language, "guest").to_owned());
    let (name, path) = match about {
        NotificationAbout::Turn { game, opponent, .. }
        | NotificationAbout::TimeLow { game, opponent, .. }
        | NotificationAbout::GameEnded { game, opponent, .. } => (named(opponent), format!("/live/{game}")),
        NotificationAbout::Challenge { challenge, challenger, .. } => {
            (named(challenger), format!("/challenge/{challenge}"))
        }
        NotificationAbout::ArenaSoon { arena, name, .. } => (titled(name, "arena"), format!("/arena/{arena}")),
        NotificationAbout::SimulSoon { simul, name, .. } | NotificationAbout::SimulAccepted { simul, name, .. } => {
            (titled(name, "simul"), format!("/simul/{simul}"))
        }
        NotificationAbout::SimulBegun { game, name, .. } => (titled(name, "simul"), format!("/live/{game}")),
        NotificationAbout::StageBegun { tournament, name, .. } => {
            (titled(name, "tournament"), format!("/correspondence/{tournament}"))
        }
        NotificationAbout::Message { sender } => {
            let name = named(sender);
            let encoded: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
            (name, format!("/messages/{encoded}"))
        }
        NotificationAbout::TeamMessage { team, name, .. }
        | NotificationAbout::TeamRequest { team, name, .. }
        | NotificationAbout::TeamAccepted { team, name } => (name.clone(), format!("/team/{team}")),
    };
    let text = text(language, kind_of(about).code()).replace("{name}", &name);
    (text, format!("{}{path}", language.prefix()))
}

#[cfg(test)]
mod tests {
    use saffron_protocol::game::PlayerKind;

    use super::*;

    fn turn(game: &str, name: Option<&str>) -> Notification {
        let opponent = Player {
            account: String::new(),
            name: name.map(str::to_owned),
            kind: PlayerKind::Person,
            level: None,
            rating: None,
            provisional: false,
            rating_change: None,
        };
        let about = NotificationAbout::Turn { game: game.to_owned(), variant: "glinski".to_owned(), opponent };
        Notification { about, created_at: 1, read: false }
    }

    fn arena(id: &str) -> Notification {
        let about = NotificationAbout::ArenaSoon {
            arena: id.to_owned(),
            variant: "glinski".to_owned(),
            name: format!("Cup {id}"),
            starts_at: 5,
        };
        Notification { about, created_at: 1, read: false }
    }

    #[test]
    fn every_language_has_all_texts_with_their_places() {
        for language in Language::all() {
            let about = language.id();
            for kind in NotificationKind::ALL {
                assert_eq!(text(language, kind.code()).matches("{name}").count(), 1, "{about}: {}", kind.code());
                let many = text(language, &format!("{}.many", kind.code()));
                let wanted = usize::from(!is_named(kind));
                assert_eq!(many.matches("{count}").count(), wanted, "{about}: {}", kind.code());
            }
            for name in ["guest", "arena", "simul", "tournament"] {
                let text = text(language, name);
                assert!(!text.is_empty() && !text.contains('{'), "{about}: {name}");
            }
            let (subject, body) = template(language);
            assert_eq!(subject.matches("{line}").count(), 1, "{about}: the subject");
            for place in ["{name}", "{lines}", "{link}"] {
                assert_eq!(body.matches(place).count(), 1, "{about}: {place}");
            }
        }
    }

    #[test]
    fn several_turns_are_one_line() {
        let (english, russian) = (Language::base(), Language::by_id("ru").expect("Russian"));
        assert_eq!(message(english, &[]), None);
        let one = message(english, &[turn("a", Some("Anna"))]).expect("a message");
        assert_eq!(one.lines, [("Your move against Anna".to_owned(), "/live/a".to_owned())]);
        assert_eq!((one.path.as_str(), one.urgent), ("/live/a", false));
        let guest = message(english, &[turn("a", None)]).expect("a message");
        assert_eq!(guest.lines[0].0, "Your move against a guest");
        let two = message(russian, &[turn("a", Some("Anna")), turn("b", None)]).expect("a message");
        assert_eq!(two.lines.len(), 1);
        assert!(two.lines[0].0.contains('2'), "{two:?}");
        assert_eq!(two.path, "/ru/notifications");
    }

    #[test]
    fn messages_lead_to_their_conversation() {
        let from = |name: &str| {
            let NotificationAbout::Turn { opponent, .. } = turn("a", Some(name)).about else { panic!("a turn") };
            Notification { about: NotificationAbout::Message { sender: opponent }, created_at: 1, read: false }
        };
        let hungarian = Language::by_id("hu").expect("Hungarian");
        let one = message(hungarian, &[from("Жук")]).expect("a message");
        assert_eq!((one.path.as_str(), one.urgent), ("/hu/messages/%D0%96%D1%83%D0%BA", false));
        assert!(one.lines[0].0.contains("Жук"), "{one:?}");
        let two = message(hungarian, &[from("Anna"), from("Berta")]).expect("a message");
        assert_eq!(two.path, "/hu/messages");
    }

    #[test]
    fn a_simul_leads_to_the_board_when_it_has_begun() {
        let (simul, name) = ("s".to_owned(), "Evening".to_owned());
        let begun = NotificationAbout::SimulBegun {
            simul: simul.clone(),
            game: "g".to_owned(),
            variant: "glinski".to_owned(),
            name: String::new(),
        };
        let accepted = NotificationAbout::SimulAccepted { simul, variant: "glinski".to_owned(), name };
        let of = |about: NotificationAbout| [Notification { about, created_at: 1, read: false }];
        let swedish = Language::by_id("sv").expect("Swedish");
        let message = |about| message(swedish, &of(about)).expect("a message");
        let (begun, accepted) = (message(begun), message(accepted));
        assert_eq!(begun.lines, [("En simultan har börjat".to_owned(), "/sv/live/g".to_owned())]);
        assert!(begun.urgent && !accepted.urgent);
        assert_eq!(accepted.lines, [("Du har ett bräde i Evening".to_owned(), "/sv/simul/s".to_owned())]);
    }

    #[test]
    fn what_is_urgent_comes_first() {
        let all = [turn("a", Some("Anna")), arena("x"), arena("y")];
        let message = message(Language::base(), &all).expect("a message");
        let lines: Vec<&str> = message.lines.iter().map(|(line, _)| line.as_str()).collect();
        assert_eq!(lines, ["Cup x begins soon", "Cup y begins soon", "Your move against Anna"]);
        assert_eq!((message.path.as_str(), message.urgent), ("/notifications", true));
    }

    #[test]
    fn a_letter_has_a_link_for_each_line() {
        let german = Language::by_id("de").expect("German");
        assert_eq!(letter(german, &[], "Anna", "https://chess.example"), None);
        let all = [turn("a", Some("{link}")), arena("x")];
        let Written { subject, body } = letter(german, &all, "Anna", "https://chess.example").expect("a letter");
        assert_eq!(subject, "Cup x beginnt bald");
        assert!(body.starts_with("Hallo Anna,\n\nCup x beginnt bald\nhttps://chess.example/de/arena/x\n\n"), "{body}");
        // A name is no place.
        assert!(body.contains("Gegner: {link}\nhttps://chess.example/de/live/a\n"), "{body}");
        assert!(body.ends_with("\nhttps://chess.example/de/account#notifications\n"), "{body}");
    }
}
