import type { Letter } from '../letter.ts';
import type { Together } from './engagement-status-rest.ts';
import { namesOf, serviceLetter, streetsOf } from './shared/service.ts';

/** Tells a worker that the account of a customer is open again, whose services rest still. */
export function openAgainLetter(about: Together & { customerName: string }): Letter {
  const { services, customerName } = about;
  return serviceLetter(about, 'See your plan', `Paused still: ${streetsOf(services)}`, [
    `the account of ${customerName} is open again.`,
    `${namesOf(services)} ${services.length > 1 ? 'stay' : 'stays'} paused until ${customerName} resumes ${services.length > 1 ? 'them' : 'it'}; we tell you then.`,
  ]);
}
