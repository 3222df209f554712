import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { openPasswords, owaspCost } from '../secrets.ts';
import { buildCustomer, testPassword } from '../testing/factories.ts';
import { createTestWorld } from '../testing/world.ts';

test("a password is stored as argon2id at OWASP's parameters, each with a salt of its own", async () => {
  const yardpack = await createTestWorld({}, { hashCost: owaspCost });
  try {
    const people = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
    const salts: string[] = [];
    for (const { userId } of people) {
      const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, userId));
      const hash = user?.passwordHash ?? '';
      const [, memory, passes, lanes, salt = '', tag = ''] =
        /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? [];
      // OWASP Password Storage Cheat Sheet: at least 19 MiB, 2 passes, 1 lane.
      expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
      expect(Number(passes)).toBeGreaterThanOrEqual(2);
      expect(Number(lanes)).toBeGreaterThanOrEqual(1);
      expect(Buffer.from(salt, 'base64url').length).toBeGreaterThanOrEqual(16);
      expect(Buffer.from(tag, 'base64url').length).toBeGreaterThanOrEqual(32);
      expect(await yardpack.world.passwords.isRight(testPassword, hash)).toBe(true);
      salts.push(salt);
    }
    expect(new Set(salts).size).toBe(2);
  } finally {
    await yardpack.close();
  }
});

test('a hash holds for its password only, and says nothing of it', async () => {
  const { hash: hashOf, isRight } = openPasswords(owaspCost);
  const hash = await hashOf(testPassword);
  expect(hash).not.toContain(testPassword);
  expect(await isRight(testPassword, hash)).toBe(true);
  expect(await isRight(`${testPassword} `, hash)).toBe(false);
  expect(await isRight(testPassword.toUpperCase(), hash)).toBe(false);
  expect(await isRight(testPassword, undefined)).toBe(false);
});
