import { expect, test } from 'vitest';
import { fillWords } from '#domain/message-words.ts';
import { partsOf } from '#domain/text-parts.ts';
import { byMessage, wordedMessages, wordingOf } from '#domain/worded-messages.ts';
import { sampleFooting, sampleLetters, type Typed } from '../testing/sample-letters.ts';
import { inOwnWords, type Letter, letterShort, letterText, withPlainWords } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { customerAfterAllLetter } from './letters/after-all.ts';
import { customerHolidayLetter } from './letters/holiday.ts';
import { reminderLetter } from './letters/visit-reminder.ts';
import { customerAssignedLetter, stillLabel, workerAssignedLetter } from './letters/visit-told-plan.ts';

type Visit = Parameters<typeof reminderLetter>[2][0];

const sender = {
  name: 'Yardpack',
  url: 'https://yardpack.example',
  email: 'hello@yardpack.example',
  phone: '(800) 555-0142',
  accentColor: '#f6b02d',
  logo: '/icon-192.png',
};
const names = Object.keys(sampleLetters()) as [string, ...string[]];

test.each(names)('%s as a text begins with the business’s name and fits two parts', (name) => {
  const letter = sampleLetters()[name];
  if (!letter) throw new Error('No letter');
  const text = letterShort(withPlainWords(letter, sender), sender.name);
  expect(text).toMatch(/^Yardpack: \S/);
  expect(text.length).toBeLessThanOrEqual(306);
  // Nothing was cut, and every character is in the GSM alphabet.
  expect(text).not.toContain('...');
  expect(text).toMatch(/^[\x20-\x7E]*$/);
  if (!letter.action || !letter.short.endsWith(letter.action.url)) expect(text.length).toBeLessThanOrEqual(160);
});

test('a service that is given to a worker is told in two parts of a text, however many days are otherwise', () => {
  const from = Temporal.PlainDate.from('2026-11-23');
  const days = Array.from({ length: 9 }, (_, weeks) => from.add({ weeks }));
  const id = '01a21a53-280a-7ee5-ae0e-21b9737cbdd7';
  const url = `https://yardpack.example/customers/${id}/engagements/${id}`;
  const about = {
    firstName: 'Carla',
    customerName: 'Carla Mendez',
    productName: 'Weekly yard cleanup',
    street: '12 N. Oak St',
    workerName: 'Ada L.',
    url,
  };
  const still = days.map((day) =>
    stillLabel({ day, workerName: 'Ada L.' }, { day: day.add({ days: 1 }), workerName: 'Ada L.' }),
  );
  const when = {
    weekDays: ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_FRIDAY'] as const,
    interval: 2,
    from,
    first: days[1],
    still,
  };
  const letters = [
    customerAssignedLetter(about, { ...when, nobodyOn: days }),
    customerAssignedLetter(about, { ...when, still: [], nobodyOn: days }),
    workerAssignedLetter(
      { ...about, url: `https://yardpack.example/worker/${id}/plan` },
      {
        ...when,
        holds: days.map((firstDay) => ({ firstDay, lastDay: firstDay.add({ days: 2 }) })),
      },
    ),
  ];
  expect(letters.map((letter) => partsOf(letterShort(withPlainWords(letter, sender), sender.name)))).toEqual([2, 2, 2]);
  // The email has each of them.
  for (const letter of letters) expect(letter.paragraphs.length).toBeGreaterThan(days.length);
});

test.each(['receipt', 'receipt-of-a-month', 'declined', 'not-confirmed', 'given-up', 'confirm-payment'])(
  '%s lists what, where, when, how much, the payment method and a number, and leads on',
  (name) => {
    const letter = sampleLetters()[name];
    const number = expect.stringMatching(/number$/);
    const labels = letter?.facts?.map(([label]) => label);
    expect(labels).toEqual(['What', 'Where', 'When', 'Amount', 'Payment method', number]);
    expect(letter?.action?.url).toContain('/engagements/');
  },
);

