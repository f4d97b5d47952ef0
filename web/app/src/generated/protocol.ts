/**
 * Messages and errors of live play: what crosses HTTP and the socket. Generated from the Rust types by `cargo xtask types`; a
 * test fails when this file is stale.
 */

import type { OutcomeData, Side } from './types';

/** Version of the socket protocol. */
export const PROTOCOL_VERSION = 1;

/** Speeds, the fastest first. */
export const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;

/** Cause of an abort. */
export type AbortCause = {
  "kind": "noFirstMove";
  /** The side. */
  by: Side;
}
  | {
  "kind": "player";
  /** The side. */
  by: Side;
}
  | { "kind": "server" };

/** Action of a moderator. */
export type Action = {
  "kind": "mute";
  /** The name of the account. */
  name: string;
  /** The number of hours. */
  hours: number;
}
  | {
  "kind": "suspend";
  /** The name of the account. */
  name: string;
  /** The number of hours. */
  hours: number;
}
  | {
  "kind": "forfeit";
  /** The id of the game. */
  game: string;
  /** The side that loses: `w` or `b`. */
  side: string;
}
  | {
  "kind": "closeReport";
  /** The id of the report. */
  id: string;
}
  | {
  "kind": "readMessages";
  /** The id of the report. */
  id: string;
}
  | {
  "kind": "removeContest";
  /** The id of the contest. */
  contest: string;
}
  | {
  "kind": "removeTournament";
  /** The id of the tournament. */
  tournament: string;
}
  | {
  "kind": "removeTeam";
  /** The id of the team. */
  team: string;
}
  | {
  "kind": "removeTeamMessage";
  /** The id of the team. */
  team: string;
  /** The number of the message. */
  message: number;
}
  | {
  "kind": "removeEloList";
  /** The id of the list. */
  list: string;
};

/** Body of a request for a moderator's action. */
export type ActionRequest = {
  /** The action. */
  action: Action;
  /** The moderator's reason, for the audit log. */
  note: string;
};

/** Variant that the operator of the server has added. */
export type AddedVariant = {
  /** The id of the variant. */
  id: string;
  /** The name from the variant's file. */
  name: string;
};

/** Arena with a page of its standings. */
export type Arena = {
  /** The arena as it is listed. */
  info: ArenaInfo;
  /** The number of its events. */
  version: number;
  /** The time of the server. */
  now: number;
  /** The page of the standings, from 1. */
  page: number;
  /** The rows of the page, at most 20. */
  standings: Array<ArenaStanding>;
  /** Games that are played: those of the best players, at most 4. */
  games: Array<GameSummary>;
  /** The requesting account as a player; `None` if it has not joined. */
  you: ArenaYou | null;
  /** True if the requesting account may change or cancel the arena and take players out. */
  editable: boolean;
};

/** Request to take a player out of an arena. */
export type ArenaDisqualification = {
  /** The id of the account. */
  account: string;
};

/** Arena in a list. */
export type ArenaInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name of the organiser; `None` if the account is closed, and for an arena of the server itself. */
  organiser: string | null;
  /** True if the server itself holds the arena. Its name is that of the variant with the time control. */
  official: boolean;
  /** The id of its series; `None` if it is in none. */
  series: string | null;
  /** The settings; name and description are empty if the account of the organiser was erased. */
  settings: ArenaSettings;
  /** The class of the time control. */
  speed: Speed;
  /** The stage. */
  stage: ArenaStage;
  /** The number of players. */
  players: number;
  /** The team whose members alone may join; `None` if everyone may. */
  team?: TeamName;
};

/** Game of a player of an arena. */
export type ArenaPlayerGame = {
  /** The id of the game. */
  game: string;
  /** The opponent, with the rating on joining. */
  opponent: Player;
  /** True if the player had the white pieces. */
  white: boolean;
  /** What the game gave. */
  points: GamePoints;
};

/** Player of an arena with the games. */
export type ArenaPlayerGames = {
  /** The row of the standings. */
  standing: ArenaStanding;
  /** The games that count, the last one first. */
  games: Array<ArenaPlayerGame>;
};

/** Reason for which a command is refused. The arena does not change. */
export type ArenaRefusal = {
  "code": "invalid_arena";
  "params": {
    /** The name of the field. */
    field: string;
  }
}
  | { "code": "arena_begun" }
  | { "code": "arena_over" }
  | {
  "code": "arena_full";
  "params": {
    /** The greatest number. */
    limit: number;
  }
}
  | { "code": "not_in_arena" };

/** How a series repeats. */
export type ArenaRepeats = {
  "kind": "weekly";
  /** The days from 1, Monday, to 7, Sunday, in this order; at least one. */
  days: Array<number>;
}
  | {
  "kind": "hours";
  /** The number of hours: 1, 2, 3, 4, 6, 8 or 12. */
  every: number;
};

/** Schedule of a series, by the wall clock of a time zone. */
export type ArenaSchedule = {
  /** When arenas begin. */
  repeats: ArenaRepeats;
  /** The time of the start, in minutes after midnight. */
  minute: number;
  /** The time zone by its IANA name: `Europe/Budapest`. */
  zone: string;
};

/** Series of arenas. */
export type ArenaSeriesInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The settings. */
  settings: ArenaSeriesSettings;
  /** The next time of the schedule. */
  nextAt: number | null;
  /** True if the requesting account may change or end the series. */
  editable: boolean;
};

/** Page of series of arenas. */
export type ArenaSeriesList = {
  /** The series. */
  series: Array<ArenaSeriesInfo>;
  /** What the next page is asked for with; `None` if there is none. */
  next: string | null;
};

/** Settings of a series: those of its arenas, without their starts, and the schedule. */
export type ArenaSeriesSettings = {
  /** The name of each arena: 2 to 80 characters. */
  name: string;
  /** What players should know; may be empty; at most 400 characters. */
  description: string;
  /** The id of the variant. */
  variant: string;
  /** The initial time of the clocks in seconds, at most 3,600. */
  initial: number;
  /** The increment in seconds, at most 60. */
  increment: number;
  /** True if the games count for the ratings. */
  rated: boolean;
  /** The duration in minutes, 5 to 720, and not longer than to the next start. */
  minutes: number;
  /** True if players may berserk. Not without an initial time. */
  berserk: boolean;
  /** True if games count twice after two wins in a row. */
  streaks: boolean;
  /** The number of players up to which computers of the server take part, at most 20; 0 for none. Not in rated arenas. */
  computers: number;
  /** When its arenas begin. */
  schedule: ArenaSchedule;
};

/** Settings of an arena. */
export type ArenaSettings = {
  /** The name: 2 to 80 characters. */
  name: string;
  /** What players should know; may be empty; at most 400 characters. */
  description: string;
  /** The id of the variant. */
  variant: string;
  /** The initial time of the clocks in seconds, at most 3,600. */
  initial: number;
  /** The increment in seconds, at most 60. */
  increment: number;
  /** True if the games count for the ratings. */
  rated: boolean;
  /** The time of the start, in milliseconds since the Unix epoch. */
  startsAt: number;
  /** The duration in minutes, 5 to 720. */
  minutes: number;
  /** True if players may berserk. Not without an initial time. */
  berserk: boolean;
  /** True if games count twice after two wins in a row. */
  streaks: boolean;
  /** The number of players up to which computers of the server take part, at most 20; 0 for none. Not in rated arenas. */
  computers: number;
  /** The id of the team whose members alone may join; `None` if everyone may. */
  team?: string;
};

/** Stage of an arena. */
export type ArenaStage = "upcoming"
  | "running"
  | "over"
  | "cancelled";

/** Row of the standings. */
export type ArenaStanding = {
  /** The rank, from 1. */
  rank: number;
  /** The player, with the rating on joining. */
  player: Player;
  /** The points. */
  score: number;
  /** What each game gave, in the order of their ends. */
  sheet: Array<GamePoints>;
  /** True if the next game counts twice. */
  streak: boolean;
  /** True if the player pauses. */
  paused: boolean;
  /** The id of the game that the player plays. */
  game: string | null;
  /** The performance; `None` before the first game has ended. */
  performance: number | null;
};

/** The requesting account as a player of an arena. */
export type ArenaYou = {
  /** The rank, from 1; `None` if the player was taken out. */
  rank: number | null;
  /** The page of the standings with the player. */
  page: number;
  /** The points. */
  score: number;
  /** True if the player pauses. */
  paused: boolean;
  /** The id of the game that the player plays. */
  game: string | null;
};

/** Arenas of the server. */
export type Arenas = {
  /** The arenas that are played or will be, the next ones first. */
  current: Array<ArenaInfo>;
  /** The arenas that are over, the last ones first, at most 50. */
  past: Array<ArenaInfo>;
};

/** Line of the audit log. */
export type AuditLine = {
  /** The time of the action. */
  at: number;
  /** The name of the moderator, or the id of the account if it has no name. */
  by: string;
  /** The action. */
  action: Action;
  /** The moderator's reason. */
  note: string;
};

/** Page of the audit log. */
export type AuditLog = {
  /** The lines, latest first. */
  lines: Array<AuditLine>;
  /** Value of `before` in the request for the next page; `None` on the last one. */
  next: string | null;
};

/** Sides that gave up half of their time. */
export type Berserk = {
  /** True if White did. */
  w: boolean;
  /** True if Black did. */
  b: boolean;
};

/** Win of an account. */
export type BestWin = {
  /** The game. */
  game: GameSummary;
  /** The last move in short notation with English letters; `None` without a move. */
  san: string | null;
};

/** Reason for a round without an opponent. */
export type Bye = "allocated"
  | "full"
  | "half"
  | "zero";

/** What comes in the next four weeks. */
export type Calendar = {
  /** The time of the server. */
  now: number;
  /** Arenas that are played or will be, without those of the server itself, by their starts. */
  arenas: Array<CalendarArena>;
  /** Simuls with a planned start that have not begun, by their starts; the next one of the server itself is among them. */
  simuls: Array<SimulInfo>;
  /** Tournaments over the board whose first day is written with year, month and day, by this day. */
  tournaments: Array<CalendarTournament>;
  /** The arena of the server itself that is played or comes next; `None` if the server holds none. */
  standing: ArenaInfo | null;
};

/** Arena in the calendar. */
export type CalendarArena = {
  /** The id of the arena; `None` for one of a series that will be created later. */
  id: string | null;
  /** The id of its series; `None` if it is in none. */
  series: string | null;
  /** The name. */
  name: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The id of the variant. */
  variant: string;
  /** The initial time of the clocks in seconds. */
  initial: number;
  /** The increment in seconds. */
  increment: number;
  /** The class of the time control. */
  speed: Speed;
  /** True if the games count for the ratings. */
  rated: boolean;
  /** The time of the start. */
  startsAt: number;
  /** The time of the end. */
  endsAt: number;
};

/** Tournament over the board in the calendar. */
export type CalendarTournament = {
  /** The id of the tournament. */
  id: string;
  /** The name. */
  name: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The id of the variant. */
  variant: string;
  /** The first day: `2027-01-15`. */
  day: string;
  /** The dates as the organiser has written them. */
  dates: string;
  /** The place; may be empty. */
  place: string;
};

/** Challenge to a user or by link. */
export type Challenge = {
  /** The id of the challenge: `/challenge/ID` is its page. */
  id: string;
  /** The player who challenges. */
  from: Player;
  /** The challenged player; `None` for an open challenge by link. */
  to: Player | null;
  /** The game offer. */
  offer: GameOffer;
  /** The speed class of the time control. */
  speed: Speed;
  /** The id of the game that this is a rematch of. */
  rematchOf: string | null;
  /** The status of the challenge. */
  status: ChallengeStatus;
  /** The id of the game that began with the challenge. */
  game: string | null;
  /** The time of its creation. */
  createdAt: number;
  /** The time at which the challenge expires: after a day with a clock, after 14 days without; a rematch after 10 minutes or 7 days. */
  expiresAt: number;
};

/** Body of a new challenge: to a user, or to anyone who opens its link. */
export type ChallengeRequest = {
  /** The game offer. */
  offer: GameOffer;
  /** The name of the challenged account; absent for an open challenge by link. */
  to?: string;
  /** The id of the game that this is a rematch of. Variant, time control and position are then those of that game, and the sides change. If the other player has offered the same rematch, it is accepted. */
  rematchOf?: string;
};

/** Status of a challenge. */
export type ChallengeStatus = "open"
  | "accepted"
  | "declined"
  | "cancelled"
  | "expired";

/** Open challenges of an account. */
export type Challenges = {
  /** Open challenges to the account. */
  incoming: Array<Challenge>;
  /** Open challenges from the account. */
  outgoing: Array<Challenge>;
};

/** Accounts that may challenge an account. */
export type ChallengesFrom = "everybody"
  | "accounts"
  | "followed"
  | "nobody";

/** Line of a chat. */
export type ChatLine = {
  /** The account that wrote it. */
  account: string;
  /** The name of the account; `None` for a guest. */
  name: string | null;
  /** The time at which the line was written. */
  at: number;
  /** The text as it was written: not HTML. */
  text: string;
};

/** Lines of a chat, over HTTP. */
export type ChatLines = {
  /** The lines in order. */
  lines: Array<ChatLine>;
};

/** Body of a new line of a chat, over HTTP. */
export type ChatRequest = {
  /** 1 to 140 characters, without control characters. */
  text: string;
};

/** Message from the client. */
export type ClientMessage = {
  "t": "watch";
  /** The id of the game. */
  game: string;
  /** The number of the next event that the client needs, to receive only the missing events if possible. */
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
  /** The command id chosen by the client. A command that is sent again keeps its id. */
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
  "t": "watchArena";
  /** The id of the arena. */
  arena: string;
}
  | { "t": "unwatchArena" }
  | {
  "t": "ping";
  /** A number that `pong` returns. */
  n: number;
}
  | { "t": "leave" };

/** Time left to both sides, in milliseconds; for the side to move, as of the start of its turn. */
export type Clocks = {
  /** Time of White in milliseconds. */
  w: number;
  /** Time of Black in milliseconds. */
  b: number;
};

/** Preferences of teams for a colour on board 1 (C.04.6, 1.7). */
export type ColorPreferences = "none"
  | "typeA"
  | "typeB";

/** Command of a player in a live game. */
export type Command = {
  "kind": "move";
  /** The move in UCI form. */
  uci: string;
  /** Number of plies played before the move: a move for another position is refused. */
  ply: number;
  /** Thinking time by the client's own clock, in milliseconds, from receiving the position to making the move. It is used for lag compensation; absent if unknown. */
  thought?: number;
}
  | { "kind": "offerDraw" }
  | { "kind": "declineDraw" }
  | { "kind": "claimDraw" }
  | { "kind": "proposeTakeback" }
  | { "kind": "declineTakeback" }
  | { "kind": "addTime" }
  | { "kind": "berserk" }
  | { "kind": "abort" }
  | { "kind": "resign" }
  | { "kind": "claimVictory" }
  | { "kind": "claimAbandonedDraw" }
  | {
  "kind": "setConditionalMoves";
  /** The lines in UCI form; a line that is a prefix of another one is dropped. */
  lines: Array<Array<string>>;
};

