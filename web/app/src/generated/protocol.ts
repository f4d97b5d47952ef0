/**
 * Messages and errors of live play: what crosses HTTP and the socket. Generated from the Rust types by `cargo xtask types`; a
 * test fails when this file is stale.
 */

import type { OutcomeData, Side } from './types';

/** The version of the messages of the socket. */
export const PROTOCOL_VERSION = 1;

/** The speeds, the fastest first. */
export const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;

/** Why a game was aborted. */
export type AbortCause = {
  "kind": "noFirstMove";
  /** This side. */
  by: Side;
}
  | {
  "kind": "player";
  /** This side. */
  by: Side;
}
  | { "kind": "server" };

/** What a moderator does to an account, or to a report. */
export type Action = {
  "kind": "mute";
  /** The name of the account. */
  name: string;
  /** Hours. */
  hours: number;
}
  | {
  "kind": "suspend";
  /** The name of the account. */
  name: string;
  /** Hours. */
  hours: number;
}
  | {
  "kind": "forfeit";
  /** The game. */
  game: string;
  /** The side: `w` or `b`. */
  side: string;
}
  | {
  "kind": "closeReport";
  /** Its id. */
  id: string;
};

/** The body of an action. */
export type ActionRequest = {
  /** What is done. */
  action: Action;
  /** Why: for the audit log. */
  note: string;
};

/** A variant that the operator has added. */
export type AddedVariant = {
  /** The id of the variant. */
  id: string;
  /** The name, as its file has it. */
  name: string;
};

/** A line of the audit log. */
export type AuditLine = {
  /** When. */
  at: number;
  /** The moderator, by the name; the id of the account where it has none. */
  by: string;
  /** What was done. */
  action: Action;
  /** Why. */
  note: string;
};

/** The audit log. */
export type AuditLog = {
  /** The latest first. */
  lines: Array<AuditLine>;
  /** What to ask for the next page with (`before`); `None` on the last one. */
  next: string | null;
};

/** A challenge. */
export type Challenge = {
  /** The id of the challenge: `/challenge/ID` is its page. */
  id: string;
  /** Who challenges. */
  from: Player;
  /** Who is challenged; `None` for whoever opens the link. */
  to: Player | null;
  /** What is offered. */
  offer: GameOffer;
  /** The class of its time control. */
  speed: Speed;
  /** The id of the game that this is a rematch of. */
  rematchOf: string | null;
  /** What became of it. */
  status: ChallengeStatus;
  /** The id of the game that it became. */
  game: string | null;
  /** When it was made. */
  createdAt: number;
  /** When it ends by itself: after a day with a clock, after 14 days without; a rematch after 10 minutes or 7 days. */
  expiresAt: number;
};

/** The body of a new challenge: to a user, or to whoever opens its link. */
export type ChallengeRequest = {
  /** What is offered. */
  offer: GameOffer;
  /** The name of the account that is challenged; absent for whoever opens the link. */
  to?: string;
  /** The id of the game that this is a rematch of: then variant, time control and position are those of the game, and the sides change. Where the other player has asked for the same, it is accepted. */
  rematchOf?: string;
};

/** What became of a challenge. */
export type ChallengeStatus = "open"
  | "accepted"
  | "declined"
  | "cancelled"
  | "expired";

/** The challenges of an account. */
export type Challenges = {
  /** Open challenges to the account. */
  incoming: Array<Challenge>;
  /** Open challenges from the account. */
  outgoing: Array<Challenge>;
};

/** Who may challenge an account. */
export type ChallengesFrom = "everybody"
  | "accounts"
  | "followed"
  | "nobody";

/** A line of a chat. */
export type ChatLine = {
  /** The account that wrote it. */
  account: string;
  /** The name of the account; `None` for a guest. */
  name: string | null;
  /** When it was written. */
  at: number;
  /** The text as it was written: not HTML. */
  text: string;
};

/** The lines of a chat, over HTTP. */
export type ChatLines = {
  /** The lines in order. */
  lines: Array<ChatLine>;
};

/** The body of a new line of a chat, over HTTP. */
export type ChatRequest = {
  /** 1 to 140 characters, without control characters. */
  text: string;
};

