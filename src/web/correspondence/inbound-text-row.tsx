import { useState } from 'react';
import type { InboundText, TextAnswer } from '#contract/correspondence.ts';
import { momentLabel } from '#domain/calendar.ts';
import type { TextIntent } from '#domain/correspondence.ts';
import { phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { stateMarks } from '#web/ui/message-marks.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { personPath } from '#web/ui/person-path.ts';
import { AnswerForm } from './answer-form.tsx';
import { EndTexts } from './end-texts.tsx';
import { channelLabels } from './message-words.ts';

const intentMarks: Record<TextIntent, string> = {
  stop: 'Ended texts',
  start: 'Wants texts again',
  help: 'Asked for help',
  reaction: 'Reaction',
};

/** A text from somebody, with what was answered. Staff read it, and answer. */
export function InboundTextRow({ text, isOfPerson = false }: { text: InboundText; isOfPerson?: boolean }) {
  const { id, sender, people, intent, receivedAt, isUnread, isStopped, read, answers } = text;
  const dispatch = useAppDispatch();
  const [mark, { isLoading }] = api.useReadInboundTextMutation();
  const [isAnswering, setAnswering] = useState(false);
  const markAs = async (isRead: boolean) => {
    const { error } = await mark({ params: { textId: id }, body: { isRead } });
    if (error) dispatch(failureAlert(error));
  };
  const when = momentLabel(receivedAt);
  return (
    <article className="grid gap-3">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{isOfPerson ? when : <Sender sender={sender} people={people} />}</h3>
          {isUnread && <Badge tone="warn">Unread</Badge>}
          {intent && <Badge tone="ended">{intentMarks[intent]}</Badge>}
          {isStopped && intent !== 'stop' && <Badge tone="ended">Gets no texts</Badge>}
        </div>
        <p className={`whitespace-pre-line ${isUnread ? 'font-semibold' : ''}`}>
          {text.text || 'Erased.'}
          {text.isCut && '…'}
        </p>
        <p className="text-ink-soft">
          {[
            !isOfPerson && people.length > 0 && phoneLabel(sender),
            !isOfPerson && when,
            read && `read by ${read.by}, ${momentLabel(read.at)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {answers.length > 0 && (
        <ul aria-label="Answers" className="grid gap-2 border-line border-l-2 pl-4">
          {answers.map((answer) => (
            <li key={answer.id}>
              <AnswerLine answer={answer} />
            </li>
          ))}
        </ul>
      )}
      {isAnswering && <AnswerForm text={text} onEnd={() => setAnswering(false)} />}
      {!isAnswering && text.text !== '' && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" aria-label={`Answer the text of ${when}`} onPress={() => setAnswering(true)}>
            Answer
          </Button>
          {(intent === null || isUnread || read !== null) && (
            <Button
              variant="quiet"
              aria-label={`Mark as ${isUnread ? 'read' : 'unread'}: the text of ${when}`}
              isPending={isLoading}
              pendingLabel="Saving…"
              onPress={() => void markAs(isUnread)}
            >
              {isUnread ? 'Mark as read' : 'Mark as unread'}
            </Button>
          )}
          {!isStopped && <EndTexts phone={sender} by={{ textId: id }} />}
        </div>
      )}
    </article>
  );
}

/** Everybody who has the number, or the number of nobody. */
function Sender({ sender, people }: Pick<InboundText, 'sender' | 'people'>) {
  if (people.length === 0) return <span>{phoneLabel(sender)}</span>;
  return people.map((person, index) => (
    <span key={person.profileId}>
      {index > 0 && ' or '}
      <PageLink to={personPath(person)} className={textLinkClass}>
        {person.name}
      </PageLink>
    </span>
  ));
}

function AnswerLine({ answer: { channel, text, by, at, message } }: { answer: TextAnswer }) {
  return (
    <>
      <p className="whitespace-pre-line">{text || 'Erased.'}</p>
      <p className="text-ink-soft">
        {by}, by {channelLabels[channel].toLowerCase()}, {momentLabel(at)}
        {message && ' · '}
        {message && (
          <PageLink to={`/messages/${message.id}`} className={textLinkClass}>
            {stateMarks[message.state].label}
          </PageLink>
        )}
      </p>
    </>
  );
}
