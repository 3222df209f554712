/**
 * Phones send a reaction to a text as a text of its own, in the language of the phone: a heart on "Your yard is done" arrives as
 * 'Loved “Your yard is done”' from an iPhone, as 'Reacted 👍 to “Your yard is done”' from a newer one, and as '👍 to “Your yard is
 * done”' from an Android phone. People quote our texts, too, to complain of them. So only the whole forms that phones write around
 * a text of ours are reactions: a form that is missing here, or a text of long ago, costs staff a glance.
 */

/** In a form, Q is a quotation and E an emoji; spaces may be missing. */
const slots: Record<string, string> = {
  Q: `["'「『] ?(?<words>.+)["'」』]`,
  // A keycap is a digit with marks behind it, a family several people that are joined, and some flags end in tags.
  E: String.raw`(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u200d\u{e0020}-\u{e007f}]|[0-9#*]\ufe0f?\u20e3){1,14}`,
  ' ': ' ?',
};
const formsOf = (forms: readonly string[]): RegExp[] =>
  forms.map((form) => {
    const pattern = form.replaceAll(/(?<!\p{L})[QE](?!\p{L})| /gu, (slot) => slots[slot] ?? slot);
    return new RegExp(`^(?:${pattern})$`, 'iu');
  });
const liked = '(Liked|Loved|Hearted|Disliked|Laughed at|Emphasi[sz]ed|Questioned)';
const gusto = '(No )?Le (gustó|gusta|encantó|encanta|dio risa|hace gracia|pareció gracioso)';
/** The names of the reactions on a French phone. */
const mention = `" (${[
  "(J'|Je n')?(aime|adore)( pas)?",
  "N'aime pas",
  'Haha',
  'Rires?',
  "(Points? d')?(exclamation|interrogation)",
  'Question',
  'E',
].join('|')}) "`;