/** From the client. */
export type ClientMessage = {
  "t": "watch";
  /** The id of the game. */
  game: string;
  /** The number of the event that the client needs next: then only what is missing comes, where that is possible. */
  from?: number;
}
  | {
  "t": "unwatch";
  /** The id of the game. */
  game: string;
}
  | {
  "t": "do";
  /** The id of the game. */
  game: string;
  /** The client's name for the command, under which it may be sent again. */
  id: CommandId;
  /** The command. */
  command: Command;
}
  | {
  "t": "say";
  /** The id of the game. */
  game: string;
  /** The chat. */
  room: Room;
  /** 1 to 140 characters on one line, with at most 4 combining marks on a letter. */
  text: string;
}
  | { "t": "watchLobby" }
  | { "t": "unwatchLobby" }
  | {
  "t": "watchTv";
  /** The id of the variant; absent for all. */
  variant?: string;
}
  | { "t": "unwatchTv" }
  | {
  "t": "ping";
  /** A number, which comes back. */
  n: number;
}
  | { "t": "leave" };

/** The time left to both sides (milliseconds): of the side to move, when its turn began. */
export type Clocks = {
  /** White's time in milliseconds. */
  w: number;
  /** Black's time in milliseconds. */
  b: number;
};

/** What the holder of a seat asks for. */
export type Command = {
  "kind": "move";
  /** The move in UCI form. */
  uci: string;
  /** The plies played before it: a move for another position is refused. */
  ply: number;
  /** How long the player thought by its own clock (milliseconds), from receiving the position to making the move, for lag compensation; absent where unknown. */
  thought?: number;
}
  | { "kind": "offerDraw" }
  | { "kind": "declineDraw" }
  | { "kind": "claimDraw" }
  | { "kind": "proposeTakeback" }
  | { "kind": "declineTakeback" }
  | { "kind": "addTime" }
  | { "kind": "abort" }
  | { "kind": "resign" }
  | { "kind": "claimVictory" }
  | { "kind": "claimAbandonedDraw" }
  | {
  "kind": "setConditionalMoves";
  /** The lines in UCI form; a line that is a prefix of another is the same as that one. */
  lines: Array<Array<string>>;
};

/** The answer to a command over HTTP. */
export type CommandAnswer = {
  /** The number of its first event. */
  seq: number;
};

/** The name that a client gives to a command, so that it can send it again without its being carried out twice. In a game each stands for one command for ever. */
export type CommandId = {
  /** Random, made up by the client at its start: 1 to 24 letters and digits. */
  client: string;
  /** Number of the command, which grows with each command of this client. */
  n: number;
};

/** The body of a command over HTTP. */
export type CommandRequest = {
  /** The client's name for the command, as on a socket. */
  id: CommandId;
  /** The command. */
  command: Command;
};

/** A rating in the games with computers of one variant, at all speeds. */
export type ComputerRating = {
  /** The id of the variant. */
  variant: string;
  /** The rating, rounded. */
  rating: number;
  /** Its deviation, rounded. */
  deviation: number;
  /** Whether the deviation is 110 or more. */
  provisional: boolean;
  /** Rated games. */
  games: number;
};

/** The body of a game against a computer of the server. */
export type ComputerRequest = {
  /** The game. */
  offer: GameOffer;
  /** The strength level, from 1 to 10. */
  level: number;
};

/** An e-mail address. */
export type Email = {
  /** The address. */
  address: string;
  /** Whether its owner has confirmed it. */
  confirmed: boolean;
};

/** The body of a change of the e-mail address: a link is sent to the new one. */
export type EmailChange = {
  /** The address; `None` removes it. */
  email: string | null;
  /** The password. */
  password: string;
};

/** A stable code with parameters, for which the page's catalogues have the sentences. */
export type ErrorCode = { "code": "sign_in_required" }
  | { "code": "account_required" }
  | { "code": "forbidden" }
  | { "code": "wrong_origin" }
  | { "code": "not_found" }
  | { "code": "gone" }
  | {
  "code": "invalid_field";
  "params": {
    /** The name of the field; with the names of those around it, joined by points. */
    field: string;
  }
}
  | {
  "code": "too_long";
  "params": {
    /** The name of its field. */
    field: string;
    /** The maximum: characters of a text that people write, bytes of others. */
    limit: number;
  }
}
  | { "code": "invalid_message" }
  | {
  "code": "too_large";
  "params": {
    /** The maximum in bytes. */
    limit: number;
  }
}
  | {
  "code": "unsupported_version";
  "params": {
    /** The server's version. */
    version: number;
  }
}
  | {
  "code": "rate_limited";
  "params": {
    /** Seconds until the next one is accepted, at least 1. */
    retryAfter: number;
  }
}
  | { "code": "name_taken" }
  | { "code": "invalid_name" }
  | { "code": "weak_password" }
  | { "code": "wrong_password" }
  | { "code": "invalid_email" }
  | { "code": "email_disabled" }
  | { "code": "invalid_token" }
  | { "code": "account_closed" }
  | {
  "code": "suspended";
  "params": {
    /** When the suspension ends; `None` for never. */
    until: number | null;
  }
}
  | { "code": "unknown_variant" }
  | { "code": "invalid_position" }
  | { "code": "invalid_control" }
  | { "code": "cannot_be_rated" }
  | {
  "code": "too_many";
  "params": {
    /** The maximum. */
    limit: number;
  }
}
  | { "code": "not_accepted" }
  | { "code": "oneself" }
  | { "code": "muted" }
  | { "code": "not_in_tables" }
  | { "code": "castling_rights" }
  | {
  "code": "damaged_table";
  "params": {
    /** The pieces of both sides, such as `KQKR`. */
    ending: string;
  }
}
  | { "code": "busy" }
  | { "code": "shutting_down" }
  | { "code": "internal" }
  | Refusal;