/** Reply to a command over HTTP. */
export type CommandAnswer = {
  /** The number of its first event. */
  seq: number;
};

/** Command id chosen by the client, so that it can send the command again without executing it twice. In a game an id stands for one command for ever. */
export type CommandId = {
  /** Random name that the client chooses when it starts: 1 to 24 letters and digits. */
  client: string;
  /** Number of the command, which increases with each command of this client. */
  n: number;
};

/** Body of a command over HTTP. */
export type CommandRequest = {
  /** The command id chosen by the client, as on a socket. */
  id: CommandId;
  /** The command. */
  command: Command;
};

/** Body of a request for a game against a computer player of the server. */
export type ComputerRequest = {
  /** The game offer. */
  offer: GameOffer;
  /** The strength level, from 0 to 10. */
  level: number;
};

/** Contest with its table. */
export type Contest = {
  /** The contest. */
  info: ContestInfo;
  /** The server's time of the reply. */
  now: number;
  /** All solvers, the best first: by points, then by solved puzzles, then by the time of these. */
  table: Array<ContestRow>;
  /** The rounds that the requesting account has begun, in their order. */
  own: Array<OwnRound>;
  /** True if the requesting account may remove the contest. */
  removable: boolean;
  /** The puzzles of each round; empty before the contest is over. */
  solutions: Array<Array<ContestSolution>>;
};

/** Contest in a list. */
export type ContestInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name; empty if the account of its organiser was erased. */
  name: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The time from which rounds can be begun. */
  opensAt: number;
  /** The time at which the last round ends. */
  closesAt: number;
  /** The rounds in their order. */
  rounds: Array<RoundInfo>;
  /** The number of accounts that have begun the first round. */
  solvers: number;
};

/** Request to play a move of a puzzle. */
export type ContestMove = {
  /** The number of moves that were found before it. A move that was answered already changes nothing. */
  found: number;
  /** The move in UCI form. */
  move: string;
};

/** Puzzle of a round that an account has begun. */
export type ContestPuzzle = {
  /** The position before the first move. */
  fen: string;
  /** The moves so far in UCI form: the opponent's mistake, if the puzzle begins with one, and the moves that were found with the replies. */
  moves: Array<string>;
  /** The number of moves that are to be found. */
  length: number;
  /** The number of moves that were found. */
  found: number;
  /** What is asked for. */
  task: ContestTask;
  /** True if all moves were found, false after a wrong one, `None` while moves are missing. */
  solved: boolean | null;
  /** The points. */
  points: number;
};

/** Request to set a contest. The server chooses the puzzles, which no one sees before they begin a round. */
export type ContestRequest = {
  /** The name: at most 80 characters. */
  name: string;
  /** The id of the variant. */
  variant: string;
  /** The time from which rounds can be begun; a time in the past means now. */
  opensAt: number;
  /** The time at which the last round ends: at most a year from now. */
  closesAt: number;
  /** The rounds in their order, at most 10. */
  rounds: Array<RoundRequest>;
};

/** Solver in the table of a contest. */
export type ContestRow = {
  /** The rank, from 1; equal results have the same. */
  rank: number;
  /** The name; `None` if the account is closed. */
  name: string | null;
  /** The kind of the account. */
  kind: PlayerKind;
  /** The points. */
  points: number;
  /** The number of solved puzzles. */
  solved: number;
  /** The sum of the times of the solved puzzles, each from the beginning of its round, in milliseconds. */
  took: number;
  /** The points of the rounds that the solver has begun, in their order. */
  rounds: Array<number>;
};

/** Puzzle of a contest that is over, with its solution. */
export type ContestSolution = {
  /** The puzzle. */
  puzzle: MinedPuzzle;
  /** The number of solvers who tried it. */
  tried: number;
  /** The number of solvers who solved it. */
  solved: number;
};

/** What a puzzle asks for. */
export type ContestTask = "win"
  | "mate"
  | "stalemate";

/** Contests of the server. */
export type Contests = {
  /** The contests that are not over, at most 50, those that close first first. */
  current: Array<ContestInfo>;
  /** The contests that are over, at most 50, the latest first. */
  past: Array<ContestInfo>;
};

/** Page of a conversation. */
export type Conversation = {
  /** The other account. */
  with: Correspondent;
  /** True if the requesting account has blocked the other one. */
  blocked: boolean;
  /** The messages, oldest first. */
  messages: Array<DirectMessage>;
  /** The value of `before` for the page with older messages; `None` if there are none. */
  next: number | null;
};

/** Row of the list of conversations. */
export type ConversationRow = {
  /** The other account. */
  with: Correspondent;
  /** The number of unread messages. */
  unread: number;
  /** The time of the newest message. */
  lastAt: number;
  /** The newest message; `None` if it was removed with its sender's account. */
  last: DirectMessage | null;
};

/** Page of the requesting account's conversations. */
export type Conversations = {
  /** The conversations, newest first. */
  conversations: Array<ConversationRow>;
  /** The number of all conversations with unread messages. */
  unread: number;
  /** The value of `before` for the next page; `None` on the last one. */
  next: string | null;
};

/** Game of a group. */
export type CorrespondenceGame = {
  /** The id of the game. */
  game: string;
  /** The player of the white pieces. */
  white: number;
  /** The player of the black pieces. */
  black: number;
  /** The points of White and Black in quarters; `None` while the game is played, and if it counts for neither player. */
  points: [number, number] | null;
  /** True if it is over. */
  over: boolean;
  /** False if a player withdrew so early that the game does not count. */
  counted: boolean;
};

/** Group of a stage. */
export type CorrespondenceGroup = {
  /** The standings. */
  rows: Array<CorrespondenceRow>;
  /** The games. */
  games: Array<CorrespondenceGame>;
};

/** Round robin by correspondence in a list. */
export type CorrespondenceInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The settings; name and description are empty if the account of the organiser was erased. */
  settings: CorrespondenceSettings;
  /** The status. */
  status: CorrespondenceStatus;
  /** The number of players who have entered. */
  players: number;
  /** The number of the stage, from 1; 0 before the start. */
  stage: number;
};

/** Player of a round robin by correspondence. */
export type CorrespondencePlayer = {
  /** The player, with the rating on entering. */
  player: Player;
  /** True if the player left before the start, or withdrew. */
  withdrawn: boolean;
};

/** Reason for which a command is refused. The tournament does not change. */
export type CorrespondenceRefusal = {
  "code": "invalid_correspondence";
  "params": {
    /** The name of the field. */
    field: string;
  }
}
  | { "code": "correspondence_begun" }
  | { "code": "correspondence_over" }
  | {
  "code": "correspondence_full";
  "params": {
    /** The number of places. */
    limit: number;
  }
}
  | { "code": "not_in_correspondence" };

/** Row of the standings of a group. */
export type CorrespondenceRow = {
  /** The player. */
  player: number;
  /** The rank, from 1; `None` for a player who withdrew so early that the games count for no one. */
  rank: number | null;
  /** The points in quarters. */
  points: number;
  /** Sonneborn-Berger, the number of wins, and the rank among those who are tied before (direct encounter), such as `14.5`. */
  values: Array<string>;
  /** The number of games that are over. */
  played: number;
  /** True if the player has a place in the next stage. */
  promoted: boolean;
};

/** Settings of a round robin by correspondence. */
export type CorrespondenceSettings = {
  /** The name: 2 to 80 characters. */
  name: string;
  /** What players should know; may be empty; at most 400 characters. */
  description: string;
  /** The id of the variant. */
  variant: string;
  /** The days for each move: 1, 2, 3, 5, 7, 10 or 14. */
  days: number;
  /** True if the games count for the ratings. */
  rated: boolean;
  /** The time of the start, in milliseconds since the Unix epoch. */
  startsAt: number;
  /** The greatest number of players, 2 to 200. */
  places: number;
  /** True if it begins as soon as all places are taken. */
  beginsWhenFull: boolean;
  /** The greatest number of players of a group, 3 to 12. */
  groupSize: number;
  /** The number of players of each group who are promoted: at least 1, and fewer than the group has places. */
  promoted: number;
  /** True if all play each other twice, with both colours. */
  double: boolean;
};

/** Status of a round robin by correspondence. */
export type CorrespondenceStatus = "open"
  | "running"
  | "over"
  | "cancelled";

/** Round robin by correspondence with its groups. */
export type CorrespondenceTournament = {
  /** The tournament as it is listed. */
  info: CorrespondenceInfo;
  /** The number of its events. */
  version: number;
  /** The time of the server. */
  now: number;
  /** All players who have ever entered; other fields name them by their places here, from 0. */
  players: Array<CorrespondencePlayer>;
  /** The stages of groups, the first one first. A later stage with one group is the final. */
  stages: Array<Array<CorrespondenceGroup>>;
  /** The requesting account's place among the players; `None` if it has not entered. */
  you: number | null;
  /** True if the requesting account may change or cancel the tournament and take players out. */
  editable: boolean;
};

/** Round robins by correspondence of the server. */
export type CorrespondenceTournaments = {
  /** Those that are open or played, the last changed first, at most 50. */
  current: Array<CorrespondenceInfo>;
  /** Those that are over, the last ones first, at most 50. */
  past: Array<CorrespondenceInfo>;
};

/** Request to take a player out of a round robin by correspondence. */
export type CorrespondenceWithdrawal = {
  /** The id of the account. */
  account: string;
};

/** Other account of a conversation. */
export type Correspondent = {
  /** The id of the account. In addresses, `-` and this id stand for the name, also of an account without a name. */
  account: string;
  /** The name; `None` if the account was erased. */
  name: string | null;
  /** True if the account is connected. */
  online: boolean;
  /** False if the account is closed: it cannot be written to. */
  open: boolean;
};

/** Message of a conversation. */
export type DirectMessage = {
  /** A number that grows with every message. */
  position: number;
  /** True if the requesting account has written it. */
  mine: boolean;
  /** The time of the message. */
  at: number;
  /** The text. */
  text: string;
};

/** Tournaments of the account that a list may rate. */
export type EloCandidates = {
  /** The tournaments that are over and of the variant of the list, those that changed last first. */
  tournaments: Array<TournamentInfo>;
  /** The team tournaments, likewise. */
  teamTournaments: Array<TeamTournamentInfo>;
};

/** How a tournament changed a rating. */
export type EloChange = {
  /** The place of the tournament among those of the list, from 0. */
  tournament: number;
  /** The rating before it; `None` without one. */
  before: number | null;
  /** The rating after it; `None` without one. */
  after: number | null;
  /** The games that were played. */
  games: Array<EloGameChange>;
  /** The coefficient K; `None` for a player who had no rating. */
  k: number | null;
  /** The sum of scores less expected scores, in hundredths; 0 for a player who had no rating. */
  sum: number;
  /** How the first rating comes about; `None` if there is none yet, or there was one before. */
  initial: EloInitial | null;
};

/** Command of the organiser of an Elo list. All ratings are computed again after each. */
export type EloCommand = {
  "kind": "changeSettings";
  /** The new settings. */
  settings: EloSettings;
}
  | {
  "kind": "enter";
  /** The players. */
  entries: Array<EloEntry>;
}
  | {
  "kind": "changeEntry";
  /** The entry. */
  entry: number;
  /** What it should be. */
  fields: EloEntry;
}
  | {
  "kind": "removeEntry";
  /** The entry. */
  entry: number;
}
  | {
  "kind": "addTournament";
  /** The id of the tournament. */
  tournament: string;
  /** The day of its end. */
  date: string;
  /** The players who have an entry; the others who played become new ones. */
  players: Array<EloMatch>;
}
  | {
  "kind": "removeTournament";
  /** The place of the tournament among those of the list, from 0. */
  index: number;
};

/** Request to carry out a command. */
export type EloCommandRequest = {
  /** The version for which the command was made: if the list has changed since, it is refused with `changed`. */
  version: number;
  /** The command. */
  command: EloCommand;
};

/** Player of an Elo list as entered. */
export type EloEntry = {
  /** The name: at most 80 characters. */
  name: string;
  /** The title, such as `GM`; may be empty. */
  title: string;
  /** The club or town; may be empty. */
  club: string;
  /** The year of birth; `None` if it is not known. */
  birth: number | null;
  /** The rating before the first tournament of the list, from 1400 to 3500; `None` without one. */
  rating: number | null;
  /** The number of rated games before the first tournament of the list. */
  games: number;
};

/** Game of a tournament that was played over the board, by the entries of its players; written `1 0 3 1-0`. */
export type EloGame = string;

/** Game of a rated tournament. */
export type EloGameChange = {
  /** The round, from 1. */
  round: number;
  /** The entry of the opponent. */
  opponent: number;
  /** The rating of the opponent before the tournament; `None` without one, and then the game does not count. */
  rating: number | null;
  /** The points, in quarters. */
  points: number;
  /** The difference of the ratings as it counts: at most 400 for a player below 2650. `None` unless both have a rating. */
  difference: number | null;
  /** The expected score, in hundredths; `None` unless both have a rating. */
  expected: number | null;
};

/** Tournaments of a player of an Elo list, with every number that the rating follows from. */
export type EloHistory = {
  /** The number of the entry. */
  entry: number;
  /** The changes, the first tournament first. */
  changes: Array<EloChange>;
};

/** How a first rating comes about. */
export type EloInitial = {
  /** The ratings of the opponents, also of earlier tournaments, without the two hypothetical ones of 1800. */
  opponents: Array<number>;
  /** The points against them, in quarters. */
  points: number;
  /** The score in hundredths, with the two draws against the hypothetical opponents. */
  percentage: number;
  /** The difference from the average of all opponents that belongs to the score. */
  difference: number;
  /** The rating that follows, at most 2200; below 1400 it is not given, and the results wait for further ones. */
  rating: number;
};

/** Elo list with its ratings. */
export type EloList = {
  /** The list among others. */
  info: EloListInfo;
  /** The number of its changes. */
  version: number;
  /** The settings. */
  settings: EloSettings;
  /** The players by rating, the best first; those without one follow by name. */
  players: Array<EloPlayer>;
  /** The tournaments in the order in which they are rated. */
  tournaments: Array<EloTournamentInfo>;
  /** True if the requesting account may change the list. */
  editable: boolean;
};

