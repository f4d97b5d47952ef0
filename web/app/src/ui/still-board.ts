/** Still board for the build's documents, which no script draws. The app itself does not include it. */

import { getContext, setContext } from 'svelte';
import type { Component } from 'svelte';
import type { Config } from '../../../board/src/index';

export interface StillBoardProps extends Record<string, unknown> {
  variant: string;
  pieces?: Config['pieces'] | undefined;
  /** Side at the bottom. */
  orientation?: Config['orientation'] | undefined;
}

const KEY = Symbol('still board');

/** Makes the boards of this component's children pictures. Must be called during initialisation. */
export function useStillBoards(picture: Component<StillBoardProps>): void {
  setContext(KEY, picture);
}

/** Returns the component that draws a still board; `undefined` if the board itself is drawn. */
export function stillBoard(): Component<StillBoardProps> | undefined {
  return getContext(KEY);
}
