import { useEffect } from 'react';
import { startOutbox } from './outbox.ts';

/** Sends the outbox of the signed-in person while it is there. */
export default function OutboxRunner() {
  useEffect(() => startOutbox(), []);
  return null;
}
