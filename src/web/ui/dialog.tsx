import { type ReactNode, useEffect } from 'react';
import { later } from './later.tsx';

const DialogFrame = later(async () => (await import('./dialog-frame.tsx')).DialogFrame);
const ProgressFrame = later(async () => (await import('./dialog-frame.tsx')).ProgressFrame);

export type DialogProps = {
  /** Called by the close button, Escape, or a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Buttons in a row at the end. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** A press outside does not close the dialog, because that would lose what was typed. */
  holdsForm?: boolean;
  /** Escape does not close the dialog either, because more than the dialog would be lost. */
  ignoresEscape?: boolean;
};

export type ProgressProps = { title: string; text?: string };

const listeners = new Set<() => void>();

/** Calls `listener` whenever a dialog opens. @returns a function that stops it */
export function onDialogOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function useOpened(isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) for (const listener of listeners) listener();
  }, [isOpen]);
}

/** A modal dialog: a sheet from below on a phone, a card elsewhere. Focus returns to the opener when it closes. */
export function Dialog({ isOpen, ...props }: DialogProps & { isOpen: boolean }) {
  useOpened(isOpen);
  return isOpen && <DialogFrame {...props} />;
}

/** Says that something is under way. The person cannot close it. */
export function ProgressDialog({ isOpen, ...props }: ProgressProps & { isOpen: boolean }) {
  useOpened(isOpen);
  return isOpen && <ProgressFrame {...props} />;
}
