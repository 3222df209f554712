import type { ReactNode } from 'react';
import type { FactCondition } from '#contract/document-facts.ts';
import { OnlyIf } from '#web/app/only-if.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';

type Question = { question: string; answer: ReactNode; condition?: FactCondition };

const notDone = 'Then your keeper cannot do the visit. You get a message that says why,';

const questions: Question[] = [
  {
    question: 'How often do you come?',
    answer: 'Every week or every two weeks. Homes with more than one dog may need more visits, and can have them.',
  },
  {
    question: 'Which day will my keeper come?',
    answer:
      'You pick a time slot and the days you prefer. Your weekday can vary with keeper availability and route planning.',
  },
  {
    question: 'What do I have to do before a visit?',
    answer: 'Secure your dogs before your keeper arrives, so that everybody stays safe.',
  },
  {
    question: 'What happens on a visit?',
    answer: 'Your keeper clears the yard and sprays it with a pet-safe deodorizer.',
  },
  {
    question: 'What if it rains?',
    answer: documentFacts.rainPolicy,
    condition: 'rainPolicy',
  },
  {
    question: 'What if the gate is locked or a dog is out?',
    answer: `${notDone} and nothing is charged.`,
    condition: '!lockedGateFee',
  },
  {
    question: 'What if the gate is locked or a dog is out?',
    answer: `${notDone} and ${documentFacts.lockedGateFee} is charged for coming.`,
    condition: 'lockedGateFee',
  },
  {
    question: 'Where does the waste go?',
    answer: documentFacts.wasteDisposal,
    condition: 'wasteDisposal',
  },
  {
    question: 'How do I know that it is done?',
    answer: 'You’ll get a text message or an email on completion, as you like.',
  },
  {
    question: 'How do I pay?',
    answer: 'Billing is automatic: your card is charged at the time of service.',
  },
  {
    question: 'How do I stop?',
    answer:
      'On your own page, at any time and without a fee: skip a visit up to the evening before, pause for as long as you like, or cancel for good. Visits that were done before remain to be paid.',
  },
  {
    question: 'What do you want to know about my dogs?',
    answer: 'How many there are and their breeds.',
  },
  {
    question: 'Which places do you serve?',
    answer: `Households in ${documentFacts.serviceRegion}: ${documentFacts.serviceCities}.`,
  },
  {
    question: 'How soon do I hear from you?',
    answer: 'We answer every inquiry within 2 business days.',
  },
];

/** What visitors ask before they decide. Uses `<details>`, which opens without JavaScript too. */
export function Questions() {
  return (
    <section id="questions" aria-labelledby="questions-title" className="content-width py-20 sm:py-28">
      <div className="grid gap-10 lg:grid-cols-[1fr_1.5fr] lg:gap-20">
        <h2 id="questions-title" className="text-[clamp(2.25rem,6vw,3.75rem)]">
          Asked over the fence
        </h2>
        <div className="border-line border-t">
          {questions.map(({ question, answer, condition }) => (
            <Disclosure key={`${question}${condition}`} condition={condition}>
              <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-display font-bold text-xl [&::-webkit-details-marker]:hidden">
                {question}
                <Chevron />
              </summary>
              <p className="max-w-prose whitespace-pre-line pb-5 text-ink-soft text-lg">{answer}</p>
            </Disclosure>
          ))}
        </div>
      </div>
    </section>
  );
}

function Disclosure({ condition, children }: { condition: FactCondition | undefined; children: ReactNode }) {
  const className = 'group border-line border-b';
  if (!condition) return <details className={className}>{children}</details>;
  return (
    <OnlyIf condition={condition} as="details" className={className}>
      {children}
    </OnlyIf>
  );
}

function Chevron() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6 shrink-0 transition-transform duration-150 group-open:rotate-180"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m6 9 6 6 6-6" />
    </svg>
  );
}
