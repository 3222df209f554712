import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { forgetUnconfirmedAccounts } from '../accounts/service.ts';
import { profiles } from '../database/schema/profiles.ts';
import { buildCustomer, buildEmployee, buildWorker, signUpBody } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('a note has its author and date, its author changes it, and a repeat writes it once', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const noel = await buildEmployee(yardpack, { firstName: 'Noel', lastName: 'Adams' });
  const customer = await buildCustomer(yardpack);
  const params = { profileId: customer.profileId };
  const as = erin.accessToken;
  const body = { id: randomUUID(), text: ' Calls the dog Biscuit.\nRing twice. ' };
  for (let time = 0; time < 2; time += 1) {
    const { status, body: answer } = await yardpack.call('createNote', { as, params, body });
    expect([status, answer.note.text]).toEqual([200, 'Calls the dog Biscuit.\nRing twice.']);
  }
  await yardpack.advance('PT5M');
  const list = async (reader = erin) =>
    (await yardpack.call('listNotes', { as: reader.accessToken, params })).body.notes;
  expect(await list()).toMatchObject([{ by: 'Erin Moss', isOwn: true, editedAt: null, version: 1 }]);
  expect(await list(noel)).toMatchObject([{ by: 'Erin Moss', isOwn: false }]);

  const note = { noteId: body.id };
  const change = (by: typeof erin, text: string, version = 1) =>
    yardpack.call('updateNote', { as: by.accessToken, params: note, body: { text, version } });
  expect((await change(noel, 'Other.')).status).toBe(403);
  expect((await change(erin, 'Calls the dog Bo.')).body.note).toMatchObject({ text: 'Calls the dog Bo.', version: 2 });
  // The answer was lost.
  expect((await change(erin, 'Calls the dog Bo.')).status).toBe(200);
  expect((await change(erin, 'Typed on the old one.')).status).toBe(409);
  expect((await list())[0]?.editedAt).not.toBeNull();
  const recorded = async () =>
    (await yardpack.call('listChanges', { as, query: { aboutId: customer.userId } })).body.changes.flatMap((row) =>
      row.kind.startsWith('note-') ? [[row.kind, row.by?.name, row.about?.name, ...row.fields]] : [],
    );
  const words = { name: 'note', from: 'Calls the dog Biscuit.\nRing twice.', to: 'Calls the dog Bo.' };
  const [changed, written] = await recorded();
  expect(changed).toEqual(['note-changed', 'Erin Moss', expect.any(String), words]);
  expect(written).toEqual(['note-written', 'Erin Moss', expect.any(String), { ...words, from: null, to: words.from }]);
  expect(await recorded()).toHaveLength(2);
  // What is deleted goes out of the record too; who wrote and changed it stays.
  expect((await yardpack.call('deleteNote', { as, params: note })).status).toBe(200);
  const none = { name: 'note', from: null, to: null };
  expect((await recorded()).map(([kind, , , field]) => [kind, field])).toEqual([
    ['note-deleted', undefined],
    ['note-changed', none],
    ['note-written', none],
  ]);
});

test('who wrote a note deletes it, as managers do, and the record keeps who and not what', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const noel = await buildEmployee(yardpack, { firstName: 'Noel', lastName: 'Adams' });
  const { database } = yardpack.world;
  await database.update(profiles).set({ staffRole: 'office' }).where(eq(profiles.id, noel.profileId));
  const worker = await buildWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const params = { profileId: worker.profileId };
  const write = async (by: typeof erin) => {
    const id = randomUUID();
    await yardpack.call('createNote', { as: by.accessToken, params, body: { id, text: 'Secret words.' } });
    return { noteId: id };
  };
  const remove = async (by: typeof erin, note: { noteId: string }) =>
    (await yardpack.call('deleteNote', { as: by.accessToken, params: note })).status;
  const [ofErin, ofNoel] = [await write(erin), await write(noel)];
  expect(await remove(noel, ofErin)).toBe(403);
  expect([await remove(erin, ofNoel), await remove(erin, ofErin), await remove(erin, ofErin)]).toEqual([200, 200, 404]);
  const query = { kind: 'note-deleted' } as const;
  const { changes } = (await yardpack.call('listChanges', { as: erin.accessToken, query })).body;
  expect(changes.map(({ by, about }) => [by?.name, about?.name])).toEqual([
    ['Erin Moss', 'Wren Okafor'],
    ['Erin Moss', 'Wren Okafor'],
  ]);
  expect(JSON.stringify(changes)).not.toContain('Secret');
});

test('whom a note is of reads none, and there are none of employees', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const params = { profileId: customer.profileId };
  expect((await yardpack.call('listNotes', { as: customer.accessToken, params })).status).toBe(403);
  const ofErin = { as: erin.accessToken, params: { profileId: erin.profileId } };
  const body = { id: randomUUID(), text: 'Of a colleague.' };
  expect((await yardpack.call('createNote', { ...ofErin, body })).status).toBe(409);
});

test('a note of somebody who never confirms goes with the account', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const { body } = await yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_CUSTOMER') });
  const { database } = yardpack.world;
  const [newcomer] = await database.select().from(profiles).where(eq(profiles.userId, body.userId));
  const params = { profileId: newcomer?.id ?? '' };
  const note = { id: randomUUID(), text: 'Called to ask for the link.' };
  expect((await yardpack.call('createNote', { as: erin.accessToken, params, body: note })).status).toBe(200);
  await yardpack.advance('P9D');
  await forgetUnconfirmedAccounts(yardpack.world);
  expect(await database.select().from(profiles).where(eq(profiles.userId, body.userId))).toEqual([]);
});
