import { type MetadataJson, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod/mini';
import { defaultRequired, requiredText } from './fields.ts';
import metadata from './us-phone-metadata.json' with { type: 'json' };

/** In a file of its own, so that pages without a phone number do not load the library. */

const usNumber = (text: string): PhoneNumber | undefined => {
  // The compiler takes the lists of a JSON file for arrays, not tuples.
  const known = metadata as unknown as MetadataJson;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, known);
  return parsed?.isValid() && !parsed.ext ? parsed : undefined;
};

/**
 * A toll-free number (800, 888 …) reaches no person, and a text to a premium-rate number (900) costs its sender. The
 * library does not know that the exchange 976 is premium-rate in every area code
 * (https://en.wikipedia.org/wiki/976_(telephone_code)).
 */
const isPersonal = (parsed: PhoneNumber | undefined): boolean =>
  parsed?.getType() === 'FIXED_LINE_OR_MOBILE' && !/^...976/.test(parsed.nationalNumber);

/** A US phone number on which a business is reached, toll-free or not. It stays as it was typed. */
export const BusinessPhone = requiredText('Please give a phone number, such as (479) 555-0100.', 40).check(
  z.refine((text) => ['FIXED_LINE_OR_MOBILE', 'TOLL_FREE'].includes(usNumber(text)?.getType() ?? ''), {
    error: 'Please give a US phone number of ten digits.',
  }),
);

/** A US phone number as people write it. It becomes E.164, '+14795550123', in which we store and send it. */
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
