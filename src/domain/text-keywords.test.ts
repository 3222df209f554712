import { expect, test } from 'vitest';
import { hear } from './text-keywords.ts';

const intentOf = (text: string) => hear(text, ['Yardpack', 'NWA Poop']).intent;

/** The texts in backquotes have apostrophes of both kinds. */
const lines = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => line.trim());

test.each([
  '\u200eSTOP',
  ' Stop. ',
  'STOP!\n\nSent from my iPhone',
  ...lines(`
    STOP
    stop
    Stop!!!
    "STOP"
    STOP STOP
    stopall
    Stop all
    UNSUBSCRIBE
    cancel
    End
    quit.
    OPT-OUT
    opt out
    optout
    Opt‑Out
    REVOKE
    END ALL
    STOP QUIT
    STOP/END
    unsubscribe all
    stop and unsubscribe
    Please stop
    stop please
    STOP, thanks!
    stop plz thx
    ok stop now
    I said STOP
    I asked you to stop
    stop this
    please stop it
    stop everything
    please stop texting me
    Can you please stop texting me?
    Could you stop texting me?
    Hello, could you please stop texting me right now, thanks
    Hi Wren, please stop texting me.
    Hi, this is Casey, please stop texting me
    please stop texting me - Casey
    Sorry, please stop texting me
    stop texting me asap
    please stop texting me at this number
    Please stop texting my phone
    I want you to stop texting me
    I told you to stop texting me
    pls stop txting
    Stop sending me these texts
    stop sending to this phone
    stop texts
    Stop the messages.
    Stop text messages
    stop the text messages
    Stop texts from Yardpack
    Stop the texts from NWA Poop please
    stop messaging us
    please stop contacting me
    do not contact me
    Please don’t contact me again
    Don't text me anymore
    do not text this number
    Please do not send me any more texts
    no more texts please
    no texts please
    I don't want these texts
    I don’t want to get texts from you anymore
    I do not want to receive texts
    I want to stop receiving texts
    I no longer wish to receive texts
    I want to unsubscribe
    unsubscribe me
    unsubscribe me from your list
    opt me out
    Please opt me out of text messages
    remove me
    take me off your list
    please take me off your list
    remove my number from the list
    I revoke my consent
    end text messages
    cancel my texts
    leave me alone
    Stop. Wrong number.
    wrong number, stop texting
    Stop texting me. I have canceled.
    Please stop. I do not want your service.
    Stop. Not interested.
    I did not sign up for this. Stop.
    Who is this? Stop texting me
    STOP I have moved
    STOP I HAVE MOVED
    STOP please and thank you
    Please stop. Thank you so much!
    please stop, thank you so much
    stop tyvm
    stop right this minute
    Yes, stop
    yes please stop
    for the last time STOP
    For the last time, stop texting me
    Would you mind not texting me
    Would you mind not texting me?
    Could you please not text me anymore?
    Text messages: stop
    Texts: STOP
    STOP I have sold the house
    I don't have a dog. STOP
    Stop. I moved to another house.
    Wrong number, I have no yard. Stop.
    Stop texting me. The gate is locked.
    unsubscribe. The gate is locked.`),
])('%j ends texts', (text) => expect(intentOf(text)).toBe('stop'));

test.each(['START', 'start!', 'Unstop', 'please start'])('%j brings them back', (text) =>
  expect(intentOf(text)).toBe('start'),
);

test.each(['HELP', 'help?', 'Info', 'please help'])('%j asks who we are', (text) =>
  expect(intentOf(text)).toBe('help'),
);

test.each([
  '',
  ...lines(`
    👍
    Hi
    thanks
    stopped
    weekend
    don't stop
    Don’t stop!
    do not stop
    don't stop texting me
    Don't stop texting me. I like it.
    I do not want to stop texts
    Please don't stop. Stop by on Tuesday.
    stop by on Tuesday
    STOP BY ON TUESDAY
    can you stop by tomorrow
    please stop at the gate
    please stop by the gate
    STOP at the gate
    Stop at the side door, please
    Stop, I have to move my car first
    stop texting Bob and call me
    stop texting me at night
    stop texting me on Sundays
    I do not want texts at night
    What happens if I text STOP?
    the bus stop is blocked
    can you stop the service on Friday?
    will you stop on Friday
    Please stop the service
    stop my service
    Stop my visits for two weeks
    no more visits please
    I do not want your service.
    cancel all
    cancel tomorrow
    Can you cancel?
    Cancel. Not tomorrow.
    cancel my visit on Friday
    Please cancel my service. Thanks
    Will you end at 5?
    Is it the end?
    end of the street, on the left
    please quit using the red gate
    do not contact my neighbor
    remove the old bin
    I don't want the gate open
    wrong number of dogs on the bill
    Help me with the dog tomorrow
    start at 9 please
    When do you start?
    More info about the price?
    Can you stop today?
    Will you stop today
    Would you stop today?
    Please stop today
    Stop today please
    I'd like you to stop today
    Hi there, could you stop today please?
    Take us off today
    Remove me today
    Please remove us today
    Opt out today
    End today
    cancel today
    Please cancel today
    Yes, cancel
    Don't need reminders today
    Don't message us today
    Please do not message me today
    Stop texting me today
    Can you not text me before 8?
    Not texting me?
    Stop!! you are at the wrong house
    Please stop. Dog is loose!
    The dog is loose. Please stop!
    Stop it! The dog is out
    STOP. Wrong yard!
    Stop. Gate is locked
    Stop. The gate code is 1234.
    STOP I am at the gate
    Stop, gate is locked
    Remove me. Nobody is home on Tuesday.
    Reminder: stop by at 3
    No text from you today
    No text today?
    No notification today.
    I am waiting. No message.
    No message from you today. Are you coming?
    Is the visit today? No text.
    Did you come? No texts from you.
    Stop/start the deep clean
    Is it start/stop?
    Please help today
    Can you start today?`),
  'Stop\nby at 3',
  'Stop\nBy at 3',
  'Please stop\nat the gate',
])('%j is for a person', (text) => expect(hear(text, ['Yardpack'])).toEqual({ intent: undefined, isToRead: true }));

