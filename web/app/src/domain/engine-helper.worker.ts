/** Additional thread of the engine: waits in shared memory for searches to help with. */

import { help } from './engine-module';
import type { Seat } from './engine-module';

addEventListener('message', (event: MessageEvent<Seat>) => {
  help(event.data, () => postMessage('begun')).catch((error: unknown) => {
    // A rejection here raises no `error` event in the worker that started this one.
    postMessage('failed');
    throw error;
  });
});
