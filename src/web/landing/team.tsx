import type { ReactNode } from 'react';
import type { ClientConfig } from '#contract/system.ts';
import { PawPrint, PawTrail } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const facts = [
  {
    title: 'They know who lives there',
    text: 'We ask for the number of dogs and their breeds, so your keeper knows whom to expect at the window.',
  },
  {
    title: 'They leave it fresh',
    text: 'Every visit ends with a pet-safe deodorizer, not only a bag tied shut.',
  },
  {
    title: 'They live by the route',
    text: 'Keepers plan their own week around the yards they look after.',
  },
];

/** Who does the work, and once more how to get it. */
export function Team({ keepers, contact }: { keepers: ClientConfig['keepers']; contact: ReactNode }) {
  return (
    <section id="team" aria-labelledby="team-title" className="on-evergreen-band">
      <div className="content-width pt-16 pb-20 sm:pt-24 sm:pb-28">
        <PawTrail className="-ml-2 h-20 w-44 text-marigold" />
        <h2 id="team-title" className="mt-4 max-w-3xl text-[clamp(2.25rem,6vw,3.75rem)]">
          The people who do this are called keepers
        </h2>
        {keepers.length > 0 && <Keepers keepers={keepers} />}
        <ul className="mt-10 grid gap-x-12 gap-y-8 md:grid-cols-3">
          {facts.map(({ title, text }) => (
            <li key={title}>
              <h3 className="text-2xl text-marigold sm:text-3xl">{title}</h3>
              <p className="mt-1.5 text-lg text-on-evergreen-soft">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-16 grid gap-x-10 gap-y-6 md:grid-cols-[1fr_auto] md:items-center">
          <p className="max-w-xl font-display font-bold text-2xl leading-tight sm:text-3xl">
            Ask us anything about your yard. We answer within 2 business days.
          </p>
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-3">
              <LinkButton to="/inquiry" variant="accent" size="large">
                Join The Pack
              </LinkButton>
            </div>
            {contact}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The keepers by first name, with a picture or a paw. */
function Keepers({ keepers }: { keepers: ClientConfig['keepers'] }) {
  return (
    <ul aria-label="Our keepers" className="mt-10 flex flex-wrap gap-x-8 gap-y-6">
      {keepers.map(({ name, pictureUrl }) => (
        <li key={name} className="grid w-28 justify-items-center gap-3 text-center sm:w-32">
          {pictureUrl ? (
            <img
              src={pictureUrl}
              alt=""
              width="128"
              height="128"
              loading="lazy"
              className="aspect-square w-full rounded-card bg-evergreen-bright object-cover"
            />
          ) : (
            <span className="grid aspect-square w-full place-items-center rounded-card bg-evergreen-bright text-marigold">
              <PawPrint className="size-14" />
            </span>
          )}
          <span className="wrap-anywhere font-bold font-display text-xl">{name}</span>
        </li>
      ))}
    </ul>
  );
}