/** Something that happened. */
export type Event = {
  "kind": "created";
  /** What it is played by. */
  settings: Settings;
}
  | {
  "kind": "moved";
  /** The move in UCI form. */
  uci: string;
  /** The time that it took, as charged: without the lag that was compensated (milliseconds; at most some 49 days, which stand for more). Absent where it was not charged: the first move of each side in a game with clocks. */
  spent?: number;
  /** The lag that was compensated (milliseconds). */
  lag?: number;
  /** The most that the lag could be by the server's own measurements (milliseconds): the longest round trip to the player of late, and the time that the server took to show the turn. 0 where nothing was measured or charged. */
  roundTrip?: number;
  /** Both clocks after it, increment included; absent without clocks. */
  clocks?: Clocks;
  /** Whether it was a conditional move, played by the server. */
  conditional?: boolean;
}
  | {
  "kind": "drawOffered";
  /** The side that did it. */
  by: Side;
}
  | {
  "kind": "drawDeclined";
  /** The side that did it. */
  by: Side;
}
  | {
  "kind": "takebackProposed";
  /** The side that did it. */
  by: Side;
}
  | {
  "kind": "takebackDeclined";
  /** The side that did it. */
  by: Side;
}
  | {
  "kind": "takenBack";
  /** How many plies: 1 or 2. */
  plies: number;
  /** Both clocks after it; absent without clocks. */
  clocks?: Clocks;
}
  | {
  "kind": "timeAdded";
  /** The side that got it. */
  to: Side;
  /** The time in milliseconds. */
  ms: number;
}
  | {
  "kind": "extended";
  /** The side that got it. */
  to: Side;
  /** The time in milliseconds. */
  ms: number;
}
  | {
  "kind": "conditionalMovesSet";
  /** The side whose moves they are. */
  by: Side;
  /** The lines in UCI form, from the position then. Of those that were replaced later none is kept. */
  lines: Array<Array<string>>;
}
  | {
  "kind": "resumed";
  /** When it went. */
  stoppedAt: number;
}
  | {
  "kind": "ended";
  /** How it ended. */
  outcome: OutcomeData;
  /** Both clocks at the end; absent without clocks. */
  clocks?: Clocks;
  /** Why it was aborted; absent where it was not, and in games of versions that did not keep it. */
  abort?: AbortCause;
};

/** The events of a game from one on, over HTTP. */
export type EventList = {
  /** The events in order, 1,000 at most. */
  events: Array<Recorded>;
};

/** The address of the feed of the games in which it is the account's turn. */
export type Feed = {
  /** Whether there is one. */
  active: boolean;
  /** A path with a secret token: `/feed/TOKEN.atom`. Only in the answer that makes it: afterwards the server does not know it any more. */
  path: string | null;
};

/** What does not change in a game, and its end. */
export type GameInfo = {
  /** The id of the game. */
  id: string;
  /** The id of the variant. */
  variant: string;
  /** The position before the first move, as a FEN. */
  startFen: string;
  /** The time control. */
  control: TimeControl;
  /** The class of the time control. */
  speed: Speed;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** The player of the white pieces. */
  white: Player;
  /** The player of the black pieces. */
  black: Player;
  /** When it began. */
  createdAt: number;
  /** When it ended; `None` while it is played. */
  endedAt: number | null;
  /** How it ended; `None` while it is played. */
  outcome: OutcomeData | null;
};

