import { CreditCard, Landmark, Trash2, Wallet } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { expirationLabel, expirationState } from './expiration.ts';
import type { SavedPaymentMethod, SavedPaymentMethodGroup } from './saved-payment-methods.ts';

const icons = {
  'Credit Cards': CreditCard,
  'US Bank Accounts': Landmark,
  'Cash App': Wallet,
  PayPal: Wallet,
  Link: Wallet,
};

type PaymentMethodGroupProps = {
  group: SavedPaymentMethodGroup;
  onRemove: (method: SavedPaymentMethod) => void;
};

/** The saved payment methods of one kind. */
export function PaymentMethodGroup({ group: { title, methods }, onRemove }: PaymentMethodGroupProps) {
  const Icon = icons[title];
  return (
    <section aria-label={title}>
      <h2 className="mb-4 text-xl">{title}</h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {methods.map((method) => (
          <li
            key={method.id}
            className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface py-4 pr-3 pl-5 shadow-card"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken">
              <Icon aria-hidden="true" className="size-6" />
            </span>
            <div className="max-w-full flex-[1_1_8rem]">
              <p className="wrap-anywhere font-semibold text-lg leading-6">{method.name}</p>
              {method.wallet && <p className="text-ink-soft text-sm">{method.wallet}</p>}
              {method.isUnusable && (
                <p className="mt-1">
                  <Badge tone="proposed">Can’t be used anymore</Badge>
                </p>
              )}
              {method.expiration && <Expiration {...method.expiration} />}
            </div>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${method.name}`}
              onPress={() => onRemove(method)}
              className="ml-auto shrink-0 text-danger"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Expiration(card: { expMonth: number; expYear: number }) {
  // Uses the real date and not the business clock, as the bank does.
  const now = new Date();
  const state = expirationState(card, { month: now.getMonth() + 1, year: now.getFullYear() });
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <span>Expiration {expirationLabel(card)}</span>
      {state === 'soon' && <Badge tone="warn">Expires soon</Badge>}
      {state === 'expired' && <Badge tone="proposed">Expired</Badge>}
    </p>
  );
}
