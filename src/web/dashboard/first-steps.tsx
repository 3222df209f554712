import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** What a business without customers does next, in place of figures of nobody. */
export function FirstSteps() {
  const products = api.useListProductsQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  const hasProduct = products.data === undefined || products.data.products.length > 0;
  const steps = [
    ...(hasProduct
      ? []
      : [
          {
            title: 'Your first product',
            text: 'What customers can ask for, and what it costs them.',
            to: '/products/new',
            button: 'New product',
          },
        ]),
    {
      title: 'Your workers',
      text: 'They sign up as workers by themselves, and see proposals once you have approved them.',
      to: '/workers',
      button: 'Workers',
    },
    {
      title: 'Your office',
      text: 'Whoever works beside you here needs a join code.',
      to: '/team',
      button: 'Invite somebody',
    },
    {
      title: 'Your first customer',
      text: 'Customers sign up on your site. Of one who calls you write the order yourself.',
      to: '/customers/new',
      button: 'New customer',
    },
  ];
  return (
    <section aria-label="Next" className="border-line-strong border-t-2 pt-4">
      <h2 className="text-xl">What to do next</h2>
      <ol className="mt-2 divide-y divide-line">
        {steps.map(({ title, text, to, button }) => (
          <li key={to} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div className="min-w-0 flex-[1_1_14rem]">
              <h3 className="text-lg">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
            <LinkButton to={to} variant="secondary">
              {button}
            </LinkButton>
          </li>
        ))}
      </ol>
    </section>
  );
}
