import { type SQL, sql } from 'drizzle-orm';

// Regular expressions of Postgres for what a person is called, however it is written.

/** Between the parts of a name, once or more. */
export const gap = '[-\\s\\u00a0\\u2010-\\u2013]';

/** Letters by the plain one that people type in their place: é, É and ê by e. */
const marked = new Map<string, string>([
  ['o', 'øØ'],
  ['l', 'łŁ'],
  ['d', 'đĐ'],
]);
for (const [from, to] of [
  [0xc0, 0x17f],
  [0x1e00, 0x1eff],
] as const) {
  for (let code = from; code <= to; code += 1) {
    const letter = String.fromCodePoint(code);
    const [plain = ''] = letter.normalize('NFD').toLowerCase();
    if (/[a-z]/.test(plain)) marked.set(plain, `${marked.get(plain) ?? ''}${letter}`);
  }
}
const isCapital = (letter: string) => letter !== letter.toLowerCase();

/** Any of the letters that are written in the place of one, large or small. */
function anyOf(letter: string, isLarge: boolean): string {
  const small = letter.toLowerCase();
  const [plain = small, all = ''] =
    [...marked].find(([each, others]) => each === small || others.includes(letter)) ?? [];
  const either = [...new Set([plain, plain.toUpperCase(), ...all])];
  const large = either.filter(isCapital);
  return `[${(isLarge && large.length > 0 ? large : either).join('')}][\\u0300-\\u036f]*`;
}

/** Two letters that are also written as one with a mark. */
const pairs: Record<string, string> = { ae: 'äÄæÆ', oe: 'öÖøØ', ue: 'üÜ', aa: 'åÅ', ss: 'ß' };
/** The second letter where one with a mark is written as two. */
const seconds: Record<string, string> = { ä: 'e', ö: 'e', ø: 'e', ü: 'e', å: 'a' };

/**
 * However its letters are marked, large or small, its parts are joined and its apostrophes are written; in HTML, too.
 * @param isName whether each part begins with a capital
 */
