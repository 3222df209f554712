import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A step at which the server says nothing more: before it has a mail, and when it has taken all of it. */
type Step = 'recipient' | 'content';

/** A mail server that knows what it took, by the ids of our messages. */
export type MailServer = {
  url: string;
  /** How often it has taken the message. */
  arrivals(id: string): number;
  /** The ids of all that it has taken. */
  taken(): string[];
  /** From now on it hangs there; undefined lets it answer again. */
  hangAt(step: Step | undefined): void;
  /** How many clients wait for it. */
  hanging(): number;
  /** Forgets those who wait, because they are gone. */
  hangUp(): void;
  /** It takes the next so many mails and hangs up instead of saying so. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
};

/**
 * Starts it, on a port of its own.
 * @param slowMs how long it thinks about each recipient, as real ones do, so that who is killed is often killed there
 */
export async function openMailServer({ slowMs = 0 } = {}): Promise<MailServer> {
  const took = new Map<string, number>();
  const sockets = new Map<number, Socket>();
  let step: Step | undefined;
  let waiting = 0;
  let toLose = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 50,
    onRcptTo(_address, _session, done) {
      if (step === 'recipient') waiting += 1;
      else if (slowMs > 0) setTimeout(done, slowMs);
      else done();
    },
    onData(stream, session, done) {
      let mail = '';
      stream.on('data', (chunk) => {
        mail += chunk;
      });
      stream.on('end', () => {
        const id = /^Message-ID: <([^@>]+)@/im.exec(mail)?.[1] ?? '';
        took.set(id, (took.get(id) ?? 0) + 1);
        if (step === 'content') {
          waiting += 1;
          return;
        }
        if (toLose > 0) {
          toLose -= 1;
          sockets.get(session.remotePort)?.destroy();
          return;
        }
        done();
      });
    },
  });
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket));
  // A client that is killed is no error of ours.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrivals: (id) => took.get(id) ?? 0,
    taken: () => [...took.keys()],
    hangAt: (at) => {
      step = at;
    },
    hanging: () => waiting,
    hangUp: () => {
      waiting = 0;
    },
    loseAnswers: (count) => {
      toLose = count;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
