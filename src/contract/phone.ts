import { type MetadataJson, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod/mini';
import { defaultRequired, phoneText } from './fields.ts';
import metadata from './us-phone-metadata.json' with { type: 'json' };

/**
 * The one reader of phone numbers, in a file of its own so that pages without a phone number do not load the library. A number
 * becomes E.164, '+14795550123', in which we keep and send it.
 */

const read = (text: string): PhoneNumber | undefined => {
  // The compiler takes the lists of a JSON file for arrays, not tuples.
  const known = metadata as unknown as MetadataJson;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false }, known);
  return parsed?.isValid() ? parsed : undefined;
};

/** Those that reach a person. A text to a premium-rate number (900) costs its sender. */
const personalTypes = ['FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'MOBILE'];

/**
 * A toll-free number (800, 888 …) reaches no person. The library does not know that the exchange 976 is premium-rate in every
 * area code (https://en.wikipedia.org/wiki/976_(telephone_code)).
 */
const isPersonal = (parsed: PhoneNumber): boolean =>
  personalTypes.includes(parsed.getType() ?? '') && !/^...976/.test(parsed.nationalNumber);

const isOfBusiness = (parsed: PhoneNumber): boolean => isPersonal(parsed) || parsed.getType() === 'TOLL_FREE';

/** How a number is kept. */
type Written = (parsed: PhoneNumber) => string;

type Messages = { missing: string; wrong: string; extension: string; kind: string };

const numberField = (
  fits: (parsed: PhoneNumber) => boolean,
  written: Written,
  { missing, wrong, extension, kind }: Messages,
) =>
  phoneText(missing).check(
    z.refine((text) => read(text) !== undefined, { error: wrong, abort: true }),
    z.refine((text) => !read(text)?.ext, { error: extension, abort: true }),
    z.refine(
      (text) => {
        const parsed = read(text);
        return parsed !== undefined && fits(parsed);
      },
      { error: kind, abort: true },
    ),
    z.overwrite((text) => {
      const parsed = read(text);
      return parsed ? written(parsed) : text;
    }),
  );

const inE164: Written = ({ number }) => number;
const wrong = 'Please give a US phone number of ten digits.';
const extension = 'Please give the number without an extension.';

/** A US phone number at which a business is reached, toll-free or not. It is kept as people read it: '(800) 555-0142'. */
export const BusinessPhone = numberField(isOfBusiness, (parsed) => parsed.formatNational(), {
  missing: 'Please give a phone number, such as (479) 555-0100.',
  wrong,
  extension,
  kind: wrong,
});

/** A US phone number at which a person is reached. */
export const Phone = numberField(isPersonal, inE164, {
  missing: defaultRequired,
  wrong,
  extension,
  kind: 'Please give a number where we reach you, not a toll-free or premium-rate one.',
});

/**
 * The same for a form that has one message for all that may be wrong.
 * @param message that message
 */
export const phoneField = (message: string) =>
  numberField(isPersonal, inE164, { missing: message, wrong: message, extension: message, kind: message });
