//! Writing e-mails, and handing them over to a mail server.

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::config::MailConfig;
use crate::config::limits::MAIL_SERVER_TIMEOUT;
use crate::mail::language::Language;

/// E-mail that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub subject: String,
    pub body: String,
}

/// Kind of an e-mail to one account with a link for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    Confirm,
    Reset,
    Changed,
}

impl Text {
    /// Template: the subject in the first line, then the text.
    fn template(self, language: Language) -> &'static str {
        let texts = language.texts();
        match self {
            Self::Confirm => texts.confirm,
            Self::Reset => texts.reset,
            Self::Changed => texts.changed,
        }
    }

    /// Path of the page that the e-mail links to.
    fn path(self, language: Language) -> String {
        let page = match self {
            Self::Confirm => "/account/confirm",
            Self::Reset => "/account/reset",
            Self::Changed => "/account",
        };
        format!("{}{page}", language.prefix())
    }

    /// Writes the e-mail. `token` is the secret in its link.
    pub fn write(self, language: Language, site: &str, name: &str, token: Option<&str>) -> Written {
        let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
        let link = format!("{site}{}{query}", self.path(language));
        let (subject, body) = self.template(language).split_once('\n').unwrap_or_default();
        let body = body.replace("{link}", &link).replace("{site}", site).replace("{name}", name);
        Written { subject: subject.to_owned(), body }
    }
}

/// Invalid e-mail settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MailError {
    /// The URL of the mail server is invalid.
    #[error("the URL of the mail server is not one such as smtps://USER:PASSWORD@HOST")]
    Server,
    /// A password would cross the network unencrypted.
    #[error("the mail server gets a password, but its connection is not encrypted: use smtps:// or add ?tls=required")]
    NotEncrypted,
    /// The sender is not an e-mail address.
    #[error("the sender of e-mail is not an address such as Saffron <noreply@chess.example>")]
    From,
    /// No public URL is configured for the links. A request's `Host` cannot be trusted.
    #[error("e-mail needs the public URL of the server, for the links in it")]
    NoPublicUrl,
}

/// Failed delivery of an e-mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotSent {
    /// Reason, without any address.
    pub reason: String,
    /// Whether another attempt would fail, too.
    pub permanent: bool,
}

impl NotSent {
    fn permanent(reason: &str) -> Self {
        Self { reason: reason.to_owned(), permanent: true }
    }
}

/// Client of the mail server.
pub struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

impl Post {
    /// Validates the settings, without connecting.
    ///
    /// # Errors
    /// [`MailError`] names the setting at fault.
    pub fn new(config: &MailConfig, public_url: Option<&str>) -> Result<Self, MailError> {
        let site = public_url.ok_or(MailError::NoPublicUrl)?.to_owned();
        let from = config.from.parse().map_err(|_| MailError::From)?;
        if gives_password_away(&config.server) {
            return Err(MailError::NotEncrypted);
        }
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.server).map_err(|_| MailError::Server)?;
        Ok(Self { transport: builder.timeout(Some(MAIL_SERVER_TIMEOUT)).build(), from, site })
    }

    /// Address of the site, without a slash at its end.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// Sends an e-mail; `id` becomes part of the message id.
    ///
    /// # Errors
    /// [`NotSent`] with the mail server's refusal or the failure of the connection.
    pub async fn send(&self, written: Written, address: &str, id: u128) -> Result<(), NotSent> {
        let Written { subject, body } = written;
        let to = Mailbox::new(None, address.parse().map_err(|_| NotSent::permanent("the address cannot be read"))?);
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .message_id(Some(format!("<{id:032x}@{}>", self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(body)
            .map_err(|_| NotSent::permanent("the message cannot be written"))?;
        self.transport.send(message).await.map(|_| ()).map_err(|error| not_sent(&error))
    }
}

/// Classifies an error without its text, which may contain the address. A reply of 5xx is permanent (RFC 5321, section
/// 4.2.1), except for a refused sign-in of this server (53x, RFC 4954): once its settings are corrected, the e-mail can
/// be sent.
fn not_sent(error: &SmtpError) -> NotSent {
    let code = error.status().map(u16::from);
    let refused_sign_in = code.is_some_and(|code| (530..=539).contains(&code));
    let reason = if error.is_timeout() {
        "the mail server did not answer in time"
    } else if refused_sign_in {
        "the mail server does not accept the sign-in"
    } else if error.is_permanent() {
        "the mail server refused it"
    } else if error.is_transient() {
        "the mail server refused it for now"
    } else if error.is_tls() {
        "the mail server's certificate or encryption is not accepted"
    } else {
        "the mail server could not be reached"
    };
    let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
    NotSent { reason: format!("{reason}{code}"), permanent: error.is_permanent() && !refused_sign_in }
}

/// Returns whether a URL contains a password but leaves this machine unencrypted.
fn gives_password_away(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("smtp://") else { return false };
    let (authority, query) = rest.split_once(['/', '?']).unwrap_or((rest, ""));
    let Some((_, host)) = authority.rsplit_once('@') else { return false };
    let local = ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|name| host.strip_prefix(name).is_some_and(|port| port.is_empty() || port.starts_with(':')));
    !local && !query.contains("tls=required")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(server: &str, from: &str, url: Option<&str>) -> Option<MailError> {
        let config = MailConfig { server: server.to_owned(), from: from.to_owned() };
        assert!(!format!("{config:?}").contains("secret"));
        Post::new(&config, url).err()
    }

    #[tokio::test]
    async fn settings_are_checked() {
        let (from, url) = ("Saffron <noreply@chess.example>", Some("https://chess.example"));
        assert_eq!(check("smtps://u:secret@mail.example", from, url), None);
        assert_eq!(check("smtp://u:secret@mail.example:587?tls=required", from, url), None);
        assert_eq!(check("smtp://127.0.0.1:25", "noreply@chess.example", url), None);
        assert_eq!(check("smtp://u:secret@localhost:25", from, url), None);
        assert_eq!(check("smtp://u:secret@mail.example:587", from, url), Some(MailError::NotEncrypted));
        assert_eq!(check("smtp://u:secret@localhost.evil.example", from, url), Some(MailError::NotEncrypted));
        assert_eq!(check("smtp://u:secret@mail.example?tls=opportunistic", from, url), Some(MailError::NotEncrypted));
        assert_eq!(check("mail.example", from, url), Some(MailError::Server));
        assert_eq!(check("smtps://mail.example", "Saffron", url), Some(MailError::From));
        assert_eq!(check("smtps://mail.example", from, None), Some(MailError::NoPublicUrl));
    }

    #[test]
    fn every_text_has_a_subject_and_its_places() {
        for text in [Text::Confirm, Text::Reset, Text::Changed] {
            for language in Language::all() {
                let about = format!("{text:?} in {:?}", language.id());
                let (subject, body) = text.template(language).split_once('\n').expect("two parts");
                assert!(!subject.is_empty() && !subject.contains('{'), "{about}");
                for place in ["{name}", "{site}", "{link}"] {
                    assert_eq!(body.matches(place).count(), 1, "{about}: {place}");
                }
                let path = text.path(language);
                assert!(path.starts_with(&format!("{}/account", language.prefix())), "{about}: {path}");
            }
        }
        assert_eq!(Text::Reset.path(Language::base()), "/account/reset");
        assert_eq!(Text::Reset.path(Language::by_id("ru").expect("Russian")), "/ru/account/reset");
    }
}
