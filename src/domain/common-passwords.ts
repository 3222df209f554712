/**
 * Which passwords are too common. Published lists of leaked passwords are almost wholly of words and digits: of the
 * 30,000 commonest in zxcvbn's only ten have the digit, the small letter and the special character that ours must have.
 * So those ten are taken as they are, and the rest is made as people make them: a common word, written with capitals,
 * with signs for letters or with shift held down, and digits and special characters put around it. How common such a
 * password is follows from the places that its parts have among the words and among the additions: their product, as
 * frequencies fall about as fast as places rise (Wang and others, Zipf's Law in Passwords, IEEE TIFS 2017). The product
 * is an estimate, so the limit is set such that many more than the 3,000 commonest are refused.
 */
const refusedUpTo = 20_000;

/** What people append, the commonest first as zxcvbn's list has them; years stand together behind the rest. */
const digits =
  '1 123 2 12 69 11 7 01 3 99 5 1234 22 6 9 13 4 12345 8 10 23 21 0 123456 666 777 77 88 20 00 33 24 007 111 321 123456789'.split(
    ' ',
  );
const years = Array.from({ length: 60 }, (_, index) => String(1980 + index));
const specials = ['!', '@', '#', '.', '$', '*', '!!', '-', '?', '!@#', '&', '%'];
const beginnings = placesOf(['', '!', '@', '#', '1', '#1', '*', '$', '123', '!!']);
const endings = endingPlaces();
const longestEnding = Math.max(...[...endings.keys()].map((ending) => ending.length));

/**
 * @param wordList what `scripts/common-passwords.js` wrote, a word a line, the commonest first
 * @returns a function that tells of a password that fits the password rules whether it is so common that it is among the
 * first that are tried; without regard to case
 */
export function commonPasswordCheck(wordList: string): (password: string) => boolean {
  const words = placesOf(wordList.trimEnd().split('\n'));
  const longestWord = Math.max(...[...words.keys()].map((word) => word.length));
  const wordPlace = (word: string) =>
    Math.min(...readingsOf(word).map((reading) => words.get(reading) ?? Number.POSITIVE_INFINITY));
  return (password) => {
    const text = password.toLowerCase();
    for (const [beginning, beginningPlace] of beginnings) {
      if (!text.startsWith(beginning)) continue;
      const rest = text.slice(beginning.length);
      const shortest = Math.max(1, rest.length - longestEnding);
      for (let length = shortest; length <= Math.min(rest.length, longestWord); length += 1) {
        const endingPlace = endings.get(rest.slice(length));
        if (endingPlace === undefined) continue;
        if (wordPlace(rest.slice(0, length)) * endingPlace * beginningPlace <= refusedUpTo) return true;
      }
    }
    return false;
  };
}

/** @returns the words that a word may be, however it is written */
function readingsOf(word: string): string[] {
  const asLetters = word.replaceAll(/[@4]/g, 'a').replaceAll('3', 'e').replaceAll('0', 'o').replaceAll(/[$5]/g, 's');
  // The keys 1 to 9 and 0 with shift, for ways across the keyboard such as 1qaz@wsx.
  const asKeys = word.replaceAll(/[!@#$%^&*()]/g, (sign) => String(('!@#$%^&*()'.indexOf(sign) + 1) % 10));
  return [word, asLetters.replaceAll(/[1!]/g, 'i'), asLetters.replaceAll('1', 'l'), asKeys];
}

function endingPlaces(): Map<string, number> {
  const places = new Map<string, number>();
  const add = (ending: string, place: number) => {
    places.set(ending, Math.min(place, places.get(ending) ?? Number.POSITIVE_INFINITY));
  };
  const numbers: [string, number][] = [['', 1], ...placesOf(digits)];
  for (const year of years) numbers.push([year, digits.length / 2]);
  for (const [number, numberPlace] of numbers) {
    add(number, numberPlace);
    for (const [special, specialPlace] of placesOf(specials)) {
      add(number + special, numberPlace * specialPlace);
      add(special + number, 2 * numberPlace * specialPlace);
    }
  }
  return places;
}

function placesOf(list: string[]): Map<string, number> {
  return new Map(list.map((entry, index) => [entry, index + 1]));
}