test.each(names)('%s names a PayPal account as it is', (name) => {
  const account = 'PayPal (buyer@example.com)';
  const letter: Letter = JSON.parse(
    JSON.stringify(sampleLetters()[name]).replaceAll(/Visa( \(4242\)| ending in 4242)/g, account),
  );
  const plain = withPlainWords(letter, sender);
  expect(letterText(plain, sender) + plain.short).not.toContain('buyer @');
});

test.each(['given-up', 'not-tried', 'taken-back-paused'])('%s says what becomes of the visit under way', (name) => {
  expect(sampleLetters()[name]?.paragraphs.join(' ')).toMatch(
    /are paused.* The visit under way is finished and charged\./,
  );
});

test.each(['receipt-for-the-way', 'declined-for-the-way'])('%s says that nobody was visited', (name) => {
  const letter = sampleLetters()[name];
  const charged = 'for coming to your yard on Mon, Nov 23, when the visit could not be done';
  expect(letter?.paragraphs[1] + (letter?.paragraphs[0] ?? '')).toContain(charged);
  expect(letter?.short).toContain(charged);
  expect(letter?.facts).toContainEqual(['When', 'Mon, Nov 23 (could not be done)']);
});

test.each(names.filter((name) => name.startsWith('closed-')))(
  '%s leads to no page, which nobody could open',
  (name) => {
    const letter = sampleLetters()[name];
    if (!letter) throw new Error('No letter');
    const words = withPlainWords(letter, sender);
    const all = [letterShort(words, sender.name), letterText(words, { ...sender, url: '' })].join();
    expect(all).not.toMatch(/https:|by themselves|sign in/);
    if (name !== 'closed-receipt') expect(all).toMatch(/To pay it another way, please call us at \(800\) 555-0142/);
  },
);

test.each(['skipped', 'could-not'])('%s with a long reason still says what is charged, and where to look', (name) => {
  const letter = sampleLetters({ reason: 'The gate was locked and the dog barked. '.repeat(10) })[name];
  if (!letter?.action) throw new Error('No letter');
  const text = letterShort(withPlainWords(letter, sender), sender.name);
  expect(text.length).toBeLessThanOrEqual(306);
  expect(text).toMatch(/ Reason: The gate was .*\.\.\. (Nothing|\$5\.00) is charged for (it|the way)\. https/);
  expect(text.endsWith(letter.action.url)).toBe(true);
});

const long: Typed = {
  firstName: 'Maximiliana-Theodora',
  workerName: 'Wolfeschlegelstein B.',
  productName: 'Complete weekly yard cleanup with deodorizing, for large yards with several dogs',
  street: '12345 Northwest Martin Luther King Junior Memorial Boulevard, Building 12',
  reason: 'The gate was locked and the dog barked. '.repeat(8),
};

/** Each says as much as ours in between whether names are long or short. */
const brief: Typed = { firstName: 'Qa', workerName: 'Qb', productName: 'Qc', street: 'Qd', reason: 'Qe' };

test.each(names)(
  '%s with long names says all of our words as a text, and its link, in as few parts as they take',
  (name) => {
    for (const typed of [
      long,
      // The customer has another service there.
      { ...long, street: `${long.street} (${long.productName})` },
      { ...long, productName: `🐾 ${long.productName} 🐶`, street: `${long.street} ✨` },
      { ...long, firstName: '小さな庭の名前', street: '大きな通りの長い名前の家'.repeat(4) },
    ]) {
      const letter = sampleLetters(typed)[name];
      const ours = sampleLetters(brief)[name];
      if (!letter || !ours) throw new Error('No letter');
      const text = letterShort(withPlainWords(letter, sender), sender.name);
      const most = /[^\x20-\x7E]/.test(text) ? 6 : 3;
      expect(partsOf(text), text).toBeLessThanOrEqual(most);
      expect(text.startsWith(sender.name)).toBe(true);
      const said = [ours.short, ...(ours.shorter ? [ours.shorter] : [])].map((short) =>
        letterShort(withPlainWords({ ...ours, short }, sender), sender.name).split(/Q[a-e]/),
      );
      expect(
        said.some((parts) => parts.every((part) => text.includes(part.trim()))),
        text,
      ).toBe(true);
    }
  },
);

