/** What a text asks for by a word or a plain sentence; any other text is for a person to read. */
export type TextIntent = 'stop' | 'start' | 'help';

/**
 * @property intent undefined when a person has to find out
 * @property isToRead whether a person is to read it: it asks for nothing that we do, or says more than that
 */
export type Heard = { intent: TextIntent | undefined; isToRead: boolean };

/** The words of each, without spaces and signs: 'opt-out' and 'Opt out.' are one. */
const keywords: Record<TextIntent, readonly string[]> = {
  stop: ['stopall', 'stop', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};
/** A text of these alone is a STOP, as the rules of texts have it; beside other words they may be about a visit. */
const perhapsOfVisits = /\b(?:cancel|end)\b/i;

/** Said before what is asked. */
const politeStart = new RegExp(
  `^(?:${[
    String.raw`(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\s+(?:there|all|team|guys|sir|ma'?am|\p{L}+(?=\s*[,!]))`,
    String.raw`(?:this|it) is \p{L}+(?: \p{L}+)?(?=\s*[,;])`,
    String.raw`(?:yes|no)(?=\s*,)|yes(?=\s)|(?:te?xts?|(?:te?xt )?messages?|sms)(?=\s*:)|for the (?:last|second|third|fourth|tenth|hundredth|umpteenth) time|hi|hello|hey|dear|ok|okay|please|pls|plz|kindly|just|now|immediately|already|at once|sir|ma'?am|sorry|excuse me|thanks|thank you|thx|wrong (?:number|person)|and|so|again`,
    String.raw`(?:can|could|would|will) you(?: guys)?(?! (?:please |mind )?not\b)|(?:i'm|i am) asking you to|(?:i |i've |i have )?(?:already )?(?:want|wish|need|would like|'d like|ask|asked|told) you(?: guys)?(?: (?:to|all))*|i'd like you to|would you mind(?! not\b)`,
  ].join('|')})(?![\\p{L}\\p{N}'])[\\s,;:.!-]*`,
  'iu',
);
/** Said after it. */
const politeEnd =
  /[\s,;:.!?-]*(?<![\p{L}\p{N}'])(?:(?:pretty )?please(?: and thank you)?|por favor|pls|plz|(?:many )?thanks|thank you|(?:thanks|thank you) (?:a lot|so much|very much)|thx|tyv?m?|now|right now|right away|(?:right )?this (?:minute|second|instant)|immediately|already|at once|asap|ok|okay|sir|ma'?am|for good|forever|altogether|wrong (?:number|person))[\s,;:.!?-]*$/iu;

/** In characters, more than what is said at the end has, with its signs. */
const longestEnd = 60;

/** In characters: of what is longer only the beginning is heard, and no sentence of more is plain. */
const longestHeard = 1600;
const longestSentence = 160;

/** What phones write below a text by themselves. */
const signature = /\n\s*(?:sent (?:from|via) my|get outlook for) .*$/is;

const notAnyMore = String.raw`(?:\s+(?:any\s*more|again|ever))*`;
const not = String.raw`(?:do\s+not|don't|dont)`;
const texting = '(?:te?xting|messaging|contacting|bothering|spamming|harassing)';
const place = String.raw`(?:this|my)\s+(?:number|phone|cell|cell\s*phone|mobile)(?:\s+number)?`;
const me = String.raw`(?:\s+(?:to\s+)?(?:me|us|(?:(?:on|at|to)\s+)?${place})){0,2}`;
/** Of whom somebody speaks who shares a phone, or has given another's: whose texts are meant a person finds out besides. */
const household = String.raw`(?:my|our)\s+(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|parents|son|daughter|family)`;
/** Of what texts are that are not to come: there are no others than of visits, bills and offers. */
const aboutThat = String.raw`(?:\s+(?:about|regarding|for|of|with)\s+(?:(?:all|any|every|each|the|these|those|this|that|your|my|our|yard|lawn|upcoming)\s+)*(?:visits?|services?|appointments?|cleanups?|bills?|payments?|receipts?|deals?|offers?|promotions?|anything|everything|it|this|that|stuff))?`;
/** What is not to come any more. */
const messages = String.raw`(?:(?:all|any|the|these|those|this|your|my|more|further|such|of|promotional|marketing|sms|text|reminder)\s+)*(?:te?xts?|messages?|${texting}|sms|alerts?|notifications?|reminders?|promotions?|spam)`;
const list = String.raw`(?:this|your|the)\s+(?:(?:text|texting|texts|sms|message|messaging|mailing|contact)\s+)?list`;

const ofHousehold = new RegExp(
  String.raw`^(?:stop|quit|${not}|never)\s+(?:${texting}|te?xt|message|contact|bother)\s+${household}${aboutThat}${notAnyMore}$`,
  'i',
);

/** Sentences that are plain. 'Please stop by the gate', 'stop texting Bob' or 'do not stop texting me' are none of them. */
const stopSentences = (names: readonly string[]) => {
  const us = [
    'you',
    'you guys',
    'your company',
    'this company',
    'this number',
    'here',
    'now on',
    ...names.map(literal),
  ];
  const from = String.raw`(?:\s+(?:from|by)\s+(?:${us.join('|')}))?`;
  const wanted = '(?:want|wish|need|care|like)';
  const toGet = String.raw`(?:to\s+)?(?:get|receive|have|see|getting|receiving)`;
  return [
    String.raw`stop\s+(?:(?:sending|sends?)${me}\s+)?${messages}${me}${from}${aboutThat}${from}${notAnyMore}`,
    ofHousehold.source.slice(1, -1),
    String.raw`stop\s+sending(?:${me}\s+(?:these|those|this|them|anything)|${me})${notAnyMore}`,
    String.raw`(?:i\s+said\s+)?stop(?:\s+(?:all|this|it|everything|all\s+of\s+(?:this|it)))?`,
    String.raw`(?:i\s+(?:(?:want|wish|need|would\s+like)\s+to|'d\s+like\s+to)\s+|i'd\s+like\s+to\s+)?(?:stop|quit)\s+(?:getting|receiving)\s+(?:${messages}|these|those|them)${me}${from}${notAnyMore}`,
    String.raw`(?:i\s+)?(?:${not}|no\s+longer)\s+${wanted}\s+(?:${toGet}\s+)?${messages}${me}${from}${notAnyMore}`,
    String.raw`(?:i\s+)?(?:${not}|no\s+longer)\s+${wanted}\s+(?:for\s+)?(?:you\s+)?to\s+(?:be\s+(?:texted|messaged|contacted)|(?:text|message|contact)\s+me)${me}${from}${notAnyMore}`,
    String.raw`(?:(?:remove|take)\s+(?:me|us|my\s+name|this\s+number|my\s+number)(?:\s+off)?|take\s+(?:off|out)\s+(?:me|my\s+number))(?:\s+(?:from|off|out)\s+(?:of\s+)?${list})?`,
    String.raw`(?:${not}|never|no\s+longer|quit)\s+(?:ever\s+)?(?:te?xt|message|contact|bother|${texting})\s+(?:me|us|${place})${me}${notAnyMore}`,
    String.raw`(?:(?:can|could|would|will)\s+you(?:\s+please)?|would\s+you\s+mind)\s+not\s+(?:te?xt|message|contact|bother|${texting})\s+(?:me|us|${place})${me}${notAnyMore}`,
    String.raw`(?:${not}|quit|never)\s+send(?:ing)?${me}\s+${messages}${me}${notAnyMore}`,
    // 'No text from you today' is a complaint.
    String.raw`no\s+more\s+${messages}${me}${from}`,
    String.raw`no\s+(?:te?xts|texting|spam)`,
    String.raw`(?:i\s+(?:(?:want|wish|would\s+like|need)\s+to\s+(?:be\s+)?)?|i'd\s+like\s+to\s+(?:be\s+)?)?(?:unsubscribed?|opt(?:ed)?[\s-]*(?:me|us)?[\s-]*out|revoke)(?:\s+(?:all|me|us|this\s+number|my\s+(?:number|consent)|consent))?(?:\s+(?:from|of|to)\s+(?:${messages}|this|${list}|list|everything|all))?${from}`,
    String.raw`you\s+(?:can|may|should|must|need\s+to|have\s+to)\s+stop\s+${texting}${me}${from}${notAnyMore}`,
    String.raw`(?:lose|delete|erase|forget)\s+(?:my|this)\s+(?:cell\s+|phone\s+)?number`,
    String.raw`no\s+m[aá]s(?:\s+(?:mensajes|textos))?`,
    String.raw`(?:cancel|end)\s+${messages}${me}${from}`,
    String.raw`leave\s+(?:me|us)\s+alone`,
  ].map((sentence) => new RegExp(`^${sentence}$`, 'i'));
};

/**
 * Says that something is to stop, or whom to take off, but not of what. Beside a sentence about a visit it is called to who stands
 * in the yard. The rule of the law is what a reasonable person takes it for: 47 CFR 64.1200(a)(10).
 */
const unsaidOf =
  /^(?:i\s+said\s+)?(?:stop|end|quit|cancel)(?:\s+(?:all|this|it|everything|all\s+of\s+(?:this|it)))?$|^(?:remove|take)\s+(?:me|us)(?:\s+off)?$/i;
const ofVisits = new RegExp(
  [
    String.raw`\b(?:gates?|doors?|locks?|locked|unlocked|fences?|dogs?|pupp(?:y|ies)|cats?|pets?|loose|yards?|lawns?|grass|house|home|garage|driveway|truck|car|visits?|code)\b`,
    String.raw`\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|next)\s+week|\d{1,2}\s*[ap]\.?m)\b`,
    String.raw`\b(?:you\s+are|you're|your\s+(?:worker|keeper|guy|man|driver))\b.*\b(?:at|in|on|here|outside)\b`,
    String.raw`^\s*(?:by|at|in|on|near|before|after|behind|there|here)\b`,
  ].join('|'),
  'i',
);
/** Says of what an end is wanted. */
const namesTexts =
  /te?xt|messag|contact|spam|sms|alert|notif|reminder|mensaje|subscri|opt[\s-]*(?:\w+[\s-]*)?out|number|\blist\b/i;
/** Said beside a stop by who wants nothing of us any more. */
const leaving =
  /^(?:no(?:\s+(?:thanks?|thank\s+you|thx))?|(?:(?:i'm|i\s+am|we're|we\s+are)\s+)?(?:done|not\s+interested)(?:\s+any\s*more)?|(?:that\s+is\s+|that's\s+)?enough|(?:(?:i|we)(?:'ve|\s+have)?\s+)?(?:never|did\s+not|didn't)\s+(?:sign(?:ed)?\s+up|ask(?:ed)?)(?:\s+for\s+(?:this|these|it))?|who\s+(?:is|are)\s+(?:this|you))$/i;
/** Said by whom we have nothing to do with any more, or never had. */
const ofNobodyOfOurs =
  /\bwrong\s+(?:number|person)\b|\b(?:i|we)(?:'ve|\s+have)?\s+(?:(?:do\s+not|don't|dont|no\s+longer|never)\s+(?:have|own|live|had|want|need)|no\s+(?:dogs?|yard|pets?)|(?:just\s+)?(?:moved|sold))\b/i;

const literal = (name: string) => sentenceOf(name).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What follows a STOP in capitals without a sign between them: 'STOP I have moved' is two sentences, 'STOP by the gate' is one. */
const runOn =
  /^STOP\s+(?=(?:i|i'm|i've|we|we've|we're|this is|not interested|wrong|who is|who are|you have|no more|do not)\b)/i;

/** Who says so in one sentence does not end texts with another. */
const goOn = new RegExp(
  String.raw`^(?:i\s+)?(?:(?:${not}|never)\s+(?:ever\s+)?(?:want\s+(?:you\s+)?to\s+)?(?:stop|end|cancel|unsubscribe|opt|quit)\b|keep\s+(?:${texting}|sending)\b)`,
  'i',
);

/**
 * Hears what a text asks for. Each of its sentences is looked at by itself, without what is only polite; and each part of one that
 * is plain: 'Please stop texting, call me instead' ends texts, 'Stop, wait for me' is for a person.
 *
 * Carriers and providers hear a text of nothing but a word: Twilio, without any settings, STOP, UNSUBSCRIBE, END, QUIT, STOPALL, REVOKE,
 * OPTOUT and CANCEL (twilio.com/docs/messaging/tutorials/advanced-opt-out). The law goes further. 47 CFR 64.1200(a)(10) of the FCC
 * (89 FR 15756) names "stop", "quit", "end", "revoke", "opt out", "cancel" and "unsubscribe" as words that always count in reply to a
 * text; other words do when a reasonable person would understand them so, and none may be made the only ones. So plain sentences
 * are heard at once, and a person reads what is not plain on the same day: ten business days are the most that the law gives.
 * @param names what the business is called: 'stop the texts from' and its name is plain
 */
export function hear(text: string, names: readonly string[] = []): Heard {
  // Phones write other hyphens and quotes than we do, and some texts begin with marks that nobody sees.
  const whole = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[‘’]/g, "'")
    // Nothing is said by a long run of signs, and patterns take long to look through one.
    .replaceAll(/[\s\p{P}\p{S}]{4,}/gu, (run) => (run.includes('\n') ? '\n' : `${run.slice(0, 3)} `));
  const isLong = whole.length > longestHeard;
  const plain = whole.slice(0, longestHeard).replace(signature, '').trim();
  const asked = withoutPoliteness(plain);
  const bare = wordOf(plain);
  // 'Can you cancel?' and 'Yes, cancel' are about a visit.
  const isAnswer = /\b(?:you|yes|no)\b/i.test(plain);
  const word = bare ?? (isAnswer && perhapsOfVisits.test(asked) ? undefined : wordOf(asked));
  if (word) {
    // 'Can you start?' and 'Please help' may be about a visit, too, and what is answered by 'Yes, stop' we do not know.
    const isPerhapsMore = word === 'stop' ? /cancel/i.test(plain) || (!bare && /\b(?:yes|no)\b/i.test(plain)) : !bare;
    return { intent: word, isToRead: isLong || isPerhapsMore };
  }
  const patterns = stopSentences(names);
  const sentences = sentencesIn(plain).flatMap((one) => (isStop(one, patterns) ? one : partsOf(one, patterns)));
  if (sentences.some((one) => goOn.test(sentenceOf(one)))) return { intent: undefined, isToRead: true };
  const others = sentences.filter((one) => !isStop(one, patterns));
  const isCalled = others.some((one) => ofVisits.test(one) && !ofNobodyOfOurs.test(one));
  const isPlain = sentences.some(
    (one) => !others.includes(one) && !(isCalled && unsaidOf.test(sentenceOf(withoutPoliteness(one)))),
  );
  const isOfOther = sentences.some((one) => ofHousehold.test(sentenceOf(withoutPoliteness(one))));
  return { intent: isPlain ? 'stop' : undefined, isToRead: isLong || !isPlain || isOfOther || others.length > 0 };
}

/** @returns what a text of nothing but one of the words asks for, however often it says it */
function wordOf(text: string): TextIntent | undefined {
  const bare = perhapsOfVisits.test(text.replace(/^\W*end\b/i, ''))
    ? text
    : text.replaceAll(/\b(?:and|or|all)\b/gi, '');
  const letters = lettersOf(bare);
  const found = (Object.entries(keywords) as [TextIntent, readonly string[]][]).find(([, words]) =>
    new RegExp(`^(?:${words.join('|')})+$`).test(letters),
  );
  return found?.[0];
}

function isStop(sentence: string, patterns: readonly RegExp[]): boolean {
  if (sentence.length > longestSentence) return false;
  const bare = sentenceOf(sentence);
  if (patterns.some((pattern) => pattern.test(bare))) return true;
  const asked = sentenceOf(withoutPoliteness(sentence));
  const word = wordOf(asked);
  return (word === 'stop' && !perhapsOfVisits.test(asked)) || patterns.some((pattern) => pattern.test(asked));
}

/** @returns the sentences of a text, without those that are only polite */
function sentencesIn(text: string): string[] {
  return text
    .split(/[.!?;]+|\n+(?!\s*\p{Ll})|\s[\p{Pd}]+\s/u)
    .flatMap((one) => {
      const rest = withoutPoliteness(one);
      return runOn.test(rest) && rest.startsWith('STOP') ? ['STOP', rest.replace(runOn, '')] : [one];
    })
    .filter((one) => lettersOf(withoutPoliteness(one)) !== '');
}

/** @returns the parts of a sentence, where one of them is a plain stop beside the others; else the sentence */
function partsOf(sentence: string, patterns: readonly RegExp[]): string[] {
  if (sentence.length > longestSentence) return [sentence];
  const parts = sentence.split(/,|\s(?:and|but|so)\s/i).filter((one) => lettersOf(one) !== '');
  if (parts.some((one) => namesTexts.test(one) && isStop(one, patterns))) return parts;
  const told = sentence.split(',').filter((one) => lettersOf(one) !== '');
  const isLeaving = (one: string) => leaving.test(sentenceOf(withoutPoliteness(one))) || ofNobodyOfOurs.test(one);
  const isPlain =
    told.some((one) => isStop(one, patterns)) && told.every((one) => isStop(one, patterns) || isLeaving(one));
  return isPlain ? told : [sentence];
}

/** @returns a sentence without what is said before and after what it asks for */
function withoutPoliteness(sentence: string): string {
  let rest = sentence.trim();
  for (;;) {
    const less = rest.replace(politeStart, '');
    // Looked for at every place of a long text, it would take too long: it is looked for once for each word that goes.
    const from = Math.max(0, less.length - longestEnd);
    const at = less.slice(from).search(politeEnd);
    const next = (at < 0 ? less : less.slice(0, from + at)).trim();
    if (next.length === rest.length) return rest;
    rest = next;
  }
}

/** @returns a sentence without its signs, but for apostrophes and hyphens */
const sentenceOf = (text: string): string =>
  text
    .replaceAll(/[.!?,;:"“”()]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
