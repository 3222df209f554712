// Writes the part for the United States and their territories of libphonenumber-js's data to
// src/contract/us-phone-metadata.json. Run it after an update of that package: node scripts/us-phone-metadata.js

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL } from 'node:url';

// The largest of the package's three sets: the smaller ones accept more area codes that do not exist.
const { version, countries } = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json');

const codes = ['US', 'AS', 'GU', 'MP', 'PR', 'VI'];
const metadata = {
  version,
  country_calling_codes: { 1: codes },
  countries: Object.fromEntries(codes.map((code) => [code, countries[code]])),
};
writeFileSync(
  new URL('../src/contract/us-phone-metadata.json', import.meta.url),
  `${JSON.stringify(metadata, null, 2)}\n`,
);
