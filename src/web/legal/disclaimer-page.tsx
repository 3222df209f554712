import { LegalPage } from './legal-page.tsx';

/** The page of the disclaimer. */
export default function DisclaimerPage() {
  return (
    <LegalPage title="Disclaimer" fact="disclaimerUrl">
      <h2>What a visit is</h2>
      <p>
        A keeper removes the pet waste that can be found in the yard at the time of the visit and sprays a deodorizer
        that is made to be safe for pets. High grass, leaves, snow or darkness can hide some of it. A visit is not a
        veterinary, pest-control or medical service, and no promise that a yard is free of germs or parasites.
      </p>
      <h2>Your dogs and your gate</h2>
      <p>
        All dogs must be secured before the keeper arrives. Please see that gates and fences are sound, and check that
        the gate is shut before you let a dog out again.
      </p>
      <h2>When we come</h2>
      <p>Days and times are planned with care, and can move with the weather, keeper availability and the route.</p>
      <h2>This site</h2>
      <p>
        We take care that what this site says is right and that it is there when you need it, but cannot promise that it
        is always so. Pages of others that we link to are theirs.
      </p>
    </LegalPage>
  );
}