const manyYards = Array.from({ length: 8 }, (_, index) => `${1200 + index} Northwest Meadowlark Avenue`);
const [off, later] = [Temporal.PlainDate.from('2026-11-26'), Temporal.PlainDate.from('2026-11-27')];
const aboutDayOff = {
  firstName: 'Carla',
  url: `${sender.url}/customers/1/engagements`,
  day: off,
  name: 'Thanksgiving',
};
test.each<[string, Letter, string]>([
  [
    'a day off',
    customerHolidayLetter(aboutDayOff, [
      ...manyYards.map((yard) => ({ yard, movedTo: { day: later, workerName: 'June A.' } })),
      { yard: '1 Elm St', movedTo: null },
    ]),
    '8 of your visits are on Fri, Nov 27 instead. 1 of your visits is left out and not charged.',
  ],
  [
    'a day off that is none',
    customerAfterAllLetter(
      aboutDayOff,
      manyYards.map((yard) => ({ yard, instead: later })),
    ),
    'we do work on Thu, Nov 26 after all, and come to 8 yards as planned. Nobody comes to them on Fri, Nov 27.',
  ],
  [
    'a reminder',
    reminderLetter(
      { firstName: 'Carla', url: `${sender.url}/x`, profileUrl: `${sender.url}/y` },
      off,
      manyYards.map((street) => ({ productName: 'Cleanup', street, workerName: 'June A.' })) as [Visit],
    ),
    'Tomorrow, Thu, Nov 26, we visit 8 of your yards. Please unlock the gate and keep the dogs inside.',
  ],
])('of many yards %s says the days, and nothing is cut', (_, letter, said) => {
  for (const own of [
    letter,
    inOwnWords(
      letter,
      byMessage(() => 'Dear {name}.'),
    ),
  ]) {
    const text = letterShort(withPlainWords(own, sender), sender.name);
    expect(text).not.toContain('...');
    expect(partsOf(text)).toBeLessThanOrEqual(2);
    if (own === letter) expect(text).toContain(said);
    if (own !== letter && letter.subject.startsWith('No visit')) expect(text).toContain(said);
  }
});

test.each(names)('%s writes the business’s phone as people dial it', (name) => {
  const letter = sampleLetters()[name];
  if (!letter) throw new Error('No letter');
  const words = withPlainWords(letter, sender);
  expect(`${letterText(words, sender)} ${letterShort(words, sender.name)}`).not.toMatch(/800\D{0,2}, 555/);
});

test('the number of somebody else becomes no link, beside the business’s own', () => {
  const typed = { subject: 'Hi', paragraphs: ['Call us at (800) 555-0142, not (800) 555-0199.'], short: 'Hi' };
  expect(withPlainWords(typed, sender).paragraphs).toEqual(['Call us at (800) 555-0142, not 800, 555, 0199.']);
});

const bait = 'Win at http://evil.example/x or www.evil.example, a@evil.example';
const typed: Typed = { firstName: bait, workerName: bait, productName: bait, street: bait, reason: bait };
/** Mail programs make links of these: web and mail addresses with a scheme, and bare domain names. */
const linked = /\w+:\/\/\S+|\S+@\S+|[\w-]+\.(example|com|org|net)\b/g;

test.each(names)('%s has no link that somebody typed', (name) => {
  const letter = sampleLetters(typed)[name];
  if (!letter) throw new Error('No letter');
  const words = withPlainWords(letter, sender);
  const own = [letter.action?.url, letter.choice?.url, letter.replyTo, sender.url, sender.email].filter(
    (one) => one !== undefined,
  );
  const html = letterHtml(words, sender).replaceAll(/<[^>]*>/g, ' ');
  for (const shown of [words.subject, letterText(words, sender), letterShort(words, sender.name), html]) {
    const rest = own.reduce((text, one) => text.replaceAll(one, ' '), shown);
    expect(rest.match(linked), shown).toBeNull();
  }
});

