import { type Html, html } from './html.ts';
import { time } from './page-messages.ts';
import type { Fate } from './payments.ts';
import { laterDeclines } from './stripe/cards.ts';
import type { Customer, PaymentIntent } from './stripe/objects.ts';

type Payments = { payments: PaymentIntent[]; customers: Map<string, Customer>; fates: Map<string, Fate> };

/** Newest first; on a phone each row becomes a small card. */
export function paymentTable({ payments, customers, fates }: Payments): Html {
  return html`<div data-live="payments">${
    payments.length === 0
      ? html`<p class="empty">No payment yet. A visit that is completed charges the customer's card.</p>`
      : html`<table>
<thead><tr><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Customer</th><th scope="col">Paid out to</th><th scope="col">Our fee</th><th scope="col">Created</th><th scope="col">At Stripe's dashboard</th></tr></thead>
<tbody>
${payments.map((payment) => row(payment, customers, fates.get(payment.id)))}</tbody>
</table>`
  }</div>`;
}

function row(payment: PaymentIntent, customers: Map<string, Customer>, fate: Fate | undefined): Html {
  const { label, tone } = status(payment, fate);
  const customer = payment.customer === null ? undefined : customers.get(payment.customer);
  return html`<tr>
<td data-label="Amount"><strong>${money(payment.amount, payment.currency)}</strong></td>
<td data-label="Status"><span class="status ${tone}">${label}</span>${
    payment.last_payment_error ? html`<span class="why">${payment.last_payment_error.message}</span>` : null
  }</td>
<td data-label="Customer">${customer?.email}${id(payment.customer)}</td>
<td data-label="Paid out to">${id(payment.transfer_data?.destination)}</td>
<td data-label="Our fee">${payment.application_fee_amount === null ? 'none' : money(payment.application_fee_amount, payment.currency)}</td>
<td data-label="Created">${time(Temporal.Instant.fromEpochMilliseconds(payment.created * 1000))}<code>${payment.id}</code></td>
<td data-label="At Stripe's dashboard">${fate ? acts(payment, fate) : html`nothing`}</td>
</tr>
`;
}

function id(value: string | null | undefined): Html {
  return value ? html`<code>${value}</code>` : html`none`;
}

/** What becomes of the card of a payment: the next charge is declined so. */
function declineForm({ payment_method: method }: PaymentIntent): Html | null {
  if (!method) return null;
  return html`<form method="post" action="/sandbox/payments" class="act"><input type="hidden" name="method" value="${method}">
<select name="as" aria-label="From now on this card">${['works', ...Object.keys(laterDeclines)].map((as) => html`<option value="${as}">${as === 'works' ? 'Card works' : `Card declines: ${as.replaceAll('_', ' ')}`}</option>`)}</select>
<button name="act" value="decline" data-busy="Saving…">From now on</button></form>`;
}

function acts(payment: PaymentIntent, { refunded, mayBeRefunded, dispute }: Fate): Html {
  const { id, amount, currency } = payment;
  return html`${declineForm(payment)}${refunded > 0 ? html`<p>${money(refunded, currency)} of ${money(amount, currency)} refunded</p>` : null}${
    mayBeRefunded > 0
      ? html`<form method="post" action="/sandbox/payments" class="act"><input type="hidden" name="payment" value="${id}">
<input name="amount" inputmode="decimal" required pattern="\d{1,6}(\.\d{1,2})?" value="${(mayBeRefunded / 100).toFixed(2)}" aria-label="Dollars to refund">
<button name="act" value="refund" data-busy="Refunding…">Refund</button></form>`
      : null
  }${
    dispute?.status.endsWith('needs_response')
      ? html`<form method="post" action="/sandbox/payments" class="act"><input type="hidden" name="dispute" value="${dispute.id}">
<button name="act" value="win" data-busy="Winning…">Win</button><button name="act" value="lose" data-busy="Losing…">Lose</button></form>`
      : null
  }`;
}

function status(payment: PaymentIntent, fate?: Fate): { label: string; tone: 'good' | 'bad' | 'open' } {
  if (fate?.dispute) return { label: `Disputed: ${fate.dispute.status.replaceAll('_', ' ')}`, tone: 'bad' };
  if (fate && fate.refunded > 0) return { label: 'Refunded', tone: 'open' };
  if (payment.status === 'succeeded') return { label: 'Paid', tone: 'good' };
  if (payment.status === 'canceled') return { label: 'Canceled', tone: 'open' };
  if (payment.last_payment_error) return { label: 'Failed', tone: 'bad' };
  if (payment.status === 'requires_action') return { label: 'Waits for the customer', tone: 'open' };
  return { label: 'Not tried yet', tone: 'open' };
}

function money(amount: number, currency: string): string {
  return (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
}
