/** For other nouns: until their transaction ends, no other starts, skips, puts back or moves a visit of the service. */
export { lockSchedule, type Schedule } from './lock-store.ts';
