import { useSyncExternalStore } from 'react';
import { onOutboxChange, outboxState } from './outbox.ts';

/** @returns what waits to be sent, and whether it is stuck */
export const useOutbox = () => useSyncExternalStore(onOutboxChange, outboxState);
