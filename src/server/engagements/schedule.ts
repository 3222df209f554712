/** For other nouns: until their transaction ends, no other starts, skips, puts back or moves a visit of the service. */
/** For acts on visits of several services: keeps others from these services, and from these workers' plans. */
export { lockPlansAndEngagements, lockSchedule, type Schedule } from './lock-store.ts';
