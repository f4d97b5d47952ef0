//! `saffron admin`: the operator's tasks on the server's data.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use saffron_service::admin::{self, Admin, User};
use saffron_service::config::{PublicUrl, Storage};

use crate::data::database_file;
use crate::error::CliError;
use crate::user_variants::NoVariants;

/// Manage accounts, backups and exports of the server's data, while the server is stopped
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,

    /// Data folder, as for serve [default: the folder saffron in the user's data folder]
    #[arg(long, env = "SAFFRON_DATA", value_name = "DIR", global = true)]
    data: Option<PathBuf>,

    #[command(flatten)]
    not_taken: NoVariants,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Manage accounts
    #[command(subcommand)]
    User(UserTask),
    /// List jobs that wait or were given up (e-mails, ratings of games), one per line: kind, subject, time since when,
    /// attempts, state, error of the last attempt
    Jobs {
        /// Enqueue given-up jobs again
        #[arg(long)]
        retry: bool,
    },
    /// Accept the time of this machine's clock if the server's time is ahead because the clock was once wrong; games dated in
    /// the future keep their dates
    AcceptClock,
    /// Write a copy of the whole database to a new file; the server must be stopped
    Backup {
        /// File to write
        file: PathBuf,
    },
    /// Restore a backup; the replaced database is kept under another name
    Restore {
        /// Backup file
        file: PathBuf,
    },
    /// Write all data as text, one JSON object per line, without secrets or hashes of passwords and tokens
    Export {
        /// New file [default: standard output]
        file: Option<PathBuf>,
    },
}

#[derive(Debug, clap::Subcommand)]
enum UserTask {
    /// List accounts, one per line: name, creation time, time last seen, moderator or not
    List,
    /// Show the data of an account
    Show {
        /// Name of the account
        name: String,
    },
    /// Make a user a moderator, or with --remove an ordinary user again
    Moderator {
        /// Name of the account
        name: String,
        /// Remove the role
        #[arg(long)]
        remove: bool,
    },
    /// Print a link with which the user can choose a new password, once and within an hour
    ResetLink {
        /// Name of the account
        name: String,
        /// URL at which visitors reach the server
        #[arg(long, value_name = "URL")]
        public_url: Option<PublicUrl>,
    },
    /// Close an account: it can no longer be used, its name stays taken, and its running games are resigned when the server
    /// starts
    Close {
        /// Name of the account
        name: String,
    },
    /// Free the name of an erased account, and names that look like it, which otherwise stay taken
    FreeName {
        /// Name to free
        name: String,
    },
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(carry_out(arguments))
}

async fn carry_out(arguments: &Arguments) -> Result<(), CliError> {
    let path = database_file(arguments.data.as_deref());
    let mut out = std::io::stdout();
    if let Task::Restore { file } = &arguments.task {
        let before = admin::restore(file, &path).await.map_err(CliError::new)?;
        writeln!(out, "{} is restored", path.display())?;
        if let Some(before) = before {
            writeln!(out, "the replaced database is kept as {before}")?;
        }
        return Ok(());
    }
    let data = Admin::open(Storage::File(path)).await.map_err(CliError::new)?;
    let done = match &arguments.task {
        Task::User(task) => user(&data, task, &mut out).await,
        Task::Jobs { retry: false } => jobs(&data, &mut out).await,
        Task::Jobs { retry: true } => match data.retry_jobs().await {
            Ok(count) => writeln!(out, "{count} enqueued again").map_err(CliError::from),
            Err(error) => Err(CliError::new(error)),
        },
        Task::AcceptClock => match data.accept_clock().await {
            Ok(now) => writeln!(out, "the server's time is {now}").map_err(CliError::from),
            Err(error) => Err(CliError::new(error)),
        },
        Task::Backup { file } => data.backup(file).await.map_err(CliError::new),
        Task::Export { file: None } => data.export(&mut BufWriter::new(out)).await.map(|_| ()).map_err(CliError::new),
        Task::Export { file: Some(file) } => data.export_to(file).await.map(|_| ()).map_err(CliError::new),
        Task::Restore { .. } => Ok(()),
    };
    let closed = data.close().await.map_err(CliError::new);
    done.and(closed)
}

async fn user(data: &Admin, task: &UserTask, out: &mut impl Write) -> Result<(), CliError> {
    match task {
        UserTask::List => list(data, out).await?,
        UserTask::Show { name } => show(&data.user(name).await.map_err(CliError::new)?, out)?,
        UserTask::Moderator { name, remove } => {
            data.set_moderator(name, !remove).await.map_err(CliError::new)?;
        }
        UserTask::ResetLink { name, public_url } => {
            let path = data.reset_path(name).await.map_err(CliError::new)?;
            let site = public_url.as_ref().map(ToString::to_string).unwrap_or_default();
            writeln!(out, "{site}{path}")?;
        }
        UserTask::Close { name } => data.close_account(name).await.map_err(CliError::new)?,
        UserTask::FreeName { name } => data.free_name(name).await.map_err(CliError::new)?,
    }
    Ok(())
}

async fn jobs(data: &Admin, out: &mut impl Write) -> Result<(), CliError> {
    for job in data.jobs().await.map_err(CliError::new)? {
        let state = job.failed_at.map_or_else(|| "waiting".to_owned(), |at| format!("given up {at}"));
        let error = job.error.unwrap_or_default();
        writeln!(out, "{}\t{}\t{}\t{}\t{state}\t{error}", job.kind, job.key, job.created_at, job.attempts)?;
    }
    Ok(())
}

async fn list(data: &Admin, out: &mut impl Write) -> Result<(), CliError> {
    let mut after: Option<String> = None;
    loop {
        let page = data.people(after.as_deref()).await.map_err(CliError::new)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.id.clone());
        for user in page {
            let moderator = if user.moderator { "\tmoderator" } else { "" };
            writeln!(out, "{}\t{}\t{}{moderator}", user.name, user.created_at, user.seen_at)?;
        }
    }
}

fn show(user: &User, out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "name: {}", user.name)?;
    writeln!(out, "id: {}", user.id)?;
    writeln!(out, "kind: {}", user.kind)?;
    match &user.email {
        Some((address, true)) => writeln!(out, "e-mail: {address}")?,
        Some((address, false)) => writeln!(out, "e-mail: {address} (not confirmed)")?,
        None => writeln!(out, "e-mail: none")?,
    }
    writeln!(out, "moderator: {}", if user.moderator { "yes" } else { "no" })?;
    writeln!(out, "made: {}", user.created_at)?;
    writeln!(out, "last seen: {}", user.seen_at)?;
    for (what, until) in [("suspended", &user.banned_until), ("muted", &user.muted_until)] {
        if let Some(until) = until {
            writeln!(out, "{what} until: {until}")?;
        }
    }
    Ok(())
}