/** File of an Elo list with all that its ratings follow from, by which it moves to another server. */
export type EloListFile = {
  /** The version of the form: 1. */
  saffronEloList: number;
  /** The list. */
  list: StoredEloList;
};

/** Request to take over an Elo list from a file. */
export type EloListImport = {
  /** The text of the file. */
  text: string;
};

/** Elo list among others. */
export type EloListInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name; empty if the account of its organiser was erased. */
  name: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The id of the variant; `None` for all variants. */
  variant: string | null;
  /** The number of players. */
  players: number;
  /** The number of rated tournaments. */
  tournaments: number;
  /** The time of the last change. */
  updatedAt: number;
};

/** Page of Elo lists. */
export type EloLists = {
  /** The lists, those that changed last first. */
  lists: Array<EloListInfo>;
  /** What the next page is asked for with; `None` if there is none. */
  next: string | null;
};

/** Player of a tournament and the entry of the same person. */
export type EloMatch = {
  /** The player of the tournament. */
  player: number;
  /** The entry; `None` for a new one. */
  entry: number | null;
};

/** Player of an Elo list. */
export type EloPlayer = {
  /** The number of the entry. */
  entry: number;
  /** The entry. */
  fields: EloEntry;
  /** The rank, from 1; equal ratings have the same. `None` without a rating. */
  rank: number | null;
  /** The rating; `None` without one. */
  rating: number | null;
  /** The number of rated games, with those before the list. */
  games: number;
  /** The coefficient K of the next game, by the year of the last tournament; `None` without a rating. */
  k: number | null;
  /** How the last tournament of the list changed the rating; `None` if the player was not in it, or had no rating before or after. */
  change: number | null;
  /** The number of tournaments of the list that the player was in. */
  tournaments: number;
};

/** What is proposed for a tournament that is to be added to an Elo list. */
export type EloProposal = {
  /** The day of its end, such as `2026-11-29`: the last one of its dates, or the day of its last change. */
  date: string;
  /** The number of games that were played over the board. */
  games: number;
  /** The players who played a game. */
  players: Array<ProposedMatch>;
};

/** Settings of an Elo list. */
export type EloSettings = {
  /** The name: at most 80 characters. */
  name: string;
  /** The id of the variant; `None` for tournaments of all variants. */
  variant: string | null;
  /** What it is for; may be empty: at most 1,000 characters in 20 lines. */
  description: string;
};

/** Rated tournament of an Elo list. */
export type EloTournamentInfo = {
  /** The id of the tournament on this server; empty if it came from another one. */
  id: string;
  /** The name. */
  name: string;
  /** The day of its end, such as `2026-11-29`. */
  date: string;
  /** True if it is a team tournament. */
  ofTeams: boolean;
  /** The number of players who played a game. */
  players: number;
  /** The number of games that were played over the board. */
  games: number;
};

/** E-mail address of an account. */
export type Email = {
  /** The address. */
  address: string;
  /** True if its owner has confirmed it. */
  confirmed: boolean;
};

/** Body of a change of the e-mail address: a link is sent to the new address. */
export type EmailChange = {
  /** The address; `None` removes it. */
  email: string | null;
  /** The password. */
  password: string;
};

/** Player as entered. */
export type Entrant = {
  /** The name: at most 80 characters. */
  name: string;
  /** The rating; `None` without one. */
  rating: number | null;
  /** The title, such as `GM`. */
  title: string;
  /** The federation, such as `HUN`. */
  federation: string;
  /** The club or town. */
  club: string;
  /** The number with the federation or club. */
  id: string;
  /** The birth date as `YYYY/MM/DD`, or a part of it. */
  birth: string;
  /** `m` or `w`, or empty. */
  sex: string;
};

