import { PawPrint } from '#web/ui/illustrations.tsx';

const steps = [
  { title: 'You pick a time slot', text: 'Choose how often and which days suit you.' },
  { title: 'You secure the dogs', text: 'All dogs must be secured before we arrive, so that everybody stays safe.' },
  { title: 'Keepers clear the yard', text: 'Then they spray it with a pet-safe deodorizer.' },
  {
    title: 'You get a text or an email',
    text: 'You pick which. We’ll send it on completion, and the yard is yours again.',
  },
  { title: 'Billing takes care of itself', text: 'Your card is charged automatically at the time of service.' },
];

/** What happens on a visit, in order. */
export function Process() {
  return (
    <section id="process" aria-labelledby="process-title" className="content-width py-20 sm:py-28">
      <div className="grid gap-10 lg:grid-cols-[1fr_1.5fr] lg:gap-20">
        <div>
          <div className="lg:sticky lg:top-16">
            <h2 id="process-title" className="text-[clamp(2.25rem,6vw,3.75rem)]">
              From gate to gate in five steps
            </h2>
            <p className="mt-4 max-w-md text-ink-soft text-lg">Two of them are yours. We do the ones nobody likes.</p>
          </div>
        </div>
        <ol>
          {steps.map(({ title, text }, index) => (
            <li
              key={title}
              className={`relative flex gap-5 pb-10 last:pb-0 sm:gap-7 ${index % 2 === 1 ? 'lg:pl-20' : ''}`}
            >
              <span
                aria-hidden="true"
                className={`grid size-16 shrink-0 place-items-center rounded-[24px_18px_26px_20px] bg-evergreen text-marigold ${index % 2 === 1 ? 'rotate-6' : '-rotate-6'}`}
              >
                <PawPrint className="size-9" />
              </span>
              <div className="pt-1">
                <h3 className="text-2xl sm:text-3xl">{title}</h3>
                <p className="mt-1.5 max-w-md text-ink-soft text-lg">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