/** The lag of a game's moves. Moves whose time was not charged are left out. */
export type GameLag = {
  /** White's. */
  white: SideLag;
  /** Black's. */
  black: SideLag;
  /** Each move, taken-back ones included. */
  moves: Array<MoveLag>;
};

/** What somebody wants to play. */
export type GameOffer = {
  /** The id of the variant. */
  variant: string;
  /** The time control. */
  control: TimeControl;
  /** Whether it is to count for the ratings. Not with a guest, without a limit of time, or from a start position of your own. */
  rated: boolean;
  /** The side of the one who offers; `random` where it is absent. */
  side: SideChoice;
  /** A start position of your own, as a FEN: only in challenges. */
  fen?: string;
};

/** A page of a list. */
export type GamePage = {
  /** The games, the latest first. */
  games: Array<GameSummary>;
  /** Value of `after` in the request for the next page; `None` on the last one. */
  next: string | null;
};

/** A game that has begun. */
export type GameStarted = {
  /** The id of the game. */
  game: string;
};

/** What of a running game changes with its events. Times are as of `now`. */
export type GameState = {
  /** The number of the next event: all before it are in this state. */
  seq: number;
  /** The plies played. */
  ply: number;
  /** The side to move. */
  turn: Side;
  /** The time left to both sides as of `now`; `None` without a limit of time. */
  clocks: Clocks | null;
  /** Whether the clock of the side to move runs. */
  running: boolean;
  /** When the server acts if no one does: the flag of the side to move falls, or a game that has not begun is aborted. `None` for never. */
  deadline: number | null;
  /** The side that offers a draw; `None` for neither. */
  drawOffer: Side | null;
  /** The side that proposes a takeback; `None` for neither. */
  takeback: Side | null;
  /** How the game ended; `None` while it is played. */
  outcome: OutcomeData | null;
  /** Why the game was aborted; `None` where it was not, and in old games. */
  abort: AbortCause | null;
  /** The server's clock. */
  now: number;
};

/** A row of a list of games. */
export type GameSummary = {
  /** The plies played. */
  plies: number;
  /** The position now, or at the end, as a FEN. */
  fen: string;
  /** The last move in UCI form; `None` before the first. */
  lastMove: string | null;
  /** The side to move; `None` after the end. */
  turn: Side | null;
  /** When the side to move loses on time; only by correspondence. */
  deadline: number | null;
  /** The id of the game. */
  id: string;
  /** The id of the variant. */
  variant: string;
  /** The position before the first move, as a FEN. */
  startFen: string;
  /** The time control. */
  control: TimeControl;
  /** The class of the time control. */
  speed: Speed;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** The player of the white pieces. */
  white: Player;
  /** The player of the black pieces. */
  black: Player;
  /** When it began. */
  createdAt: number;
  /** When it ended; `None` while it is played. */
  endedAt: number | null;
  /** How it ended; `None` while it is played. */
  outcome: OutcomeData | null;
};

/** A game as a player or spectator sees it. */
export type GameView = {
  /** What does not change. */
  info: GameInfo;
  /** Your side; `None` for spectators. */
  you: Side | null;
  /** All moves in UCI form. */
  moves: Array<string>;
  /** The time left to the side that moved after each move (milliseconds); empty without a limit of time. */
  times: Array<number>;
  /** What changes with events. */
  state: GameState;
  /** Who is there. */
  presence: PresenceView;
  /** Your conditional moves. */
  conditionalMoves: Array<Array<string>>;
  /** The id of the game that a rematch of this one became. */
  rematch: string | null;
};

/** The best of a variant and speed, without provisional ratings and those of a year ago. */
export type Leaderboard = {
  /** People, the best first. */
  people: Array<LeaderboardRow>;
  /** Computers, apart: by their ratings in the games of the variant with people, at all speeds. */
  computers: Array<LeaderboardRow>;
};

/** A row of a leaderboard. */
export type LeaderboardRow = {
  /** The place, from 1. */
  rank: number;
  /** The name. */
  name: string;
  /** What kind of account it is. */
  kind: PlayerKind;
  /** The rating, rounded. */
  rating: number;
  /** Rated games. */
  games: number;
};

/** The body of a refused request. */
export type LiveErrorBody = {
  /** Why it is refused. */
  error: ErrorCode;
};

/** What the lobby shows. */
export type Lobby = {
  /** The open seeks, the latest first, 300 at most. */
  seeks: Array<Seek>;
  /** Accounts that are connected, guests included. */
  players: number;
  /** Games in progress. */
  games: number;
};

