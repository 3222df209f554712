import { Link } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { longDayLabel, momentDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** What a customer owes and has ahead, the cards, and the last bills. */
export function CustomerMoney({ customer }: { customer: Customer }) {
  const { profileId, openAmount, credit, cards, bills } = customer;
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
        <Fact label="Open on bills">{moneyLabel(openAmount)}</Fact>
        <Fact label="Credit">{moneyLabel(credit)}</Fact>
        <Fact label="Cards of services" isWide>
          {cards.length === 0 ? 'None was chosen for a service yet.' : cards.map(cardText).join('\n')}
        </Fact>
      </dl>
      {bills.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Last bills</h3>
          <ul className="divide-y divide-line">
            {bills.map(({ id, number, createdAt, amount, isOpen, isTip }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 py-1">
                <Link
                  to={`/customers/${profileId}/billing/${id}`}
                  className={`inline-flex min-h-11 items-center whitespace-nowrap ${textLinkClass}`}
                >
                  {number}
                </Link>
                <span className="tabular-nums">{moneyLabel(amount)}</span>
                {isTip && <span className="text-ink-soft">Tip</span>}
                <span className="text-ink-soft">{momentDayLabel(createdAt)}</span>
                {isOpen && <Badge tone="warn">Open</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function cardText({ name, expiresOn, isGone }: Customer['cards'][number]): string {
  const called = name ?? 'Not read yet';
  if (isGone) return `${called}, removed`;
  return expiresOn ? `${called}, until ${longDayLabel(expiresOn)}` : called;
}
