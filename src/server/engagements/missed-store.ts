export { firstOpenDay, insertMissed } from '../database/missed-visits.ts';
