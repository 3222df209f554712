import { phoneLabel } from '#domain/labels.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { type Html, html } from './html.ts';
import { shownTestAddresses } from './mailbox.ts';
import type { ArrivedMessage } from './outbox.ts';
import { messageList } from './page-messages.ts';
import { paymentTable } from './page-payments.ts';
import { payoutTable } from './page-payouts.ts';
import type { Fate, Payee } from './payments.ts';
import { shownTestNumbers } from './phone.ts';
import type { Customer, PaymentIntent } from './stripe/objects.ts';

export type PageState = {
  now: Temporal.Instant;
  offset: Temporal.Duration;
  /** Newest first. */
  messages: ArrivedMessage[];
  /** True when there are older messages than these. */
  olderMessages: boolean;
  /** Whether texts can be answered. */
  canAnswer: boolean;
  payments: PaymentIntent[];
  customers: Map<string, Customer>;
  fates: Map<string, Fate>;
  payees: Payee[];
  /** True right after the clock was moved. */
  moved: boolean;
  /** True right after somebody has texted back. */
  texted?: boolean;
  /** Why the clock was not moved, and what was typed. */
  refused?: { message: string; typed: string };
};

/** The cards of https://docs.stripe.com/testing that the stand-in knows and that are worth a try. */
export const shownTestCards = [
  { number: '4242424242424242', does: 'Works' },
  { number: '4000002500003155', does: 'Asks for 3-D Secure when it is saved, then works' },
  { number: '4000002760003184', does: 'Asks for 3-D Secure at every payment' },
  { number: '4000000000000341', does: 'Can be saved, is declined when a visit is charged' },
  { number: '4000000000000259', does: 'Works, and is disputed as fraud' },
  { number: '4000000000002685', does: 'Works, and is disputed as not received' },
  { number: '4000000000001976', does: 'Works, and the bank inquires' },
  { number: '4000000000005423', does: 'Works, with a warning of fraud' },
  { number: '4000000000005126', does: 'Works; a refund fails an hour later' },
  { number: '4000000000007726', does: 'Works; a refund is done an hour later' },
  { number: '4000000000000002', does: 'Declined' },
  { number: '4000000000009995', does: 'Declined: insufficient funds' },
  { number: '4000000000009987', does: 'Declined: lost card' },
  { number: '4000000000009979', does: 'Declined: stolen card' },
  { number: '4000000000006975', does: 'Declined: used too often' },
  { number: '4000000000000119', does: 'Declined: could not be processed' },
  { number: '4000000000000069', does: 'Declined: expired card' },
  { number: '4000000000000127', does: 'Declined: wrong security code' },
];

/** The accounts of https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment, for who lets customers pay by bank. */
const shownTestAccounts = [
  { number: '000123456789', does: 'Pays after four days' },
  { number: '000222222227', does: 'Is declined after four days: insufficient funds' },
  { number: '000111111113', does: 'Is declined after four days: closed' },
  { number: '000111111116', does: 'Is declined after four days: not found' },
  { number: '000333333335', does: 'Is declined after four days: not authorized' },
  { number: '000888888885', does: 'Is declined after four days: deactivated' },
  { number: '000777777771', does: 'Is declined at once: over its weekly limit' },
  { number: '000555555559', does: 'Pays after four days, and takes it back' },
  { number: '000000000009', does: 'Never says whether it pays' },
];

export function sandboxPage(state: PageState): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sandbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/page/page.css">
<script src="/sandbox/page/page.js" defer></script>
</head>
<body>
<header class="top">
<div class="top-row">
<div><h1>Sandbox</h1>
<p>Nothing here is real. Email, texts and cards stay on this machine, and the clock is yours.</p></div>
<a class="back" href="/">Go to the site</a>
</div>
</header>
<main>
<div class="columns">
${clockCard(state)}
<section class="card mailbox" aria-labelledby="messages-title">
<h2 id="messages-title">Email and texts</h2>
<p class="note">What would have gone out, newest first. Open one to read it.</p>
${state.texted ? html`<p class="done" role="status">Sent. What is answered shows up below.</p>` : null}
${messageList(state.messages, state.olderMessages, state.canAnswer)}
</section>
${testCards()}
</div>
${state.canAnswer ? testNumbers() : null}
${testAddresses()}
<section class="card" aria-labelledby="payments-title">
<h2 id="payments-title">Payments</h2>
${paymentTable(state)}
</section>
<section class="card" aria-labelledby="payouts-title">
<h2 id="payouts-title">Payouts</h2>
${payoutTable(state.payees)}
</section>
${forPrograms()}
</main>
</body>
</html>
`.markup;
}

/** Addresses whose emails come back, by which what follows can be tried. */
function testAddresses(): Html {
  return html`<section class="card" aria-labelledby="addresses-title">
