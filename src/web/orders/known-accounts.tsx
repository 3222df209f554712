import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { KnownAccount } from '#contract/orders.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { emailLabel, isEmail } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { type OrderValues, wholeReach } from './order-form.ts';

const typingPauseMs = 500;

type KnownAccountsProps = {
  values: Pick<OrderValues, 'email' | 'phone' | 'userId'>;
  onChosen: (account: KnownAccount) => void;
  /** Called when the order is to be for somebody new after all. */
  onNobody: () => void;
};

/** Shows who has the email or phone number already, as soon as one is typed, so that nobody is made twice. */
export function KnownAccounts({ values, onChosen, onNobody }: KnownAccountsProps) {
  const query = usePaused(values);
  const isAsked = query.email !== undefined || query.phone !== undefined;
  const { currentData } = api.useFindAccountsQuery({ query }, { skip: !isAsked });
  const { accounts = [], waitingOrders = [] } = isAsked ? (currentData ?? {}) : {};
  return (
    <div role="status" className="grid gap-3">
      {accounts.map((account) => (
        <KnownAccountRow
          key={account.userId}
          account={account}
          isChosen={account.userId === values.userId}
          onChosen={() => onChosen(account)}
          onNobody={onNobody}
        />
      ))}
      {waitingOrders.map(({ id, name, createdAt }) => (
        <p key={id} className="rounded-card bg-warn-tint px-4 py-3 text-warn">
          {name} has an order of {momentDayLabel(createdAt)} that waits for a card.{' '}
          <BesideLink to={`/orders/${id}`}>Open it</BesideLink>
        </p>
      ))}
    </div>
  );
}

type RowProps = { account: KnownAccount; isChosen: boolean; onChosen: () => void; onNobody: () => void };

export function KnownAccountRow({ account, isChosen, onChosen, onNobody }: RowProps) {
  const { name, email, phone, isClosed, isUnproved, isConfirmed, hasEmail, hasProvedPhone, customerProfileId } =
    account;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {customerProfileId ? <BesideLink to={`/customers/${customerProfileId}`}>{name}</BesideLink> : name}
          {isChosen && <Badge tone="accepted">Chosen</Badge>}
          {isClosed && <Badge tone="ended">Account closed</Badge>}
          {!isConfirmed && <Badge tone="warn">Not confirmed</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          Has an account already: {emailLabel(email)}, {phoneLabel(phone)}
        </p>
        {!hasEmail && !hasProvedPhone && (
          <p className="text-ink-soft text-sm">
            The number isn’t confirmed: somebody else may have typed it. Ask for the email address, too.
          </p>
        )}
        {isUnproved && (
          <p className="text-ink-soft text-sm">
            {hasEmail
              ? 'Email the link. The customer confirms the address with it.'
              : 'The customer confirms the email address first.'}
          </p>
        )}
        {!isUnproved && !isConfirmed && isEmail(email) && (
          <p className="text-ink-soft text-sm">Text the link: the email address isn’t confirmed.</p>
        )}
      </div>
      {isChosen ? (
        // The email is that account's, so that nobody else can have it.
        !hasEmail && (
          <Button variant="quiet" onPress={onNobody}>
            Somebody else
          </Button>
        )
      ) : (
        <Button variant="secondary" isDisabled={isClosed || isUnproved} onPress={onChosen}>
          This is who it is for
        </Button>
      )}
    </div>
  );
}

/** Opens beside the form, which keeps what was typed. */
function BesideLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className={textLinkClass}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

/** @returns the whole email and phone number, once nobody has typed for a while */
function usePaused({ email, phone }: Pick<OrderValues, 'email' | 'phone'>) {
  const [paused, setPaused] = useState(() => wholeReach({ email, phone }));
  useEffect(() => {
    const timer = setTimeout(() => setPaused(wholeReach({ email, phone })), typingPauseMs);
    return () => clearTimeout(timer);
  }, [email, phone]);
  return paused;
}
