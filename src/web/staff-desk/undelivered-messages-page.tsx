import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';
import { DeskBatch } from './desk-batch.tsx';

const usePage = (after: string | undefined) =>
  api.useListDeadMessagesQuery({ query: { after } }, { refetchOnMountOrArgChange: true });

/** Every message that could not be delivered and is not tried any more. */
export default function UndeliveredMessagesPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Undelivered messages"
        description="Nobody got these. Send them again, or find the person and call."
      />
      <div className="grid gap-4">
        <DeskBatch
          usePage={usePage}
          keyOf={(message) => message.messageId}
          what="messages"
          emptyTitle="No Undelivered Messages"
          emptyText="Every message arrived, or is being sent."
        >
          {(message, now) => <DeadMessageRow message={message} now={now} />}
        </DeskBatch>
      </div>
    </div>
  );
}
