import { messageChannels, messageClasses, messageStates } from '#domain/correspondence.ts';
import { DayFields, type FiltersProps } from '#web/app/day-fields.tsx';
import { stateMarks } from '#web/ui/message-marks.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { filterWidths } from './filter-widths.ts';
import { channelLabels, classLabels } from './message-words.ts';

const optionsOf = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => string) => [
  { value: 'all', label: 'All' },
  ...values.map((value) => ({ value, label: labelOf(value) })),
];

/** What a list can be narrowed to by choosing one, each with its name in the address. */
const choices: { name: 'channel' | 'state' | 'class'; label: string; options: { value: string; label: string }[] }[] = [
  {
    name: 'channel',
    label: 'Channel',
    options: optionsOf(messageChannels, (one) => channelLabels[one]),
  },
  {
    name: 'state',
    label: 'Status',
    options: optionsOf(messageStates, (one) => stateMarks[one].label),
  },
  { name: 'class', label: 'Topic', options: optionsOf(messageClasses, (one) => classLabels[one]) },
];

/** Narrows the list by days, and by how, in which state and about what messages went out. */
export function MessageFilters(props: FiltersProps) {
  const { parameters, onSet } = props;
  return (
    <>
      <DayFields {...props} widths={filterWidths} />
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
