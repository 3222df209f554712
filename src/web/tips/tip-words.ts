import type { VisitTip } from '#contract/tips.ts';
import { moneyLabel } from '#domain/labels.ts';

/**
 * @param isOwn whether the customer reads it; else staff do
 * @returns what was left for a visit, and how that stands
 */
export function tipSentence({ amount, refunded, state }: VisitTip, isOwn: boolean): string {
  const money = moneyLabel(amount);
  const tip = `${isOwn ? 'Your' : 'A'} tip of ${money}`;
  const bank = `${isOwn ? 'Your' : 'The customer’s'} bank`;
  switch (state) {
    case 'paid': {
      const left = isOwn ? `You tipped ${money}` : `Tip of ${money}`;
      return refunded > 0 ? `${left}, and ${moneyLabel(refunded)} of it was sent back` : left;
    }
    case 'collecting':
      return `${tip} is being charged`;
    case 'to-confirm':
      return `${tip} waits for ${isOwn ? 'your' : 'the customer’s'} confirmation`;
    case 'disputed':
      return `${bank} is looking into ${isOwn ? 'your' : 'the'} tip of ${money}, and holds it until it decides`;
    case 'taken-back':
      return `${bank} took ${isOwn ? 'your' : 'the'} tip of ${money} back`;
    case 'refunded':
      return `${tip} was sent back`;
  }
}

/** @returns whether it is about to stand otherwise, so that the page looks again */
export const isTipUnderWay = (tip: VisitTip | null): boolean =>
  tip?.state === 'collecting' || tip?.state === 'to-confirm';
