import type { ReactNode } from 'react';
import { conditionAttribute, type FactCondition } from '#contract/document-facts.ts';
import { isFact } from '#web/ui/document-facts.ts';

type OnlyIfProps = {
  condition: FactCondition;
  /** Must not contain an element of the same kind: the server looks for the first closing tag. */
  as: 'article' | 'details' | 'nav' | 'p' | 'span';
  className?: string;
  'aria-label'?: string;
  children: ReactNode;
};

/**
 * A part of a prerendered page that depends on the business's settings. The build does not know these, so the server
 * leaves the part out of the document when the condition does not hold.
 */
export function OnlyIf({ condition, as: Element, ...rest }: OnlyIfProps) {
  return isFact(condition) ? <Element {...{ [conditionAttribute]: condition }} {...rest} /> : null;
}
