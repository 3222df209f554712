import { useParams } from 'react-router';
import type { OpenMessage } from '#contract/correspondence.ts';
import { momentLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RecordPage } from '#web/app/record-page.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { isGivenUp, stateMarks } from '#web/ui/message-marks.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { personPath } from '#web/ui/person-path.ts';
import { DeadMessageButtons } from './dead-message-buttons.tsx';
import { channelLabels, classLabels, reachLabel, sourceLabels, waitSentence } from './message-words.ts';

/** One message: how it stands, and its words. */
export default function MessagePage() {
  const { messageId = '' } = useParams();
  useInvalidUrl(!messageId);
  const loaded = api.useGetMessageQuery(
    { params: { messageId } },
    { skip: !messageId, refetchOnMountOrArgChange: true },
  );
  useLoadFailure(loaded.error, { notFound: 'Message not found' });
  const message = loaded.currentData;
  return (
    <RecordPage
      what="message"
      title={message?.subject ?? 'Message'}
      loaded={loaded}
      actions={null}
      list={{ to: '/messages', label: 'All messages' }}
    >
      {message && (
        <div className="wrap-anywhere grid gap-6">
          <Standing message={message} />
          <Words message={message} />
          <Proof message={message} />
        </div>
      )}
    </RecordPage>
  );
}

function Standing({ message }: { message: OpenMessage }) {
  const { id, channel, class: kind, people, order, subject, state, createdAt, endedAt, reason, attempts } = message;
  const { label, tone } = stateMarks[state];
  const waits = waitSentence(message);
  return (
    <Card title="Status" actions={<Badge tone={tone}>{label}</Badge>}>
      <dl className="mb-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="To">
          {people.map((person) => (
            <span key={person.profileId} className="block">
              <PageLink to={personPath(person)} className={textLinkClass}>
                {person.name}
              </PageLink>
            </span>
          ))}
          {reachLabel(message)}
        </Fact>
        {order && (
          <Fact label="Order">
            <PageLink to={`/orders/${order.id}`} className={textLinkClass}>
              {order.name}
            </PageLink>
          </Fact>
        )}
        <Fact label="Channel">{channelLabels[channel]}</Fact>
        <Fact label="Topic">{classLabels[kind]}</Fact>
        <Fact label="Written">{momentLabel(createdAt)}</Fact>
        {endedAt && <Fact label={label}>{momentLabel(endedAt)}</Fact>}
        {waits && <Fact label="Waits">{waits}</Fact>}
        {state !== 'sent' && state !== 'delivered' && reason && <Fact label="Why">{reason}</Fact>}
        {attempts > 1 && <Fact label="Tries">{attempts}</Fact>}
        {message.replyTo && <Fact label="Answers go to">{message.replyTo}</Fact>}
        {message.notAfter && !endedAt && <Fact label="Pointless from">{momentLabel(message.notAfter)}</Fact>}
      </dl>
      {isGivenUp(state) && (
        <DeadMessageButtons
          messageId={id}
          recipient={reachLabel(message)}
          subject={subject}
          whyLost={message.whyLost}
        />
      )}
    </Card>
  );
}

const basisSentences: Record<Exclude<OpenMessage['basis'], 'consent'>, string> = {
  asked: 'Its reader had just asked for it.',
  business: 'It goes to the business itself.',
};

/** Why it may be sent: who has agreed to what, in which words, when and where; or what had been asked by text. */
function Proof({ message: { basis, consent, answers } }: { message: OpenMessage }) {
  return (
    <Card title="What it rests on">
      {answers && (
        <dl className="mb-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact label="It answers a text">{answers.text || 'Erased'}</Fact>
          <Fact label="Texted">
            {momentLabel(answers.receivedAt)}, from {phoneLabel(answers.sender)}
          </Fact>
        </dl>
      )}
      {!consent && !(answers && basis === 'asked') && (
        <p className="text-ink-soft">
          {basis === 'consent' ? 'No consent stood when it was written, so it is not sent.' : basisSentences[basis]}
        </p>
      )}
      {consent && (
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact label="Agreed">{momentLabel(consent.at)}</Fact>
          <Fact label="Where">{sourceLabels[consent.source]}</Fact>
          {consent.by && (
            <Fact label="Whose">
              <PageLink to={personPath(consent.by)} className={textLinkClass}>
                {consent.by.name}
              </PageLink>
            </Fact>
          )}
          {consent.writtenBy && <Fact label="Written down by">{consent.writtenBy}</Fact>}
          {consent.word && <Fact label="Said">{consent.word}</Fact>}
          {consent.wording && (
            <Fact label={`The words (${consent.version})`} isWide>
              {consent.wording}
            </Fact>
          )}
        </dl>
      )}
    </Card>
  );
}

function Words({ message: { text, html, isSecret } }: { message: OpenMessage }) {
  if (text === null) {
    return (
      <Card title="Words">
        <p className="text-ink-soft">
          {isSecret
            ? 'They hold a link that only the recipient may open. Nobody else reads them, and they are not kept once they are sent.'
            : 'They were erased.'}
        </p>
      </Card>
    );
  }
  return (
    <Card
      title="Words"
      description={text.includes('…') ? 'Links that are for the recipient alone are cut.' : undefined}
    >
      {html === null ? (
        <p className="whitespace-pre-line">{text}</p>
      ) : (
        // Nothing in it runs, is sent or leads anywhere. It is of this site so that it is drawn in the page's own process.
        <iframe
          title="The email"
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={({ currentTarget }) => {
            // A document is at least as high as its frame.
            currentTarget.style.height = '0';
            const { scrollHeight = 0 } = currentTarget.contentDocument?.documentElement ?? {};
            currentTarget.style.height = `${scrollHeight + 2}px`;
          }}
          className="h-160 w-full rounded-control border border-line"
        />
      )}
    </Card>
  );
}
