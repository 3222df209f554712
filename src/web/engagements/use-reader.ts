import type { Engagement } from '#contract/engagements.ts';
import { isLive } from '#domain/engagement-status.ts';
import type { ProfileType } from '#domain/enums.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';

/** The person who looks at an engagement, and what they may do with it. */
export type Reader = {
  /** Whether the person acts as its customer. */
  isCustomer: boolean;
  /** Whether the person may change what was agreed: its customer and staff may, while it goes on. */
  mayChange: boolean;
  type: ProfileType;
  userId: string;
};

/** @returns what whoever cleans up is called: customers have a keeper */
export const makerWord = (isCustomer: boolean): string => (isCustomer ? 'keeper' : 'worker');

/** @returns who looks at an engagement, by the profile that the signed-in person acts as */
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