/** Stable error code with parameters. The page's message catalogues have a sentence for each code. */
export type ErrorCode = { "code": "sign_in_required" }
  | { "code": "account_required" }
  | { "code": "forbidden" }
  | { "code": "wrong_origin" }
  | { "code": "not_found" }
  | { "code": "gone" }
  | { "code": "changed" }
  | {
  "code": "invalid_field";
  "params": {
    /** The path of the field: its name and those of the enclosing fields, joined by dots. */
    field: string;
  }
}
  | {
  "code": "too_long";
  "params": {
    /** The name of the field. */
    field: string;
    /** The maximum length: in characters for text that people write, in bytes otherwise. */
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
    /** Seconds until the next request is accepted, at least 1. */
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
    /** The end of the suspension; `None` for never. */
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
  | { "code": "team_members_only" }
  | { "code": "last_leader" }
  | { "code": "not_open" }
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
  | Refusal
  | TournamentRefusal
  | ArenaRefusal
  | CorrespondenceRefusal
  | SimulRefusal;

/** Event of a game. */
export type Event = {
  "kind": "created";
  /** The settings of the game. */
  settings: Settings;
}
  | {
  "kind": "moved";
  /** The move in UCI form. */
  uci: string;
  /** The time charged for the move, without compensated lag, in milliseconds. It is capped at about 49 days. Absent if no time was charged: the first move of each side in a game with clocks. */
  spent?: number;
  /** The compensated lag in milliseconds. */
  lag?: number;
  /** The upper bound of the lag by the server's own measurements, in milliseconds: the longest recent round trip to the player plus the time that the server took to show the turn. 0 if no time was measured or charged. */
  roundTrip?: number;
  /** Both clocks after the move, increment included; absent without a time limit. */
  clocks?: Clocks;
  /** True if it was a conditional move, played by the server. */
  conditional?: boolean;
}
  | {
  "kind": "drawOffered";
  /** The side that acted. */
  by: Side;
}
  | {
  "kind": "drawDeclined";
  /** The side that acted. */
  by: Side;
}
  | {
  "kind": "takebackProposed";
  /** The side that acted. */
  by: Side;
}
  | {
  "kind": "takebackDeclined";
  /** The side that acted. */
  by: Side;
}
  | {
  "kind": "takenBack";
  /** The number of plies taken back: 1 or 2. */
  plies: number;
  /** Both clocks after the takeback; absent without a time limit. */
  clocks?: Clocks;
}
  | {
  "kind": "timeAdded";
  /** The side that got the time. */
  to: Side;
  /** The added time in milliseconds. */
  ms: number;
}
  | {
  "kind": "berserked";
  /** The side that acted. */
  by: Side;
  /** Both clocks afterwards. */
  clocks: Clocks;
}
  | {
  "kind": "extended";
  /** The side that got the time. */
  to: Side;
  /** The added time in milliseconds. */
  ms: number;
}
  | {
  "kind": "conditionalMovesSet";
  /** The side whose moves they are. */
  by: Side;
  /** The lines in UCI form, from the position at that time. Empty if the lines were replaced later: these are not kept. */
  lines: Array<Array<string>>;
}
  | {
  "kind": "resumed";
  /** The time at which the server stopped. */
  stoppedAt: number;
}
  | {
  "kind": "ended";
  /** The outcome. */
  outcome: OutcomeData;
  /** Both clocks at the end; absent without a time limit. */
  clocks?: Clocks;
  /** The cause of an abort; absent if the game was not aborted, and in games of versions that did not keep it. */
  abort?: AbortCause;
};

/** Events of a game from a given one on, over HTTP. */
export type EventList = {
  /** The events in order, 1,000 at most. */
  events: Array<Recorded>;
};

/** Atom feed of the games in which it is the account's turn. */
export type Feed = {
  /** True if the account has a feed. */
  active: boolean;
  /** The path with its secret token: `/feed/TOKEN.atom`. Only in the reply that creates the feed, since the server does not keep the token. */
  path: string | null;
};

/** First move of several games. */
export type FirstMove = {
  /** The move in UCI form. */
  uci: string;
  /** The move in short notation with English letters. */
  san: string;
  /** The number of games that began with it. */
  games: number;
  /** The number of games that began with any move. */
  of: number;
};

/** Fixed data of a game, and its end. */
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
  /** True if it counts for the ratings. */
  rated: boolean;
  /** The player of the white pieces. */
  white: Player;
  /** The player of the black pieces. */
  black: Player;
  /** The id of the arena to which the game belongs; absent if it belongs to none. */
  arena?: string;
  /** The id of the round robin by correspondence to which the game belongs; absent if it belongs to none. */
  tournament?: string;
  /** The id of the simul to which the game belongs; absent if it belongs to none. */
  simul?: string;
  /** The time at which the game began. */
  createdAt: number;
  /** The time at which the game ended; `None` while it is played. */
  endedAt: number | null;
  /** The outcome; `None` while the game is played. */
  outcome: OutcomeData | null;
};

/** Lag of the moves of a game. Moves whose time was not charged are left out. */
export type GameLag = {
  /** The lag of White. */
  white: SideLag;
  /** The lag of Black. */
  black: SideLag;
  /** The lag of each move, moves taken back included. */
  moves: Array<MoveLag>;
};

/** Game offer: variant, time control and side. */
export type GameOffer = {
  /** The id of the variant. */
  variant: string;
  /** The time control. */
  control: TimeControl;
  /** True if the game counts for the ratings. Not with a guest, without a time limit, or from a custom start position. */
  rated: boolean;
  /** The side of the player who offers; `random` if absent. */
  side: SideChoice;
  /** A custom start position as a FEN: only in challenges. */
  fen?: string;
};

/** Page of a list of games. */
export type GamePage = {
  /** The games, latest first. */
  games: Array<GameSummary>;
  /** Value of `after` in the request for the next page; `None` on the last one. */
  next: string | null;
};

/** What a game gave to a player. */
export type GamePoints = {
  /** The points: 0 to 5. */
  points: number;
  /** True if the game counted twice. */
  double: boolean;
};

/** Reply to a request that began a game. */
export type GameStarted = {
  /** The id of the game. */
  game: string;
};

/** State of a running game that changes with its events. Times are as of `now`. */
export type GameState = {
  /** The number of the next event: all earlier ones are included in this state. */
  seq: number;
  /** The number of plies played. */
  ply: number;
  /** The side to move. */
  turn: Side;
  /** The time left to both sides as of `now`; `None` without a time limit. */
  clocks: Clocks | null;
  /** True if the clock of the side to move is running. */
  running: boolean;
  /** The time at which the game ends if neither side acts: the flag of the side to move falls, or a game that has not begun is aborted. `None` for never. */
  deadline: number | null;
  /** The side that offers a draw; `None` for neither. */
  drawOffer: Side | null;
  /** The side that proposes a takeback; `None` for neither. */
  takeback: Side | null;
  /** The sides that gave up half of their time; absent if the game does not allow it. */
  berserk?: Berserk;
  /** True if moves cannot be taken back and no time can be given. */
  strict?: boolean;
  /** The outcome; `None` while the game is played. */
  outcome: OutcomeData | null;
  /** The cause of an abort; `None` if the game was not aborted, and in old games. */
  abort: AbortCause | null;
  /** The time of the server. */
  now: number;
};

/** Row of a list of games. */
export type GameSummary = {
  /** The number of plies played. */
  plies: number;
  /** The current or final position as a FEN. */
  fen: string;
  /** The last move in UCI form; `None` before the first. */
  lastMove: string | null;
  /** The side to move; `None` after the end. */
  turn: Side | null;
  /** The time at which the side to move loses on time; only by correspondence. */
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
  /** True if it counts for the ratings. */
  rated: boolean;
  /** The player of the white pieces. */
  white: Player;
  /** The player of the black pieces. */
  black: Player;
  /** The id of the arena to which the game belongs; absent if it belongs to none. */
  arena?: string;
  /** The id of the round robin by correspondence to which the game belongs; absent if it belongs to none. */
  tournament?: string;
  /** The id of the simul to which the game belongs; absent if it belongs to none. */
  simul?: string;
  /** The time at which the game began. */
  createdAt: number;
  /** The time at which the game ended; `None` while it is played. */
  endedAt: number | null;
  /** The outcome; `None` while the game is played. */
  outcome: OutcomeData | null;
};

/** Game as a player or spectator sees it. */
export type GameView = {
  /** The fixed data of the game. */
  info: GameInfo;
  /** Your side; `None` for spectators. */
  you: Side | null;
  /** All moves in UCI form. */
  moves: Array<string>;
  /** The time left to the side that moved after each move, in milliseconds; empty without a time limit. */
  times: Array<number>;
  /** The state that changes with events. */
  state: GameState;
  /** The presence of players and spectators. */
  presence: PresenceView;
  /** Your conditional moves. */
  conditionalMoves: Array<Array<string>>;
  /** The id of the rematch of this game. */
  rematch: string | null;
};

/** Figures of the games that an account has begun in 26 weeks, this one included, and that have a result. Weeks begin on Monday; all days are in UTC. */
export type HalfYear = {
  /** The beginning of the first day, a Monday. */
  from: number;
  /** The number of games on each day, the last of which is today. */
  days: Array<number>;
  /** The number of days with a game. */
  activeDays: number;
  /** The greatest number of consecutive days with a game. */
  longestStreak: number;
  /** The number of games won. */
  wins: number;
  /** The number of games neither won nor lost. */
  draws: number;
  /** The number of games lost. */
  losses: number;
  /** The variant with the most games; `None` without a game. */
  favourite: VariantCount | null;
  /** The most frequent first move with White in the favourite variant, from its start position; `None` without one. */
  firstMove: FirstMove | null;
  /** The most frequent opponent with a name; `None` without one. */
  opponent: OpponentCount | null;
  /** False if the account has played more games than are counted: all figures are then about its latest games. */
  complete: boolean;
};

/** Side that plays several games at the same time, as in a simultaneous display. Its absence from one board gives the other side no claim. */
export type Host = {
  /** The side. */
  side: Side;
  /** Seconds that it has at the start in addition to the initial time, 0 to 10,800; with a clock that has an initial time. */
  extra: number;
};

/** Colour of the host. */
export type HostColor = "white"
  | "black"
  | "random";

/** Leaderboard of a variant and speed, without provisional ratings and accounts that have not played for a year. */
export type Leaderboard = {
  /** People, best first. */
  people: Array<LeaderboardRow>;
  /** Computer players, by their ratings from games of the variant against people, at all speeds. */
  computers: Array<LeaderboardRow>;
};

/** Row of a leaderboard. */
export type LeaderboardRow = {
  /** The rank, from 1. */
  rank: number;
  /** The name. */
  name: string;
  /** The kind of the account. */
  kind: PlayerKind;
  /** The rating, rounded. */
  rating: number;
  /** The number of rated games. */
  games: number;
};

/** Part of a library: what was written after a version. */
export type LibraryEntries = {
  /** The entries by version. */
  entries: Array<LibraryEntry>;
  /** True if there are more: ask for those after the last version of these. */
  more: boolean;
};

/** Entry of a library. */
export type LibraryEntry = {
  /** The id of the entry. */
  id: string;
  /** The version of its last write, higher than that of every earlier write in this library. */
  version: number;
  /** The entry as its browser wrote it, at most 262,144 bytes; `None` if it was deleted. */
  body: string | null;
};

/** Request to write an entry. */
export type LibraryWrite = {
  /** The version that is written over; 0 for a new entry. */
  over: number;
  /** The entry, at most 262,144 bytes; `None` to delete it. */
  body: string | null;
};

/** Reply to `LibraryWrite`. */
export type LibraryWritten = {
  /** The new version of the entry. */
  version: number;
};

/** Body of the reply to a refused request. */
export type LiveErrorBody = {
  /** The error. */
  error: ErrorCode;
};

/** Contents of the lobby. */
export type Lobby = {
  /** The open seeks, latest first, 300 at most. */
  seeks: Array<Seek>;
  /** The number of connected accounts, guests included. */
  players: number;
  /** The number of games in progress. */
  games: number;
};

/** Event with its time. */
export type LoggedEvent = {
  /** The time. */
  at: number;
  /** The name of the account that gave the command; `None` if it is closed, or the event came from a file. */
  author: string | null;
  /** The name of the account that became an arbiter, or is none any more; `None` for other events, and if it is closed. */
  arbiter?: string | null;
  /** The event. */
  event: TournamentEvent;
};

/** Event of a team tournament with its time. */
export type LoggedTeamEvent = {
  /** The time. */
  at: number;
  /** The name of the account that gave the command; `None` if it is closed, or the event came from a file. */
  author: string | null;
  /** The name of the account that became an arbiter, or is none any more; `None` for other events, and if it is closed. */
  arbiter?: string | null;
  /** The event. */
  event: TeamTournamentEvent;
};

/** Match points of results, in quarters of a point. */
export type MatchPoints = {
  /** For more game points than the other team: at most 40, which are 10 points. */
  win: number;
  /** For as many game points. */
  draw: number;
  /** For fewer game points, and for a match without a player. */
  loss: number;
};

/** Account and preferences of the requesting client. */
export type Me = {
  /** The id of the account; `None` without a session. */
  account: string | null;
  /** The name; `None` for a guest. */
  name: string | null;
  /** True for a guest. */
  guest: boolean;
  /** True for a moderator. */
  moderator: boolean;
  /** The number of games without a clock in which it is this account's turn. */
  yourTurn: number;
  /** The number of open challenges to this account. */
  challenges: number;
  /** The number of unread notifications. */
  notifications: number;
  /** The number of conversations with unread messages. */
  messages: number;
  /** The e-mail address; `None` if none is known. */
  email: Email | null;
  /** The features of the server. */
  server: ServerOffer;
  /** The preferences of the account. */
  preferences: Preferences;
  /** The end of the account's vacation; `None` without a vacation. */
  vacationUntil: number | null;
  /** Vacation days left in this year. */
  vacationDays: number;
};

/** Body of a message. */
export type MessageRequest = {
  /** 1 to 2,000 characters, with line ends. */
  text: string;
};

/** Accounts that may begin a conversation with an account. Those to whom it has written may answer. */
export type MessagesFrom = "everyone"
  | "followed"
  | "none";

/** Body that marks messages of a conversation as read. */
export type MessagesRead = {
  /** The position of the newest message that was shown: later ones stay unread. */
  position: number;
};

/** Puzzle that the server has mined. */
export type MinedPuzzle = {
  /** The id within the variant: ten letters and digits. */
  id: string;
  /** The position before the first move. */
  fen: string;
  /** The moves in UCI form. The solver makes the last one: an even number begins with the opponent's mistake. */
  moves: Array<string>;
  /** The rating: Elo. */
  rating: number;
  /** The ids of the themes. */
  themes: Array<string>;
};

/** Lag of a move, in milliseconds. */
export type MoveLag = {
  /** The number of the move's event. */
  seq: number;
  /** The side that moved: `w` or `b`. */
  side: string;
  /** The time charged. */
  spent: number;
  /** The compensated lag. */
  lag: number;
  /** The upper bound of the lag by the server's own measurements. */
  roundTrip: number;
};

/** Result of a puzzle. The first one of an account with a puzzle counts for the ratings of both; it may be sent again. */
export type NewPuzzleResult = {
  /** The id of the puzzle. */
  id: string;
  /** True if it was solved without a mistake. */
  solved: boolean;
  /** False if it counts for no rating: it was solved with a hint. */
  counts: boolean;
  /** The day on which it was tried, in days since 1970-01-01 by the solver's calendar. */
  day: number;
  /** True if it was the puzzle of that day. */
  daily: boolean;
};

/** Body of a message to all members. */
export type NewTeamMessage = {
  /** The text: paragraphs of plain text, at most 2,000 characters. */
  text: string;
};

/** Notification of an account. There is one of a kind about a subject: a newer one replaces it. */
export type Notification = {
  /** What it is about. */
  about: NotificationAbout;
  /** The time of its creation. */
  createdAt: number;
  /** True if it was read, or what it asks for was done. */
  read: boolean;
};

/** What a notification is about. */
export type NotificationAbout = {
  "kind": "turn";
  /** The id of the game. */
  game: string;
  /** The id of the variant. */
  variant: string;
  /** The opponent. */
  opponent: Player;
}
  | {
  "kind": "timeLow";
  /** The id of the game. */
  game: string;
  /** The id of the variant. */
  variant: string;
  /** The opponent. */
  opponent: Player;
}
  | {
  "kind": "gameEnded";
  /** The id of the game. */
  game: string;
  /** The id of the variant. */
  variant: string;
  /** The opponent. */
  opponent: Player;
  /** The result, such as `1-0`; `None` if the game was aborted. */
  result: string | null;
}
  | {
  "kind": "challenge";
  /** The id of the challenge. */
  challenge: string;
  /** The id of the variant. */
  variant: string;
  /** The challenger. */
  challenger: Player;
  /** True as long as it can be accepted. */
  open: boolean;
}
  | {
  "kind": "arenaSoon";
  /** The id of the arena. */
  arena: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the arena; empty if the account of the organiser was erased. */
  name: string;
  /** The start. */
  startsAt: number;
}
  | {
  "kind": "simulSoon";
  /** The id of the simul. */
  simul: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the simul; empty if the account of the host was erased. */
  name: string;
  /** The planned start. */
  startsAt: number;
}
  | {
  "kind": "simulBegun";
  /** The id of the simul. */
  simul: string;
  /** The id of the account's game. */
  game: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the simul; empty if the account of the host was erased. */
  name: string;
}
  | {
  "kind": "simulAccepted";
  /** The id of the simul. */
  simul: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the simul; empty if the account of the host was erased. */
  name: string;
}
  | {
  "kind": "stageBegun";
  /** The id of the tournament. */
  tournament: string;
  /** The id of the variant. */
  variant: string;
  /** The name of the tournament; empty if the account of the organiser was erased. */
  name: string;
  /** The number of the stage, from 1. */
  stage: number;
}
  | {
  "kind": "message";
  /** The sender. */
  sender: Player;
}
  | {
  "kind": "teamMessage";
  /** The id of the team. */
  team: string;
  /** The name of the team. */
  name: string;
  /** The beginning of the message, in one line. */
  text: string;
}
  | {
  "kind": "teamRequest";
  /** The id of the team. */
  team: string;
  /** The name of the team. */
  name: string;
  /** The number of open requests. */
  requests: number;
}
  | {
  "kind": "teamAccepted";
  /** The id of the team. */
  team: string;
  /** The name of the team. */
  name: string;
};

/** Settings of an account's notifications, and what the server can do. */
export type NotificationChoices = {
  /** The settings. */
  settings: NotificationSettings;
  /** True if the server sends e-mails and the account has a confirmed address. */
  mailable: boolean;
  /** The public key of the server for Web Push, which browsers want as `applicationServerKey`: base64url without padding. */
  pushKey: string;
  /** The number of the account's browsers that get notifications by push. */
  browsers: number;
};

/** Settings of an account's notifications. */
export type NotificationSettings = {
  /** The account's turns in games by correspondence. */
  turn: NotificationWays;
  /** Little time left in them. */
  timeLow: NotificationWays;
  /** Their ends. */
  gameEnded: NotificationWays;
  /** Challenges. */
  challenge: NotificationWays;
  /** Tournaments: arenas and simuls that begin soon, simuls that have begun or in which the account was accepted, and stages of round robins by correspondence that have begun. */
  arenaSoon: NotificationWays;
  /** Messages. */
  message: NotificationWays;
  /** Messages of teams. */
  teamMessage: NotificationWays;
  /** Requests to join teams of the account, and the acceptance of its own. */
  teamRequest: NotificationWays;
  /** The quiet hours; `None` if there are none. */
  quiet: QuietHours | null;
};

/** Ways by which an account gets a kind of notifications. */
export type NotificationWays = {
  /** True if they are in the list of the page. */
  bell: boolean;
  /** True if they are pushed to the account's browsers that have asked for it. */
  push: boolean;
  /** True if they are sent by e-mail. */
  mail: boolean;
};

/** Notifications of the requesting account. */
export type Notifications = {
  /** The newest ones, at most 50. Kinds that the account does not want in the list are left out. */
  entries: Array<Notification>;
  /** The number of unread ones. */
  unread: number;
};

/** Body that marks notifications as read. */
export type NotificationsRead = {
  /** The time of the newest one that was shown: later ones stay unread. */
  until: number;
};

/** Number of games against an opponent. */
export type OpponentCount = {
  /** The opponent, without a rating. */
  player: Player;
  /** The number of games. */
  games: number;
};

/** Round that the requesting account has begun. */
export type OwnRound = {
  /** The time at which the account began it. */
  startedAt: number;
  /** The time at which it ends for the account. */
  endsAt: number;
  /** The puzzles, as far as the account has solved them. */
  puzzles: Array<ContestPuzzle>;
};

/** Pairs of a round. */
export type PairedRound = {
  /** The boards from the first one. */
  boards: Array<TournamentBoard>;
  /** The players without an opponent; those who are missing here and there were not entered, or have withdrawn. */
  byes: Array<RoundBye>;
};

/** Pairs of a round. */
export type PairedTeams = {
  /** The pairs from the first table. */
  pairs: Array<TeamPair>;
  /** The team with the pairing-allocated bye. */
  bye: number | null;
  /** The teams with requested byes. Those that are missing here and there have no points of the round. */
  byes: Array<TeamRoundBye>;
};

/** Participation of an account in a tournament. */
export type Participation = {
  "kind": "arena";
  /** The arena. */
  arena: ArenaInfo;
  /** The rank, from 1; `None` before the end. */
  rank: number | null;
}
  | {
  "kind": "correspondence";
  /** The tournament. */
  tournament: CorrespondenceInfo;
  /** The rank in the final, from 1; `None` before the end, and for those who were not in the final or withdrew from it. */
  rank: number | null;
  /** The score in all stages. */
  score: ParticipationScore;
}
  | {
  "kind": "simul";
  /** The simul. */
  simul: SimulInfo;
  /** True if the account is the host. */
  hosting: boolean;
  /** The points of the account and of the host in quarters; `None` for the host, while the game is played, and if it counts for neither. */
  points: [number, number] | null;
};

/** Score of an account in the games of a tournament that are over and count. */
export type ParticipationScore = {
  /** The points in quarters. */
  points: number;
  /** The number of the games. */
  games: number;
};

/** Page of an account's tournaments. */
export type Participations = {
  /** The tournaments, the last ones first: arenas by the time of joining, others by their starts. */
  participations: Array<Participation>;
  /** The value of `before` for the next page; `None` on the last one. */
  next: string | null;
};

/** Body of a password change. */
export type PasswordChange = {
  /** The current password. */
  oldPassword: string;
  /** The new password. All other sessions end. */
  newPassword: string;
};

/** Body of a request that needs the password again: closing the account, erasing its data. */
export type PasswordConfirmation = {
  /** The password. */
  password: string;
};

/** Body of a password reset by a link in an e-mail. */
export type PasswordReset = {
  /** The token of the link. */
  token: string;
  /** The new password. */
  password: string;
};

/** Accounts that the requesting account follows or has blocked, or whose names begin with a text. */
export type People = {
  /** The accounts, by name; of a search the best matches first. */
  people: Array<PersonRow>;
};

/** Account in a list. */
export type PersonRow = {
  /** The name. */
  name: string;
  /** True if the account is connected. */
  online: boolean;
};

/** Player of one side of a game. */
export type Player = {
  /** The id of the account. */
  account: string;
  /** The name; `None` for a guest and a closed account. */
  name: string | null;
  /** The kind of the account. */
  kind: PlayerKind;
  /** The strength level of a computer, from 0. */
  level?: number;
  /** The rating at the start of the game; the current rating in a seek or challenge; `None` for guests. */
  rating: number | null;
  /** True if the rating was provisional. */
  provisional: boolean;
  /** The rating change by a rated game. It is computed shortly after the end, with a `changed` message; `None` before. */
  ratingChange: number | null;
};

/** Kind of an account that plays. */
export type PlayerKind = "person"
  | "guest"
  | "computer"
  | "closed";

/** What an account has played in the last half year, and its best win. */
export type PlayerSummary = {
  /** The last half year. */
  halfYear: HalfYear;
  /** The win against the highest-rated opponent, by ratings at the start of the games: in a rated game, or in a casual one if the account has won no rated game. `None` without a win against an opponent with a rating. */
  bestWin: BestWin | null;
};

/** Penalty or bonus. */
export type PointCorrection = {
  /** The round from which on it counts, from 1. */
  round: number;
  /** The points in quarters: negative for a penalty. */
  points: number;
};

/** Preferences of an account. Fields that an older version did not store have the values of a new account. */
export type Preferences = {
  /** True if moves in games without a clock must be confirmed before they are sent, the default. */
  confirmMoves: boolean;
  /** True if moves in games with a clock must be confirmed, too. */
  confirmRealTime: boolean;
  /** The accounts that may send challenges. */
  challenges: ChallengesFrom;
  /** The accounts that may begin a conversation. */
  messages: MessagesFrom;
  /** True if chats are hidden. */
  hideChat: boolean;
};

/** Presence of players and spectators at the board. */
export type PresenceView = {
  /** True if White watches the game. */
  white: boolean;
  /** True if Black watches the game. */
  black: boolean;
  /** The number of spectators. */
  spectators: number;
  /** The time from which you may claim the game if the opponent stays away; `None` if waiting does not help. */
  claimFrom: number | null;
};

/** Public profile of an account. */
export type Profile = {
  /** The id of the account. */
  account: string;
  /** The name. */
  name: string;
  /** The kind of the account. */
  kind: PlayerKind;
  /** The strength level of a computer, from 0. */
  level?: number;
  /** The time of the account's creation. */
  createdAt: number;
  /** True if the account is connected. */
  online: boolean;
  /** The ratings from games against people, most played first. */
  ratings: Array<RatingView>;
  /** The ratings from games against computers, most played first. Each variant has a separate pool for these games. A computer player has only these ratings. */
  computerRatings: Array<VariantRating>;
  /** The ratings from puzzles, most tried first. */
  puzzleRatings: Array<VariantRating>;
  /** The number of ended games. */
  games: number;
  /** The number of games won. */
  wins: number;
  /** The number of games neither won nor lost. */
  draws: number;
  /** The number of games lost. */
  losses: number;
  /** The relation of the requesting account to this one; `None` without an account and for oneself. */
  relation: Relation | null;
  /** The score of the requesting account against this one; `None` without an account, for oneself and before the first game. */
  score: ScoreAgainst | null;
  /** The end of the account's vacation; `None` without a vacation. */
  vacationUntil: number | null;
  /** The teams of the account, the largest first. */
  teams: Array<TeamOfAccount>;
};

/** Player of a tournament, and the entry that has the same name. */
export type ProposedMatch = {
  /** The player of the tournament. */
  player: number;
  /** What a new entry would be. */
  fields: EloEntry;
  /** The entry; `None` if no entry has the name, or several have. */
  entry: number | null;
};

/** Keys by which messages are encrypted for a browser (RFC 8291): base64url, with or without padding. */
export type PushKeys = {
  /** The public key: an uncompressed point of P-256. */
  p256dh: string;
  /** The secret: 16 bytes. */
  auth: string;
};

/** Message that is pushed to a browser, once decrypted. Its service worker shows it. */
export type PushMessage = {
  /** The title, in the language of the subscription. */
  title: string;
  /** The text: lines in the language of the subscription. */
  body: string;
  /** The path of the page that a press opens. */
  path: string;
  /** The tag, by which a newer message replaces this one. */
  tag: string;
  /** The number of unread notifications, for a badge. */
  unread: number;
};

/** Subscription of a browser to Web Push, as `PushSubscription.toJSON()` has it. */
export type PushSubscription = {
  /** The address of the push service to which messages are posted. */
  endpoint: string;
  /** The keys of the browser. */
  keys: PushKeys;
  /** The language of the messages. */
  language: string;
};

/** Body that ends a subscription. */
export type PushUnsubscription = {
  /** The address of the push service. */
  endpoint: string;
};

/** Result of the puzzle of a day. */
export type PuzzleDay = {
  /** The day, in days since 1970-01-01 by the solver's calendar. */
  day: number;
  /** True if the puzzle was solved without a mistake. */
  solved: boolean;
};

/** What the server knows of a variant's puzzles beyond those that are part of the page. */
export type PuzzleNews = {
  /** The puzzles that the server has mined from its games. */
  mined: Array<MinedPuzzle>;
  /** The ratings of puzzles that accounts have tried, by their ids. */
  ratings: { [key in string]: number };
  /** The ids of puzzles that too many have voted against; they are not proposed. */
  withdrawn: Array<string>;
};

/** Rating of an account by its puzzles of a variant. */
export type PuzzleRating = {
  /** Glicko-2 rating. */
  rating: number;
  /** Its deviation. */
  deviation: number;
  /** The number of results that counted. */
  results: number;
};

/** Results of an account with the puzzles of a variant. */
export type PuzzleRecord = {
  /** The rating of the account. */
  rating: PuzzleRating;
  /** The last result with each puzzle, the latest day first. */
  results: Array<PuzzleResult>;
  /** The results of the puzzles of the day, the latest first, at most 400. */
  days: Array<PuzzleDay>;
};

/** Last result of an account with a puzzle. */
export type PuzzleResult = {
  /** The id of the puzzle. */
  id: string;
  /** True if it was solved without a mistake. */
  solved: boolean;
  /** The day on which it was tried, in days since 1970-01-01 by the solver's calendar. */
  day: number;
  /** The account's vote on the puzzle: 1, -1, or 0 for none. */
  vote: number;
};

/** Request to add results of puzzles, the earliest first. */
export type PuzzleResults = {
  /** The results, at most 100. */
  results: Array<NewPuzzleResult>;
};

/** Request to vote on a puzzle that the account has tried. */
export type PuzzleVote = {
  /** 1 for a good puzzle, -1 for a bad one, 0 to take the vote back. */
  vote: number;
};

/** Hours of the day in which nothing is pushed or sent by e-mail: it waits for their end. */
export type QuietHours = {
  /** The start in minutes from midnight, 0 to 1439. */
  from: number;
  /** The end in minutes from midnight, 0 to 1439; it is on the next day if it is before the start. */
  until: number;
  /** The time zone by its IANA name, such as `Europe/Budapest`. */
  zone: string;
};

/** History of a rating. */
export type RatingHistory = {
  /** The points, oldest first: one for the last game of each day. */
  points: Array<RatingPoint>;
};

/** Point of a rating history. */
export type RatingPoint = {
  /** The time of the game. */
  at: number;
  /** The rating after the game, rounded. */
  rating: number;
};

/** Rating in one variant and speed. */
export type RatingView = {
  /** The id of the variant. */
  variant: string;
  /** The speed. */
  speed: Speed;
  /** The rating, rounded. */
  rating: number;
  /** The rating deviation, rounded. */
  deviation: number;
  /** True if the deviation is 110 or more. */
  provisional: boolean;
  /** The number of rated games. */
  games: number;
  /** The rank in the leaderboard, from 1; `None` without one. */
  rank: number | null;
};

/** Event with its number and time in the game. */
export type Recorded = {
  /** The number of the event in its game, from 0. */
  seq: number;
  /** The time of the event, never earlier than that of the previous event. */
  at: number;
  /** The id of the command that caused the event; absent if time or the server did. Only on the first event of a command. */
  command?: CommandId;
  /** The event itself. */
  event: Event;
};

/** Reason for which a command is refused. The game does not change. */
export type Refusal = { "code": "command_id_used" }
  | { "code": "game_over", "params": OutcomeData }
  | { "code": "not_your_turn" }
  | {
  "code": "wrong_ply";
  "params": {
    /** The number of plies played. */
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
  | { "code": "cannot_berserk" }
  | { "code": "cannot_abort" }
  | { "code": "cannot_resign" }
  | {
  "code": "not_abandoned";
  "params": {
    /** The time from which the claim will be accepted if the other side stays away; `None` if waiting does not help. */
    from: number | null;
  }
}
  | { "code": "too_many_events" }
  | { "code": "no_conditional_moves" }
  | {
  "code": "bad_conditional_move";
  "params": {
    /** The index of the line, from 0. */
    line: number;
    /** The index of the move in the line, from 0. */
    ply: number;
  }
};

/** Body of a registration. A guest who registers keeps their games. */
export type Registration = {
  /** 2 to 20 letters, digits, `_` and `-`. */
  name: string;
  /** 8 to 256 characters. */
  password: string;
  /** An e-mail address for password resets. */
  email?: string;
};

/** Relation of the requesting account to another one. */
export type Relation = {
  /** True if the requesting account follows this one. */
  following: boolean;
  /** True if the requesting account has blocked this one. */
  blocked: boolean;
};

/** Report as moderators see it. */
export type Report = {
  /** The id of the report. */
  id: string;
  /** The name of the account that reports; `None` for a guest or a closed account. */
  by: string | null;
  /** The name of the reported account, or its id if it has no name. */
  about: string;
  /** The reason of the report. */
  reason: ReportReason;
  /** A description of what happened. */
  text: string;
  /** The game. */
  game: string | null;
  /** The number of messages that moderators may read. */
  messages: number;
  /** The time of the report. */
  at: number;
  /** The time at which a moderator closed it; `None` while it is open. */
  closedAt: number | null;
  /** The name of the moderator who closed it. */
  closedBy: string | null;
};

/** Reason of a report. */
export type ReportReason = "cheating"
  | "abuse"
  | "stalling"
  | "name"
  | "other";

/** Body of a report. */
export type ReportRequest = {
  /** The reason of the report. */
  reason: ReportReason;
  /** A description of what happened, at most 1,000 bytes. */
  text: string;
  /** The game in which it happened. */
  game?: string;
  /** True if moderators may read the last messages of the conversation with the reported account. */
  messages?: boolean;
};

/** Message that a report is about. */
export type ReportedMessage = {
  /** The name of the sender, or the id of the account if it has no name. */
  by: string;
  /** The time of the message. */
  at: number;
  /** The text. */
  text: string;
};

/** Messages that a report is about. */
export type ReportedMessages = {
  /** The messages, oldest first. */
  messages: Array<ReportedMessage>;
};

/** Reports for moderators. */
export type Reports = {
  /** The open reports, oldest first. */
  open: Array<Report>;
  /** Recently closed reports, latest first. */
  closed: Array<Report>;
};

/** Requested bye. */
export type RequestedBye = {
  /** The round, from 1. */
  round: number;
  /** The bye. */
  bye: Bye;
};

/** Body of a request for a password reset. The reply does not reveal whether the address is known. */
export type ResetRequest = {
  /** The confirmed address of the account. */
  email: string;
};

/** Chat of a game, by its readers. */
export type Room = "players"
  | "spectators";

/** Player without an opponent in a round. */
export type RoundBye = {
  /** The player. */
  player: number;
  /** The reason. */
  bye: Bye;
};

/** Round of a contest. */
export type RoundInfo = {
  /** The number of puzzles. */
  puzzles: number;
  /** The time that each solver has from the beginning of the round, in minutes. */
  minutes: number;
  /** The id of the theme that all puzzles have; `None` for any. */
  theme: string | null;
};

/** Round of a contest that is to be set. */
export type RoundRequest = {
  /** The number of puzzles, from 1 to 20. */
  puzzles: number;
  /** The time that each solver has from the beginning of the round, in minutes: from 1 to 10,080, a week. */
  minutes: number;
  /** The id of the theme that all puzzles have; `None` for any. */
  theme: string | null;
  /** The least rating of the puzzles. */
  least: number;
  /** The greatest rating of the puzzles. */
  most: number;
};

/** Score of the requesting account against another one, in all ended games of the two. */
export type ScoreAgainst = {
  /** The number of games. */
  games: number;
  /** The points of the requesting account in quarters: 4 for a win. */
  points: number;
};

/** Best scores of an account, and the request to add some: the higher one of each name is kept. */
export type Scores = {
  /** Scores by their names, which the page gives: at most 64 letters, digits, slashes and hyphens; 2,000 names. */
  scores: { [key in string]: number };
};

/** Seek in the lobby. */
export type Seek = {
  /** The id of the seek. */
  id: string;
  /** The player who seeks. */
  player: Player;
  /** The game offer. */
  offer: GameOffer;
  /** The speed class of the time control. */
  speed: Speed;
  /** The minimum rating of the opponent. */
  ratingFrom: number | null;
  /** The maximum rating of the opponent. */
  ratingTo: number | null;
  /** The time of its creation. */
  createdAt: number;
  /** The time at which the seek expires; `None` if it ends with the last connection of its owner. */
  expiresAt: number | null;
};

/** Reply to a seek: it waits in the lobby, or a game began at once. */
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

/** Body of a new seek. */
export type SeekRequest = {
  /** The game offer. */
  offer: GameOffer;
  /** The minimum rating of the opponent; `None` for any. */
  ratingFrom?: number;
  /** The maximum rating of the opponent; `None` for any. */
  ratingTo?: number;
  /** True if a seek without a clock ends with your last connection, instead of after 14 days. `false` if absent. */
  quick: boolean;
};

/** Message from the server. */
export type ServerMessage = {
  "t": "welcome";
  /** The version of the messages. */
  version: number;
  /** The id of the account; `None` without a session. */
  account: string | null;
  /** The time of the server. */
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
  /** The number of its first event; of the next event if it had no effect. */
  seq: number;
}
  | {
  "t": "refused";
  /** The id of the game. */
  game: string;
  /** The id of the command. */
  id: CommandId;
  /** The reason. */
  error: ErrorCode;
}
  | {
  "t": "presence";
  /** The id of the game. */
  game: string;
  /** The presence of players and spectators. */
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
  /** The open seeks, latest first, 300 at most. */
  seeks: Array<Seek>;
  /** The number of connected accounts, guests included. */
  players: number;
  /** The number of games in progress. */
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
  /** The number of connected accounts, guests included. */
  players: number;
  /** The number of games in progress. */
  games: number;
}
  | {
  "t": "tv";
  /** The id of the requested variant; `None` for all, and for one that the server does not know. */
  variant: string | null;
  /** The id of the game; `None` while none is played. */
  game: string | null;
}
  | {
  "t": "started";
  /** The id of the game. */
  game: string;
  /** The id of the seek, challenge, arena or simul. */
  of: string | null;
}
  | {
  "t": "arena";
  /** The id of the arena. */
  arena: string;
  /** The number of its events. */
  version: number;
}
  | {
  "t": "challenge";
  /** The challenge. */
  challenge: Challenge;
}
  | {
  "t": "yourTurn";
  /** The number of games. */
  count: number;
}
  | {
  "t": "notifications";
  /** The number of unread ones. */
  unread: number;
}
  | {
  "t": "message";
  /** The other account. */
  with: Correspondent;
  /** The message. */
  message: DirectMessage;
  /** The number of this account's conversations with unread messages. */
  unread: number;
}
  | {
  "t": "messages";
  /** The number of its conversations with unread messages. */
  unread: number;
}
  | {
  "t": "pong";
  /** The number of the ping. */
  n: number;
  /** The time of the server. */
  now: number;
}
  | {
  "t": "error";
  /** The reason. */
  error: ErrorCode;
  /** The id of the game in the refused message, cut after 16 characters if it is not a valid id. */
  game: string | null;
}
  | {
  "t": "closing";
  /** The delay before the client should connect again, in milliseconds. */
  retryAfter: number;
};

/** Features of a server. */
export type ServerOffer = {
  /** True if the server sends e-mail. */
  email: boolean;
  /** The maximum number of running games against computer players, for all users together; 0 for none. */
  computers: number;
  /** The variants that the operator has added. */
  variants: Array<AddedVariant>;
};

/** Session of an account. */
export type Session = {
  /** The id of the session, for ending it. */
  id: string;
  /** True for the session of the request. */
  current: boolean;
  /** The browser's `User-Agent`. */
  userAgent: string;
  /** The time at which the session began. */
  createdAt: number;
  /** The time of the last use, to the hour. */
  usedAt: number;
};

/** Sessions of an account. */
export type Sessions = {
  /** The sessions, latest first. */
  sessions: Array<Session>;
};

/** Settings of a game: variant, start position, time control. */
export type Settings = {
  /** The id of the variant. */
  variant: string;
  /** The start position as a FEN; `None` for that of the variant. */
  startFen?: string;
  /** The time control. */
  control: TimeControl;
  /** True if the result counts for the ratings. Not with a custom start position, nor without a time limit. */
  rated: boolean;
  /** Time of each side for its first move in a game with clocks, 1 to 3600 seconds; `None` for the default of the speed. */
  firstMoveTime?: number;
  /** True if a side may play with half of its time: see `Command::Berserk`(crate::Command::Berserk). Only with a clock that has an initial time. */
  berserk?: boolean;
  /** True if moves cannot be taken back and no time can be given to the other side, as in tournaments. */
  strict?: boolean;
  /** Side that plays several games at the same time; `None` for neither. Only in games with clocks, and not in rated ones. */
  host?: Host;
};

/** Preferred side of a game offer. */
export type SideChoice = "white"
  | "black"
  | "random";

/** Lag of a side, in milliseconds. */
export type SideLag = {
  /** The number of moves whose time was charged. */
  moves: number;
  /** The total compensated lag. */
  lag: number;
  /** The median of the measured round trips; 0 if none was measured. */
  usualRoundTrip: number;
  /** The longest measured round trip. */
  longestRoundTrip: number;
};

/** Body of a sign-in. */
export type SignIn = {
  /** The name of the account. */
  name: string;
  /** The password. */
  password: string;
};

/** Simul with its players and games. */
export type Simul = {
  /** The simul as it is listed. */
  info: SimulInfo;
  /** The number of its events. */
  version: number;
  /** The time of the server. */
  now: number;
  /** All players who have ever applied; other fields name them by their places here, from 0. */
  players: Array<SimulPlayer>;
  /** The games in the order of the boards; empty before the start. */
  games: Array<SimulGame>;
  /** The requesting account's place among the players; `None` if it has not applied. */
  you: number | null;
  /** True if the requesting account is the host. */
  hosting: boolean;
};

/** Status of a player's entry in a simul. */
export type SimulEntry = "applied"
  | "accepted"
  | "withdrawn"
  | "removed";

/** Game of a simul. */
export type SimulGame = {
  /** The id of the game. */
  game: string;
  /** The opponent. */
  player: number;
  /** The side of the host. */
  host: Side;
  /** The game with its position; `None` if it has not begun yet or never did. */
  board: GameSummary | null;
  /** True if the host is to move. */
  waits: boolean;
  /** True if it is over. */
  over: boolean;
  /** The points of host and opponent in quarters; `None` while the game is played, and if it counts for neither. */
  points: [number, number] | null;
};

/** Simul in a list. */
export type SimulInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The host. */
  host: Player;
  /** The settings; name and description are empty if the account of the host was erased. */
  settings: SimulSettings;
  /** The class of the time control. */
  speed: Speed;
  /** The team whose members may apply; `None` for all. */
  team: TeamName | null;
  /** The status. */
  status: SimulStatus;
  /** The number of players who have applied or are accepted. */
  applicants: number;
  /** The number of those who are accepted: the boards. */
  accepted: number;
  /** The number of games that are over. */
  over: number;
  /** The score of the host. */
  score: SimulScore;
};

/** Player of a simul. */
export type SimulPlayer = {
  /** The player, with the rating on applying. */
  player: Player;
  /** The status of the entry. */
  entry: SimulEntry;
};

/** Request about a player of a simul. */
export type SimulPlayerRequest = {
  /** The id of the account. */
  account: string;
};

/** Reason for which a command is refused. The simul does not change. */
export type SimulRefusal = {
  "code": "invalid_simul";
  "params": {
    /** The name of the field. */
    field: string;
  }
}
  | { "code": "simul_begun" }
  | { "code": "simul_over" }
  | {
  "code": "simul_full";
  "params": {
    /** The number of places. */
    limit: number;
  }
}
  | { "code": "not_in_simul" }
  | { "code": "removed_from_simul" }
  | { "code": "no_opponents" };

/** Score of the host of a simul. */
export type SimulScore = {
  /** Games that the host has won: those with more points than the opponent has. */
  wins: number;
  /** Games with equal points. */
  draws: number;
  /** Games that the host has lost. */
  losses: number;
  /** The points of the host in quarters. */
  points: number;
};

/** Settings of a simul. */
export type SimulSettings = {
  /** The name: 2 to 80 characters. */
  name: string;
  /** What players should know; may be empty; at most 400 characters. */
  description: string;
  /** The id of the variant. */
  variant: string;
  /** Initial time in seconds, 60 to 10,800. */
  initial: number;
  /** Increment in seconds, 0 to 180. */
  increment: number;
  /** Seconds that the host has on each clock in addition to the initial time, 0 to 10,800. */
  extra: number;
  /** The colour of the host. */
  hostColor: HostColor;
  /** The greatest number of opponents, 2 to 50. */
  places: number;
  /** The time at which the host plans to start, in milliseconds since the Unix epoch; `None` without a plan. */
  beginsAt: number | null;
  /** The id of the team whose members may apply; `None` for all. */
  team: string | null;
};

/** Status of a simul. */
export type SimulStatus = "open"
  | "running"
  | "over"
  | "cancelled";

/** Simuls of the server. */
export type Simuls = {
  /** Those that are open or played, the last changed first, at most 50; those of the computers come last. */
  current: Array<SimulInfo>;
  /** Those that are over, the last ones first, at most 50. */
  past: Array<SimulInfo>;
};

/** Class of time controls by their estimated duration. Each has its own ratings. */
export type Speed = "bullet"
  | "blitz"
  | "rapid"
  | "classical"
  | "correspondence";

/** Elo list: settings, entries, tournaments. Ratings follow from it by `ratings`(super::ratings). */
export type StoredEloList = {
  /** The settings. */
  settings: EloSettings;
  /** The entries by their numbers, from 0; `None` for one that was removed. */
  entries: Array<EloEntry | null>;
  /** The tournaments by the days of their ends; those of a day as they were added. */
  tournaments: Array<StoredEloTournament>;
};

/** Rated tournament of an Elo list, with a copy of its games. */
export type StoredEloTournament = {
  /** The id of the tournament on this server; empty if it came from another one. */
  id: string;
  /** The name. */
  name: string;
  /** The day of its end. */
  date: string;
  /** The players of the tournament and their entries. */
  players: Array<[number, number]>;
  /** True if it is a team tournament. */
  ofTeams: boolean;
  /** The games that were played, each as round, entry of White, entry of Black and result: `1 0 3 1-0`. */
  games: Array<EloGame>;
};

/** Number of legal positions of each result for White, with one side to move. Positions in which a capture is possible are included; permutations of equal pieces count once. */
export type TableCounts = {
  /** White wins. */
  wins: number;
  /** White stalemates Black, in variants in which that is worth more than a draw. */
  stalemateWins: number;
  /** Drawn. */
  draws: number;
  /** White is stalemated, in variants in which that is worth less than a draw. */
  stalemateLosses: number;
  /** Black wins. */
  losses: number;
  /** The maximum number of plies to a mate. */
  longest: number;
};

/** Exercise: a random position of an ending in which the side to move wins, but not by an immediate capture. */
export type TableExercise = {
  /** The position. */
  fen: string;
  /** Plies to the mate. */
  plies: number;
};

/** Endgame table. */
export type TableInfo = {
  /** The pieces of both sides, such as `KQKR`. */
  ending: string;
  /** The URL of the file. Its query string changes with the content. */
  file: string;
  /** The length of the file in bytes. */
  bytes: number;
  /** The counts of positions with White to move. */
  white: TableCounts;
  /** The counts of positions with Black to move. */
  black: TableCounts;
};

/** Endgame tables of a server. */
export type TableList = {
  /** The tables of each variant. */
  variants: Array<VariantTables>;
};

/** Move with its result for the side that makes it. */
export type TableMove = {
  /** The move in UCI form. */
  uci: string;
  /** The move in SAN, with English letters. */
  san: string;
  /** The result. */
  result: TableResult;
  /** Plies to the end of the game, this one included; `None` for a draw. */
  plies: number | null;
  /** The effect of the 50-move rule on the result; absent if the result stands. */
  fiftyMoves?: TableRule;
};

/** Table entry of a position, with all its moves. */
export type TablePosition = {
  /** The result for the side to move. */
  result: TableResult;
  /** Plies to the end of the game; `None` for a draw. */
  plies: number | null;
  /** The effect of the 50-move rule on the result; absent if the result stands. */
  fiftyMoves?: TableRule;
  /** Every legal move, best first; empty if the game is over. */
  moves: Array<TableMove>;
};

/** Result of a position for the side to move, with best play of both sides and without the 50-move rule. */
export type TableResult = "win"
  | "stalemate-win"
  | "draw"
  | "stalemate-loss"
  | "loss";

/** Effect of the 50-move rule on a result, given the half-move clock. */
export type TableRule = "too-late"
  | "unclear";

/** Team with what its page shows. */
export type Team = {
  /** The team as it is listed. */
  info: TeamInfo;
  /** The description. */
  description: string;
  /** The time of its creation. */
  createdAt: number;
  /** The leaders, those who have led longest first. */
  leaders: Array<TeamMember>;
  /** The requesting account; `None` if it has no role in the team. */
  you: TeamYou | null;
  /** The number of requests that the requesting account may answer. */
  requests: number;
  /** True if the requesting account may give the team any free name; later a leader may change its spelling only. */
  renamable: boolean;
  /** The arenas of the team: those that are played or will be, the next ones first, then those that are over, the last ones first. */
  arenas: Array<ArenaInfo>;
  /** The simuls of the team: those that are not over, the last changed first, then the others. */
  simuls: Array<SimulInfo>;
};

/** Action of a leader on an account. */
export type TeamAction = "accept"
  | "decline"
  | "promote"
  | "demote"
  | "remove"
  | "block"
  | "unblock";

/** Body of an action of a leader. */
export type TeamActionRequest = {
  /** The action. */
  action: TeamAction;
};

/** Account that may not ask to join a team again. */
export type TeamBlocked = {
  /** The id of the account. */
  account: string;
  /** The name of the account. */
  name: string;
};

/** Team as entered. */
export type TeamEntry = {
  /** The name: at most 80 characters. */
  name: string;
  /** The captain; may be empty. */
  captain: string;
  /** The players in board order, reserves last. A team without players plays with unknown ones. */
  players: Array<TeamTournamentPlayer>;
};

/** Team among others. */
export type TeamInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name. */
  name: string;
  /** The number of members, leaders included. */
  members: number;
  /** True if everyone may join. */
  open: boolean;
};

/** Body of a request to join a team. */
export type TeamJoin = {
  /** A text for the leaders, at most 500 characters; may be empty. Only a team that is not open keeps it. */
  text: string;
};

/** Member of a team. */
export type TeamMember = {
  /** The id of the account. */
  account: string;
  /** The name of the account. */
  name: string;
  /** True if the account leads the team. */
  leader: boolean;
  /** True if the account is connected. */
  online: boolean;
  /** The time from which it has its role. */
  since: number;
};

/** Page of a team's members. */
export type TeamMembers = {
  /** The page, from 1. */
  page: number;
  /** The number of pages. */
  pages: number;
  /** The members, at most 50: leaders first, then those who have been it longest. */
  members: Array<TeamMember>;
};

/** Message of a leader to all members. */
export type TeamMessage = {
  /** The number of the message, by which it is removed. */
  id: number;
  /** The name of its author; `None` if the account is closed. */
  author: string | null;
  /** The time of the message. */
  at: number;
  /** The text: paragraphs of plain text. */
  text: string;
};

/** Page of a team's messages, for its members and for moderators. */
export type TeamMessages = {
  /** The messages, the newest first. Those of accounts that have blocked the reader, or that the reader has blocked, are left out. */
  messages: Array<TeamMessage>;
  /** What the next page is asked for with; `None` if there is none. */
  next: number | null;
};

/** Name of a team, for what belongs to it. */
export type TeamName = {
  /** The id of the team. */
  id: string;
  /** The name; empty if the team was closed. */
  name: string;
};

/** Team of an account. */
export type TeamOfAccount = {
  /** The team. */
  team: TeamInfo;
  /** The role of the account in it. */
  role: TeamRole;
};

/** Teams that meet. */
export type TeamPair = {
  /** The team that has White on board 1. */
  first: number;
  /** The other team. */
  second: number;
};

/** Penalty or bonus of a team. */
export type TeamPointCorrection = {
  /** The round from which on it counts, from 1. */
  round: number;
  /** The match points in quarters: negative for a penalty. */
  matchPoints: number;
  /** The game points in quarters. */
  gamePoints: number;
  /** The reason. */
  reason: string;
};

/** Body that switches the messages of a team off or on for the account. */
export type TeamQuiet = {
  /** True for no messages. */
  quiet: boolean;
};

/** Request to join a team. */
export type TeamRequest = {
  /** The id of the account. */
  account: string;
  /** The name of the account. */
  name: string;
  /** The text. */
  text: string;
  /** The time of the request. */
  at: number;
};

/** Requests to join a team, for its leaders. */
export type TeamRequests = {
  /** The requests, the oldest first. Those of accounts that have blocked the leader, or that the leader has blocked, are left out. */
  requests: Array<TeamRequest>;
  /** The accounts that may not ask again. */
  blocked: Array<TeamBlocked>;
};

/** Role of an account in a team. */
export type TeamRole = "leader"
  | "member"
  | "request";

/** Team without a match in a round. */
export type TeamRoundBye = {
  /** The team. */
  team: number;
  /** The bye: full, half or zero. */
  bye: Bye;
};

/** Score of a team. */
export type TeamScore = "match"
  | "game";

/** Settings of a team. */
export type TeamSettings = {
  /** The name: 3 to 40 characters. No other team has it, in any spelling that looks alike. */
  name: string;
  /** The description: paragraphs of plain text, at most 2,000 characters; may be empty. */
  description: string;
  /** True if everyone may join; otherwise a leader accepts requests. */
  open: boolean;
};

/** How the value of a team's tie-break comes about. */
export type TeamTieBreakExplanation = {
  /** The code, such as `EMGSB-C1`. */
  code: string;
  /** The value. */
  value: string;
  /** What the rounds or boards give; empty for values that are counted. */
  parts: Array<TeamTieBreakPart>;
};

/** How the values of a team's tie-breaks come about. */
export type TeamTieBreakExplanations = {
  /** The penalties and bonuses that the points of the standings have in them. */
  corrections: Array<TeamPointCorrection>;
  /** The tie-breaks in their order. */
  tieBreaks: Array<TeamTieBreakExplanation>;
};

/** Part of the value of a team's tie-break. */
export type TeamTieBreakPart = {
  /** The round, from 1; `None` for a board. */
  round: number | null;
  /** The board, from 1; `None` for a round. */
  board: number | null;
  /** The opponent; `None` for rounds without one, and for boards. */
  opponent: number | null;
  /** What the round or the board gives. */
  value: string;
  /** True if it is left out as the least or the most significant value. */
  cut: boolean;
  /** True if an unplayed round counts as a match against a dummy. */
  dummy: boolean;
};

/** Team tournament with its teams, rounds and standings. Teams are named by their places in `teams`, players by their places in the entries of their teams. */
export type TeamTournament = {
  /** The tournament as it is listed. */
  info: TeamTournamentInfo;
  /** The number of its events. */
  version: number;
  /** The settings. */
  settings: TeamTournamentSettings;
  /** All teams that were ever entered. */
  teams: Array<TeamTournamentTeam>;
  /** The paired rounds. */
  rounds: Array<TeamTournamentRound>;
  /** The number of rounds after which the standings are. */
  ranked: number;
  /** The teams that were not removed, the best first. */
  standings: Array<TeamTournamentStanding>;
  /** The players who had a board with a known result in these rounds, those with the most points first. */
  players: Array<TeamTournamentScore>;
  /** The arbiters, who may give commands as the organiser does. */
  arbiters: Array<TournamentArbiter>;
  /** True if the requesting account may give commands. */
  editable: boolean;
  /** True if the requesting account is the organiser, who appoints arbiters and can remove the tournament. */
  organised: boolean;
};

/** Board of a match. */
export type TeamTournamentBoard = {
  /** The player of the first team; `None` without one, and for a team without entered players. */
  first: number | null;
  /** The player of the second team. */
  second: number | null;
  /** The result, with the points of the first team's player first; `None` if it is not known. */
  result: string | null;
  /** True if the moves of its game are known. */
  game: boolean;
};

/** Points of a pairing-allocated bye, in quarters of a point. By C.04.6, 1.4, they are those of a draw unless announced otherwise. */
export type TeamTournamentBye = {
  /** The match points: at most those of a win. */
  matchPoints: number;
  /** The game points: at most those of wins on all boards. */
  gamePoints: number;
};

/** Command of an organiser or arbiter of a team tournament. Rounds and boards are numbered from 1. */
export type TeamTournamentCommand = {
  "kind": "changeSettings";
  /** The new settings. */
  settings: TeamTournamentSettings;
}
  | {
  "kind": "enter";
  /** The teams. */
  teams: Array<TeamEntry>;
}
  | {
  "kind": "changeTeam";
  /** The team. */
  team: number;
  /** The entry as it should be. */
  entry: TeamEntry;
}
  | {
  "kind": "remove";
  /** The team. */
  team: number;
}
  | {
  "kind": "withdraw";
  /** The team. */
  team: number;
}
  | {
  "kind": "return";
  /** The team. */
  team: number;
}
  | {
  "kind": "requestBye";
  /** The team. */
  team: number;
  /** The round. */
  round: number;
  /** The points asked for: full, half or zero. */
  bye: Bye | null;
}
  | {
  "kind": "setBye";
  /** The round. */
  round: number;
  /** The team. */
  team: number;
  /** The bye as it should be: full, half or zero. */
  bye: Bye;
}
  | {
  "kind": "correct";
  /** The team. */
  team: number;
  /** The round from which on it counts. */
  round: number;
  /** The match points, in quarters: negative for a penalty. */
  matchPoints: number;
  /** The game points, in quarters. */
  gamePoints: number;
  /** The reason: at most 120 characters. */
  reason: string;
}
  | {
  "kind": "setAbsent";
  /** The team. */
  team: number;
  /** The player. */
  player: number;
  /** True for absent. */
  absent: boolean;
}
  | {
  "kind": "setNumbers";
  /** All teams in the order of their numbers. */
  order: Array<number>;
}
  | { "kind": "pair" }
  | { "kind": "unpair" }
  | {
  "kind": "setPairs";
  /** The pairs: all teams that take part in the round, each once. */
  pairs: Array<TeamPair>;
  /** The team with the pairing-allocated bye. */
  bye: number | null;
}
  | {
  "kind": "setLineUp";
  /** The round. */
  round: number;
  /** The team. */
  team: number;
  /** The players of the boards in board order; `None` for a board without one. */
  players: Array<number | null>;
}
  | {
  "kind": "setResult";
  /** The round. */
  round: number;
  /** The first team of the match. */
  first: number;
  /** The board. */
  board: number;
  /** The result, with the points of the first team's player first. */
  result: string | null;
}
  | {
  "kind": "setGame";
  /** The round. */
  round: number;
  /** The first team of the match. */
  first: number;
  /** The board. */
  board: number;
  /** The moves: with numbers or without, in short or long notation, with the letters of any language that records are read in. The server takes PGN, too, of which the main line counts, and keeps short notation with English letters. */
  moves: string | null;
}
  | {
  "kind": "forfeit";
  /** The round. */
  round: number;
  /** The first team of the match. */
  first: number;
  /** The team that appeared; `None` if neither did. */
  present: number | null;
}
  | {
  "kind": "setArbiter";
  /** The id of the account. */
  account: string;
  /** False if it is an arbiter no more. */
  appointed: boolean;
}
  | { "kind": "finish" }
  | { "kind": "reopen" };

/** Request to carry out a command. */
export type TeamTournamentCommandRequest = {
  /** The version for which the command was made: if the tournament has changed since, it is refused with `changed`. Without one the command holds for any version. */
  version?: number;
  /** The command. */
  command: TeamTournamentCommand;
};

/** Event of a team tournament. The state is the fold of its events. Rounds and boards are numbered from 1. */
export type TeamTournamentEvent = {
  "kind": "settings";
  /** The settings. */
  settings: TeamTournamentSettings;
}
  | {
  "kind": "team";
  /** The team. */
  team: number;
  /** The entry. */
  entry: TeamEntry;
}
  | {
  "kind": "removed";
  /** The team. */
  team: number;
}
  | {
  "kind": "withdrawn";
  /** The team. */
  team: number;
}
  | {
  "kind": "returned";
  /** The team. */
  team: number;
}
  | {
  "kind": "byeRequested";
  /** The team. */
  team: number;
  /** The round. */
  round: number;
  /** The bye. */
  bye: Bye | null;
}
  | {
  "kind": "bye";
  /** The round. */
  round: number;
  /** The team. */
  team: number;
  /** The bye. */
  bye: Bye;
}
  | {
  "kind": "correction";
  /** The team. */
  team: number;
  /** The round from which on it counts. */
  round: number;
  /** The match points, in quarters. */
  matchPoints: number;
  /** The game points, in quarters. */
  gamePoints: number;
  /** The reason. */
  reason: string;
}
  | {
  "kind": "absent";
  /** The team. */
  team: number;
  /** The player. */
  player: number;
  /** True for absent. */
  absent: boolean;
}
  | {
  "kind": "numbered";
  /** The teams with numbers. */
  order: Array<number>;
}
  | {
  "kind": "paired";
  /** The round. */
  round: number;
  /** The pairs. */
  pairs: PairedTeams;
}
  | {
  "kind": "unpaired";
  /** The round. */
  round: number;
}
  | {
  "kind": "lineUp";
  /** The round. */
  round: number;
  /** The team. */
  team: number;
  /** The players of the boards. */
  players: Array<number | null>;
}
  | {
  "kind": "result";
  /** The round. */
  round: number;
  /** The first team of the match. */
  first: number;
  /** The board. */
  board: number;
  /** The result, with the points of the first team's player first. */
  result: string | null;
}
  | {
  "kind": "game";
  /** The round. */
  round: number;
  /** The first team of the match. */
  first: number;
  /** The board. */
  board: number;
  /** The moves from the start of the variant in short notation with English letters, without numbers. */
  moves: string | null;
}
  | {
  "kind": "arbiter";
  /** The id of the account. */
  account: string;
  /** False if it is an arbiter no more. */
  appointed: boolean;
}
  | { "kind": "finished" }
  | { "kind": "reopened" };

/** File of a team tournament with all its events, by which it moves to another server. */
export type TeamTournamentFile = {
  /** The version of the form: 1. */
  saffronTeamTournament: number;
  /** The events from the first one. */
  events: Array<LoggedTeamEvent>;
};

/** Game of a team tournament. Its result is that of its board. */
export type TeamTournamentGame = {
  /** The round, from 1. */
  round: number;
  /** The place of the match among those of the round, from 1. */
  table: number;
  /** The board, from 1. */
  board: number;
  /** The moves from the start of the variant in short notation with English letters, with a space between two. */
  moves: string;
};

/** Games of a team tournament, by rounds, tables and boards. */
export type TeamTournamentGames = {
  /** The games. */
  games: Array<TeamTournamentGame>;
};

/** Request to take over a team tournament from a file of events. */
export type TeamTournamentImport = {
  /** The text of the file. */
  text: string;
};

/** Team tournament in a list. */
export type TeamTournamentInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name; empty if the account of its organiser was erased. */
  name: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The id of the variant. */
  variant: string;
  /** The system of pairings. */
  system: TeamTournamentSystem;
  /** The number of boards of a match. */
  boards: number;
  /** Where it is played; may be empty. */
  place: string;
  /** The days as people write them; may be empty. */
  dates: string;
  /** The number of teams. */
  teams: number;
  /** The number of rounds that are planned. */
  rounds: number;
  /** The number of rounds that are paired. */
  paired: number;
  /** True if it has ended. */
  over: boolean;
  /** The time of the last change. */
  updatedAt: number;
};

