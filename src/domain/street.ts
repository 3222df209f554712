/** What a line of an American address says (USPS Publication 28, sections 213 and 28, and appendix C2). */

const units =
  'apartment|apt|building|bldg|department|dept|floor|fl|hangar|hanger|hngr|key|lot|number|num|no|office|ofc|pier|room|rm|slip|space|spc|stop|suite|ste|trailer|trlr|unit';
/** Units without a number, which end a line. */
const parts =
  'rear|upper|uppr|lower|lowr|upstairs|downstairs|basement|bsmt|frnt|penthouse|ph|lobby|lbby|office|ofc|side';
/** What must follow a word for it to be a unit: the name of the street does not go on there. */
const noStreet = `(?=\\.?\\s*(?:[\\d,;()#-]|$|(?:${units})\\b))`;
const numberWord = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)${noStreet}`;
const unitNumber = `(?:\\d+[a-z]?(?:-\\w+)?|${numberWord}|[a-z](?:-?\\d+\\w*)?)`;
const unit = new RegExp(
  `(?:^|[\\s,;(-]+)(?:(?:${units})(?![a-z])\\.?[\\s-]*#?\\s*${unitNumber}\\b|#\\s*${unitNumber}\\b|(?:\\d+(?:st|nd|rd|th)|(?:ground|first|second|third|fourth|fifth|top)(?=\\s+\\w+${noStreet}))\\s+(?:floor|fl)\\b\\.?|(?:${parts})\\.?\\)?$)\\)?`,
  'gi',
);

/** @returns a street without what says where in the building, which few maps know: '200 Main St' of '200 Main St, Apt 3' */
export const withoutUnit = (street: string): string =>
  street
    .replaceAll(unit, '')
    .replaceAll(/^[\s,;(-]+|[\s,;(-]+$/g, '')
    .trim();

const box =
  /^\W*(?!box\s+[a-z]\s+[a-z]{2})(?:p[.\s/-]*[o0][.\s/-]*(?:box|bx|drawer|b\.?)|post(?:al)?[\s-]*(?:office\s*)?(?:box|bx|drawer)|(?:lock|caller|call)[\s-]*(?:box|bag)|box|pmb|private\s*mail\s*box|general\s+delivery)(?![a-z])[\s.#:]*(?:\d|[a-z]?\d|$|[a-z]\b)/i;
/** Behind a street it has a number, and its whole name. */
const boxBehind = /[\s,;(-](?:p[.\s/-]*[o0][.\s/-]*|post[\s-]*office\s*)(?:box|bx|drawer)(?![a-z])[\s.#:]*\d/i;

/** @returns whether mail goes there, and nobody lives: a box at a post office or a shop */
export const isPostOfficeBox = (street: string): boolean => box.test(street) || boxBehind.test(street);

export const noYardAtBox = "We can't clean a P.O. box. Enter the street address of the yard.";
