import {
  ArrowRight,
  ChartColumn,
  CreditCard,
  Footprints,
  HardHat,
  History,
  House,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Package,
  Settings as SettingsIcon,
  Sprout,
  TicketPercent,
  Users,
} from 'lucide-react';
import type { Profile } from '#contract/profiles.ts';
import { mayDo } from '#domain/rights.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Destination = { title: string; text: string; to: string; Icon: LucideIcon };

const reports: Destination = {
  title: 'Reports',
  text: 'Recurring revenue, visits, and how customers found us.',
  to: '/reports',
  Icon: ChartColumn,
};

const changes: Destination = {
  title: 'Changes',
  text: 'Who changed what, and when.',
  to: '/changes',
  Icon: History,
};

const settings: Destination = {
  title: 'Settings',
  text: 'The business, where it works, its prices, and what is set up.',
  to: '/settings',
  Icon: SettingsIcon,
};

/**
 * Links to the pages that a profile works with, without the places that are in sight anyway.
 * @param hasProduct whether a customer can ask for something
 */
export function DashboardLinks({ profile, hasProduct = true }: { profile: Profile; hasProduct?: boolean }) {
  const destinations = listDestinations(profile, hasProduct);
  if (profile.type === 'PROFILE_TYPE_EMPLOYEE') return <MoreLinks destinations={destinations} />;
  return (
    <nav aria-label="Next steps" className="grid print:hidden gap-4 md:grid-cols-2 lg:grid-cols-3">
      {destinations.map((destination) => (
        <DashboardLink key={destination.to} destination={destination} />
      ))}
    </nav>
  );
}

/** Staff have many of them, and what they come for stands above. */
function MoreLinks({ destinations }: { destinations: Destination[] }) {
  return (
    <nav aria-label="Next steps" className="print:hidden border-line-strong border-t-2 pt-4">
      <h2 className="text-xl">More</h2>
      <ul className="mt-2 grid gap-x-10 md:grid-cols-2">
        {destinations.map(({ title, text, to, Icon }) => (
          <li key={to} className="border-line border-b">
            <PageLink to={to} className="group flex min-h-11 items-center gap-3 py-2.5 no-underline">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1">
                <span className="font-semibold group-hover:underline">{title}</span>{' '}
                <span className="block text-ink-soft text-sm">{text}</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DashboardLink({ destination: { title, text, to, Icon } }: { destination: Destination }) {
  return (
    <PageLink
      to={to}
      className="group flex flex-wrap items-start gap-4 rounded-card border border-line bg-surface p-5 no-underline shadow-card transition-transform hover:-translate-y-0.5 hover:border-line-strong"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken text-ink">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-bold font-display text-xl tracking-tight">{title}</span>
        <span className="mt-1 block text-ink-soft">{text}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-6 shrink-0 self-center transition-transform group-hover:translate-x-1 max-sm:hidden"
      />
    </PageLink>
  );
}

function listDestinations({ id, userId, type, staffRole }: Profile, hasProduct: boolean): Destination[] {
  const addresses: Destination = {
    title: 'Addresses',
    text: type === 'PROFILE_TYPE_CUSTOMER' ? 'The yards we clean, and where bills go.' : 'Where you can be reached.',
    to: `/profiles/${id}/addresses`,
    Icon: House,
  };
  if (type === 'PROFILE_TYPE_CUSTOMER') {
    const request: Destination = {
      title: 'Request a service',
      text: 'Tell us about your yard and pick how often. You see the price before you confirm.',
      to: `/customers/${id}/engagements/new`,
      Icon: Sprout,
    };
    return [
      ...(hasProduct ? [request] : []),
      {
        title: 'Payment methods',
        text: 'Save a card; it is charged only after a visit.',
        to: `/users/${userId}/payment-methods`,
        Icon: CreditCard,
      },
      addresses,
    ];
  }
  if (type === 'PROFILE_TYPE_WORKER') {
    return [
      {
        title: 'Engagements',
        text: 'The customers whose yards you look after.',
        to: `/workers/${id}/engagements`,
        Icon: Footprints,
      },
      addresses,
    ];
  }
  return [
    {
      title: 'Workers',
      text: 'Who cleans up for us, their week, and who waits for approval.',
      to: '/workers',
      Icon: HardHat,
    },
    {
      title: 'Inquiries',
      text: 'Everything visitors have asked, answered or not.',
      to: '/inquiries',
      Icon: MessagesSquare,
    },
    {
      title: 'Messages',
      text: 'Emails and texts you’ve sent, and what’s queued.',
      to: '/messages',
      Icon: Mail,
    },
    {
      title: 'Products',
      text: 'What customers can ask for, and what it costs them.',
      to: '/products',
      Icon: Package,
    },
    {
      title: 'Coupons',
      text: 'Discounts that customers enter by name.',
      to: '/coupons',
      Icon: TicketPercent,
    },
    ...(mayDo(staffRole ?? null, 'money') ? [reports] : []),
    {
      title: 'Team',
      text: 'Who is on the staff, and join codes for new people.',
      to: '/team',
      Icon: Users,
    },
    ...(mayDo(staffRole ?? null, 'changes') ? [changes] : []),
    ...(mayDo(staffRole ?? null, 'settings') ? [settings] : []),
    addresses,
  ];
}