/** Whoever a request comes from. */
export type Me = {
  /** The id of the account; `None` without a session. */
  account: string | null;
  /** The name; `None` for a guest. */
  name: string | null;
  /** Whether it is a guest. */
  guest: boolean;
  /** Whether it is a moderator. */
  moderator: boolean;
  /** Games without a clock in which it is this account's turn. */
  yourTurn: number;
  /** Open challenges to this account. */
  challenges: number;
  /** The e-mail address; `None` where none is known. */
  email: Email | null;
  /** What the server provides. */
  server: ServerOffer;
  /** Settings that follow the account. */
  preferences: Preferences;
  /** When the vacation of the account ends; `None` for no vacation. */
  vacationUntil: number | null;
  /** Vacation days left in this year. */
  vacationDays: number;
};

/** The lag of a move (milliseconds). */
export type MoveLag = {
  /** The number of the move's event. */
  seq: number;
  /** The side that moved: `w` or `b`. */
  side: string;
  /** The time charged. */
  spent: number;
  /** The lag given back. */
  lag: number;
  /** The most that the lag could be by the server's own measurements. */
  roundTrip: number;
};

/** The body of a change of the password. */
export type PasswordChange = {
  /** The password now. */
  oldPassword: string;
  /** The one to be. All other sessions end. */
  newPassword: string;
};

/** The body of what asks for the password once more: closing the account, erasing its data. */
export type PasswordConfirmation = {
  /** The password. */
  password: string;
};

/** The body of a new password, by the link of an e-mail. */
export type PasswordReset = {
  /** The token of the link. */
  token: string;
  /** The new password. */
  password: string;
};

/** Accounts that the asking one follows or has blocked. */
export type People = {
  /** By name. */
  people: Array<PersonRow>;
};

/** An account in a list. */
export type PersonRow = {
  /** The name. */
  name: string;
  /** Whether it is connected. */
  online: boolean;
};

/** Who plays a side. */
export type Player = {
  /** The id of the account. */
  account: string;
  /** The name; `None` for a guest and a closed account. */
  name: string | null;
  /** What kind of account it is. */
  kind: PlayerKind;
  /** The strength level of a computer, from 1. */
  level?: number;
  /** The rating at the start of the game, now in a seek or challenge; `None` for guests. */
  rating: number | null;
  /** Whether the rating was provisional. */
  provisional: boolean;
  /** What a rated game changed of the rating, a moment after its end: `changed` tells of it. `None` before. */
  ratingChange: number | null;
};

/** The kinds of accounts that play. */
export type PlayerKind = "person"
  | "guest"
  | "computer"
  | "closed";

/** Settings that follow the account. What an older version has stored lacks some of them: these are as for a new account. */
export type Preferences = {
  /** Moves in games without a clock must be confirmed before they are sent, as for a new account. */
  confirmMoves: boolean;
  /** Moves by the clock must be confirmed, too. */
  confirmRealTime: boolean;
  /** Who may send challenges. */
  challenges: ChallengesFrom;
  /** Whether chats are hidden. */
  hideChat: boolean;
};

/** Who is at the board. */
export type PresenceView = {
  /** Whether White watches the game. */
  white: boolean;
  /** Whether Black watches the game. */
  black: boolean;
  /** The number of spectators. */
  spectators: number;
  /** From when on you may claim the game from an opponent that stays away; `None` where waiting does not help. */
  claimFrom: number | null;
};

/** The public side of an account. */
export type Profile = {
  /** The id. */
  account: string;
  /** The name. */
  name: string;
  /** What kind of account it is. */
  kind: PlayerKind;
  /** When it was made. */
  createdAt: number;
  /** Whether it is connected. */
  online: boolean;
  /** Its ratings against people, the most played first. */
  ratings: Array<RatingView>;
  /** Its ratings in games with computers, which have a pool of their own in each variant, the most played first. A computer has only these. */
  computerRatings: Array<ComputerRating>;
  /** Ended games. */
  games: number;
  /** Of these won. */
  wins: number;
  /** Of these neither won nor lost. */
  draws: number;
  /** Of these lost. */
  losses: number;
  /** What it has to do with whoever asks; `None` for one without an account and for oneself. */
  relation: Relation | null;
  /** Until when it is on vacation. */
  vacationUntil: number | null;
};

/** The history of a rating. */
export type RatingHistory = {
  /** The oldest first; the last game of each day. */
  points: Array<RatingPoint>;
};

/** A point of the history of a rating. */
export type RatingPoint = {
  /** When. */
  at: number;
  /** The rating after the game, rounded. */
  rating: number;
};

