/** One more thread of the engine: waits in the engine's memory for searches to help with. */

import { help } from './engine-module';
import type { Seat } from './engine-module';

addEventListener('message', (event: MessageEvent<Seat>) => {
  help(event.data, () => postMessage('begun')).catch((error: unknown) => {
    // A rejection here is no error of this worker to the one that started it.
    postMessage('failed');
    throw error;
  });
});
