import { ChevronDown } from 'lucide-react';
import { use, useMemo, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components';
import { FieldErrorText, FieldHeader } from './aria-field.tsx';
import { controlClass, type FieldProps, fieldClass } from './field.tsx';
import { listItemClass, popoverClass } from './list-box.ts';

type ComboBoxProps = FieldProps<string> & {
  /** There may be hundreds: only the rows in view are drawn. */
  options: readonly string[];
  /** Finds the options that fit a text, the best first. Without it, the options that contain the text are shown. */
  search?: (options: readonly string[], text: string) => readonly string[];
  /** Also accepts a text that is none of the options. */
  allowsCustomValue?: boolean;
  placeholder?: string;
  name?: string;
  maxLength?: number;
};

const toItems = (options: readonly string[]) => options.map((option) => ({ id: option }));

const rowHeight = 44;
const rowsPadding = 6;

/** Type to narrow a long list down, then choose. The value is the text itself. */
export function ComboBox({
  label,
  description,
  error,
  value = '',
  onChange,
  options,
  search,
  allowsCustomValue = false,
  placeholder,
  maxLength,
  onBlur,
  className = '',
  ...rest
}: ComboBoxProps) {
  const [text, setText] = useState(value);
  const [seenValue, setSeenValue] = useState(value);
  if (value !== seenValue) {
    // The value was chosen, loaded or reset: the text follows it.
    setSeenValue(value);
    setText(value);
  }
  // React Aria reads the rows one by one, which is slow. It gets only the chosen one until the list may open.
  const [hasRows, setHasRows] = useState(false);
  const items = useMemo(() => {
    if (!hasRows) return toItems(options.filter((option) => option === value));
    // A text that is already chosen is not a search.
    return toItems(search && text !== value ? search(options, text) : options);
  }, [options, search, text, hasRows, value]);

  // When the field is left, a text that is an option counts as chosen. Any other goes back to the last choice.
  function commit() {
    if (!allowsCustomValue) {
      const typed = options.find((option) => option.toLowerCase() === text.trim().toLowerCase());
      setText(typed ?? value);
      if (typed !== undefined && typed !== value) onChange(typed);
    }
    onBlur?.();
  }

  return (
    <AriaComboBox
      {...rest}
      {...(search ? { items } : { defaultItems: items })}
      inputValue={text}
      value={value || null}
      onChange={(key) => {
        // React Aria repeats the old choice on blur; that must not undo what commit() has just chosen.
        if (typeof key === 'string' && key !== value) onChange(key);
      }}
      onInputChange={(input) => {
        setText(input);
        if (allowsCustomValue || input === '') onChange(input);
      }}
      onBlur={commit}
      allowsCustomValue={allowsCustomValue}
      allowsEmptyCollection={!allowsCustomValue}
      menuTrigger="input"
      formValue="text"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldHeader label={label} description={description} isRequired={rest.isRequired} />
      <div className="relative" onPointerEnter={() => setHasRows(true)} onFocusCapture={() => setHasRows(true)}>
        <Input placeholder={placeholder} maxLength={maxLength} className={`${controlClass} pr-13`} />
        <Button className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-ink-soft hover:text-ink">
          <ChevronDown aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <FieldErrorText error={error} />
      <Popover className={`${popoverClass} w-(--trigger-width)`}>
        <Rows />
      </Popover>
    </AriaComboBox>
  );
}

/** The rows that match. The list is as high as its rows, up to six and a half of them. */
function Rows() {
  const count = Math.max(1, use(ComboBoxStateContext)?.collection.size ?? 0);
  const height = Math.min(count, 6.5) * rowHeight + 2 * rowsPadding;
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight, padding: rowsPadding }}>
      <ListBox<{ id: string }>
        style={{ height }}
        className="max-h-[inherit] overflow-auto outline-none"
        renderEmptyState={() => <p className="px-4 py-3 text-ink-soft">Nothing matches.</p>}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.id} className={`${listItemClass} h-full`}>
            <span className="truncate">{item.id}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
}