/** A rating in one variant and speed. */
export type RatingView = {
  /** The id of the variant. */
  variant: string;
  /** The speed. */
  speed: Speed;
  /** The rating, rounded. */
  rating: number;
  /** Its deviation, rounded. */
  deviation: number;
  /** Whether the deviation is 110 or more. */
  provisional: boolean;
  /** Rated games. */
  games: number;
  /** The place in the leaderboard, from 1; `None` for those who have none. */
  rank: number | null;
};

/** An event with its place in the game. */
export type Recorded = {
  /** The number of the event in its game, from 0. */
  seq: number;
  /** When it happened; never before the event before it. */
  at: number;
  /** The command that caused it; absent where time or the server did. Only on the first event of a command. */
  command?: CommandId;
  /** What happened. */
  event: Event;
};

/** Why a command is refused. Nothing has changed. */
export type Refusal = { "code": "command_id_used" }
  | { "code": "game_over", "params": OutcomeData }
  | { "code": "not_your_turn" }
  | {
  "code": "wrong_ply";
  "params": {
    /** The plies that were played. */
    ply: number;
  }
}
  | {
  "code": "illegal_move";
  "params": {
    /** The move as it was sent, cut after 16 characters. */
    uci: string;
  }
}
  | { "code": "nothing_offered" }
  | { "code": "cannot_offer_draw" }
  | { "code": "no_claim" }
  | { "code": "cannot_take_back" }
  | { "code": "cannot_add_time" }
  | { "code": "cannot_abort" }
  | { "code": "cannot_resign" }
  | {
  "code": "not_abandoned";
  "params": {
    /** When the claim will be accepted if the other side stays away; `None` where waiting does not help. */
    from: number | null;
  }
}
  | { "code": "too_many_events" }
  | { "code": "no_conditional_moves" }
  | {
  "code": "bad_conditional_move";
  "params": {
    /** The line, from 0. */
    line: number;
    /** The move of the line, from 0. */
    ply: number;
  }
};

/** The body of a registration. A guest keeps its games. */
export type Registration = {
  /** 2 to 20 letters, digits, `_` and `-`. */
  name: string;
  /** 8 to 256 characters. */
  password: string;
  /** An e-mail address for resets of the password. */
  email?: string;
};

/** What one account has to do with another. */
export type Relation = {
  /** The asking account follows this one. */
  following: boolean;
  /** The asking account has blocked this one. */
  blocked: boolean;
};

/** A report as moderators see it. */
export type Report = {
  /** The id. */
  id: string;
  /** Who reports; `None` for a guest or a closed account. */
  by: string | null;
  /** Whom, by the name; the id of the account where it has none. */
  about: string;
  /** What it is about. */
  reason: ReportReason;
  /** What happened. */
  text: string;
  /** The game. */
  game: string | null;
  /** When. */
  at: number;
  /** When a moderator closed it; `None` while it is open. */
  closedAt: number | null;
  /** The moderator. */
  closedBy: string | null;
};

/** What a report is about. */
export type ReportReason = "cheating"
  | "abuse"
  | "stalling"
  | "name"
  | "other";

/** The body of a report. */
export type ReportRequest = {
  /** What it is about. */
  reason: ReportReason;
  /** What happened: at most 1,000 bytes. */
  text: string;
  /** The game in which it happened. */
  game?: string;
};

/** Reports. */
export type Reports = {
  /** The open ones, the oldest first. */
  open: Array<Report>;
  /** Some closed ones, the latest first. */
  closed: Array<Report>;
};

/** The body of a question for a new password. The answer is the same whether there is such an address or not. */
export type ResetRequest = {
  /** The confirmed address of the account. */
  email: string;
};

/** Who can read a chat. */
export type Room = "players"
  | "spectators";

/** A seek in the lobby. */
export type Seek = {
  /** The id of the seek. */
  id: string;
  /** Who seeks. */
  player: Player;
  /** What is offered. */
  offer: GameOffer;
  /** The class of its time control. */
  speed: Speed;
  /** The lowest rating that may accept. */
  ratingFrom: number | null;
  /** The highest rating that may accept. */
  ratingTo: number | null;
  /** When it was made. */
  createdAt: number;
  /** When it ends by itself; `None` where it ends with the last connection of its owner. */
  expiresAt: number | null;
};

/** The answer to a seek: it waits, or it found a game at once. */
export type SeekAnswer = {
  "kind": "waiting";
  /** The seek. */
  seek: Seek;
}
  | {
  "kind": "started";
  /** The id of the game. */
  game: string;
};