test.each([
  ['STOP', false],
  ['STOP, thanks!', false],
  ['please stop texting me', false],
  ['Please stop texting me. Thanks!', false],
  ['Stop. Wrong number.', false],
  ['START', false],
  ['Stop. Who is this?', true],
  ['Stop texting me. The gate code is 1234.', true],
  ['STOP I have moved', true],
  ['STOP please and thank you', false],
  ['Please help', true],
  ['Can you start?', true],
  ['Yes, stop', true],
  ['Can you help?', true],
  // After a reminder of a visit it may mean the visit.
  ['Cancel', true],
])('of %j, which was done, staff have something left to read: %s', (text, isToRead) =>
  expect(hear(text).isToRead).toBe(isToRead),
);

test('a long text is heard at once', { timeout: 10_000 }, () => {
  for (const word of ['stop ', 'please ', 'all ', 'i want you to ', 'stop all '])
    expect(hear(`${word.repeat(Math.ceil(10_000 / word.length))}x`).isToRead).toBe(true);
});

/** As people write to a business that comes to their yard: whether it ends texts, and whether staff have something left to read. */
test.each<[text: string, ends: boolean, isToRead: boolean]>([
  ['STOP, we sold the house', true, true],
  ['Stop, wrong number', true, false],
  ['No thanks, stop', true, true],
  ["I'm done, stop", true, true],
  ['Not interested, stop', true, true],
  ['Enough, stop', true, true],
  ['Stop it already, I never signed up', true, true],
  ['Who is this, stop', true, true],
  ['Yes, stop', true, true],
  ['STOP por favor', true, false],
  ['no mas', true, false],
  ['No más mensajes', true, false],
  ['Please stop texting, call me instead', true, true],
  ['Get lost and stop texting me', true, true],
  ['No more messages please, we moved', true, true],
  ['We sold the house, so take me off your list', true, true],
  ['You can stop texting me now', true, false],
  ["I'd like to stop getting these", true, false],
  ['lose my number', true, false],
  ['Please delete my number', true, false],
  ['Do not text me, call me', true, true],
  ['I never asked for this, unsubscribe', true, true],
  ['Stop by on Friday', false, true],
  ["please don't stop", false, true],
  ['can you cancel my visit on Friday?', false, true],
  ["Don't stop, stop by on Tuesday", false, true],
  ['Stop, wait for me', false, true],
  ['STOP, the dog is loose', false, true],
  ['No, stop, not that gate', false, true],
  ['Stop, we are not home, come tomorrow', false, true],
  ['Stop coming on Fridays', false, true],
  ['Stop cleaning the front yard', false, true],
  ['Stop, not interested in the deep clean', false, true],
  ['We sold the house, stop by the new one', false, true],
  ['You can stop now', false, true],
  ['You can stop coming on Mondays', false, true],
  ['Stop messaging my wife', true, true],
  ['Please don’t text my husband any more', true, true],
  ['Stop texting me about visits', true, false],
  ['stop sending me texts about my service', true, false],
  ['Please stop texting us about these visits, thanks', true, false],
  ['Stop texting me about today', false, true],
  ['Stop texting me about the gate', false, true],
  ['Do not stop texting my wife', false, true],
  ['Stop texting my neighbor', false, true],
  ['Unsubscribe my neighbor, he moved', false, true],
  ['Please cancel Friday and text me', false, true],
  ['I want to opt out of the yard sanitizing', false, true],
  ['The gate code stops working at 5, text me then', false, true],
  ["Don't stop texting me and stop calling", false, true],
])('%j ends texts: %s; is left to read: %s', (text, ends, isToRead) =>
  expect(hear(text, ['Yardpack'])).toEqual({ intent: ends ? 'stop' : undefined, isToRead }),
);

test('a long run of signs says nothing, and takes no time to look through', () => {
  const text = `${'-'.repeat(1065)}${' ok'.repeat(178)}`;
  expect(hear(text)).toEqual({ intent: undefined, isToRead: true });
  expect(hear(`STOP${'!'.repeat(1500)}`).intent).toBe('stop');
  expect(hear(`${'. - '.repeat(400)}please stop texting me`).intent).toBe('stop');
});
