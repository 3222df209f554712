import type { Engagement } from '#contract/engagements.ts';
import { isLive } from '#domain/engagement-status.ts';
import type { ProfileType } from '#domain/enums.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';

/** What the signed-in person is to an engagement, by the profile that they act as. */
export type Reader = {
  /** Whether it is the person's own. */
  isCustomer: boolean;
  /** Whether the person may change what was agreed, as its customer or as staff, while it goes on. */
  mayChange: boolean;
  type: ProfileType;
  userId: string;
};

/** @returns what the signed-in person is to an engagement */
export function useReader(engagement: Pick<Engagement, 'customer' | 'status'>): Reader {
  const { id, type, userId } = useCurrentProfile();
  const isCustomer = id === engagement.customer.id;
  return {
    isCustomer,
    mayChange: (isCustomer || type === 'PROFILE_TYPE_EMPLOYEE') && isLive(engagement),
    type,
    userId,
  };
}
