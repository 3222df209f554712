// Writes src/contract/us-phone-metadata.json, what libphonenumber-js knows of US numbers; run it after an update of it:
//   node scripts/us-phone-metadata.js

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL } from 'node:url';

// The largest of its three sets: the others know fewer of the area codes that there are not.
const { version, countries } = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json');

const metadata = { version, country_calling_codes: { 1: ['US'] }, countries: { US: countries.US } };
writeFileSync(
  new URL('../src/contract/us-phone-metadata.json', import.meta.url),
  `${JSON.stringify(metadata, null, 2)}\n`,
);
