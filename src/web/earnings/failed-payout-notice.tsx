import { momentDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';

/** Says what of the pay has not reached the worker's bank. Shows nothing while all does. */
export function FailedPayoutNotice({ workerProfileId, isStaff }: { workerProfileId: string; isStaff: boolean }) {
  const { currentData } = api.useGetFailedPayoutQuery(
    { params: { workerProfileId } },
    { refetchOnMountOrArgChange: true, skip: !workerProfileId },
  );
  if (!currentData?.failedPayout) return null;
  const { amount, at } = currentData.failedPayout;
  const money = amount === null ? 'the last payout' : moneyLabel(amount);
  return (
    <section aria-labelledby="failed-payout" className="rounded-card bg-danger-tint p-5 text-danger sm:p-7">
      <h2 id="failed-payout" className="text-xl">
        {isStaff ? 'The worker’s bank' : 'Your bank'} did not take {money}
      </h2>
      <p className="mt-2">
        It came back on {momentDayLabel(at)}, and is in {isStaff ? 'the worker’s' : 'your'} balance at Stripe.{' '}
        {isStaff
          ? 'The worker was asked to check the bank details.'
          : 'Please check your bank details in your payouts below. Once they are right, Stripe sends it again.'}
      </p>
    </section>
  );
}
