import { Fragment } from 'react';
import type { SentMessage } from '#contract/correspondence.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { personPath } from '#web/ui/person-path.ts';
import { reachLabel } from './message-words.ts';

type Reader = Pick<SentMessage, 'channel' | 'recipient' | 'people' | 'order'>;

/** To whom a message went, each with a link: its people, the order of somebody without an account, or the bare address. */
export function MessageReaders({ message }: { message: Reader }) {
  const { people, order } = message;
  const ofOrder = order ? [{ to: `/orders/${order.id}`, name: order.name }] : [];
  // Somebody who is customer and worker is one person.
  const byName = new Map(people.map((person) => [person.name, { to: personPath(person), name: person.name }]));
  const links = byName.size > 0 ? [...byName.values()] : ofOrder;
  if (links.length === 0) return <>{reachLabel(message)}</>;
  return (
    <>
      {links.map(({ to, name }, index) => (
        <Fragment key={to}>
          {index > 0 && ' and '}
          <PageLink to={to} className={textLinkClass}>
            {name}
          </PageLink>
        </Fragment>
      ))}
    </>
  );
}
