import { api } from '#web/api/api.ts';
import { useListFilter } from '#web/app/list-filter.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';
import { DeskListPage } from './desk-list-page.tsx';

const labels = { email: 'Emails', text: 'Texts' };

/** Lists every message that could not be delivered and is not tried again. */
export default function UndeliveredMessagesPage() {
  const [channel, field] = useListFilter('Emails and texts', labels);
  const loaded = api.useListDeadMessagesInfiniteQuery({ query: { channel } }, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Undelivered messages"
      description="These did not arrive, or we can’t be sure. Send them again, or call the person."
      filter={field}
      what="messages"
      loaded={loaded}
      keyOf={(message) => message.messageId}
      emptyTitle="No Undelivered Messages"
      emptyText={
        channel ? 'None of this kind: look at all.' : 'No message was lost. One that cannot be delivered stands here.'
      }
    >
      {(message, now) => <DeadMessageRow message={message} now={now} />}
    </DeskListPage>
  );
}
