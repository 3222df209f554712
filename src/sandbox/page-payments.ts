import { type Html, html } from './html.ts';
import { time } from './page-messages.ts';
import type { Customer, PaymentIntent } from './stripe/objects.ts';

/** @param payments newest first; on a phone each row becomes a small card */
export function paymentTable(payments: PaymentIntent[], customers: Map<string, Customer>): Html {
  return html`<div data-live="payments">${
    payments.length === 0
      ? html`<p class="empty">No payment yet. A visit that is completed charges the customer's card.</p>`
      : html`<table>
<thead><tr><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Customer</th><th scope="col">Paid out to</th><th scope="col">Our fee</th><th scope="col">Created</th></tr></thead>
<tbody>
${payments.map((payment) => row(payment, customers))}</tbody>
</table>`
  }</div>`;
}

function row(payment: PaymentIntent, customers: Map<string, Customer>): Html {
  const { label, tone } = status(payment);
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
</tr>
`;
}

function id(value: string | null | undefined): Html {
  return value ? html`<code>${value}</code>` : html`none`;
}

function status(payment: PaymentIntent): { label: string; tone: 'good' | 'bad' | 'open' } {
  if (payment.status === 'succeeded') return { label: 'Paid', tone: 'good' };
  if (payment.status === 'canceled') return { label: 'Cancelled', tone: 'open' };
  if (payment.last_payment_error) return { label: 'Failed', tone: 'bad' };
  if (payment.status === 'requires_action') return { label: 'Waits for the customer', tone: 'open' };
  return { label: 'Not tried yet', tone: 'open' };
}

function money(amount: number, currency: string): string {
  return (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
}
