/** The voice beside the board: one sentence about what the visitor has just done, with the line that it is about. */

import type { Shape } from '../../../board/src/index';
import type { Said, Topic } from './voice-topic';

type Speech = typeof import('./voice-speech');

/** Milliseconds for which the line of a refusal is drawn. */
const LINE_MS = 1600;

export class Voice {
  said = $state.raw<Said | null>(null);
  /** What is said whenever nothing else is, until its cause is gone. */
  lasting = $state.raw<Said | null>(null);
  /** Line of the sentence: from the piece that prevents a move. */
  shapes = $state.raw<readonly Shape[]>([]);
  /** Number of mounted lines that have their own place for the sentence. */
  places = $state(0);

  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says why the piece on a cell may not go to another. */
  refuse({ state }: Topic, from: string, to: string): void {
    this.clear();
    this.#ask((speech) => speech.refusal(state, from, to));
  }

  /** Says what the piece on a cell is when it is first picked up, or why it has no move. */
  touch(topic: Topic, cell: string | null): void {
    this.clear();
    if (cell !== null && topic.active) this.#ask((speech) => speech.touched(topic, cell));
  }

  /** Ends what was said about another position, and says what has happened. */
  arrive(topic: Topic): void {
    const { lesson } = topic;
    // The reply of the other side comes too soon to have read what was said of the visitor's move.
    const isReply = lesson?.own && lesson.last ? lesson.last.turn !== lesson.own : false;
    if (!isReply || this.said?.tone !== 'hint') this.clear();
    if (lesson?.last || topic.claim) this.#ask((speech) => speech.happened(topic));
  }

  /** Says that a premove waits, once a game. */
  wait(topic: Topic, game: object): void {
    this.clear();
    this.#ask((speech) => speech.premoved(topic, game));
  }

  clear(): void {
    this.#asked++;
    clearTimeout(this.#timer);
    this.said = null;
    this.shapes = [];
  }

  /** Sentences are loaded when the first one is wanted. Without a connection there may be none. */
  #ask(speak: (speech: Speech) => Said | null | Promise<Said | null>): void {
    const asked = ++this.#asked;
    import('./voice-speech').then(speak).then(
      (said) => {
        if (said === null || asked !== this.#asked) return;
        this.said = said;
        this.shapes = said.shapes ?? [];
        if (this.shapes.length > 0) this.#timer = setTimeout(() => (this.shapes = []), LINE_MS);
      },
      () => undefined,
    );
  }
}

/** The voice of the board on the page. */
export const voice = new Voice();