<h2 id="addresses-title">Addresses that email does not reach</h2>
<p class="note">Where emails stay on this machine, these are reported. Add +anything before the @ to have several.</p>
${listOf(shownTestAddresses.map(({ address, does }) => ({ number: address, does })))}
</section>`;
}

/** Numbers that get no texts, by which what follows can be tried. */
function testNumbers(): Html {
  return html`<section class="card" aria-labelledby="numbers-title">
<h2 id="numbers-title">Numbers that get no texts</h2>
<p class="note">A text to one of these is reported as undelivered, as a phone company would.</p>
${listOf(shownTestNumbers.map(({ number, does }) => ({ number: phoneLabel(number), does })))}
</section>`;
}

function clockCard({ now, offset, moved, refused }: PageState): Html {
  const local = now.toZonedDateTimeISO(businessTimeZone);
  const minute = local.toPlainDateTime().toString({ smallestUnit: 'minute' });
  return html`<section class="card" id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<div data-live="clock">
<p class="now"><time datetime="${now.toString()}"><span>${local.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })}</span>
<strong>${local.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })}</strong></time></p>
<p class="note">${offset.blank ? 'The same as on this machine.' : `${offset.sign > 0 ? 'Ahead of' : 'Behind'} this machine by ${spelled(offset.abs())}.`}</p>
</div>
${moved ? html`<p class="done" role="status">Moved. Everything that had fallen due has run.</p>` : null}
<form method="post" action="/sandbox/clock" class="steps">
<button name="advance" value="PT1H">+1 hour</button>
<button name="advance" value="P1D">+1 day</button>
<button name="advance" value="P1W">+1 week</button>
</form>
<form method="post" action="/sandbox/clock" class="move">
<label for="to">Move to (the business’s time)</label>
<div class="move-row">
<input id="to" name="to" type="datetime-local" required min="${minute}" max="2099-12-31T00:00" value="${refused?.typed}"${
    refused ? html` aria-invalid="true" aria-describedby="to-error" autofocus` : null
  }>
<button>Move</button>
</div>
${refused ? html`<p class="error" id="to-error" role="alert">${refused.message}</p>` : null}
</form>
<p class="note">Reminders, retries and cycle ends that fall due on the way run at once. It never goes back.</p>
</section>`;
}

function spelled(offset: Temporal.Duration): string {
  const parts = [
    [offset.days, 'day'],
    [offset.hours, 'hour'],
    [offset.minutes, 'minute'],
  ] as const;
  const named = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return named.length === 0 ? 'less than a minute' : named.join(', ');
}

const listOf = (tests: { number: string; does: string }[]): Html => html`<dl class="test-cards">
${tests.map(
  ({ number, does }) => html`<div><dt>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</dt><dd>${does}</dd></div>
`,
)}
</dl>`;

function testCards(): Html {
  return html`<section class="card cards" aria-labelledby="cards-title">
<h2 id="cards-title">Test cards</h2>
<p class="note">With any day to come, any security code and any zip code.</p>
${listOf(shownTestCards)}
<p class="note">Bank accounts, where <code>PAYMENT_METHOD_TYPES</code> allows them, with routing number 110000000:</p>
${listOf(shownTestAccounts)}
</section>`;
}

function forPrograms(): Html {
  return html`<section class="card" aria-labelledby="programs-title">
<h2 id="programs-title">For programs</h2>
<p class="note">The same as JSON. Send bodies as <code>application/json</code>.</p>
<ul class="programs">
<li><a href="/sandbox/messages.json"><code>GET /sandbox/messages.json</code></a> messages, newest first; <code>?to=</code>, <code>?channel=email</code> or <code>text</code>, <code>?limit=</code></li>
<li><a href="/sandbox/clock.json"><code>GET /sandbox/clock.json</code></a> the clock</li>
<li><code>POST /sandbox/clock.json</code> moves it: <code>{"advance": "P1D"}</code> or <code>{"to": "2026-12-28T09:00:00-06:00"}</code></li>
<li><a href="/sandbox/payments.json"><code>GET /sandbox/payments.json</code></a> PaymentIntents as Stripe shows them; <code>?limit=</code></li>
<li><code>POST /sandbox/faults.json</code> makes things go wrong, in place of the faults set before:
<code>{"faults": [{"service": "mail", "kind": "fail", "times": 1}, {"service": "stripe", "kind": "drop", "match": {"method": "POST", "path": "/v1/payment_intents"}, "times": 2}]}</code></li>
</ul>
</section>`;
}
