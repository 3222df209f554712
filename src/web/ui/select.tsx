import { Check, ChevronDown, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import { FieldErrorText, FieldHeader } from './aria-field.tsx';
import { controlClass, type FieldProps, fieldClass } from './field.tsx';
import { whenIdle } from './idle.ts';
import { listClass, listItemClass, popoverClass } from './list-box.ts';

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: string;
  /** A second, quieter line. */
  description?: string;
  isDisabled?: boolean;
};

type SelectProps<Value extends string> = Omit<FieldProps<Value>, 'value'> & {
  /** `undefined`, `null` or '' when nothing is chosen yet. */
  value?: Value | '' | null | undefined;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  name?: string;
  autoComplete?: string;
  /** A last row that starts something else, e.g. "New address"; the value stays as it is. */
  action?: { label: string; onAction: () => void };
};

const actionKey = '$action';

/** Choose one of a few. Typing the first letters finds a row. */
export function Select<Value extends string>({
  label,
  description,
  error,
  value,
  onChange,
  options,
  placeholder = 'Choose one',
  action,
  autoComplete = 'off',
  onFocus,
  className = '',
  ...rest
}: SelectProps<Value>) {
  // React Aria reads the rows one by one, which is slow. It gets them only when the list may open.
  const [hasRows, setHasRows] = useState(false);
  const addRows = () => setHasRows(true);
  useEffect(() => whenIdle(() => setHasRows(true)), []);

  const chosen = options.find((option) => option.value === value);

  function choose(key: unknown) {
    if (key === actionKey) return action?.onAction();
    const option = options.find((candidate) => candidate.value === key);
    if (option) onChange(option.value);
  }
  return (
    <AriaSelect
      {...rest}
      autoComplete={autoComplete}
      value={value || null}
      onChange={choose}
      placeholder={placeholder}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      allowsEmptyCollection={!hasRows}
      onOpenChange={addRows}
      onFocus={() => {
        addRows();
        onFocus?.();
      }}
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      <Button
        onHoverStart={addRows}
        onPressStart={addRows}
        className={`${controlClass} flex items-center justify-between gap-2 text-left group-data-[invalid]:border-2 group-data-[invalid]:border-danger`}
      >
        <SelectValue className="min-w-0 truncate">
          {chosen?.label ?? <span className="text-ink-soft">{placeholder}</span>}
        </SelectValue>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      </Button>
      <FieldErrorText error={error} />
      <Popover className={popoverClass}>
        <ListBox className={listClass}>
          {hasRows && options.map((option) => <OptionRow key={option.value} option={option} />)}
          {hasRows && action && (
            <ListBoxItem id={actionKey} textValue={action.label} className={`${listItemClass} font-semibold`}>
              <Plus aria-hidden="true" className="size-5 shrink-0" />
              {action.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

function OptionRow({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem id={option.value} textValue={option.label} isDisabled={option.isDisabled} className={listItemClass}>
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            {option.label}
            {option.description && (
              <span className="block font-normal text-ink-soft text-sm">{option.description}</span>
            )}
          </span>
          {isSelected && <Check aria-hidden="true" className="size-5 shrink-0" />}
        </>
      )}
    </ListBoxItem>
  );
}
