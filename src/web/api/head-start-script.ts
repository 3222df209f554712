import { startAhead } from './head-start.ts';

// The app asks again for whatever fails here.
startAhead().catch(() => undefined);
