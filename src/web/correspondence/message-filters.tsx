import { messageChannels, messageClasses, messageStates } from '#domain/correspondence.ts';
import { dayOfText, textOfDay } from '#web/app/day-text.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { filterWidths } from './filter-widths.ts';
import { channelLabels, classLabels, stateMarks } from './message-words.ts';

const optionsOf = <Value extends string>(all: string, values: readonly Value[], labelOf: (value: Value) => string) => [
  { value: 'all', label: all },
  ...values.map((value) => ({ value, label: labelOf(value) })),
];
/** What a list can be narrowed to by choosing one, each with its name in the address. */
const choices: { name: 'channel' | 'state' | 'class'; label: string; options: { value: string; label: string }[] }[] = [
  {
    name: 'channel',
    label: 'Sent by',
    options: optionsOf('Either', messageChannels, (one) => channelLabels[one]),
  },
  {
    name: 'state',
    label: 'How it stands',
    options: optionsOf('However', messageStates, (one) => stateMarks[one].label),
  },
  { name: 'class', label: 'About', options: optionsOf('Anything', messageClasses, (one) => classLabels[one]) },
];
type MessageFiltersProps = {
  parameters: URLSearchParams;
  /** @returns what is wrong with a day, or undefined */
  problemAt: (name: 'from' | 'to') => string | undefined;
  onSet: (name: string, value: string) => void;
};

/** Narrows the list by days, and by how, in which state and about what messages went out. */
export function MessageFilters({ parameters, problemAt, onSet }: MessageFiltersProps) {
  return (
    <>
      <DateField
        label="First day"
        className={filterWidths.from}
        value={dayOfText(parameters.get('from'))}
        onChange={(day) => onSet('from', textOfDay(day))}
        error={problemAt('from')}
      />
      <DateField
        label="Last day"
        className={filterWidths.to}
        value={dayOfText(parameters.get('to'))}
        onChange={(day) => onSet('to', textOfDay(day))}
        error={problemAt('to')}
      />
      {choices.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          label={label}
          placeholder="Choose one"
          className={filterWidths[name]}
          options={options}
          value={parameters.get(name) ?? 'all'}
          onChange={(value) => onSet(name, value)}
        />
      ))}
    </>
  );
}
