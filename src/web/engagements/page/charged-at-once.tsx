import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';

/** Says what of all services is charged to another payment method as soon as it is chosen. */
export function ChargedAtOnce({ customerProfileId }: { customerProfileId: string }) {
  const { currentData } = api.useGetOverdueQuery({ params: { customerProfileId } });
  return (
    <p role="status">
      {currentData !== undefined &&
        currentData.amount > 0 &&
        `When you save, ${moneyLabel(currentData.amount)} is charged to it at once: all that could not be charged so far, of your other services too.`}
    </p>
  );
}
