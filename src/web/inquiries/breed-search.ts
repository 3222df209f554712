/** What people have that the list of breeds does not name: dogs of no breed, and the crosses that are sold by a name. */
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

/** What people type, whole or the beginning of it, and what they mean by it, the likeliest first. */
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
 * The breeds that fit what somebody types: first what people mean by it, then names that begin with it, names with a word
 * that does, and names that hold it anywhere.
 * @param breeds in the order in which equals are shown
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

/** Small letters without accents, and one space wherever there is no letter or number. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
