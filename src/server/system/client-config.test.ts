import { expect, test } from 'vitest';
import { createProduct } from '../products/service.ts';
import { createTestWorld } from '../testing/world.ts';

test.each([
  [{}, []],
  [{ FACEBOOK_URL: 'https://facebook.test/acme' }, [{ label: 'Facebook', url: 'https://facebook.test/acme' }]],
])('with %j the foot of each page has these social links, and no made-up ones', async (settings, socialLinks) => {
  const yardpack = await createTestWorld(settings);
  try {
    expect((await yardpack.call('getClientConfig')).body.socialLinks).toEqual(socialLinks);
  } finally {
    await yardpack.close();
  }
});

test('visitors are told what a visit costs in both yard sizes, and who comes, as far as it is set', async () => {
  const keepers = 'Ada=https://pictures.test/ada.jpg, Grace';
  const yardpack = await createTestWorld({ BASE_RATE_STANDARD: '1600', BASE_RATE_LARGE: '2600', KEEPERS: keepers });
  try {
    const config = async () => (await yardpack.call('getClientConfig')).body;
    expect(await config()).toMatchObject({ prices: [], billingPortalUrl: '/pay-your-bill' });
    for (const [name, baseCostMultiplier] of [
      ['Deep Cleanup', 2],
      ['Yard Cleanup', 1],
      ['Patio', 1],
    ] as const) {
      await createProduct(yardpack.world, {
        name,
        description: '',
        billingCycle: 'BILLING_CYCLE_IMMEDIATE',
        baseCostRetentionPeriod: 60,
        baseCostMultiplier,
      });
    }
    expect(await config()).toMatchObject({
      prices: [
        { name: 'Patio', standard: 1600, large: 2600 },
        { name: 'Yard Cleanup', standard: 1600, large: 2600 },
        { name: 'Deep Cleanup', standard: 3200, large: 5200 },
      ],
      keepers: [{ name: 'Ada', pictureUrl: 'https://pictures.test/ada.jpg' }, { name: 'Grace' }],
    });
  } finally {
    await yardpack.close();
  }
});
