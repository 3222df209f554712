import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { EntryKind } from '#domain/ledger.ts';
import { entries } from '../database/schema/ledger.ts';
import { type Business, chargedVisit, paymentsOf } from './billing-fixture.ts';
import { buildEmployee, type Person } from './factories.ts';

/** A bill that was charged to a card of this number, and an employee who acts on it. */
export async function openBill(business: Business, number?: string) {
  const { test } = business;
  const visit = await chargedVisit(business, number);
  let staff = await buildEmployee(test);
  const billId = (await paymentsOf(business, visit.engagementId)).at(-1)?.billId ?? '';
  const input = () => ({ as: staff.accessToken, params: { billId } });
  const list = async () => (await test.call('getBillActs', input())).body;
  const version = async () => (await list()).open?.version ?? 'none';
  const act = async (body: object) => ({
    requestId: randomUUID(),
    isPreview: false,
    ...('version' in body ? {} : { version: await version() }),
    ...body,
  });
  return {
    ...visit,
    billId,
    get staff() {
      return staff;
    },
    /** After the clock was moved the session is over. */
    signIn: async () => {
      staff = await buildEmployee(test);
    },
    list,
    version,
    cards: async () => await test.call('listBillCards', input()),
    collectAgain: async (body: object) => await test.call('collectAgain', { ...input(), body: await act(body) }),
    writeOff: async (body: object) => await test.call('writeOffBill', { ...input(), body: await act(body) }),
  };
}

/** @returns what was booked of a kind in all, integer cents */
export async function postedTo({ test }: Business, kind: EntryKind): Promise<number> {
  const rows = await test.world.database.select().from(entries).where(eq(entries.kind, kind));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** @returns what the record of changes has of an employee: kind, subject, and the amount, integer cents as a text */
export async function recordOf({ test }: Business, staff: Person) {
  const query = { byId: staff.userId };
  const { changes } = (await test.call('listChanges', { as: staff.accessToken, query })).body;
  return changes
    .filter(({ kind }) => kind !== 'employee-joined')
    .map(({ kind, subject, fields }) => [kind, subject.id, fields.find(({ name }) => name === 'amount')?.to]);
}