/** Match of two teams. */
export type TeamTournamentMatch = {
  /** The team that has White on board 1; colours alternate by boards. */
  first: number;
  /** The other team. */
  second: number;
  /** The boards from the first one. */
  boards: Array<TeamTournamentBoard>;
  /** The game points of the first and the second team so far, in quarters. */
  gamePoints: [number, number];
  /** Their match points in quarters; `None` while results are missing. */
  matchPoints: [number, number] | null;
};

/** Player of a team. */
export type TeamTournamentPlayer = {
  /** The name: at most 80 characters. */
  name: string;
  /** The rating; `None` without one. */
  rating: number | null;
  /** The title, such as `GM`. */
  title: string;
};

/** Round of a team tournament. */
export type TeamTournamentRound = {
  /** The matches from the first table. */
  matches: Array<TeamTournamentMatch>;
  /** The team with the pairing-allocated bye. */
  bye: number | null;
  /** The teams with other byes: requested, or given for a round without a match. */
  byes: Array<TeamRoundBye>;
};

/** Score of a player on boards. */
export type TeamTournamentScore = {
  /** The team of the player. */
  team: number;
  /** The player. */
  player: number;
  /** The rank, from 1, by points and performance. */
  rank: number;
  /** The points in quarters, also of forfeits. */
  points: number;
  /** The number of boards with a known result. */
  boards: number;
  /** The number of games that were played. */
  games: number;
  /** The performance rating against rated opponents; `None` without one. */
  performance: number | null;
};

