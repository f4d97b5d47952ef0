/** What stands for the board in documents that the build makes: there is no script to draw it. The app itself has no part of it. */

import { getContext, setContext } from 'svelte';
import type { Component } from 'svelte';
import type { Config } from '../../../board/src/index';

export interface StillBoardProps extends Record<string, unknown> {
  variant: string;
  pieces?: Config['pieces'] | undefined;
}

const KEY = Symbol('still board');

/** Draws the boards of this component's children as pictures; called while it is initialised. */
export function useStillBoards(picture: Component<StillBoardProps>): void {
  setContext(KEY, picture);
}

/** What draws a board as a picture; `undefined` where the board itself is drawn. */
export function stillBoard(): Component<StillBoardProps> | undefined {
  return getContext(KEY);
}
