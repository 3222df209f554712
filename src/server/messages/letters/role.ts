import type { StaffRole } from '#domain/rights.ts';
import type { Letter } from '../letter.ts';

export const roleChangedLetter = (role: StaffRole, siteUrl: string): Letter => ({
  subject: 'Your role at %businessName% has changed',
  paragraphs: [
    `Your role is ${role} from now on.`,
    'What you may do has changed with it. If this is a mistake, please ask an owner.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: your role is ${role} from now on. If this is a mistake, please ask an owner.`,
});