/** The body of a new seek. */
export type SeekRequest = {
  /** What is offered. */
  offer: GameOffer;
  /** The lowest rating that may accept; `None` for any. */
  ratingFrom?: number;
  /** The highest rating that may accept; `None` for any. */
  ratingTo?: number;
  /** Whether a seek without a clock ends with your last connection, too, and does not stand for 14 days. `false` where it is absent. */
  quick: boolean;
};

/** From the server. */
export type ServerMessage = {
  "t": "welcome";
  /** The version of the messages. */
  version: number;
  /** The id of the account; `None` without a session. */
  account: string | null;
  /** The server's clock. */
  now: number;
}
  | {
  "t": "game";
  /** The game. */
  view: GameView;
}
  | {
  "t": "events";
  /** The id of the game. */
  game: string;
  /** The events in order. */
  events: Array<Recorded>;
  /** The state after them. */
  state: GameState;
}
  | {
  "t": "ack";
  /** The id of the game. */
  game: string;
  /** The id of the command. */
  id: CommandId;
  /** The number of its first event; of the next event, where it changed nothing. */
  seq: number;
}
  | {
  "t": "refused";
  /** The id of the game. */
  game: string;
  /** The id of the command. */
  id: CommandId;
  /** Why. */
  error: ErrorCode;
}
  | {
  "t": "presence";
  /** The id of the game. */
  game: string;
  /** Who is there. */
  presence: PresenceView;
}
  | {
  "t": "chat";
  /** The id of the game. */
  game: string;
  /** The chat. */
  room: Room;
  /** The lines in order. */
  lines: Array<ChatLine>;
}
  | {
  "t": "changed";
  /** The id of the game. */
  game: string;
}
  | {
  "t": "resync";
  /** The id of the game. */
  game: string;
}
  | {
  "t": "lobby";
  /** The open seeks, the latest first, 300 at most. */
  seeks: Array<Seek>;
  /** Accounts that are connected, guests included. */
  players: number;
  /** Games in progress. */
  games: number;
}
  | {
  "t": "seekAdded";
  /** The seek. */
  seek: Seek;
}
  | {
  "t": "seekRemoved";
  /** The id of the seek. */
  id: string;
}
  | {
  "t": "counts";
  /** Accounts that are connected, guests included. */
  players: number;
  /** Games in progress. */
  games: number;
}
  | {
  "t": "tv";
  /** The id of the variant that was asked for; `None` for all, and for one that the server does not know. */
  variant: string | null;
  /** The id of the game; `None` while none is played. */
  game: string | null;
}
  | {
  "t": "started";
  /** The id of the game. */
  game: string;
  /** The id of the seek or challenge that it was. */
  of: string | null;
}
  | {
  "t": "challenge";
  /** The challenge. */
  challenge: Challenge;
}
  | {
  "t": "yourTurn";
  /** The number. */
  count: number;
}
  | {
  "t": "pong";
  /** The number of the ping. */
  n: number;
  /** The server's clock. */
  now: number;
}
  | {
  "t": "error";
  /** Why. */
  error: ErrorCode;
  /** The id of the game that the message named; cut after 16 characters where it is none. */
  game: string | null;
}
  | {
  "t": "closing";
  /** When to connect again, in milliseconds from now. */
  retryAfter: number;
};

/** What a server provides. */
export type ServerOffer = {
  /** Whether it sends e-mail. */
  email: boolean;
  /** Games against computers at a time, for all players; 0 for none. */
  computers: number;
  /** The variants that the operator has added. */
  variants: Array<AddedVariant>;
};

/** A session of the account. */
export type Session = {
  /** The id, to end it by. */
  id: string;
  /** Whether it is the one of the request. */
  current: boolean;
  /** The browser, as it names itself. */
  userAgent: string;
  /** When it began. */
  createdAt: number;
  /** When it was used last, to the hour. */
  usedAt: number;
};

/** The sessions of the account. */
export type Sessions = {
  /** The latest first. */
  sessions: Array<Session>;
};

/** What a game is played by. */
export type Settings = {
  /** The id of the variant. */
  variant: string;
  /** The position before the first move; `None` for the variant's own. */
  startFen?: string;
  /** The time control. */
  control: TimeControl;
  /** Whether the result counts for the ratings. Not with an own start position, nor without a limit of time. */
  rated: boolean;
  /** Seconds that each side has for its first move, 1 to 3600, in a game with clocks; `None` for the usual time of the speed. */
  firstMoveTime?: number;
};

