import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addressFields } from '#contract/fields.ts';
import { cleanStreet, cleanZip } from '#domain/cleaning.ts';
import { isPostOfficeBox } from '#domain/street.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import type { AddressValues } from './address-fields.tsx';
import { addressWarnings, boxWarning } from './address-warnings.ts';

const typingPauseMs = 700;

/**
 * Warns, once typing has paused, when the zip code does not fit city or state, does not exist, or lies outside the
 * service area, and of a P.O. box. Says nothing when that cannot be found out.
 */
export function ZipCheck({ values, hasYard }: { values: AddressValues; hasYard: boolean }) {
  const { streetAddress1, zipCode, city, state } = usePaused(values);
  const isWhole = addressFields.zipCode.safeParse(zipCode).success;
  const zip = cleanZip(zipCode);
  // Without the street: what is typed is no reason to ask a geocoder.
  const query = { zipCode: zip, city: city.trim() || undefined, state: state || undefined };
  const { currentData, error } = api.useGetGeoInfoQuery({ query }, { skip: !isWhole });
  const isUnknown = fieldErrors(error)['querystring.zipCode'] !== undefined;
  const answer = isUnknown ? 'unknown' : currentData;
  const isBox = hasYard && isPostOfficeBox(cleanStreet(streetAddress1));
  const warnings = [
    ...(isBox ? [boxWarning] : []),
    ...(isWhole && answer ? addressWarnings(zip, answer, hasYard) : []),
  ];
  return (
    <div role="status">
      {warnings.map((warning) => (
        <p key={warning} className="mt-4 flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{warning}</span>
        </p>
      ))}
    </div>
  );
}

type Locality = Pick<AddressValues, 'streetAddress1' | 'zipCode' | 'city' | 'state'>;

/** @returns the values as they were when nobody had typed for a while */
function usePaused({ streetAddress1, zipCode, city, state }: Locality): Locality {
  const [paused, setPaused] = useState<Locality>({ streetAddress1, zipCode, city, state });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ streetAddress1, zipCode, city, state }), typingPauseMs);
    return () => clearTimeout(timer);
  }, [streetAddress1, zipCode, city, state]);
  return paused;
}
