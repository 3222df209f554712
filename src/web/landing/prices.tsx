import type { ReactNode } from 'react';
import type { ClientConfig } from '#contract/system.ts';
import { moneyLabel } from '#domain/labels.ts';
import { PawTrail } from '#web/ui/illustrations.tsx';

type PricesProps = {
  /** Undefined until they are loaded, which may be never; empty when nothing is offered. */
  prices: ClientConfig['prices'] | undefined;
  contact: ReactNode;
};

const included = [
  'The whole yard cleared of pet waste',
  'A pet-safe deodorizer, sprayed at the end',
  'The gate latched behind us',
  'A text or an email when it’s done, as you like',
];
const notIncluded = ['What high grass, leaves or snow hide', 'Pest control, and work for a vet'];

/** What a visit costs, and what it includes. */
export function Prices({ prices, contact }: PricesProps) {
  const isOffered = prices?.length !== 0;
  return (
    <section id="prices" aria-labelledby="prices-title" className="content-width scroll-mt-4 pt-16 sm:pt-24">
      <div className="on-evergreen-band grid gap-10 rounded-card px-6 py-10 sm:px-10 sm:py-14 lg:grid-cols-[1fr_1.25fr] lg:gap-16">
        <div>
          <h2 id="prices-title" className="text-[clamp(2.25rem,6vw,3.75rem)]">
            {isOffered ? 'One visit, one price' : 'What is in a visit'}
          </h2>
          {isOffered && (
            <p className="mt-4 max-w-md text-lg text-on-evergreen-soft">
              You can stop at any time. Your card is charged after the visit, never before, and you see the price again
              before you book.
            </p>
          )}
          <PawTrail className="mt-6 -ml-2 h-20 w-44 text-marigold max-lg:hidden" />
        </div>
        <div className="grid gap-8 self-center">
          {isOffered && <PriceTable prices={prices} contact={contact} />}
          <div className="grid gap-6 sm:grid-cols-2">
            <Points title="In every visit" points={included} mark={<path d="m5 12.5 4.5 4.5L19 7.5" />} />
            <Points title="Not in it" points={notIncluded} mark={<path d="M6 12h12" />} />
          </div>
        </div>
      </div>
    </section>
  );
}

function PriceTable({ prices, contact }: PricesProps) {
  return (
    <div>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">Price of one visit by yard size</caption>
        <thead>
          <tr className="align-bottom text-on-evergreen-soft text-sm">
            <td />
            <th scope="col" className="px-2 pb-3 text-right font-semibold sm:whitespace-nowrap sm:px-4">
              Standard yard
              <span className="block font-normal">
                under 2000{'\u00a0'}sq{'\u00a0'}ft
              </span>
            </th>
            <th scope="col" className="pb-3 pl-2 text-right font-semibold sm:whitespace-nowrap sm:pl-4">
              Large yard
              <span className="block font-normal">
                over 2000{'\u00a0'}sq{'\u00a0'}ft
              </span>
            </th>
          </tr>
        </thead>
        <tbody className="still-loading">
          {(prices ?? [undefined]).map((price) => (
            <tr key={price?.name ?? ''} className="border-current/20 border-t">
              <th scope="row" className="wrap-anywhere w-full py-4 font-semibold text-lg">
                {price?.name ?? 'One visit'}
              </th>
              <td className={`${amountClass} px-2 sm:px-4`}>{price ? moneyLabel(price.standard) : '…'}</td>
              <td className={`${amountClass} pl-2 sm:pl-4`}>{price ? moneyLabel(price.large) : '…'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <noscript>
        <style>{'.still-loading{display:none!important}'}</style>
        <p className="border-current/20 border-t pt-4">Our prices are shown with JavaScript. Without it, just call:</p>
        {contact}
      </noscript>
    </div>
  );
}

const amountClass = 'py-4 text-right font-bold font-display text-marigold text-xl sm:text-2xl';

function Points({ title, points, mark }: { title: string; points: readonly string[]; mark: ReactNode }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-3 grid gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5 text-on-evergreen-soft">
            <svg
              viewBox="0 0 24 24"
              className="mt-0.5 size-5 shrink-0 text-marigold"
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              {mark}
            </svg>
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
