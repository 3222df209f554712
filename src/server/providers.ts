import type { ConfigFields } from './config-fields.ts';

export type TextProvider = NonNullable<ConfigFields['TEXT_PROVIDER']>;
type OfTexts = 'NODE_ENV' | 'TEXT_PROVIDER' | 'SNS_REGION' | 'TWILIO_ACCOUNT_SID';

/** @returns whether an outside service is missing, so that the sandbox stands in; never in production */
export const needsSandbox = (
  settings: Partial<Pick<ConfigFields, 'STRIPE_SECRET_KEY' | 'SMTP_URL' | OfTexts>>,
): boolean => !(settings.STRIPE_SECRET_KEY && settings.SMTP_URL && textProviderOf(settings));

/** @returns who sends texts; undefined when the sandbox does. In production nobody does unless it is set up. */
export function textProviderOf(settings: Partial<Pick<ConfigFields, OfTexts>>): TextProvider | undefined {
  const { NODE_ENV: environment, TEXT_PROVIDER: given, SNS_REGION: region, TWILIO_ACCOUNT_SID: account } = settings;
  if (given) return given;
  if (region) return 'sns';
  if (account) return 'twilio';
  return environment === 'production' ? 'none' : undefined;
}
