import { setTimeout as pause } from 'node:timers/promises';

const mostTries = 5;

/** Says something to the server, and again while it is away. */
export async function sayAgain(say: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const isTaken = await say().then(
      () => true,
      () => false,
    );
    if (isTaken) return;
    await pause(tries * 1000, undefined, { ref: false });
  }
}