export const letters = (text: string, isName = false): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(
      /[\s\-\u2010-\u2013]+|['’‘ʼ]|ae|oe|ue|aa|ss|\p{L}|[\\^$.*+?()[\]{}|]/giu,
      (part, at: number, whole: string) => {
        if (/^[\s\-\u2010-\u2013]/.test(part)) {
          const isLong = /\p{L}{3}$/u.test(whole.slice(0, at)) && /^\p{L}{3}/u.test(whole.slice(at + part.length));
          return `${gap}${isLong ? '*' : '+'}`;
        }
        if (/^['’‘ʼ]/.test(part)) return "('|&#39;|’|‘|ʼ)?";
        if (!/\p{L}/u.test(part)) return `\\${part}`;
        const isLarge = isName && !/[\p{L}'’‘ʼ]$/u.test(whole.slice(0, at));
        const [one = '', two] = part;
        if (two) return `(${anyOf(one, isLarge)}${anyOf(two, false)}|[${pairs[part.toLowerCase()]}])`;
        if (part === 'ß') return '(ß|[sS][sS])';
        const second = seconds[part.toLowerCase()];
        return `${anyOf(part, isLarge)}${second ? `[${second}${second.toUpperCase()}]?` : ''}`;
      },
    );

/** As a word of its own; in JSON also behind the end of a line. */
export const alone = (pattern: string): string => `((?<!\\w)|(?<=\\\\[nrt]))${pattern}(?!\\w)`;

/** However it is written. */
export function phonePattern(phone: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[^\d+]/g, '')) ?? [];
  if (!area) return alone(letters(phone));
  const gap = '[-. )]*';
  return `(?<!\\d)(\\+?1${gap})?\\(?${area}${gap}${exchange}${gap}${line}(?!\\d)`;
}

export const oneOf = (patterns: string[]): string => `(${patterns.join('|')})`;

const lookaround = /^\(\?(<?[=!])/;

/**
 * @returns the pattern without what must stand before and behind: it finds all that the pattern finds, and more. Postgres reads a
 * text by it many times as fast, since looking around is done anew at each letter.
 */
export function withoutContext(pattern: string): string {
  const tokens = pattern.match(/\\.|\[[^\]]*\]|\(\?<?[=!]|./gsu) ?? [];
  const left: string[] = [];
  // How many groups are open within one that looks around.
  let depth = 0;
  for (const token of tokens) {
    const isOpening = token.startsWith('(');
    if (depth === 0 && !lookaround.test(token)) left.push(token);
    else if (isOpening) depth += 1;
    else if (token === ')') depth -= 1;
  }
  return left.join('');
}

/** @returns whether a text has what a pattern says: quick to see of a text that has nothing like it */
export const hasName = (text: SQL, pattern: string): SQL<boolean> =>
  sql<boolean>`case when ${text} ~ ${withoutContext(pattern)} then ${text} ~ ${pattern} else false end`;

/** Names that are common words, too. Each of their words begins with a capital, and alone they count only by the rule of `standing`. */
const commonWords = new Set(
  `amber april art august autumn baker ball bank banks bean bear bell berry best bill bird black blue bond bright brook brooks brown bush carter case chance chase chip church clay cliff cook cross dale dawn day dean drew faith field fields fisher ford forest fox frank gardener gates gene glen good grace grant gray green guy hall hand hands harmony hart hazel heath hill hope house hunter iris ivy jack jasmine jay jean jerry joy judge june key king lake lamb land lane law lily little long love mark marsh mason may meadows miles mills miner misty moon moss nick night noble north olive page park parks pat pearl penny peace piper pond pool poppy porter potter price queen rain ray read reed rich ring river rivers rob rock rod rose ruby rusty sage sandy scott sharp shepherd short sky small snow spring star steel stone storm street strong sue summer sunny swift taylor terry trip ty violet wade walker wall ward warden waters way weaver weeks well wells west white will winter wise wolf wood woods young`.split(
    ' ',
  ),
);
export const isCommon = (name: string): boolean =>
  name.split(/[\s-]+/).every((part) => commonWords.has(part.toLowerCase()));

/** Parts of names that are nobody's own. */
const particles = new Set(
  'and bin dal das del den der des dos ibn las les los mac saint san santa santo ter the van von'.split(' '),
);
/** @returns the parts of a name that people are called by, such as Jean of Jean-Pierre */
export const partsOf = (name: string): string[] =>
  name.split(/[\s\-\u2010-\u2013]+/).filter((part) => part.length > 2 && !particles.has(part.toLowerCase()));

/** Chinese, Japanese and Korean names, which have no gaps between their parts, nor have the words around them. */
export const isOfSigns = (name: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u.test(name);
/** Behind a name of one sign, which is a word otherwise: 王先生. */
const titlesBehind = '先生|女士|太太|小姐|老师|さん|様|さま|氏|씨|님';

/**
 * As `letters`, and of a family or of what is theirs: the Longfellows. A common word, or what has two letters, counts only as a name
 * (`standing`).
 */
export function called(name: string, isFirst: boolean): string {
  if (isOfSigns(name)) return [...name.trim()].length > 1 ? letters(name) : `${letters(name)}(?=${titlesBehind})`;
  const isShort = name.trim().length < 3;
  if (isCommon(name) || isShort) return standing(name, isFirst, months.has(name.toLowerCase()));
  return alone(`${letters(name)}${/\p{L}{3}$/u.test(name) ? '(e?s)?' : ''}`);
}

const anyCase = (words: string): string =>
  words.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`).replaceAll(' ', '\\s+');
const titles = anyCase('mr|mrs|ms|mx|dr');
/** Before a name: Mr. Park, "Hi Will". */
const forms = `${titles}|${anyCase('miss|dear|hi|hello|hey|thanks|thank you')}`;
/** Before a name in small letters: "ask will about the gate". */
const asks = anyCase('ask|asked|tell|told|text|texted|email|emailed');
/** Before a word that is no person’s name: the Park. */
const articles =
  'the|a|an|this|that|these|those|my|your|his|her|its|our|their|each|every|any|no|some|one|another|city|state|next|last';
/** Before a month. */
const times = 'in|on|since|until|till|by|before|after|during|of|from|to|through|for|early|mid|late';
/** Behind a first name at the beginning of a sentence: "Will was out." */
const verbs = 'is|was|has|had|says?|said|asks?|asked|wants?|wanted|calls|called|texts|texted|opens|opened';
/** Behind a name that is a street’s or a place’s: Park Ave. */
const places =
  'st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|pl|place|way|hwy|pkwy|school|hotel';
/**
 * A name of common words in small letters counts only where it can be nothing else.
 * @param name of whichever letters
 */
export const inSmall = (name: string): string =>
  `((?<=(^|\\W)((${titles})[.]?|${asks})\\s+)${name}(?!\\w)|(?<!\\w)${name}(?=['’]s|&#39;s|\\s+(${verbs})(\\W|$)))`;

/** @returns a last name behind a title, of whichever letters: "mr. longfellow", "Miss Longfellow" */
export const titled = (last: string): string =>
  `(?<=(^|\\W|\\\\[nrt])(${titles}|${anyCase('miss')})([.]${gap}*|${gap}+))${letters(last)}(?!\\w)`;
const months = new Set(['april', 'may', 'june', 'august']);

/**
 * A common word counts as somebody’s name only where it begins with a capital and stands as a name:
 * - behind a form of address: "Mr. Park", "Hi Will", "Thanks, June";
 * - within a sentence, behind a word that is no article and has no capital: "ask Will", "next to Park’s", but neither "at the Park" nor "Memorial
 *   Park", "near Park Ave" or, of a month, "in June";
 * - a first name also behind the first word of a sentence, and as the first word before what a person does: "Call Will",
 *   "Will was out", "Will’s gate", but not "Will park at the gate".
 * The whole name is another rule (`wholeNames`). What stands otherwise stays: a note that cannot be read helps no one.
 */
function standing(word: string, isFirst: boolean, isMonth: boolean): string {
  const name = letters(word, true);
  const start = '(^|[.!?:;"]\\s*|\\\\[nrt]|\\n)';
  const isNoWord = `(?<!(^|\\W)(${anyCase(isMonth ? `${articles}|${times}` : articles)})\\s+)`;
  const behind = [
    `(?<=(^|\\W)(${forms})[.,]?\\s+)`,
    `(?<=(^|[^\\w'’])[a-z]+,?\\s+)${isNoWord}`,
    ...(isFirst ? [`(?<=${start}[A-Z][a-z]*\\s+)${isNoWord}`] : []),
  ];
  const isNoPlace = `(?!\\s+(${anyCase(places)})(\\W|$))`;
  const within = `(${behind.join('|')})${name}(?!\\w)${isNoPlace}`;
  const first = `(?<=${start})${name}(?=['’]s|&#39;s|,|\\s+(${verbs})(\\W|$))`;
  const small = `(?<=(^|\\W)(${titles})[.]?\\s+)${letters(word)}(?!\\w)`;
  return isFirst && !isMonth ? `(${within}|${first}|${isNoWord}${inSmall(letters(word))})` : `(${within}|${small})`;
}
