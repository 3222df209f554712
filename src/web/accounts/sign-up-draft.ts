import * as z from 'zod/mini';
import { CalendarDay, Id } from '#contract/fields.ts';
import { keepInTab, keptInTab } from '#web/app/tab-store.ts';
import { emptySignUp, type SignUpValues } from './sign-up-values.ts';

const storageKey = 'sign-up-draft';

/** A half-filled form, and the id that every try to send it carries. */
type SignUpDraft = { signUpId: string; values: SignUpValues };

/** The fields that are kept: all except passwords and the join code. */
const KeptValues = z.object({
  username: z.string(),
  profileType: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  birthday: z.optional(CalendarDay),
  streetAddress1: z.string(),
  streetAddress2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  agreedToPrivacyPolicy: z.boolean(),
  agreedToTermsOfService: z.boolean(),
  agreedToDisclaimer: z.boolean(),
  notificationPreference: z.string(),
  marketingTexts: z._default(z.boolean(), false),
});
const KeptDraft = z.object({ signUpId: Id, values: KeptValues });

/** Keeps the form for this tab, without passwords and join code. Undefined forgets it. */
export function keepSignUp(draft: SignUpDraft | undefined): void {
  keepInTab(storageKey, draft ? JSON.stringify(KeptDraft.parse(draft)) : '');
}

/** @returns the half-filled form of this tab, undefined when there is none */
export function keptSignUp(): SignUpDraft | undefined {
  try {
    const { signUpId, values } = KeptDraft.parse(JSON.parse(keptInTab(storageKey)));
    return { signUpId, values: { ...emptySignUp, ...values } };
  } catch {
    return undefined;
  }
}
