/** The keys 1 to 0 with shift held down, for keyboard patterns such as 1qaz@WSX. */
const shifted = '!@#$%^&*()';
const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '!': 'i',
  '1': 'i',
};
const sparse = /^[^a-z]*$/;

/**
 * Makes a check for passwords that attackers try first: the words of a list, and simple variations of them. A variation
 * has signs for letters, has shift held down, has special characters added, or has up to three digits and special
 * characters before the word and up to five after it.
 * @param wordList one word a line, in lower case. common-passwords.txt has the 5,000 commonest leaked passwords of
 * three characters or more that Mark Burnett published (in zxcvbn 4.4.2), those among his 30,000 that fit our rules as
 * they are, and what people choose at work: seasons, months, "admin".
 * @returns a function that takes a password that fits our rules, and ignores case
 */
export function commonPasswordCheck(wordList: string): (password: string) => boolean {
  const words = new Set(wordList.trimEnd().split('\n'));
  return (password) => {
    const text = password.toLowerCase();
    const asKeys = text.replaceAll(/[!@#$%^&*()]/g, (sign) => String((shifted.indexOf(sign) + 1) % 10));
    if (words.has(asKeys) || words.has(text.replaceAll(/[^a-z\d]/g, ''))) return true;
    for (let start = 0; start <= 3 && sparse.test(text.slice(0, start)); start += 1) {
      for (let end = text.length; end >= text.length - 5 && sparse.test(text.slice(end)); end -= 1) {
        const word = text.slice(start, end);
        if (words.has(word) || words.has(word.replaceAll(/[@4305$!1]/g, (sign) => letters[sign] ?? sign))) return true;
      }
    }
    return false;
  };
}