/** Settings of a team tournament. */
export type TeamTournamentSettings = {
  /** The name: at most 80 characters. */
  name: string;
  /** The id of the variant. */
  variant: string;
  /** The system of pairings. */
  system: TeamTournamentSystem;
  /** The number of boards of a match, from 1 to 20. */
  boards: number;
  /** The number of players that a team may have in addition to those of the boards; with them at most 20. */
  reserves: number;
  /** The score by which teams are paired and ranked first. */
  primary: TeamScore;
  /** The match points of results. */
  matchPoints: MatchPoints;
  /** The points of a pairing-allocated bye. */
  bye: TeamTournamentBye;
  /** True if a stalemate gives ¾ and ¼ of a point. */
  quarters: boolean;
  /** The codes of the tie-breaks in their order, such as `EMGSB-C1`: at most 10. */
  tieBreaks: Array<string>;
  /** Where it is played; may be empty. */
  place: string;
  /** The first and the last day as people write them; may be empty. */
  dates: string;
  /** The time control as people write it; may be empty. */
  timeControl: string;
  /** The arbiter; may be empty. */
  arbiter: string;
};

/** Row of the standings of teams. */
export type TeamTournamentStanding = {
  /** The team. */
  team: number;
  /** The rank, from 1; those that the tie-breaks leave tied have the same. */
  rank: number;
  /** The match points in quarters. */
  matchPoints: number;
  /** The game points in quarters. */
  gamePoints: number;
  /** The values of the tie-breaks in their order, such as `14.5`. */
  values: Array<string>;
};

