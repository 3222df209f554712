import { sayAgain } from './say-again.ts';

/** The stand-in's token, by which it reports. */
export const reportsToken = 'sandbox';

/** Addresses whose mails are reported, as Amazon's mailbox simulator has them; also with something behind a plus. */
export const shownTestAddresses = [
  {
    address: 'bounce@simulator.amazonses.com',
    kind: 'hard',
    reason: '5.1.1 No such user',
    does: 'Emails come back for good',
  },
  {
    address: 'full@simulator.amazonses.com',
    kind: 'soft',
    reason: '4.2.2 Mailbox full',
    does: 'Emails come back this time',
  },
  { address: 'complaint@simulator.amazonses.com', kind: 'complaint', reason: '', does: 'Emails are reported as spam' },
];

/** Reports what became of a mail, if it is to one of these addresses. */
export async function reportMail(at: { url: string; token: string }, id: string, to: string): Promise<void> {
  const plain = to.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  const known = shownTestAddresses.find(({ address }) => address === plain);
  if (!known) return;
  const { kind, reason } = known;
  await sayAgain(async () => {
    const answer = await fetch(at.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind, message: id, recipient: to, reason }),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  });
}
