/** Dogs that the list of breeds does not name: mixed ones, and crosses that are sold by a name. */
export const unlistedBreeds = [
  'Mixed Breed',
  'Labrador Mix',
  'Pit Bull Mix',
  'Shepherd Mix',
  'Chihuahua Mix',
  'Goldendoodle',
  'Labradoodle',
  'Bernedoodle',
  'Aussiedoodle',
  'Sheepadoodle',
  'Schnoodle',
  'Cockapoo',
  'Cavapoo',
  'Maltipoo',
  'Yorkipoo',
  'Chiweenie',
  'Morkie',
  'Pomsky',
  'Puggle',
  'Other',
];

/** Common words that people type, and the breeds that they mean, the likeliest first. */
const meanings: readonly [typed: string, breeds: readonly string[]][] = [
  ['lab', ['Labrador Retriever', 'Labrador Mix', 'Labradoodle']],
  [
    'pit bull',
    [
      'American Pit Bull Terrier',
      'Pit Bull Mix',
      'American Staffordshire Terrier',
      'Staffordshire Bull Terrier',
      'American Bully',
    ],
  ],
  ['pitbull', ['American Pit Bull Terrier', 'Pit Bull Mix', 'American Staffordshire Terrier']],
  ['pittie', ['American Pit Bull Terrier', 'Pit Bull Mix', 'American Staffordshire Terrier']],
  ['doodle', ['Goldendoodle', 'Labradoodle', 'Bernedoodle']],
  ['mutt', ['Mixed Breed']],
  ['mongrel', ['Mixed Breed']],
  ['cross', ['Mixed Breed']],
  ['rescue', ['Mixed Breed']],
  ['golden', ['Golden Retriever', 'Goldendoodle']],
  ['shepherd', ['German Shepherd', 'Australian Shepherd', 'Shepherd Mix']],
  ['gsd', ['German Shepherd']],
  ['aussie', ['Australian Shepherd', 'Aussiedoodle']],
  ['heeler', ['Australian Cattle Dog']],
  ['bulldog', ['Bulldog', 'French Bulldog', 'American Bulldog']],
  ['frenchie', ['French Bulldog']],
  ['husky', ['Siberian Husky']],
  ['corgi', ['Pembroke Welsh Corgi', 'Cardigan Welsh Corgi']],
  ['yorkie', ['Yorkshire Terrier']],
  ['wiener', ['Dachshund']],
  ['sausage', ['Dachshund']],
  ['rottie', ['Rottweiler']],
];

/**
 * Finds the breeds that fit a typed text. The order is: breeds that people mean by it, names that begin with it, names
 * with a word that begins with it, names that contain it.
 * @param breeds in the order in which breeds of equal rank are shown
 */
export function searchBreeds(breeds: readonly string[], typed: string): string[] {
  const wanted = plain(typed);
  if (wanted === '') return [...breeds];
  const meant = meanings.flatMap(([word, names]) => (word.startsWith(wanted) && wanted.length > 2 ? names : []));
  const rank = (breed: string): number => {
    const name = plain(breed);
    if (name === wanted) return -1;
    const place = meant.indexOf(breed);
    if (place >= 0) return place;
    if (name.startsWith(wanted)) return 100;
    if (name.includes(` ${wanted}`)) return 101;
    return name.includes(wanted) ? 102 : Number.POSITIVE_INFINITY;
  };
  return breeds
    .map((breed) => ({ breed, rank: rank(breed) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ breed }) => breed);
}

/** @returns the text in small letters without accents, with one space between words of letters and numbers */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
