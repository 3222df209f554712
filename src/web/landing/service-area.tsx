import { type ReactNode, useRef, useState } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { answerZip, type ZipAnswer } from './zip-answer.ts';

type ServiceAreaProps = {
  /** The lowest price of a visit in cents, when it is known. */
  priceFrom: number | undefined;
  contact: ReactNode;
};

/** Says where the business works, and checks whether a visitor's yard is there. */
export function ServiceArea({ priceFrom, contact }: ServiceAreaProps) {
  return (
    <section
      id="service-area"
      aria-labelledby="service-area-title"
      className="content-width grid gap-10 pt-16 pb-4 sm:pt-24 lg:grid-cols-2 lg:gap-20"
    >
      <div>
        <h2 id="service-area-title" className="text-[clamp(2.25rem,6vw,3.75rem)]">
          Is your yard on our route?
        </h2>
        <p className="mt-4 max-w-md text-ink-soft text-lg">
          We serve these cities of {documentFacts.serviceRegion}: {documentFacts.serviceCities}.
        </p>
      </div>
      <ZipCheck priceFrom={priceFrom} contact={contact} />
    </section>
  );
}

/** Checks a zip code. Without JavaScript the form leads to the inquiry. */
function ZipCheck({ priceFrom, contact }: ServiceAreaProps) {
  const [zip, setZip] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const answer = zip === undefined ? undefined : answerZip(zip, priceFrom);
  return (
    <div className="self-start rounded-card bg-surface p-6 shadow-card sm:p-8">
      <form
        action="/inquiry"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = input.current?.value ?? '';
          setZip(typed);
          if (answerZip(typed, priceFrom).kind === 'unclear') input.current?.focus();
        }}
      >
        <label htmlFor="zip-check" className="font-display font-bold text-2xl">
          Your zip code
        </label>
        <div className="mt-3 flex flex-wrap gap-3">
          <input
            ref={input}
            id="zip-check"
            name="zip"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            aria-describedby="zip-answer"
            aria-invalid={answer?.kind === 'unclear' || undefined}
            className="min-h-13 w-36 rounded-control border-2 border-line-strong bg-canvas px-4 text-lg"
          />
          <button type="submit" className={buttonClass('primary', 'large')}>
            Check
          </button>
        </div>
      </form>
      <div id="zip-answer" role="status" className="mt-4 text-lg">
        {answer ? (
          <p className={answerClasses[answer.kind]}>{answer.text}</p>
        ) : (
          <p className="text-ink-soft">You know at once whether we come to you.</p>
        )}
      </div>
      {answer?.kind === 'inside' && (
        <LinkButton to="/inquiry" variant="accent" className="mt-2">
          Join The Pack
        </LinkButton>
      )}
      {answer?.kind === 'outside' && (
        <div className="mt-2 grid gap-2">
          <LinkButton to="/inquiry" variant="secondary" className="justify-self-start">
            Tell us about your yard
          </LinkButton>
          {contact}
        </div>
      )}
    </div>
  );
}

const answerClasses: Record<ZipAnswer['kind'], string> = {
  inside: 'font-semibold text-success',
  outside: '',
  unclear: 'font-semibold text-danger',
};
