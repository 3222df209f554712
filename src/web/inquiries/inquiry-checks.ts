import * as z from 'zod/mini';
import {
  communicationPreferences,
  InquiryData,
  InquiryPersonal,
  InquiryPet,
  InquiryYard,
  inquiryFrequencies,
} from '#contract/inquiries.ts';
import { anchors } from './inquiry-values.ts';

/** The values of the form, unchecked. */
export const InquiryValues = z.object({
  personal: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    streetAddress1: z.string(),
    streetAddress2: z.string(),
    /** The id of a served city, '' while none is chosen. */
    city: z.string(),
    stateProvince: z.string(),
    country: z.literal('US'),
    /** One of the served zip codes, '' while none is chosen. */
    zipPostal: z.string(),
    referral: z.string(),
  }),
  yard: z.object({ details: z.string() }),
  /** `key` identifies an entry while others are removed. */
  pets: z.array(
    z.object({ key: z.int(), breed: z.string(), count: z.int().check(z.gte(1), z.lte(8)), details: z.string() }),
  ),
  schedule: z.object({ frequency: z.enum(inquiryFrequencies) }),
  notification: z.object({
    communicationPreference: z.enum(communicationPreferences),
    marketingTexts: z.optional(z.boolean()),
  }),
});
export type InquiryValues = z.infer<typeof InquiryValues>;

const InquiryDraft = z.object({
  inquiryId: z.uuid(),
  /** Whether it was sent at least once, even if the answer was lost. */
  wasSent: z.boolean(),
  values: InquiryValues,
});
/** A half-filled form. */
export type InquiryDraft = z.infer<typeof InquiryDraft>;

/** @returns the kept draft; undefined when the text is no draft of this form */
export function parseDraft(text: string): InquiryDraft | undefined {
  try {
    return InquiryDraft.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The schedule has no rules, because a frequency is always chosen. */
const sections: readonly { name: keyof typeof anchors; schema: z.ZodMiniType }[] = [
  { name: 'personal', schema: InquiryPersonal },
  { name: 'yard', schema: InquiryYard },
  { name: 'pets', schema: z.array(InquiryPet) },
  { name: 'schedule', schema: InquiryData.shape.schedule },
];

export type InquiryCheck =
  | { ok: true; data: InquiryData }
  /** `errors` by field of the form, such as 'pets.0.breed'; only those of the first faulty section. */
  | { ok: false; anchor: string; errors: Record<string, string> };

/** Checks section by section, in the page's order, and stops at the first one with an error. */
export function checkInquiry(values: InquiryValues): InquiryCheck {
  const input = toData(values);
  for (const { name, schema } of sections) {
    const { error } = schema.safeParse(input[name]);
    if (error) return { ok: false, anchor: anchors[name], errors: firstMessages(error.issues, name) };
  }
  return { ok: true, data: InquiryData.parse(input) };
}

/** @returns the form's values in the shape of the contract, unchecked */
function toData({ personal, pets, ...rest }: InquiryValues) {
  return {
    ...rest,
    personal: { ...personal, zipPostal: Number(personal.zipPostal) },
    pets: pets.map(({ breed, count, details }) => ({ breed, count, details })),
  };
}

function firstMessages(
  issues: readonly { path: PropertyKey[]; message: string }[],
  section: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[[section, ...path].join('.')] ??= message;
  return errors;
}
