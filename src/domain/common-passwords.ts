/** The keys 1 to 0 with shift held down, for ways across the keyboard such as 1qaz@WSX. */
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
 * Which passwords are among the first that are tried: those of a list, and those that are one of them with signs for
 * letters, with shift held down, without its special characters, or with up to three digits and special characters
 * before it and up to five behind.
 * @param wordList a word a line, in lower case. common-passwords.txt has the 5,000 commonest of three characters or more
 * among the leaked passwords that Mark Burnett published (in zxcvbn 4.4.2), those among its 30,000 that fit our rules as
 * they are, and what people at work choose: seasons, months, "admin".
 * @returns tells it of a password that fits the rules; without regard to case
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
