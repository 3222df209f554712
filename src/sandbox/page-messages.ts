import { businessTimeZone } from '#domain/time-zone.ts';
import { type Html, html, linkify } from './html.ts';
import type { ArrivedMessage } from './outbox.ts';

/** The mailbox: each message can be opened in place, and texts be answered where the sandbox's phone is what sends them. */
export function messageList(messages: ArrivedMessage[], older: boolean, canAnswer: boolean): Html {
  return html`<p class="empty" id="no-messages"${messages.length > 0 ? html` hidden` : null}>Nothing was sent yet. Sign up or ask a question on <a href="/">the site</a>, and what it sends shows up here.</p>
<p class="visually-hidden" role="status" id="news"></p>
<ul class="messages" id="messages">
${messages.map((message) => listed(message, canAnswer))}</ul>
${older ? html`<p><a href="/sandbox?show=${messages.length * 4}">Show older messages</a></p>` : null}`;
}

function listed(message: ArrivedMessage, canAnswer: boolean): Html {
  const text = message.channel === 'text';
  return html`<li id="message-${message.id}">
<details>
<summary class="envelope">
<span class="kind ${text ? 'kind-text' : 'kind-mail'}">${text ? 'Text' : 'Email'}</span>
<span class="title">${text ? message.text : message.subject || '(no subject)'}</span>
<span class="facts"><span class="to">To ${message.to}</span> ${time(message.sentAt)}${message.arrivals > 1 ? html` <strong>Arrived ${message.arrivals} times</strong>` : null}</span>
</summary>
<div class="opened">
${message.replyTo === null ? null : html`<p class="reply-to">Answers go to ${message.replyTo}</p>`}
${message.html === null ? plain(message.text) : rich(message)}
${text && canAnswer ? answerForm(message.to) : null}
</div>
</details>
</li>
`;
}

/** Answers as the phone's owner. */
function answerForm(from: string): Html {
  return html`<form method="post" action="/sandbox/answers" class="answer">
<input type="hidden" name="from" value="${from}">
<label>Text back as ${from} <input name="text" required maxlength="10000" autocomplete="off" placeholder="Such as STOP"></label>
<button>Send</button>
</form>`;
}

function rich(message: ArrivedMessage): Html {
  return html`<iframe src="${bodyPath(message.id)}" title="${message.subject || 'Email'}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<details class="as-text"><summary>As plain text</summary>${plain(message.text)}</details>`;
}

function plain(text: string): Html {
  return html`<div class="plain">${linkify(text)}</div>`;
}

function bodyPath(id: string): string {
  return `/sandbox/messages/${encodeURIComponent(id)}/body`;
}

/** @returns a moment in the business's zone, as people read it */
export function time(instant: Temporal.Instant): Html {
  const shown = instant.toZonedDateTimeISO(businessTimeZone).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return html`<time datetime="${instant.toString()}">${shown}</time>`;
}

/** @returns a mail's HTML with links that open outside of the page, because its frame runs no script */
export function mailDocument(body: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(body)
    ? body.replace(/<head[^>]*>/i, (head) => head + base)
    : `<!doctype html>${base}${body}`;
}