/** System of pairings of teams. */
export type TeamTournamentSystem = {
  "kind": "swiss";
  /** The number of rounds, from 1 to 30. */
  rounds: number;
  /** The colour on board 1 of the highest team in the first round: `"w"` or `"b"`. */
  initial: 'w' | 'b';
  /** The preferences for a colour on board 1. */
  preferences: ColorPreferences;
}
  | {
  "kind": "roundRobin";
  /** True if they meet twice. */
  double: boolean;
}
  | {
  "kind": "match";
  /** The number of rounds, from 1 to 30. */
  rounds: number;
};

/** Team of a tournament. */
export type TeamTournamentTeam = {
  /** The entry. */
  entry: TeamEntry;
  /** The pairing number; `None` before numbers are given. */
  number: number | null;
  /** False after a withdrawal. */
  present: boolean;
  /** True if the entry was removed. */
  removed: boolean;
  /** True if none of the matches counts: withdrawn from a round robin before half of them were played. */
  annulled: boolean;
  /** The players who are marked as absent. */
  absent: Array<number>;
  /** The byes that were requested. */
  requests: Array<RequestedBye>;
  /** The penalties and bonuses. */
  corrections: Array<TeamPointCorrection>;
};

/** Team tournaments of the server. */
export type TeamTournaments = {
  /** The tournaments that are not over, at most 50, those that changed last first. */
  current: Array<TeamTournamentInfo>;
  /** The tournaments that are over, at most 50, those that changed last first. */
  past: Array<TeamTournamentInfo>;
};

/** The requesting account in a team. */
export type TeamYou = {
  /** The role. */
  role: TeamRole;
  /** The time from which it has the role. */
  since: number;
  /** True if it gets no messages of the team. */
  quiet: boolean;
};

/** Page of teams. */
export type Teams = {
  /** The teams: the largest first, or those that were searched for by name. */
  teams: Array<TeamInfo>;
  /** What the next page is asked for with; `None` if there is none. */
  next: string | null;
  /** On the first page the teams of the requesting account, with those that it asks to join. */
  own: Array<TeamOfAccount>;
};

/** How the value of a tie-break comes about. */
export type TieBreakExplanation = {
  /** The code, such as `BH-C1`. */
  code: string;
  /** The value. */
  value: string;
  /** What the rounds give; empty for values that are counted. */
  parts: Array<TieBreakPart>;
};