/** Which side somebody wants. */
export type SideChoice = "white"
  | "black"
  | "random";

/** The lag of a side (milliseconds). */
export type SideLag = {
  /** Moves whose time was charged. */
  moves: number;
  /** What was given back, all together. */
  lag: number;
  /** The median of the measured round trips; 0 where none was measured. */
  usualRoundTrip: number;
  /** The longest measured round trip. */
  longestRoundTrip: number;
};

/** The body of a sign-in. */
export type SignIn = {
  /** The name of the account. */
  name: string;
  /** The password. */
  password: string;
};

/** A class of time controls, each with ratings of its own. */
export type Speed = "bullet"
  | "blitz"
  | "rapid"
  | "classical"
  | "correspondence";

/** How many legal positions with one side to move have each result to White, captures at hand or not. Equal pieces count once. */
export type TableCounts = {
  /** White wins. */
  wins: number;
  /** White gives stalemate, where that is worth more than a draw. */
  stalemateWins: number;
  /** Drawn. */
  draws: number;
  /** White gets stalemated, where that is worth less than a draw. */
  stalemateLosses: number;
  /** Black wins. */
  losses: number;
  /** The most half-moves to a mate. */
  longest: number;
};

/** A random position of an ending in which the side to move wins, but by no capture at once. */
export type TableExercise = {
  /** The position. */
  fen: string;
  /** Half-moves to the mate. */
  plies: number;
};

/** A table. */
export type TableInfo = {
  /** The pieces of both sides, such as `KQKR`. */
  ending: string;
  /** The address of the file. Its query changes with its content. */
  file: string;
  /** The length of the file. */
  bytes: number;
  /** Positions with White to move. */
  white: TableCounts;
  /** Positions with Black to move. */
  black: TableCounts;
};

/** The tables that a server has. */
export type TableList = {
  /** By variant. */
  variants: Array<VariantTables>;
};

/** A move, with its result to the side that makes it. */
export type TableMove = {
  /** The move in UCI form. */
  uci: string;
  /** The move in the notation of games, with English letters. */
  san: string;
  /** The result. */
  result: TableResult;
  /** Half-moves to the end of the game, this one included; `None` for a draw. */
  plies: number | null;
  /** What the rule of 50 moves makes of the result; absent where the result stands. */
  fiftyMoves?: TableRule;
};

/** What the tables know of a position. */
export type TablePosition = {
  /** The result to the side to move. */
  result: TableResult;
  /** Half-moves to the end of the game; `None` for a draw. */
  plies: number | null;
  /** What the rule of 50 moves makes of the result; absent where the result stands. */
  fiftyMoves?: TableRule;
  /** Every legal move, the best first; none where the game is over. */
  moves: Array<TableMove>;
};

/** The result of a position to the side to move, with best play of both sides and without the rule of 50 moves. */
export type TableResult = "win"
  | "stalemate-win"
  | "draw"
  | "stalemate-loss"
  | "loss";

/** What the rule of 50 moves makes of a result, given the half-move clock. */
export type TableRule = "too-late"
  | "unclear";

/** How the time of a game is controlled. */
export type TimeControl = {
  "kind": "clock";
  /** Seconds at the start, 0 to 10,800. With 0 a side starts with its increment, and at least with 3 seconds. */
  initial: number;
  /** Seconds added after each move, 0 to 180. */
  increment: number;
}
  | {
  "kind": "correspondence";
  /** Days for each move: 1, 2, 3, 5, 7, 10 or 14. */
  days: number;
}
  | { "kind": "unlimited" };

/** A token of a link in an e-mail. */
export type TokenRequest = {
  /** The token. */
  token: string;
};

/** The best running game of each variant. */
export type Tv = {
  /** One game a variant at most. */
  games: Array<GameSummary>;
};

/** The body of a vacation. */
export type VacationRequest = {
  /** Days from now on: every deadline of the own games moves by so many. */
  days: number;
};

/** A file with variants that the operator of the server has added. */
export type VariantFile = {
  /** The name of the file. */
  name: string;
  /** Its text, as docs/variants.md describes it. */
  text: string;
};

/** The variants that the operator of the server has added. */
export type VariantFiles = {
  /** In the order in which they were added. */
  files: Array<VariantFile>;
};

/** The tables of a variant. */
export type VariantTables = {
  /** The id of the variant. */
  variant: string;
  /** The most pieces of a table, kings included. */
  mostPieces: number;
  /** One table an ending. */
  endings: Array<TableInfo>;
};
