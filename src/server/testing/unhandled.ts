import { createHandlers } from '../handlers.ts';
import { unhandledEndpoints } from '../http/route.ts';
import type { World } from '../world.ts';

/** Prints the endpoints that still answer 501, so that none is forgotten; run by `npm test`. */
// Handlers only close over the world; making them asks nothing of it.
const handlers = createHandlers({ publicUrl: '' } as World);
const names = unhandledEndpoints(handlers);
console.log(names.length === 0 ? 'Every endpoint has a handler.' : `Endpoints that answer 501: ${names.join(', ')}`);
