import { type Html, html } from './html.ts';
import type { Payee } from './payments.ts';

/** What can be paid out to each worker; Stripe does it by itself, here somebody presses. */
export function payoutTable(payees: Payee[]): Html {
  if (payees.length === 0) return html`<p class="empty">Nothing to pay out. A payment brings something.</p>`;
  return html`<table>
<thead><tr><th scope="col">Amount</th><th scope="col">Worker</th><th scope="col">The bank</th></tr></thead>
<tbody>
${payees.map(
  ({ id, email, available }) => html`<tr>
<td data-label="Amount"><strong>${(available / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}</strong></td>
<td data-label="Worker">${email}<code>${id}</code></td>
<td data-label="The bank"><form method="post" action="/sandbox/payments" class="act"><input type="hidden" name="account" value="${id}">
<button name="act" value="pay-out" data-busy="Paying…">Takes it</button><button name="act" value="fail-payout" data-busy="Failing…">Refuses it</button></form></td>
</tr>
`,
)}</tbody>
</table>`;
}
