import { type MetadataJson, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod/mini';
import { defaultRequired, requiredText } from './fields.ts';
import metadata from './us-phone-metadata.json' with { type: 'json' };

/** In a file of its own: the pages that ask for no phone number need not load what knows of them. */

const usNumber = (text: string): PhoneNumber | undefined => {
  // The file is read as plain JSON, whose lists are no tuples to the compiler.
  const known = metadata as unknown as MetadataJson;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, known);
  return parsed?.isValid() && !parsed.ext ? parsed : undefined;
};

/**
 * Nobody is reached at a toll-free number (800, 888 …), and a text to a premium-rate one (900) costs whoever sends it. The
 * library does not know that the exchange 976 is such in every area (https://en.wikipedia.org/wiki/976_(telephone_code)).
 */
const isPersonal = (parsed: PhoneNumber | undefined): boolean =>
  parsed?.getType() === 'FIXED_LINE_OR_MOBILE' && !/^...976/.test(parsed.nationalNumber);

/** A US phone number as people write it; read as E.164, '+14795550123', which is how it is stored and sent. */
export const Phone = requiredText(defaultRequired, 40).check(
  z.refine((text) => usNumber(text) !== undefined, {
    error: 'Please give a US phone number of ten digits.',
    abort: true,
  }),
  z.refine((text) => isPersonal(usNumber(text)), {
    error: 'Please give a number where we reach you, not a toll-free or premium-rate one.',
    abort: true,
  }),
  z.overwrite((text) => usNumber(text)?.number ?? text),
);