/** The forms that phones write around a text of ours. */
const aroundOurs = formsOf([
  `${liked} Q`,
  'Removed (an? (like|heart|dislike|laugh|exclamation|exclamation mark|question mark)|E) from Q',
  'Reacted (E|with a sticker) to Q',
  // Android's.
  'E (to|a|à|al|zu|auf|para|em|cho|на|в ответ на) Q',
  'E (removed )?from Q',
  // Spanish
  `${gusto} Q`,
  '(Se rió de|Enfatizó|Exclamó por|Puso énfasis en|Dudó sobre|Preguntó por|Destacó|Cuestionó|Puso en duda) Q',
  '(Reaccionó|Reaccionaste|Se ha reaccionado) con E a Q',
  '(Quitó|Eliminó) (una? (me gusta|me encanta|no me gusta|corazón|risa|exclamación|interrogación)|E) (de|a) Q',
  // German
  'Gefällt Q( nicht)?',
  'Q (ein (Herz|Lachen|Ausrufezeichen|Fragezeichen)|E) (hinzugefügt|entfernt)',
  'Hat Q mit "(Gefällt mir|Gefällt mir nicht|Haha)" markiert',
  '(Reagierte mit E auf Q|Hat mit E auf Q reagiert)',
  '(Lachte über|Liebte|Betonte|Hinterfragte) Q',
  'Mochte Q( nicht)?',
  'Hob Q hervor',
  'Stellte Q (infrage|in Frage)',
  'Hat (über Q gelacht|Q ((nicht )?gemocht|geliebt|betont|hervorgehoben|infrage gestellt|in Frage gestellt))',
  'Entfernte (E|ein (Herz|Lachen|Ausrufezeichen|Fragezeichen)) (von|bei) Q',
  // French
  "(A (aimé|adoré|ri de|souligné|mis en évidence|posé une question sur)|N'a pas aimé|A n'aimé pas|S'est interrogée? sur|S'est interrogé\\(e\\) sur) Q",
  `A (ajouté une?|attribué la mention|retiré la mention) ${mention} (à|de) Q`,
  '(A réagi|A réagi avec|A réagi par|A retiré la réaction|A retiré) E (à|de) Q',
  "A retiré une? (cœur|j'aime|j'adore|je n'aime pas|rire|exclamation|interrogation) de Q",
  // Italian
  'Ha (aggiunto|rimosso) una? (cuoricino|mi piace|non mi piace|risata|punto esclamativo|punto interrogativo) (a|da) Q',
  'Ha (riso (a|di|per)|adorato|amato|enfatizzato|evidenziato) Q',
  'Ha reagito con E a Q',
  // Portuguese
  '(Curtiu|Adorou|Amou|Gostou de|Não gostou de|Riu de|Enfatizou|Questionou) Q',
  'Reagiu com E [aà] Q',
  // Polish
  '(Pokochał|Polubił|Znielubił|Zaśmiał się z|Podkreślił|Zakwestionował) Q',
  'Zareagował E na Q',
  'Usunął (serce|polubienie|znielubienie|śmiech|okrzyk|znak zapytania|E) z Q',
  // Russian, Czech and Hungarian, as QUIK has them: github.com/octoshrimpy/quik, data/src/main/assets/emojis
  '((Очень |Не )?понравилось|Посмеялись над|Отмечено|Поставлен вопрос на) Q',
  '(Reagoval E na|Odstraněno (E|srdce|nelíbí se) z|Odebrán lajk z|Odstranil jsem (smích|vykřičník) z|Odstraněn otazník z) Q',
  '(Milovaný|Líbilo se|Nelíbí se|Smál se|Zdůrazněno) Q',
  '((E reagált|szívecske) erre|E eltávolítva innen|(nem )?kedveli|nevetett rajta|kiemelte): Q',
  '(szívecske|(nem )?kedvelés|nevetés|kiemelés|kérdőjel) eltávolítva erről: Q',
  // Vietnamese, Chinese
  'Đã (thích|bày tỏ cảm xúc E với) Q',
  '(喜欢|喜歡|赞了|讚了) Q',
  // Arabic
  '((أحبّ?|أحببت|أعجبه|أعجبها|أعجبني|لم يعجبه|لم يعجبها|لم يعجبني|ضحكت? على|شدّ?دت? على|أكّ?دت? على|تساءلت? عن|سألت? عن|استفسرت? عن)|أُ?عجبت? بـ?) Q',
  '(تفاعلت?|تمّ? التفاعل) (بـ?|باستخدام) E (مع|على) Q',
  'E (إلى|على|لـ?|مع) Q',
  '(أزالت?|تمت? إزالة) (قلبا?ً?ا?|إعجابا?ً?ا?|عدم إعجاب|ضحكة|علامة تعجب|علامة استفهام|E) (من|عن) Q',
  // Japanese, Korean
  'Q に (E で|"(いいね|よくないね|ハート|笑)" ?)(リアクション)?しました',
  'Q 에(서)? E (표시|반응|공감) ?(을|를)? (추가|제거|남김|표시)?(함|했음|했습니다)?',
  'Q (을|를|을\\(를\\))? (좋아|사랑|싫어|강조)(함|했음|합니다|했습니다)',
  'Q (에|에 대해|에 대하여) (웃음|웃었음|웃었습니다|궁금해함|질문함|질문했습니다)',
  'Q 에(서)? (하트|좋아요|싫어요|웃음|느낌표|물음표) (를|을)? (표시|추가|제거|남김)(함|했음|했습니다)?',
  'E (로|으로) Q 에 (반응|공감)(함|했음|했습니다)',
]);
/** A reaction to something that has no words. */
const aroundNothing = formsOf([
  `(${liked}|Reacted E to) (an? )?(image|photo|picture|movie|video|attachment|audio message)`,
  `${gusto} (una? )?(imagen|foto|video|archivo adjunto)`,
]);

/** In whichever language, Google's app writes its emoji between marks of no width, and hair spaces inside the quotation. */
const invisible = String.raw`[\u200b\u200c\u2060-\u2064]`;
const googleMark = new RegExp(`${invisible}${slots.E}${invisible}`, 'u');
const googleQuote = /["'“„«‘‹「『]\s?\u200a(?<words>[^\u200a]+)\u200a/u;

/** More is no text of ours with a few words around it. */
const longestText = 1800;

/**
 * @param sent what we have texted to this number lately
 * @returns whether a text is a reaction to one of ours: in a form that phones write, with nothing beside it
 */
export function isReaction(text: string, sent: readonly string[]): boolean {
  if (text.length > longestText) return false;
  const plain = comparable(text)
    .replace(/[.。]$/u, '')
    .trimEnd();
  if (aroundNothing.some((form) => form.test(plain))) return true;
  const ours = sent.map(comparable);
  const quoted = aroundOurs.flatMap((form) => form.exec(plain)?.groups?.words ?? []);
  const marked = googleMark.test(text) ? googleQuote.exec(text)?.groups?.words : undefined;
  return [...quoted, ...(marked === undefined ? [] : [comparable(marked)])].some((words) => isOurs(words, ours));
}

/** Whether words are one of our texts, or a part of one that is long enough to be no chance. */
function isOurs(words: string, ours: readonly string[]): boolean {
  const part = words
    .trimEnd()
    .replace(/(?:…|\.\.\.|\.)$/u, '')
    .trimEnd();
  return part.length >= 8 && ours.some((one) => one.includes(part));
}

/** Providers and phones write quotation marks and spaces in ways of their own. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[\u200a-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‘’‚‹›]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim();