test.each(wordedMessages)('a business may word %s itself, and what must be known is said after it', (name) => {
  const letters = Object.values(sampleLetters()).filter(({ wording }) => wording?.name === name);
  expect(letters).not.toEqual([]);
  for (const letter of letters) {
    const { wording } = letter;
    if (!wording) throw new Error('No wording');
    const none = byMessage(() => '');
    expect(inOwnWords(letter, none)).toBe(letter);
    expect(Object.keys(wording.values).sort()).toEqual([...wordingOf(name).names].sort());
    // What the settings show as our words is what the letter says, unless it comes late.
    if (name !== 'doneWords' || wording.text.length === 0) {
      expect(letter.short.toLowerCase()).toContain(fillWords(wordingOf(name).ours, wording.values).toLowerCase());
    }
    const [where, street] = 'street' in wording.values ? ['{street}', wording.values.street] : ['you', 'you'];
    const own = inOwnWords(letter, { ...none, [name]: `Howdy ${where}: evil.example` });
    const words = withPlainWords(own, sender);
    const said = `Howdy ${street}: evil. example`;
    expect([own.subject, own.facts, own.action]).toEqual([letter.subject, letter.facts, letter.action]);
    expect(words.paragraphs[0]).toBe(said);
    expect(words.paragraphs.slice(1)).toEqual(wording.mail);
    const text = letterShort(words, sender.name);
    expect(text.startsWith(`Yardpack: ${said}`)).toBe(true);
    for (const part of [
      // A list of visits may be too long for a text; it stands in the mail.
      ...wording.text.filter((one) => !letter.cuttable?.includes(one)),
      ...(letter.short.endsWith(letter.action?.url ?? '-') ? [letter.action?.url] : []),
    ]) {
      expect(text).toContain(part);
    }
  }
});

test.each(names)('%s of a business that is called otherwise has no trace of the product’s name', (name) => {
  const letter = JSON.parse(
    JSON.stringify(sampleLetters()[name]).replaceAll('yardpack.example', 'scoop.example'),
  ) as Letter;
  const scoop = { ...sender, name: 'Scoop & Sons', url: 'https://scoop.example', email: 'office@scoop.example' };
  const words = withPlainWords(letter, scoop);
  for (const shown of [
    words.subject,
    letterText(words, scoop),
    letterHtml(words, scoop),
    letterShort(words, scoop.name),
  ]) {
    expect(shown).not.toMatch(/yardpack/i);
  }
});

test('the pictures of letters have the foot of their class: of money, of the account, of visits, of what was asked for', () => {
  const feet = Map.groupBy(names, (name) => {
    const { why, stop } = sampleFooting(name, 'https://yardpack.example/unsubscribe/abc');
    return `${why ?? 'no foot'}${stop ? ` ${stop.label}` : ''}`;
  });
  expect([...feet.keys()].toSorted()).toEqual([
    'You get this because it is about your account.',
    'You get this because it is about your money.',
    'You get this because it is about your visits. No more emails about visits',
    'You get this because it is about your work.',
    'You get this because somebody has asked us for it with this address.',
    'no foot',
  ]);
  expect(feet.get('no foot')).toEqual(['email-change-ended-office', 'inquiry']);
  expect(feet.get('You get this because it is about your money.')).toEqual(
    expect.arrayContaining(['receipt', 'card-expires', 'closed-given-up', 'payout-failed', 'credit']),
  );
  expect(feet.get('You get this because it is about your visits. No more emails about visits')).toEqual(
    expect.arrayContaining(['done', 'reminder', 'holiday', 'price-rise']),
  );
  expect(feet.get('You get this because it is about your work.')).toEqual(
    expect.arrayContaining(['tip-for-worker', 'worker-days-away', 'worker-holiday', 'worker-skipped', 'rhythm-asked']),
  );
});
