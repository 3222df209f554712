import type { Standstill } from '#contract/system.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** Says that money stands still since a restore, what to compare, and lets it go on. */
export function StandstillCard({ standstill }: { standstill: Standstill }) {
  const { savedAt, restoredAt, comparedAt, lost } = standstill;
  return (
    <Card
      title="Money stands still"
      description={`On ${momentLabel(restoredAt)} this business came back from the backup of ${momentLabel(savedAt)}. What was collected in between is not known here. So nothing is collected, sent back or passed on until you let it go on; emails and texts go out.`}
    >
      <div className="grid gap-5">
        {comparedAt === null ? (
          <p role="status">Stripe is being asked what it has collected since the backup. That may take some minutes.</p>
        ) : (
          <Compared lost={lost} />
        )}
      </div>
    </Card>
  );
}

function Compared({ lost }: { lost: Standstill['lost'] }) {
  const dispatch = useAppDispatch();
  const [letGoOn, { isLoading }] = api.useLetMoneyGoOnMutation();
  const press = async () => {
    const { error } = await letGoOn({ body: { lost: lost.count } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <>
      {lost.count === 0 ? (
        <p>Stripe has collected nothing since the backup that is not known here.</p>
      ) : (
        <>
          <p>
            {lost.count === 1
              ? `Stripe has collected one payment of ${moneyLabel(lost.amount)} that is not known here. `
              : `Stripe has collected ${numberLabel(lost.count)} payments, ${moneyLabel(lost.amount)} in all, that are not known here. `}
            One that is for the same visits as a bill from now on is taken over, and nobody is charged again. Visits
            that were made since the backup are not here anymore: have them recorded again, and theirs are taken over
            too. What belongs to nothing stands on the desk, until you refund it at Stripe or put it aside.
          </p>
          <ul className="grid gap-3">
            {lost.rows.map(({ id, amount, description, madeAt, customer }) => (
              <li key={id} className="grid gap-1 border-line border-t pt-3">
                <span className="flex flex-wrap items-center justify-between gap-x-4">
                  {customer ? (
                    <PageLink
                      className={`${textLinkClass} inline-flex min-h-11 items-center`}
                      to={`/customers/${customer.id}`}
                    >
                      {customer.name}
                    </PageLink>
                  ) : (
                    <span>Somebody who is not known here</span>
                  )}
                  <span className="tabular-nums">{moneyLabel(amount)}</span>
                </span>
                <span className="text-ink-soft text-sm">
                  {momentLabel(madeAt)}: {description}
                </span>
                <span className="text-ink-soft text-sm">{id}</span>
              </li>
            ))}
          </ul>
          {lost.count > lost.rows.length && (
            <p className="text-ink-soft">The first {lost.rows.length} are shown. Stripe’s dashboard has all of them.</p>
          )}
        </>
      )}
      {lost.topUps.count > 0 && (
        <p>
          {lost.topUps.count === 1
            ? `One top-up of ${moneyLabel(lost.topUps.amount)} was passed on to a worker since the backup`
            : `${numberLabel(lost.topUps.count)} top-ups, ${moneyLabel(lost.topUps.amount)} in all, were passed on to workers since the backup`}{' '}
          for bills that are not here anymore. When their visits are billed again, it is passed on once more: reverse
          the transfers of before at Stripe then.
        </p>
      )}
      <div>
        <Button isPending={isLoading} pendingLabel="Asking Stripe once more…" onPress={() => void press()}>
          Let money go on
        </Button>
      </div>
    </>
  );
}
