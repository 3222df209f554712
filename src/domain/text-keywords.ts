/** What a text asks for by a word alone; any other text is for a person to read. */
export type TextIntent = 'stop' | 'start' | 'help';

/** The words of each, without spaces and signs: 'opt-out' and 'Opt out.' are one. */
const keywords: Record<TextIntent, readonly string[]> = {
  stop: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

/** Said before and after a word that is one all the same: 'Please stop!', 'STOP thanks'. */
const politeness =
  /^(?:(?:hi|hello|hey|ok|okay|please|pls|plz|just|thanks|thank you|thx|now|immediately|already|at once|sir|ma'?am|wrong (?:number|person))\b[\s,.!]*)+|[\s,.!]*\b(?:please|pls|plz|thanks|thank you|thx|now|immediately|already|at once|wrong (?:number|person))[\s,.!]*$/gi;

/** What phones write below a text by themselves. */
const signature = /\n\s*(?:sent (?:from|via) my|get outlook for) .*$/is;

/** What is not to come any more. */
const messages = String.raw`(?:(?:all|any|the|these|those|your|more|further|promotional|marketing|sms|text)\s+)*(?:te?xts?|messages?|te?xting|messaging|contacting|sms|alerts?|notifications?|promotions?)`;
const me = String.raw`(?:\s+(?:to\s+)?(?:me|us|this\s+(?:number|phone)))?`;

/** Sentences that are plain. 'Please stop by the gate', 'stop texting Bob' or 'do not stop texting me' are none of them. */
const stopSentences = [
  String.raw`stop\s+(?:(?:sending|sends?)${me}\s+)?${messages}${me}(?:\s+any\s*more)?`,
  String.raw`stop\s+sending(?:${me}\s+(?:these|those|this|them|anything)|${me})`,
  String.raw`(?:i\s+said\s+)?stop(?:\s+(?:this|it|everything|all\s+of\s+(?:this|it)))?`,
  String.raw`(?:i\s+)?(?:do\s+not|don['’]?t|no\s+longer)\s+want\s+(?:to\s+(?:get|receive)\s+)?${messages}(?:\s+any\s*more)?`,
  String.raw`remove\s+(?:me|us|this\s+number|my\s+number)`,
  String.raw`(?:do\s+not|don['’]?t|never|no\s+longer|quit)\s+(?:te?xt|message|te?xting|messaging|contact|contacting)\s+(?:me|us|this\s+(?:number|phone))(?:\s+(?:any\s*more|again|ever))*`,
  String.raw`(?:do\s+not|don['’]?t|quit)\s+send(?:ing)?${me}\s+${messages}${me}(?:\s+any\s*more)?`,
  String.raw`no\s+(?:more\s+)?${messages}`,
  String.raw`(?:i\s+(?:(?:want|wish|would\s+like)\s+to\s+)?)?(?:unsubscribe|opt[\s-]*out|revoke)(?:\s+(?:me|us|this\s+number|my\s+(?:number|consent)|consent))?(?:\s+(?:from|of|to)\s+(?:${messages}|this(?:\s+list)?|your\s+list|list))?`,
  String.raw`(?:cancel|end)\s+${messages}${me}`,
  String.raw`(?:remove|take)\s+(?:me|us|this\s+number|my\s+number)\s+(?:from|off)\s+(?:of\s+)?(?:this|your|the)\s+(?:text\s+|texting\s+|sms\s+)?list`,
].map(
  (sentence) =>
    new RegExp(
      `^(?:i\\s+(?:want|need|would\\s+like)\\s+you\\s+to\\s+|(?:can|could|would|will)\\s+you\\s+)?${sentence}$`,
      'i',
    ),
);

/** @returns what a text asks for; undefined when a person has to read it */
export function textIntent(text: string): TextIntent | undefined {
  // Phones write other hyphens and quotes than we do, and some texts begin with marks that nobody sees.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(signature, '')
    .trim();
  if (plain.length > 160) return undefined;
  const letters = lettersOf(plain);
  const polite = plain.replaceAll(politeness, '').trim();
  for (const [intent, words] of Object.entries(keywords) as [TextIntent, readonly string[]][]) {
    // 'STOP' twice is 'STOP'.
    if (words.some((word) => letters !== '' && (letters.replaceAll(word, '') === '' || lettersOf(polite) === word))) {
      return intent;
    }
  }
  const sentence = polite
    .replaceAll(/[.!?,;:"“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return stopSentences.some((pattern) => pattern.test(sentence)) ? 'stop' : undefined;
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
