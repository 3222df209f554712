import { type ReactNode, useRef } from 'react';
import { island } from '#web/app/island.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { usePageFocus } from '#web/ui/page-focus.ts';

/** Its code never loads, because the picture that the build drew is all there is. */
const YardScene = island(async () => ({ default: (await import('#web/ui/scenes.tsx')).YardScene }), 'never');

/** The first screen: what the service is, for whom, and how to get it. */
export function Hero({ contact }: { contact: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  return (
    <section className="on-evergreen-band relative overflow-hidden" aria-labelledby="hero">
      <div className="content-width relative z-10 grid gap-6 pt-8 sm:pt-14">
        <h1
          id="hero"
          ref={heading}
          tabIndex={-1}
          className="max-w-4xl font-extrabold! text-[clamp(2.75rem,9.5vw,6.25rem)] leading-[0.98]!"
        >
          A yard you can walk barefoot.
        </h1>
        <p className="max-w-xl text-lg text-on-evergreen-soft sm:text-xl">
          Our keepers clear your yard of pet waste every week or every two, anywhere in {documentFacts.serviceRegion}.
          We’ll send you a text or an email when it’s done, as you like.
        </p>
        <div className="grid gap-x-4 gap-y-2">
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/inquiry" variant="accent" size="large">
              Join The Pack
            </LinkButton>
            <LinkButton to="/sign-up" variant="secondary" size="large">
              Sign Up
            </LinkButton>
          </div>
          <p className="max-w-2xl py-1 text-on-evergreen-soft">
            Join The Pack to ask us first. Sign Up to book by yourself.
          </p>
          <div className="min-h-22 min-[27rem]:min-h-11">{contact}</div>
        </div>
      </div>
      <YardScene className="-mt-4 block h-60 w-full sm:-mt-12 sm:h-72 lg:-mt-24 lg:h-108" />
    </section>
  );
}
