import { staffApi } from '#web/api/staff-api.ts';
import { DeadMessageRow } from './dead-message-row.tsx';
import { DeskListPage } from './desk-list-page.tsx';

/** Lists every message that could not be delivered and is not tried again. */
export default function UndeliveredMessagesPage() {
  const loaded = staffApi.useListDeadMessagesInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Undelivered messages"
      description="Nobody got these. Send them again, or find the person and call."
      what="messages"
      loaded={loaded}
      keyOf={(message) => message.messageId}
      emptyTitle="No Undelivered Messages"
      emptyText="Every message arrived, or is being sent."
    >
      {(message, now) => <DeadMessageRow message={message} now={now} />}
    </DeskListPage>
  );
}
