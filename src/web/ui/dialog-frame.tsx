import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import type { DialogProps, ProgressProps } from './dialog.tsx';
import { Spinner } from './spinner.tsx';

// The space above the panel is as high as the alerts, which would cover the dialog's title. It stops at 45 %, because
// the dialog must also fit above a keyboard.
const overlayClass =
  'fixed inset-0 z-50 flex h-(--visual-viewport-height) flex-col items-center bg-backdrop before:min-h-[max(8%,min(45%,var(--alerts-height)+0.75rem))] before:flex-1 sm:px-6 sm:before:min-h-[max(1.5rem,min(45%,var(--alerts-height)+0.75rem))] sm:after:min-h-6 sm:after:flex-1';

const panelClass =
  'flex w-full flex-col overflow-hidden rounded-t-[26px] bg-canvas text-ink shadow-float sm:rounded-card';

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

/** The dialog itself, with React Aria. */
export function DialogFrame({
  onClose,
  title,
  children,
  size = 'small',
  actions,
  role = 'dialog',
  holdsForm = false,
  ignoresEscape = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!holdsForm}
      isKeyboardDismissDisabled={ignoresEscape}
      className={overlayClass}
    >
      <Modal className={`${panelClass} ${sizes[size]}`}>
        <AriaDialog role={role} className="flex min-h-0 flex-col outline-none">
          <div className="flex items-start justify-between gap-3 px-6 pt-5 pb-2">
            <Heading slot="title" className="wrap-anywhere min-w-0 pt-1.5 text-2xl">
              {title}
            </Heading>
            <Button variant="quiet" size="icon" aria-label="Close" onPress={onClose} className="-mr-2.5 shrink-0">
              <X aria-hidden="true" className="size-6" />
            </Button>
          </div>
          <ScrollArea label={title}>{children}</ScrollArea>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4 *:max-sm:flex-auto">
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Takes focus when its content is higher than itself, because a keyboard scrolls what has focus. */
function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const outer = area.current;
    const inner = content.current;
    if (!outer || !inner) return;
    const measure = new ResizeObserver(() => setScrollable(outer.scrollHeight > outer.clientHeight));
    measure.observe(outer);
    measure.observe(inner);
    return () => measure.disconnect();
  }, []);
  return (
    <div
      ref={area}
      {...(isScrollable ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      className="relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-3"
    >
      <div ref={content} className="px-6 pt-2 pb-6">
        {children}
      </div>
    </div>
  );
}

/** The one that nobody can close. */
export function ProgressFrame({ title, text }: ProgressProps) {
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={overlayClass}>
      <Modal className={`${panelClass} sm:max-w-sm`}>
        <AriaDialog role="alertdialog" className="flex items-center gap-4 px-6 py-7 outline-none" aria-busy="true">
          <Spinner className="size-8 shrink-0 text-primary" />
          <div role="status">
            <Heading slot="title" className="text-xl">
              {title}
            </Heading>
            {text && <p className="mt-1 text-ink-soft">{text}</p>}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
