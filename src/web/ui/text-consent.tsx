import type { ComponentProps } from 'react';
import { offersNote, offersWords, textsWords } from '#domain/consent-words.ts';
import { Checkbox } from './checkbox.tsx';

/** Says what agreeing to text messages means. It stands below every choice that offers them. */
export function TextConsent() {
  return <p className="text-ink-soft text-sm">{textsWords}</p>;
}

/** The consent to offers by text, which nobody gives by choosing texts alone. */
export function OffersConsent(field: Omit<ComponentProps<typeof Checkbox>, 'label' | 'description'>) {
  return <Checkbox {...field} label={offersWords} description={offersNote} />;
}
