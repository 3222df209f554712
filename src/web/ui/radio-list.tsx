import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Badge } from './badge.tsx';

type RadioListOption<Value extends string> = {
  value: Value;
  label: string;
  description?: string;
  icon?: ReactNode;
};

type RadioListProps<Value extends string> = {
  'aria-label': string;
  /** The choice that applies now. */
  value: Value;
  options: readonly RadioListOption<Value>[];
  /** The badge of the choice that applies now. */
  currentLabel: string;
  /** Called on a press, Enter or Space, also for the choice that applies now. Arrow keys only move the mark. */
  onPick: (value: Value) => void;
};

/** Choose one of a few. The choice takes effect at once. */
export function RadioList<Value extends string>({
  value,
  options,
  currentLabel,
  onPick,
  ...rest
}: RadioListProps<Value>) {
  const [marked, setMarked] = useState<string>(value);
  const pickOnKey = (event: KeyboardEvent) => {
    const option = options.find((candidate) => candidate.value === marked);
    if (!option || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onPick(option.value);
  };
  return (
    <RadioGroup {...rest} value={marked} onChange={setMarked} className="grid gap-3">
      {options.map((option) => (
        // Captured on their way down, because the radio stops presses and keys from bubbling up.
        <div key={option.value} onClickCapture={() => onPick(option.value)} onKeyDownCapture={pickOnKey}>
          <Radio
            value={option.value}
            className="group/row flex min-h-16 cursor-pointer items-center gap-4 rounded-control border-[1.5px] border-line-strong bg-surface px-4 py-3 transition-colors hover:border-ink data-[selected]:border-primary data-[selected]:bg-sunken data-[focus-visible]:outline-3 data-[focus-visible]:outline-focus data-[focus-visible]:outline-offset-2"
          >
            {option.icon && (
              <span
                aria-hidden="true"
                className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken group-data-[selected]/row:bg-marigold group-data-[selected]/row:text-on-marigold"
              >
                {option.icon}
              </span>
            )}
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold text-lg leading-6">{option.label}</span>
                {option.value === value && <Badge tone="accepted">{currentLabel}</Badge>}
              </span>
              {option.description && (
                <span className="block wrap-anywhere text-ink-soft text-sm">{option.description}</span>
              )}
            </span>
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          </Radio>
        </div>
      ))}
    </RadioGroup>
  );
}
