/** The parts of an American address line (USPS Publication 28, sections 213 and 28, and appendices C2 and F). */

/** Words with a number or a letter behind them that name a road. What else is written so behind a street is in the building. */
const roads =
  'av|ave|avenue|avenida|calle|carretera|cnty|co|county|cr|expressway|expy|farm|fm|highway|hwy|i|ih|interstate|loop|parish|ranch|rd|road|route|rt|rte|spur|sr|st|state|street|township|trail|twp|us';
/** Units without a number, which end a line. */
const parts =
  '(?:\\w+(?:st|nd|rd|th)|top)\\s+(?:floor|fl)|rear|upper|uppr|lower|lowr|upstairs|downstairs|basement|bsmt|frnt|penthouse|ph|lobby|lbby|office|ofc|side';
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const numberWord = `(?:(?:${tens})[\\s-]+)?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|${tens}`;
const unit = `(?!(?:${roads})(?![a-z]))[a-z]+\\.?(?:[\\s#-]*\\d\\S*|[\\s#-]+(?:[a-z](?:-?\\d\\S*)?|${numberWord}))`;
const behind = new RegExp(
  `^(\\d\\S*\\s+\\S.*?)\\s*(?:[,;(]|\\s[-/]\\s|\\s#|(?:\\s${unit})+(?=$|\\s*[,;(&]|\\s[-/]\\s|\\s(?:${parts})\\.?$)|\\s(?:${parts})\\.?$).*$`,
  'i',
);
const before = new RegExp(`^(?:\\D[^,]*,|#\\s*\\S+\\s|${unit}\\s)\\s*(?=\\d+\\S*\\s)`, 'i');

/** @returns a street without what says where in the building, which few maps know: '200 Main St' of '200 Main St, Apt 3' */
export const withoutUnit = (street: string): string => street.trim().replace(before, '').replace(behind, '$1');

const box =
  /^\W*(?!box\s+[a-z]\s+[a-z]{2})(?:p[.\s/-]*[o0][.\s/-]*(?:box|bx|drawer|b\.?)|post(?:al)?[\s-]*(?:office\s*)?(?:box|bx|drawer)|(?:lock|caller|call)[\s-]*(?:box|bag)|box|pmb|private\s*mail\s*box|general\s+delivery)(?![a-z])[\s.#:]*(?:\d|[a-z]?\d|$|[a-z]\b)/i;
/** Behind a street it has a number, and its whole name. */
const boxBehind = /[\s,;(-](?:p[.\s/-]*[o0][.\s/-]*|post[\s-]*office\s*)(?:box|bx|drawer)(?![a-z])[\s.#:]*\d/i;

/** @returns whether mail goes there, and nobody lives: a box at a post office or a shop */
export const isPostOfficeBox = (street: string): boolean => box.test(street) || boxBehind.test(street);

export const noYardAtBox = "We can't clean a P.O. box. Enter the street address of the yard.";
