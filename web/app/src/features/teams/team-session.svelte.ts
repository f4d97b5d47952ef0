/** A team as its page shows it: the latest replies, and what members and leaders do. */

import { get, post, put, remove } from '../../domain/api';
import type {
  NewTeamMessage,
  Team,
  TeamAction,
  TeamActionRequest,
  TeamJoin,
  TeamMembers,
  TeamMessage,
  TeamMessages,
  TeamQuiet,
  TeamRequests,
  TeamSettings,
} from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';

/** All public properties are reactive. */
export class TeamSession {
  readonly id: string;
  readonly loading: Loading<Team>;
  readonly members: Loading<TeamMembers>;
  readonly messages: Loading<TeamMessages>;
  readonly requests: Loading<TeamRequests>;
  /** Last change of the team, its members or its requests. */
  readonly submission = new Submission();
  /** Last message to all members. */
  readonly writing = new Submission();
  readonly saving = new Submission();
  /** Shown page of the members, from 1. */
  page = $state(1);

  constructor(id: string) {
    this.id = id;
    this.loading = new Loading<Team>((signal) => get(`teams/${id}`, { signal }));
    this.members = new Loading<TeamMembers>((signal) =>
      get(`teams/${id}/members`, { signal, query: { page: this.page } }),
    );
    this.messages = new Loading<TeamMessages>((signal) => get(`teams/${id}/messages`, { signal }));
    this.requests = new Loading<TeamRequests>((signal) => get(`teams/${id}/requests`, { signal }));
  }

  /** Loads the team. Returns a function that stops all requests. */
  open(): () => void {
    void this.loading.load();
    return () => {
      for (const loading of [this.loading, this.members, this.messages, this.requests]) loading.stop();
    };
  }

  /** Joins the team, or asks to join it. Resolves to whether that succeeded. */
  join(text = ''): Promise<boolean> {
    return this.#change(() => post<Team>(`teams/${this.id}/join`, { text } satisfies TeamJoin));
  }

  /** Leaves the team, or withdraws the request. */
  leave(): Promise<boolean> {
    return this.#change(() => post<Team>(`teams/${this.id}/leave`));
  }

  save(settings: TeamSettings): Promise<boolean> {
    return this.saving.run(async () => {
      this.loading.set(await put<Team>(`teams/${this.id}`, settings));
    });
  }

  /** Closes the team. Resolves to whether that succeeded. */
  close(): Promise<boolean> {
    return this.submission.run(() => remove(`teams/${this.id}`));
  }

  /** Carries out a leader's action on an account, and loads what it has changed. */
  async act(account: string, action: TeamAction): Promise<void> {
    const body: TeamActionRequest = { action };
    await this.submission.run(() => post(`teams/${this.id}/members/${account}`, body));
    await Promise.all([
      this.loading.load(),
      ...(this.members.value ? [this.members.load()] : []),
      ...(this.requests.value ? [this.requests.load()] : []),
    ]);
  }

  show(page: number): void {
    this.page = page;
    void this.members.load();
  }

  async setQuiet(quiet: boolean): Promise<void> {
    await this.submission.run(() => put(`teams/${this.id}/quiet`, { quiet } satisfies TeamQuiet));
    await this.loading.load();
  }

  /** Sends a message to all members. Resolves to whether that succeeded. */
  async write(text: string): Promise<boolean> {
    const sent = await this.writing.run(() => post(`teams/${this.id}/messages`, { text } satisfies NewTeamMessage));
    if (sent) await this.messages.load();
    return sent;
  }

  async removeMessage({ id }: TeamMessage): Promise<void> {
    await this.submission.run(() => remove(`teams/${this.id}/messages/${id}`));
    await this.messages.load();
  }

  /** Loads the messages before those that are shown. */
  async more(): Promise<void> {
    const shown = this.messages.value;
    if (shown === null || shown.next === null) return;
    const { next: before, messages } = shown;
    await this.submission.run(async () => {
      const page = await get<TeamMessages>(`teams/${this.id}/messages`, { query: { before } });
      this.messages.set({ ...page, messages: [...messages, ...page.messages] });
    });
  }

  #change(send: () => Promise<Team>): Promise<boolean> {
    return this.submission.run(async () => {
      this.loading.set(await send());
      if (this.members.value) void this.members.load();
    });
  }
}
