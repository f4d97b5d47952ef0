/** The page's connection; importing it opens nothing. */

import { visitor } from '../me.svelte';
import { LiveSocket } from './socket.svelte';

export const socket = new LiveSocket();

socket.follow({ yourTurn: (count) => visitor.setYourTurn(count) });
