import { expect } from 'vitest';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What people read of visits that were moved before another worker, or other weekdays, are told. It is Monday, 8 March 2027. */

const [, , wednesday, , friday] = weekDaysInOrder;

/** What each reads of what is done, each letter with what it says of single visits. */
async function read(
  { yardpack }: MarchPeople,
  { tell }: { tell: () => Promise<void> },
  readers: Person[],
  act: () => Promise<unknown>,
) {
  await tell();
  const all = () => Promise.all(readers.map((one) => mailsTo(yardpack, one)));
  const before = (await all()).map(({ length }) => length);
  await act();
  await tell();
  const single = /^(?:Instead of on|On .* instead|Another worker makes).*$/gm;
  return (await all()).map((mails, index) =>
    mails
      .slice(0, mails.length - (before[index] ?? 0))
      .reverse()
      .map(({ subject, text }) => [subject, ...(text.match(single) ?? [])]),
  );
}

test('of a service that is given to somebody else, and declined, people do not read again of visits that were moved before', async ({
  people,
}) => {
  const { customer, wren, walt } = people;
  const business = await serve(people, [wednesday, friday]);
  const { theo, move, give, decline } = business;
  const readers = [customer, wren, walt, theo];
  await move(wren, 17, 18, wren);
  await move(wren, 24, 25, theo);
  await move(wren, 26, 26, theo);
  const given = await read(people, business, readers, () => give(walt, [wednesday, friday], 15));
  const whose = (who: string) => [
    `Instead of on Wed, Mar 17, ${who} comes on Thu, Mar 18.`,
    'Instead of on Wed, Mar 24, Theo L. comes on Thu, Mar 25.',
    'On Fri, Mar 26, Theo L. comes instead.',
  ];
  const own = [
    'Instead of on Wed, Mar 17, you come on Thu, Mar 18.',
    'Another worker makes the visit of Wed, Mar 24 on Thu, Mar 25.',
    'Another worker makes the visit of Fri, Mar 26.',
  ];
  expect(given).toEqual([
    [['Your visits from Mon, Mar 15 on', ...whose('Walt B.')]],
    [['Another worker visits Casey from Mon, Mar 15 on']],
    [['Casey at 100 Main St: Wednesday and Friday from Mon, Mar 15 on', ...own]],
    [],
  ]);
  const declined = await read(people, business, readers, () => decline(walt));
  expect(declined).toEqual([
    [['Your visits from Thu, Mar 18 on', ...whose('Wren O.').slice(1)], ['Wren O. makes your visit on Thu, Mar 18']],
    [
      ['Casey at 100 Main St: Wednesday and Friday from Thu, Mar 18 on', ...own.slice(1)],
      ['A visit more on Thu, Mar 18: 100 Main St'],
    ],
    [],
    [],
  ]);
});

test('a text of a plan says too which visits are moved', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const business = await serve(people, [wednesday]);
  await business.move(wren, 17, 18, wren);
  await business.tell();
  await business.give(walt, [wednesday], 15);
  await business.tell();
  const texts = async (said: string) =>
    (await yardpack.messages({ to: customer.phone })).filter(({ text }) => text.includes(said)).length;
  expect(await texts('on Wednesday. Instead of on Wed, Mar 17, Walt B. comes on Thu, Mar 18. http')).toBe(1);
  // There is no room for several.
  await business.move(walt, 24, 25, walt);
  await business.move(walt, 31, 30, walt);
  await business.tell();
  await business.give(walt, [friday], 22);
  await business.tell();
  expect(await texts('on Friday. 2 single visits are otherwise. http')).toBe(1);
});

test('who reads only how many visits are moved, in the afternoon before one of them, is reminded of it', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { move, later, give, tell } = await serve(people, [wednesday]);
  await move(wren, 10, 11, wren);
  await move(wren, 17, 18, wren);
  await tell();
  await later('2027-03-10T13:00:00-06:00');
  await give(walt, [wednesday], 10);
  await tell();
  const texts = async (said: string) =>
    (await yardpack.messages({ to: customer.phone })).filter(({ text }) => text.includes(said)).length;
  expect(await texts('2 single visits are otherwise. http')).toBe(1);
  await later('2027-03-10T16:01:00-06:00');
  expect(await texts('Tomorrow, Thu, Mar 11, we visit 100 Main St (Walt B.)')).toBe(1);
});

test('what was moved in the same minute has a letter of its own, with why', async ({ people }) => {
  const { customer, walt, wren } = people;
  const business = await serve(people, [wednesday]);
  const [toCustomer, toWalt] = await read(people, business, [customer, walt], async () => {
    await business.give(walt, [wednesday], 15);
    await business.move(walt, 24, 25, walt);
  });
  expect(toCustomer).toEqual([
    ['Your visits from Mon, Mar 15 on'],
    ['Your visit on Wed, Mar 24 is moved to Thu, Mar 25'],
  ]);
  expect(toWalt?.map(([subject]) => subject)).toContain('Moved: 100 Main St to Thu, Mar 25');
  const [, toWren] = await read(people, business, [walt, wren], () => business.decline(walt));
  expect(toWren?.[0]).toEqual([
    'Casey at 100 Main St: Wednesday from Wed, Mar 17 on',
    'Instead of on Wed, Mar 24, you come on Thu, Mar 25.',
  ]);
});
