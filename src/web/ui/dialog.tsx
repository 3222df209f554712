import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Asked for by the close button, Escape, or a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Buttons in a row at the end. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** A press outside would lose what was typed, so it does not close the dialog. */
  holdsForm?: boolean;
};

const overlayClass =
  'fixed inset-0 z-50 flex h-(--visual-viewport-height) items-end justify-center bg-backdrop sm:items-center sm:p-6';

const panelClass =
  'flex max-h-[92%] w-full flex-col overflow-hidden rounded-t-[26px] bg-canvas text-ink shadow-float sm:max-h-full sm:rounded-card';

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

/** A modal dialog: a sheet from below on a phone, a card elsewhere. Focus returns to the opener when it closes. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  size = 'small',
  actions,
  role = 'dialog',
  holdsForm = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!holdsForm}
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
          <div className="relative min-h-0 flex-1 overflow-y-auto px-6 pt-2 pb-6">{children}</div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4 *:max-sm:flex-1">
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Says that something is under way and must be waited for; cannot be closed by the person. */
export function ProgressDialog({ isOpen, title, text }: { isOpen: boolean; title: string; text?: string }) {
  return (
    <ModalOverlay isOpen={isOpen} isKeyboardDismissDisabled className={overlayClass}>
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
