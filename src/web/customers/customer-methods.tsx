import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { longDayLabel } from '#domain/calendar.ts';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';

const AllowMethodDialog = later(async () => (await import('./allow-method-dialog.tsx')).AllowMethodDialog);

type Method = Customer['cards'][number];
type CustomerMethodsProps = { customerProfileId: string; methods: readonly Method[] };

/** What a customer's services are paid with. What cannot be used anymore says why, and staff can allow it again. */
export function CustomerMethods({ customerProfileId, methods }: CustomerMethodsProps) {
  const [chosen, setChosen] = useState<Method>();
  if (methods.length === 0) return <>None was chosen for a service yet.</>;
  return (
    <>
      <ul className="whitespace-normal">
        {methods.map((method) => (
          <li key={method.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-0.5">
            <span>{methodText(method)}</span>
            {method.blockedFor && method.blockedFor !== 'kind-not-taken' && (
              <Button variant="secondary" className="ml-auto" onPress={() => setChosen(method)}>
                Allow again…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <AllowMethodDialog
          customerProfileId={customerProfileId}
          paymentMethodId={chosen.id}
          name={nameOf(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** Why a payment method cannot be used anymore, as staff read it. */
const blockedWords: Record<FailureReason, string> = {
  declined: 'it was declined',
  'method-gone': 'it was removed',
  'kind-not-taken': 'your business doesn’t take this kind of payment anymore',
  'card-refused': 'the bank refuses this card',
  'card-expired': 'this card has expired',
  'card-details': 'the card’s details are wrong',
  'account-short': 'the account did not have enough money',
  'account-limit': 'the account is over its limit at Stripe',
  'amount-over-limit': 'the amount is over the limit of one bank debit',
  'account-closed': 'the account is closed',
  'account-unknown': 'the bank could not find the account',
  'account-unauthorized': 'the customer did not authorize a debit',
  'account-refused': 'the bank refused a debit',
  'disputed-as-fraud': 'a payment was disputed as fraud',
  disputed: 'a dispute was lost',
};

const nameOf = ({ name }: Method): string => name ?? 'Payment method';

/** @returns for example 'Visa (4242), until Nov 30, 2027' */
export function methodText(method: Method): string {
  const { name, expiresOn, isGone, blockedFor } = method;
  const called = name ?? 'Not read yet';
  if (isGone) return `${called}, removed`;
  if (blockedFor) return `${nameOf(method)}, can’t be used: ${blockedWords[blockedFor]}`;
  return expiresOn ? `${called}, until ${longDayLabel(expiresOn)}` : called;
}
