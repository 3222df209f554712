import { expect, test } from 'vitest';
import { buildCustomer, testPassword } from '../testing/factories.ts';
import { createTestWorld } from '../testing/world.ts';

test.each([
  ['http://localhost:3000', 'refresh', false],
  ['https://yardpack.example', '__Host-refresh', true],
])('the cookie of %s is %s', async (publicUrl, name, isSecure) => {
  const yardpack = await createTestWorld({ PUBLIC_URL: publicUrl, SANDBOX: '1' });
  try {
    const person = await buildCustomer(yardpack);
    const post = (path: string, payload: object, cookie = '') =>
      yardpack.app.inject({ method: 'POST', url: path, payload, headers: { cookie } });
    const signedIn = await post('/v1/sign-in', { username: person.username, password: testPassword });
    const refreshed = await post('/v1/refresh-token', {}, `${name}=${signedIn.cookies[0]?.value}`);
    expect(signedIn.cookies[2]).toEqual({
      ...signedIn.cookies[0],
      name: name.replace('refresh', 'device'),
      value: expect.stringMatching(/^[\w-]{43}$/),
      maxAge: 400 * 24 * 3600,
    });
    for (const answer of [signedIn, refreshed]) {
      expect(answer.cookies.slice(0, 2)).toEqual([
        {
          name,
          value: expect.stringMatching(/^[\w-]{43}$/),
          path: '/',
          httpOnly: true,
          sameSite: 'Lax',
          maxAge: 30 * 24 * 3600,
          ...(isSecure ? { secure: true } : {}),
        },
        // For the page's scripts, which cannot read the other cookie. It proves nothing.
        {
          name: 'signed-in',
          value: '1',
          path: '/',
          sameSite: 'Lax',
          maxAge: 30 * 24 * 3600,
          ...(isSecure ? { secure: true } : {}),
        },
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      // The page's script does not get the cookie's token.
      expect(answer.body).not.toContain(answer.cookies[0]?.value);
    }
    const signedOut = await post('/v1/sign-out', {}, `${name}=${refreshed.cookies[0]?.value}`);
    expect(signedOut.cookies).toMatchObject([
      { name, value: '', path: '/', httpOnly: true, sameSite: 'Lax' },
      { name: 'signed-in', value: '', path: '/', sameSite: 'Lax' },
    ]);
    expect(signedOut.cookies[1]?.expires?.getTime()).toBe(0);
    expect(signedOut.cookies[0]?.expires?.getTime()).toBe(0);
    expect(signedOut.cookies[0]?.secure === true).toBe(isSecure);
  } finally {
    await yardpack.close();
  }
});
