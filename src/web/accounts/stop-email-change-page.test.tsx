// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import StopEmailChangePage from './stop-email-change-page.tsx';

beforeEach(() => unpack());
afterEach(() => {
  cleanup();
  Object.assign(documentFacts, { supportPhone: '', contactEmail: '' });
});

const expired = { status: 400, body: { message: 'Link expired.', errorCode: 'LINK_EXPIRED', traceId: 't' } };

test.each([
  ['(479) 555-0188', 'office@scoop.example', 'call us at (479) 555-0188'],
  ['', 'office@scoop.example', 'write to us at office@scoop.example'],
  ['', '', undefined],
])(
  'the page says how to reach a business with the phone “%s” and the address “%s”',
  async (supportPhone, contactEmail, way) => {
    Object.assign(documentFacts, { supportPhone, contactEmail });
    for (const [answer, title] of [
      [{ status: 200, body: {} }, 'Your email address stays as it is'],
      [expired, 'This link has expired'],
    ] as const) {
      phone.farEnd = () => answer;
      window.history.replaceState(null, '', `/stop-email-change?token=${'a'.repeat(43)}`);
      render(onPage(<StopEmailChangePage />));
      fireEvent.click(await screen.findByRole('button', { name: 'Stop the change' }));
      await screen.findByText(title);
      const said = document.body.textContent ?? '';
      if (way) expect(said).toContain(way);
      else expect(said).not.toMatch(/call us|write to us/i);
      cleanup();
    }
  },
);
