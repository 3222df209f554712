import { api } from '#web/api/api.ts';
import type { AppDispatch } from '#web/app/store.ts';

const tryEveryMs = 1500;
const tries = 20;

/**
 * Waits until the server has booked the payments that were just confirmed, for half a minute at most: Stripe
 * tells the server a moment later than us. Then refetches everything that may have changed.
 */
export const waitUntilBooked =
  ({ customerProfileId, engagementId }: { customerProfileId: string; engagementId: string }) =>
  async (dispatch: AppDispatch): Promise<void> => {
    const ask = api.endpoints.getOverdue.initiate(
      { params: { customerProfileId } },
      { forceRefetch: true, subscribe: false },
    );
    for (let tried = 0; tried < tries; tried += 1) {
      const { data } = await dispatch(ask);
      if (data && !data.toConfirmEngagementIds.includes(engagementId) && !data.isCollecting) break;
      await new Promise((later) => setTimeout(later, tryEveryMs));
    }
    dispatch(api.util.invalidateTags(['engagements']));
  };
