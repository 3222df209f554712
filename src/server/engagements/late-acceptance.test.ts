import { expect } from 'vitest';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { marchTest as test } from '../testing/march-business.ts';

test.for([
  ['PT4H', true],
  ['PT47H', true],
  ['P8D', false],
] as const)(
  'a customer who gets texts only reads of the first visit after texts failed for %s: %s',
  async ([down, isTold], { people: { yardpack, wren } }) => {
    const { app } = yardpack;
    const setFaults = (...faults: object[]) =>
      app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults } });
    const customer = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
    const engagement = await buildEngagement(yardpack, customer);
    await setFaults({ service: 'text', kind: 'fail' });
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    await yardpack.advance(down);
    await setFaults();
    await yardpack.advance('PT2H');
    const all = [
      ...(await yardpack.messages({ to: customer.email })),
      ...(await yardpack.messages({ to: customer.phone })),
    ];
    // It is on Wednesday, 10 March.
    expect(all.some(({ text }) => /first (time )?on Wed, Mar 10/.test(text))).toBe(isTold);
  },
);
