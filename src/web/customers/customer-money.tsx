import { Link } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import type { DisputeDecision } from '#domain/acts.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { billMarks, heldMarks } from '#web/ui/bill-mark.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { disputeReason } from '#web/ui/dispute-reason.ts';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { CustomerMethods } from './customer-methods.tsx';

/** What a customer owes and has ahead, the cards, and the last bills. */
export function CustomerMoney({ customer }: { customer: Customer }) {
  const { profileId, openAmount, onItsWay, credit, cards, bills, disputes } = customer;
  return (
    <Card
      title="Money"
      actions={
        <LinkButton to={`/customers/${profileId}/billing`} variant="quiet" size="edge">
          Billing
        </LinkButton>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Open on bills">
          {moneyLabel(openAmount - onItsWay)}
          {onItsWay > 0 && `\n${onItsWaySentence(onItsWay, false)}`}
        </Fact>
        <Fact label="Credit">{moneyLabel(credit)}</Fact>
        <Fact label="Payment methods of services" isWide>
          <CustomerMethods customerProfileId={profileId} methods={cards} />
        </Fact>
      </dl>
      {bills.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Last bills</h3>
          <ul className="divide-y divide-line">
            {bills.map(({ id, number, createdAt, amount, isTip, state, held }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Link
                  to={`/customers/${profileId}/billing/${id}`}
                  className={`inline-flex min-h-11 items-center whitespace-nowrap ${textLinkClass}`}
                >
                  {number}
                </Link>
                <span className="tabular-nums">{moneyLabel(amount)}</span>
                {isTip && <span className="text-ink-soft">Tip</span>}
                <span className="text-ink-soft">{momentDayLabel(createdAt)}</span>
                <StateBadge mark={held ? heldMarks[held] : billMarks[state]} />
              </li>
            ))}
          </ul>
        </>
      )}
      {disputes.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Disputes</h3>
          <ul className="divide-y divide-line">
            {disputes.map(({ billId, billNumber, amount, status, reason, openedAt, decision, received }) => (
              <li key={`${billId} ${openedAt}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Link
                  to={`/customers/${profileId}/billing/${billId}`}
                  className={`inline-flex min-h-11 items-center whitespace-nowrap ${textLinkClass}`}
                >
                  {billNumber}
                </Link>
                <span className="tabular-nums">{moneyLabel(amount)}</span>
                <span className="text-ink-soft">
                  {momentDayLabel(openedAt)}, {disputeReason(reason)}
                </span>
                <Badge tone={status === 'won' || decision ? 'ended' : 'warn'}>{disputeLabels[status]}</Badge>
                {status === 'lost' && (
                  <span className="text-ink-soft">
                    {decision ? decidedText(decision, amount, received) : 'Not decided yet'}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

const disputeLabels: Record<Customer['disputes'][number]['status'], string> = {
  inquiry: 'The bank asks',
  open: 'Disputed',
  won: 'Won',
  lost: 'Lost',
};

/** @returns what the office decided, to the cent */
function decidedText(decision: DisputeDecision, amount: number, received: number): string {
  const rest = amount - received;
  return [
    ...(decision === 'ended' ? ['Service ended'] : []),
    ...(received > 0 ? [`${moneyLabel(received)} paid another way`] : []),
    ...(rest > 0 ? [`${moneyLabel(rest)} written off`] : []),
  ].join(', ');
}

function StateBadge({ mark: { label, tone } }: { mark: { label: string; tone: BadgeTone } }) {
  return <Badge tone={tone}>{label}</Badge>;
}
