import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

type FoldedFiltersProps = {
  /** How many of them are set. */
  count: number;
  /** Whether one of them is wrong, and must be seen. */
  isFaulty: boolean;
  children: ReactNode;
  className?: string;
};

/** What narrows a list. A phone has it behind one button, so that the list begins on its first screen. */
export function FoldedFilters({ count, isFaulty, children, className = '' }: FoldedFiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isFaulty;
  return (
    <>
      <Button
        variant="secondary"
        className="w-full sm:hidden"
        aria-expanded={isShown}
        aria-controls={id}
        onPress={() => setOpen(!isShown)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {count === 0 ? 'Filters' : `Filters: ${count} set`}
      </Button>
      <div id={id} className={`${className} ${isShown ? '' : 'max-sm:hidden'}`}>
        {children}
      </div>
    </>
  );
}
