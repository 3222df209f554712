import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod/mini';
import { defaultRequired, requiredText } from './fields.ts';
import metadata from './us-phone-metadata.json' with { type: 'json' };

/** In a file of its own: the pages that ask for no phone number need not load what knows of them. */

const usNumber = (text: string) => {
  // The file is read as plain JSON, whose lists are no tuples to the compiler.
  const known = metadata as unknown as MetadataJson;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, known);
  return parsed?.isValid() && !parsed.ext ? parsed.number : undefined;
};

/** A US phone number as people write it; read as E.164, '+14795550123', which is how it is stored and sent. */
export const Phone = requiredText(defaultRequired, 40).check(
  z.refine((text) => usNumber(text) !== undefined, {
    error: 'Please give a US phone number of ten digits.',
    abort: true,
  }),
  z.overwrite((text) => usNumber(text) ?? text),
);
