import type { Engagement } from '#contract/engagements.ts';

/** An address as on a letter. */
export function AddressLines({ address }: { address: Engagement['serviceAddress'] }) {
  const { streetAddress1, streetAddress2, city, state, zipCode } = address;
  return (
    <address className="not-italic">
      {streetAddress1}
      <br />
      {streetAddress2 && (
        <>
          {streetAddress2}
          <br />
        </>
      )}
      {city}, {state} {zipCode}
    </address>
  );
}
