import type { World } from '../../world.ts';
import type { Letter } from '../letter.ts';

/** @returns what a phone reads about texts themselves */
export function aboutTexts(world: World, answer: string): Letter {
  const { contactEmail, businessName } = world.settings.now();
  const short = `%businessName%: ${answer}`;
  const exact = [contactEmail, businessName];
  return { subject: 'Answer to a text', paragraphs: [short], short, exact };
}
