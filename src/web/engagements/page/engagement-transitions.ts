import type { Engagement } from '#contract/engagements.ts';
import type { EngagementStatus, ProfileType } from '#domain/enums.ts';

export type TransitionKind = 'resume' | 'pause' | 'claim' | 'run' | 'complete' | 'release' | 'cancel';

type KnownStatus = Exclude<EngagementStatus, 'ENGAGEMENT_STATUS_UNKNOWN'>;

/** A change of status that a person may ask for, with its texts. */
export type TransitionOffer = {
  kind: TransitionKind;
  to: KnownStatus;
  /** The text of the button that starts it, and of the one that confirms it. */
  label: string;
  pendingLabel: string;
  question: string;
  /** What will happen; shown before it is confirmed. */
  consequence: string;
  /** The alert once it is done. */
  done: string;
};

const order: readonly TransitionKind[] = ['resume', 'claim', 'run', 'complete', 'pause', 'release', 'cancel'];

type Standing = Pick<Engagement, 'status' | 'nextStatuses' | 'worker'>;

/**
 * Words the changes of status that the server allows this person.
 * @param reader the profile type that the person acts as
 * @returns the harmless ones first
 */
export function transitionOffers(engagement: Standing, reader: ProfileType): TransitionOffer[] {
  const offers = engagement.nextStatuses.flatMap((to) => {
    const kind = kindOf(engagement, to);
    return kind && to !== 'ENGAGEMENT_STATUS_UNKNOWN' ? [{ kind, to, ...wordsOf(kind, engagement, reader) }] : [];
  });
  return offers.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function kindOf({ status, worker }: Standing, to: EngagementStatus): TransitionKind | undefined {
  const isPaused = status === 'ENGAGEMENT_STATUS_PAUSED';
  switch (to) {
    case 'ENGAGEMENT_STATUS_PAUSED':
      return 'pause';
    case 'ENGAGEMENT_STATUS_CANCELLED':
      return 'cancel';
    case 'ENGAGEMENT_STATUS_COMPLETED':
      return 'complete';
    case 'ENGAGEMENT_STATUS_PROPOSED':
      // A paused engagement without a worker becomes a proposal when it is resumed.
      return isPaused && !worker ? 'resume' : 'release';
    case 'ENGAGEMENT_STATUS_ACCEPTED':
      return isPaused ? 'resume' : 'claim';
    case 'ENGAGEMENT_STATUS_RUNNING':
      return isPaused ? 'resume' : 'run';
    default:
      return undefined;
  }
}

type Words = Omit<TransitionOffer, 'kind' | 'to'>;

/** Who was given what is paused gives it back to who had it before. */
const givenBack: Words = {
  label: 'Give back',
  pendingLabel: 'Giving back…',
  question: 'Give it back?',
  consequence: 'It leaves your plan at once, and the worker who had it before has it again. It stays paused.',
  done: 'Given back. It is out of your plan.',
};

/** Staff release what is paused. */
const takenFromWorker: Words = {
  label: 'Take from its worker',
  pendingLabel: 'Taking it…',
  question: 'Take it from its worker?',
  consequence:
    'It leaves the worker’s plan at once, and stays paused. Once it is resumed, every worker can take it. Both are told.',
  done: 'Done. It stays paused, and has no worker.',
};

function wordsOf(kind: TransitionKind, { status, worker }: Standing, reader: ProfileType): Words {
  const isCustomer = reader === 'PROFILE_TYPE_CUSTOMER';
  const isWorker = reader === 'PROFILE_TYPE_WORKER';
  switch (kind) {
    case 'pause':
      return {
        label: 'Pause',
        pendingLabel: 'Pausing…',
        question: 'Pause this engagement?',
        consequence: `Nobody comes, and nothing new is charged, until ${isCustomer ? 'you resume it' : 'it is resumed'}.`,
        done: 'Paused. Nobody comes until it is resumed.',
      };
    case 'resume':
      return {
        label: 'Resume',
        pendingLabel: 'Resuming…',
        question: 'Resume this engagement?',
        consequence: worker
          ? `${worker.displayName} comes again on the planned days.`
          : 'It is offered to every worker again, and visits go on once one of them accepts.',
        done: worker ? 'Resumed. Visits go on as planned.' : 'Resumed. It is offered to every worker.',
      };
    case 'claim':
      return {
        label: 'Accept',
        pendingLabel: 'Accepting…',
        question: 'Accept this engagement?',
        consequence: 'It becomes yours, and the customer is told. Put it on a day of your plan next.',
        done: 'Accepted. Put it on a day of your plan.',
      };
    case 'run':
      return {
        label: 'Mark as running',
        pendingLabel: 'Marking…',
        question: 'Mark as running?',
        consequence: 'That is what happens by itself when the first visit starts.',
        done: 'Marked as running.',
      };
    case 'complete':
      return {
        label: 'Mark as completed',
        pendingLabel: 'Completing…',
        question: 'Mark as completed?',
        consequence: 'There are no more visits, and it leaves the plan. This cannot be undone.',
        done: 'Marked as completed.',
      };
    case 'release':
      if (isWorker && status === 'ENGAGEMENT_STATUS_PAUSED') return givenBack;
      if (status === 'ENGAGEMENT_STATUS_PAUSED') return takenFromWorker;
      return {
        label: 'Release to the pool',
        pendingLabel: 'Releasing…',
        question: 'Release it to the pool?',
        consequence: isWorker
          ? 'It leaves your plan at once. Who makes its visits until you begin keeps it; otherwise every worker can take it. The customer is told.'
          : 'It leaves the worker’s plan at once, and every worker can take it. The customer is told.',
        done: isWorker ? 'Released. It is out of your plan.' : 'Released. Every worker can take it now.',
      };
    case 'cancel':
      return {
        label: 'Cancel engagement',
        pendingLabel: 'Canceling…',
        question: 'Cancel this engagement?',
        consequence: 'There are no more visits. This cannot be undone.',
        done: 'Canceled. There are no more visits.',
      };
  }
}
