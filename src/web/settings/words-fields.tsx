import type { UseFormReturnType } from '@mantine/form';
import { Fragment, useState } from 'react';
import type { SettingsAnswer } from '#contract/settings.ts';
import { countedLabel } from '#domain/labels.ts';
import { fillWords, wordExamples } from '#domain/message-words.ts';
import { shortNameOf } from '#domain/settings.ts';
import { type WordedMessage, wordedMessages, wordGroups, wordingOf } from '#domain/worded-messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingField, type SettingValues } from './setting-field.tsx';

/** The words of each message, folded by whom they are for: open where something is wrong, not ours, or looked for. */
export function WordsFields({ form, saved }: { form: UseFormReturnType<SettingValues>; saved: SettingsAnswer }) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const isFound = (name: WordedMessage) =>
    [wordingOf(name).label, wordingOf(name).ours, String(form.values[name] ?? '')].some((words) =>
      words.toLowerCase().includes(wanted),
    );
  const found = wordedMessages.filter((name) => isFound(name) || form.errors[name]);
  const groups = Object.entries(wordGroups).map(([title, ofGroup]) => {
    const names = found.filter((name) => name in ofGroup);
    if (names.length === 0) return null;
    const own = names.filter((name) => form.values[name]).length;
    const isWrong = names.some((name) => form.errors[name]);
    return (
      <details
        key={title}
        open={isWrong || own > 0 || wanted !== '' || undefined}
        className="rounded-control border border-line px-4"
      >
        <summary className="min-h-11 cursor-pointer py-3 font-semibold">
          {title}
          <span className="font-normal text-ink-soft">
            {' '}
            ({countedLabel(names.length, 'message')}
            {own > 0 && `, ${own} in your words`})
          </span>
        </summary>
        <div className="grid gap-6 pt-2 pb-6">
          {names.map((name) => (
            <Fragment key={name}>
              <SettingField name={name} form={form} />
              <WordsPreview name={name} typed={form.values[name]} sender={shortNameOf(saved.soon)} />
            </Fragment>
          ))}
        </div>
      </details>
    );
  });
  return (
    <>
      <search
        // What is looked for is no change, and Enter would save.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      >
        <TextField
          label="Find a message"
          description="By when it is sent, or by its words."
          type="search"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      </search>
      <p role="status" className={found.length > 0 ? 'sr-only' : ''}>
        {wanted !== '' && (found.length > 0 ? countedLabel(found.length, 'message') : 'No message is like this.')}
      </p>
      {groups}
    </>
  );
}

type WordsPreviewProps = { name: WordedMessage; typed: string | number | undefined; sender: string };

/** A text message with what is typed, as somebody would get it. */
function WordsPreview({ name, typed, sender }: WordsPreviewProps) {
  const words = String(typed ?? '').trim() || wordingOf(name).ours;
  return (
    <p className="wrap-anywhere -mt-2 rounded-control bg-sunken px-4 py-3">
      <span className="font-semibold">As a text:</span> {`${sender}: ${fillWords(words, wordExamples)}`}
    </p>
  );
}
