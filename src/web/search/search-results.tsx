import { ChevronRight, House, Mail, Phone, UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { FoundBill, FoundEngagement, FoundInquiry, FoundPerson } from '#contract/search.ts';
import { momentLabel } from '#domain/calendar.ts';
import { enumLabel, moneyLabel, phoneLabel } from '#domain/labels.ts';
import { emailLabel } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EngagementStatusBadge } from '#web/engagements/engagement-status-badge.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLine } from '#web/ui/icon-line.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { foundLabel, personLinks } from './search-words.ts';

/** Shows what was found, people first. It stays on screen until the next answer arrives. */
export function SearchResults({ q }: { q: string }) {
  const { data, error, isFetching, refetch } = api.useSearchQuery(
    { query: { q } },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  useLoadFailure(error, { stay: true });
  if (error && !isFetching) {
    return <EmptyState title="The search failed" action={<Button onPress={() => void refetch()}>Try again</Button>} />;
  }
  if (!data) return <SkeletonCards count={3} label="Searching" />;
  const { bills, people, engagements, inquiries } = data;
  const counts = [people, engagements, bills, inquiries].map(({ rows }) => rows.length) as [
    number,
    number,
    number,
    number,
  ];
  const isEmpty = counts.every((count) => count === 0);
  return (
    <div aria-busy={isFetching} className={`transition-opacity ${isFetching ? 'opacity-60' : ''}`}>
      <p role="status" className="sr-only">
        {isFetching ? '' : foundLabel(...counts)}
      </p>
      <div className="grid gap-10">
        {isEmpty && (
          <EmptyState
            title="Nothing Found"
            text={`Nobody and nothing matches “${q}”. Try the beginning of a name, a number or a street, or the end of a bill’s number.`}
          />
        )}
        {bills.rows.length > 0 && (
          <Group title="Bills" hasMore={bills.hasMore}>
            {bills.rows.map((bill) => (
              <li key={bill.id}>
                <BillRow bill={bill} />
              </li>
            ))}
          </Group>
        )}
        {people.rows.length > 0 && (
          <Group title="People" hasMore={people.hasMore}>
            {people.rows.map((person) => (
              <li key={person.profileId}>
                <PersonRow person={person} />
              </li>
            ))}
          </Group>
        )}
        {engagements.rows.length > 0 && (
          <Group title="Engagements" hasMore={engagements.hasMore}>
            {engagements.rows.map((engagement) => (
              <li key={engagement.engagementId}>
                <EngagementRow engagement={engagement} />
              </li>
            ))}
          </Group>
        )}
        {inquiries.rows.length > 0 && (
          <Group title="Inquiries" hasMore={inquiries.hasMore}>
            {inquiries.rows.map((inquiry) => (
              <li key={inquiry.id}>
                <InquiryRow inquiry={inquiry} />
              </li>
            ))}
          </Group>
        )}
        <p className="text-ink-soft">
          Who was sent a link for a service and has no account yet stands among the{' '}
          <PageLink to={`/orders?q=${encodeURIComponent(q)}`} className={textLinkClass}>
            orders
          </PageLink>
          .
        </p>
      </div>
    </div>
  );
}

function Group({ title, hasMore, children }: { title: string; hasMore: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7">
        {children}
      </ul>
      {hasMore && <p className="mt-3 text-ink-soft">There are more. Type another word to narrow it down.</p>}
    </section>
  );
}

const rowClass = '-mx-2 flex items-center gap-3 rounded-control px-2 py-4 text-ink no-underline hover:bg-sunken';

function BillRow({ bill: { id: billId, number, amount, customerProfileId, customerName } }: { bill: FoundBill }) {
  return (
    <PageLink to={`/customers/${customerProfileId}/billing/${billId}`} className={rowClass}>
      <div className="min-w-0 flex-1">
        <h3 className="whitespace-nowrap text-lg">{number}</h3>
        <p className="text-ink-soft">
          {moneyLabel(amount)}, {customerName}
        </p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </PageLink>
  );
}

function InquiryRow({ inquiry: { name, email, receivedAt, isAnswered } }: { inquiry: FoundInquiry }) {
  return (
    <PageLink to={`/inquiries?filter=all&q=${encodeURIComponent(email)}`} className={rowClass}>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{name || email}</h3>
          {!isAnswered && <Badge tone="warn">Open</Badge>}
        </div>
        <p className="text-ink-soft">
          {name && `${email}, `}
          {momentLabel(receivedAt)}
        </p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </PageLink>
  );
}

function PersonRow({ person }: { person: FoundPerson }) {
  const { firstName, lastName, type, phone, email, address } = person;
  return (
    <div className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">
          {firstName} {lastName}
        </h3>
        <Badge>{enumLabel(type)}</Badge>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft">
        <IconLine icon={Phone}>{phoneLabel(phone)}</IconLine>
        <IconLine icon={Mail}>{emailLabel(email)}</IconLine>
        {address && (
          <IconLine icon={House}>
            {address.streetAddress1}, {address.city}
          </IconLine>
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {personLinks(person).map(({ label, to }) => (
          <li key={to}>
            <PageLink to={to} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
              {label}
              <span className="sr-only">
                {' '}
                of {firstName} {lastName}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EngagementRow({ engagement }: { engagement: FoundEngagement }) {
  const { engagementId, customerProfileId, customerName, workerName, productName } = engagement;
  const { status, streetAddress1, city } = engagement;
  return (
    <PageLink to={`/customers/${customerProfileId}/engagements/${engagementId}`} className={rowClass}>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{customerName}</h3>
          <EngagementStatusBadge status={status} />
        </div>
        <div className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft">
          <IconLine icon={UserRound}>
            {productName}, {workerName ? `worker ${workerName}` : 'no worker yet'}
          </IconLine>
          <IconLine icon={House}>
            {streetAddress1}, {city}
          </IconLine>
        </div>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </PageLink>
  );
}
