import { PawTrail } from '#web/ui/illustrations.tsx';

const steps = [
  { title: 'Check your email', text: 'We send you a link. Press it within 24 hours.' },
  { title: 'Sign in', text: 'With the username and password you pick here.' },
  { title: 'Get going', text: 'Ask for a clean yard, or start cleaning them.' },
];

/** Explains what comes after the sign-up form. */
export function NextSteps() {
  return (
    <aside
      aria-labelledby="next-steps"
      className="on-evergreen-band self-start rounded-card p-6 sm:p-8 lg:sticky lg:top-8"
    >
      <PawTrail className="h-16 w-36 text-marigold" />
      <h2 id="next-steps" className="mt-4 text-2xl">
        What happens next
      </h2>
      <ol className="mt-5 grid gap-5">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-[14px_10px_15px_12px] bg-marigold font-bold font-display text-on-marigold"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-on-evergreen-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  );
}
