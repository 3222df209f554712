import { createServer, type Socket } from 'node:net';

/** @returns an email by which a server says that one of ours did not arrive (RFC 3464) */
export const dsnOf = (id: string, email: string, status = '5.1.1') =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `To: bounces+${id}@business.example`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status}`,
    '  User unknown',
    '--b--',
  ].join('\r\n');

type Kept = { raw: string; isRead: boolean };

/**
 * A mailbox that speaks as much IMAP (RFC 3501) as a reader of unread email asks for.
 * `trouble.drop` names a command at which it hangs up instead of answering, once; `silent` one that it never answers.
 */
export async function openImapServer({ user = 'bounces', password = 'p@ss word', folder = 'INBOX' } = {}) {
  const mails: Kept[] = [];
  const commands: string[] = [];
  const trouble: { drop?: string | undefined; silent?: string } = {};
  const sockets = new Set<Socket>();

  function answer(socket: Socket, line: string): void {
    const [, tag = '', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
    const name = command.toUpperCase();
    commands.push(name === 'LOGIN' ? name : `${name} ${rest}`.trim());
    const say = (text: string): void => {
      socket.write(`${text}\r\n`);
    };
    if (trouble.drop && `${name} ${rest}`.startsWith(trouble.drop)) {
      trouble.drop = undefined;
      socket.destroy();
      return;
    }
    if (trouble.silent && name === trouble.silent) return;
    const mail = mails[Number.parseInt(rest, 10) - 1];
    const ok = (words = 'done') => say(`${tag} OK ${words}`);
    if (name === 'CAPABILITY') say('* CAPABILITY IMAP4rev1');
    if (name === 'LOGIN') {
      const given = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, atom]) => quoted ?? atom);
      if (given[0] !== user || given[1] !== password) {
        say(`${tag} NO [AUTHENTICATIONFAILED] no`);
        return;
      }
    }
    if (name === 'LIST') say(`* LIST (\\HasNoChildren) "/" ${/""$/.test(rest) ? '""' : folder}`);
    if (name === 'SELECT') {
      if (rest.replaceAll('"', '') !== folder) {
        say(`${tag} NO [NONEXISTENT] no such mailbox`);
        return;
      }
      say('* FLAGS (\\Seen)');
      say(`* ${mails.length} EXISTS`);
      say('* OK [UIDVALIDITY 1] valid');
      say(`* OK [UIDNEXT ${mails.length + 1}] next`);
      ok('[READ-WRITE] selected');
      return;
    }
    if (name === 'UID SEARCH') {
      const unread = mails.flatMap(({ isRead }, at) => (isRead ? [] : [at + 1]));
      say(`* SEARCH${unread.map((uid) => ` ${uid}`).join('')}`);
    }
    if (name === 'UID FETCH' && mail) {
      const uid = mails.indexOf(mail) + 1;
      const most = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? Number.POSITIVE_INFINITY);
      const bytes = Buffer.from(mail.raw).subarray(0, most);
      socket.write(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${bytes.length}}\r\n`);
      socket.write(bytes);
      say(')');
    }
    if (name === 'UID STORE' && mail) mail.isRead = true;
    if (name === 'LOGOUT') say('* BYE');
    ok();
    if (name === 'LOGOUT') socket.end();
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let held = '';
    socket.setEncoding('utf8').on('data', (data) => {
      const lines = `${held}${data}`.split('\r\n');
      held = lines.pop() ?? '';
      for (const line of lines) answer(socket, line);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, () => resolve()));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return {
    url: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${folder}`,
    mails,
    commands,
    trouble,
    /** Ends what listens, as in an outage, and listens at the same port again. */
    close,
    reopen: () => listen(port),
    receive: (raw: string) => mails.push({ raw, isRead: false }),
  };
}
