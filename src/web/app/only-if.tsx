import type { ReactNode } from 'react';
import { conditionAttribute, type FactCondition } from '#contract/document-facts.ts';
import { isFact } from '#web/api/document-facts.ts';

type OnlyIfProps = {
  condition: FactCondition;
  /** No such element may stand inside. */
  as: 'article' | 'details' | 'p' | 'span';
  className?: string;
  children: ReactNode;
};

/**
 * A part of a prerendered page that depends on what the business has set, which nobody knows when the page is built: the
 * server leaves it out of the document where the condition does not hold.
 */
export function OnlyIf({ condition, as: Element, ...rest }: OnlyIfProps) {
  return isFact(condition) ? <Element {...{ [conditionAttribute]: condition }} {...rest} /> : null;
}