/** How the values of a player's tie-breaks come about. */
export type TieBreakExplanations = {
  /** The tie-breaks in their order. */
  tieBreaks: Array<TieBreakExplanation>;
};

/** Part of the value of a tie-break. */
export type TieBreakPart = {
  /** The round, from 1. */
  round: number;
  /** The opponent; `None` for rounds without one. */
  opponent: number | null;
  /** What the round gives. */
  value: string;
  /** True if it is left out as the least or the most significant value. */
  cut: boolean;
  /** True if an unplayed round counts as a game against a dummy. */
  dummy: boolean;
};

/** Time control of a game. */
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

/** Body with the token of a link in an e-mail. */
export type TokenRequest = {
  /** The token. */
  token: string;
};

/** Tournament with its players, rounds and standings. Players are named by their ids: their places in `players`. */
export type Tournament = {
  /** The tournament as it is listed. */
  info: TournamentInfo;
  /** The number of its events. */
  version: number;
  /** The settings. */
  settings: TournamentSettings;
  /** All players that were ever entered. */
  players: Array<TournamentPlayer>;
  /** The paired rounds. */
  rounds: Array<PairedRound>;
  /** The boards, numbered from 1, whose games are known, by rounds. */
  games: Array<Array<number>>;
  /** The number of rounds after which the standings are. */
  ranked: number;
  /** The players who were not removed, the best first. */
  standings: Array<TournamentStanding>;
  /** The pairs of players who must not meet. */
  forbidden: Array<[number, number]>;
  /** The arbiters, who may give commands as the organiser does. */
  arbiters: Array<TournamentArbiter>;
  /** True if the requesting account may give commands. */
  editable: boolean;
  /** True if the requesting account is the organiser, who appoints arbiters and can remove the tournament. */
  organised: boolean;
};

/** Arbiter of a tournament. */
export type TournamentArbiter = {
  /** The id of the account. */
  account: string;
  /** The name; `None` if the account is closed. */
  name: string | null;
};

/** Board of a round: two players and, once it is known, their result. */
export type TournamentBoard = {
  /** The player with the white pieces. */
  white: number;
  /** The player with the black pieces. */
  black: number;
  /** The result, such as `1/2-1/2` or `+/-`; `None` if it is not known. */
  result: string | null;
};

/** Command of an organiser or arbiter. Rounds are numbered from 1. */
export type TournamentCommand = {
  "kind": "changeSettings";
  /** The new settings. */
  settings: TournamentSettings;
}
  | {
  "kind": "enter";
  /** The players. */
  entrants: Array<Entrant>;
}
  | {
  "kind": "changeEntrant";
  /** The player. */
  player: number;
  /** The entry as it should be. */
  entrant: Entrant;
}
  | {
  "kind": "setNumbers";
  /** All players in the order of their numbers. */
  order: Array<number>;
}
  | {
  "kind": "remove";
  /** The player. */
  player: number;
}
  | {
  "kind": "withdraw";
  /** The player. */
  player: number;
}
  | {
  "kind": "return";
  /** The player. */
  player: number;
}
  | {
  "kind": "requestBye";
  /** The player. */
  player: number;
  /** The round. */
  round: number;
  /** The points asked for: full, half or zero. */
  bye: Bye | null;
}
  | {
  "kind": "forbid";
  /** The players. */
  players: [number, number];
  /** False to allow it again. */
  forbidden: boolean;
}
  | { "kind": "pair" }
  | { "kind": "unpair" }
  | {
  "kind": "setPairs";
  /** The boards, White and Black: all players who take part in the round, each once. */
  boards: Array<[number, number]>;
  /** The player with the pairing-allocated bye. */
  bye: number | null;
}
  | {
  "kind": "setResult";
  /** The round. */
  round: number;
  /** The player with the white pieces. */
  white: number;
  /** The player with the black pieces. */
  black: number;
  /** The result. */
  result: string | null;
}
  | {
  "kind": "setGame";
  /** The round. */
  round: number;
  /** The player with the white pieces. */
  white: number;
  /** The player with the black pieces. */
  black: number;
  /** The moves: with numbers or without, in short or long notation, with the letters of any language that records are read in. The server takes PGN, too, of which the main line counts, and keeps short notation with English letters. */
  moves: string | null;
}
  | {
  "kind": "setBye";
  /** The round. */
  round: number;
  /** The player. */
  player: number;
  /** The bye as it should be. */
  bye: Bye;
}
  | {
  "kind": "correct";
  /** The player. */
  player: number;
  /** The round from which on it counts. */
  round: number;
  /** The points, in quarters: negative for a penalty. */
  points: number;
  /** The reason: at most 120 characters. */
  reason: string;
}
  | {
  "kind": "setArbiter";
  /** The id of the account. */
  account: string;
  /** False if it is an arbiter no more. */
  appointed: boolean;
}
  | { "kind": "finish" }
  | { "kind": "reopen" };

/** Request to carry out a command. */
export type TournamentCommandRequest = {
  /** The version for which the command was made: if the tournament has changed since, it is refused with `changed`. Without one the command holds for any version. */
  version?: number;
  /** The command. */
  command: TournamentCommand;
};

/** Event of a tournament. The state is the fold of its events. */
export type TournamentEvent = {
  "kind": "settings";
  /** The settings. */
  settings: TournamentSettings;
}
  | {
  "kind": "entrant";
  /** The player. */
  player: number;
  /** The entry. */
  entrant: Entrant;
}
  | {
  "kind": "removed";
  /** The player. */
  player: number;
}
  | {
  "kind": "withdrawn";
  /** The player. */
  player: number;
}
  | {
  "kind": "returned";
  /** The player. */
  player: number;
}
  | {
  "kind": "byeRequested";
  /** The player. */
  player: number;
  /** The round, from 1. */
  round: number;
  /** The bye. */
  bye: Bye | null;
}
  | {
  "kind": "forbidden";
  /** The players. */
  players: [number, number];
  /** False if they may meet again. */
  forbidden: boolean;
}
  | {
  "kind": "numbered";
  /** All players who are not removed. */
  order: Array<number>;
}
  | {
  "kind": "paired";
  /** The round, from 1. */
  round: number;
  /** The pairs. */
  pairs: PairedRound;
}
  | {
  "kind": "unpaired";
  /** The round, from 1. */
  round: number;
}
  | {
  "kind": "result";
  /** The round, from 1. */
  round: number;
  /** The player with the white pieces. */
  white: number;
  /** The player with the black pieces. */
  black: number;
  /** The result. */
  result: string | null;
}
  | {
  "kind": "game";
  /** The round, from 1. */
  round: number;
  /** The player with the white pieces. */
  white: number;
  /** The player with the black pieces. */
  black: number;
  /** The moves from the start of the variant in short notation with English letters, without numbers. */
  moves: string | null;
}
  | {
  "kind": "bye";
  /** The round, from 1. */
  round: number;
  /** The player. */
  player: number;
  /** The bye. */
  bye: Bye;
}
  | {
  "kind": "correction";
  /** The player. */
  player: number;
  /** The round from which on it counts, from 1. */
  round: number;
  /** The points, in quarters. */
  points: number;
  /** The reason. */
  reason: string;
}
  | {
  "kind": "arbiter";
  /** The id of the account. */
  account: string;
  /** False if it is an arbiter no more. */
  appointed: boolean;
}
  | { "kind": "finished" }
  | { "kind": "reopened" };

/** File of a tournament with all its events, by which it moves to another server. */
export type TournamentFile = {
  /** The version of the form: 1. */
  saffronTournament: number;
  /** The events from the first one. */
  events: Array<LoggedEvent>;
};

/** Game of a tournament. Its result is that of its board. */
export type TournamentGame = {
  /** The round, from 1. */
  round: number;
  /** The board, from 1. */
  board: number;
  /** The moves from the start of the variant in short notation with English letters, with a space between two. */
  moves: string;
};

/** Games of a tournament, by rounds and boards. */
export type TournamentGames = {
  /** The games. */
  games: Array<TournamentGame>;
};

/** Request to take over a tournament from a file. */
export type TournamentImport = {
  /** The text: a Tournament Report File, or a file of events, which has everything. */
  text: string;
  /** The id of the variant, which a report does not name. */
  variant: string;
};

/** Tournament in a list. */
export type TournamentInfo = {
  /** The id: ten letters and digits. */
  id: string;
  /** The name; empty if the account of its organiser was erased. */
  name: string;
  /** The name of the organiser; `None` if the account is closed. */
  organiser: string | null;
  /** The id of the variant. */
  variant: string;
  /** The system of pairings. */
  system: TournamentSystem;
  /** Where it is played; may be empty. */
  place: string;
  /** The days as people write them; may be empty. */
  dates: string;
  /** The number of players. */
  players: number;
  /** The number of rounds that are planned. */
  rounds: number;
  /** The number of rounds that are paired. */
  paired: number;
  /** True if it has ended. */
  over: boolean;
  /** The time of the last change. */
  updatedAt: number;
};

/** Player of a tournament. */
export type TournamentPlayer = {
  /** The entry. */
  entrant: Entrant;
  /** The pairing number; `None` before numbers are given. */
  number: number | null;
  /** False after a withdrawal. */
  present: boolean;
  /** True if the entry was removed. */
  removed: boolean;
  /** True if none of the games counts: withdrawn from a round robin before half of them were played. */
  annulled: boolean;
  /** The byes that were requested. */
  requests: Array<RequestedBye>;
  /** The penalties and bonuses. */
  corrections: Array<PointCorrection>;
};

/** Reason for which a command is refused. The tournament does not change. */
export type TournamentRefusal = {
  "code": "invalid_entry";
  "params": {
    /** The name of the field. */
    field: string;
  }
}
  | { "code": "tournament_over" }
  | { "code": "tournament_begun" }
  | {
  "code": "too_many_players";
  "params": {
    /** The greatest number. */
    limit: number;
  }
}
  | {
  "code": "same_name";
  "params": {
    /** The name. */
    name: string;
  }
}
  | {
  "code": "no_such_player";
  "params": {
    /** The player. */
    player: number;
  }
}
  | {
  "code": "no_such_game";
  "params": {
    /** The round, from 1. */
    round: number;
  }
}
  | {
  "code": "results_missing";
  "params": {
    /** The round, from 1. */
    round: number;
  }
}
  | {
  "code": "results_known";
  "params": {
    /** The round, from 1. */
    round: number;
  }
}
  | { "code": "too_few_players" }
  | {
  "code": "too_many_teams";
  "params": {
    /** The greatest number. */
    limit: number;
  }
}
  | {
  "code": "no_such_team";
  "params": {
    /** The team. */
    team: number;
  }
}
  | { "code": "too_few_teams" }
  | { "code": "other_teams" }
  | { "code": "wrong_line_up" }
  | { "code": "all_paired" }
  | { "code": "no_pairing" }
  | { "code": "other_players" }
  | { "code": "no_such_result" }
  | {
  "code": "wrong_move";
  "params": {
    /** The number of the move. */
    number: number;
    /** True for a move of Black. */
    black: boolean;
    /** The move as it is written. */
    text: string;
    /** The reason in English. */
    problem: string;
  }
}
  | {
  "code": "wrong_game";
  "params": {
    /** What it is, in English. */
    problem: string;
  }
}
  | {
  "code": "too_many_games";
  "params": {
    /** The maximum in bytes. */
    limit: number;
  }
}
  | {
  "code": "foreign_report";
  "params": {
    /** What it is. */
    problem: string;
  }
};

/** Settings of a tournament. */
export type TournamentSettings = {
  /** The name: at most 80 characters. */
  name: string;
  /** The id of the variant. */
  variant: string;
  /** The system of pairings. */
  system: TournamentSystem;
  /** The codes of the tie-breaks in their order, such as `BH-C1`: at most 10. */
  tieBreaks: Array<string>;
  /** The points of a pairing-allocated bye, in quarters of a point: 0 to 4. */
  bye: number;
  /** True if a stalemate gives ¾ and ¼ of a point. */
  quarters: boolean;
  /** Where it is played; may be empty. */
  place: string;
  /** The first and the last day as people write them; may be empty. */
  dates: string;
  /** The time control as people write it; may be empty. */
  timeControl: string;
  /** The arbiter; may be empty. */
  arbiter: string;
};

/** Row of the standings. */
export type TournamentStanding = {
  /** The player. */
  player: number;
  /** The rank, from 1; those whom the tie-breaks leave tied have the same. */
  rank: number;
  /** The points in quarters. */
  points: number;
  /** The values of the tie-breaks in their order, such as `14.5`. */
  values: Array<string>;
};

/** System of pairings. */
export type TournamentSystem = {
  "kind": "swiss";
  /** The number of rounds, from 1 to 30. */
  rounds: number;
  /** The colour of the highest player in the first round: `"w"` or `"b"`. */
  initial: 'w' | 'b';
  /** True for Baku acceleration. */
  accelerated: boolean;
}
  | {
  "kind": "roundRobin";
  /** True if they meet twice. */
  double: boolean;
};

/** Tournaments of the server. */
export type Tournaments = {
  /** The tournaments that are not over, at most 50, those that changed last first. */
  current: Array<TournamentInfo>;
  /** The tournaments that are over, at most 50, those that changed last first. */
  past: Array<TournamentInfo>;
};

/** TV: the featured running game of each variant. */
export type Tv = {
  /** The featured games, at most one for each variant. */
  games: Array<GameSummary>;
};

/** Body of a request for a vacation. */
export type VacationRequest = {
  /** The number of days from now on: every deadline of your games moves by as many days. */
  days: number;
};

/** Number of games of a variant. */
export type VariantCount = {
  /** The id of the variant. */
  variant: string;
  /** The number of games. */
  games: number;
};

/** File with variants that the operator of the server has added. */
export type VariantFile = {
  /** The name of the file. */
  name: string;
  /** The text of the file, as docs/variants.md describes it. */
  text: string;
};

/** Variants that the operator of the server has added. */
export type VariantFiles = {
  /** The files in the order in which they were added. */
  files: Array<VariantFile>;
};

/** Rating in one variant that no speed belongs to: from games against computers, or from puzzles. */
export type VariantRating = {
  /** The id of the variant. */
  variant: string;
  /** The rating, rounded. */
  rating: number;
  /** The rating deviation, rounded. */
  deviation: number;
  /** True if the deviation is 110 or more. */
  provisional: boolean;
  /** The number of rated games, or puzzles. */
  games: number;
};

/** Endgame tables of a variant. */
export type VariantTables = {
  /** The id of the variant. */
  variant: string;
  /** The maximum number of pieces in a table, kings included. */
  mostPieces: number;
  /** One table for each ending. */
  endings: Array<TableInfo>;
};
