import { PawPrint } from '#web/ui/illustrations.tsx';
import { FenceEdge } from '#web/ui/scenes.tsx';

// An example of each rhythm: the days with a visit in two weeks, where 0 is the first Monday.
const rhythms = [
  { title: 'Weekly', text: 'One visit in every week.', visits: [2, 9] },
  { title: 'Bi-weekly', text: 'One visit in every second week.', visits: [3] },
  { title: 'More often', text: 'Several visits a week, for homes with more than one dog.', visits: [0, 3, 7, 10] },
];

const weekDays = [...'MTWTFSS'].map((letter, index) => ({ day: `day ${index}`, letter }));

const daysOfTwoWeeks = Array.from({ length: 14 }, (_, index) => index);

/** How often visits come, and why the weekday may move. */
export function Scheduling() {
  return (
    <section id="scheduling" aria-labelledby="scheduling-title" className="bg-sunken pt-20 sm:pt-28">
      <div className="content-width">
        <h2 id="scheduling-title" className="max-w-3xl text-[clamp(2.25rem,6vw,3.75rem)]">
          As often as your dogs require
        </h2>
        <ul className="mt-10 grid gap-5 md:grid-cols-3">
          {rhythms.map(({ title, text, visits }, index) => (
            <li
              key={title}
              className={`rounded-card bg-surface p-6 shadow-card sm:p-7 ${index === 1 ? 'md:translate-y-6' : ''}`}
            >
              <TwoWeeks visits={visits} />
              <h3 className="mt-6 text-2xl sm:text-3xl">{title}</h3>
              <p className="mt-1.5 text-ink-soft text-lg">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-10 max-w-2xl text-lg md:mt-16">
          Tell us the days you prefer. Your weekday can vary with keeper availability and route planning.
        </p>
      </div>
      <FenceEdge className="mt-16 h-12 sm:mt-20 sm:h-18" />
    </section>
  );
}

function TwoWeeks({ visits }: { visits: readonly number[] }) {
  return (
    <div
      aria-hidden="true"
      className="grid max-w-80 grid-cols-7 gap-1.5 text-center font-semibold text-ink-soft text-sm"
    >
      {weekDays.map(({ day, letter }) => (
        <span key={day}>{letter}</span>
      ))}
      {daysOfTwoWeeks.map((day) =>
        visits.includes(day) ? (
          <span
            key={day}
            className="grid aspect-square place-items-center rounded-control bg-marigold text-on-marigold"
          >
            <PawPrint className="size-3/5" />
          </span>
        ) : (
          <span key={day} className="aspect-square rounded-control bg-sunken" />
        ),
      )}
    </div>
  );
}
