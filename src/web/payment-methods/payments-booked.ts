import { api } from '#web/api/api.ts';
import type { AppDispatch } from '#web/app/store.ts';

const tryEveryMs = 1500;
const tries = 20;

/**
 * Waits until payments that were just confirmed are booked, for half a minute at most, and then has everything asked for
 * anew that may have changed with it: the server learns of it from the payment provider, a moment later than we do.
 */
export const paymentsBooked =
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
