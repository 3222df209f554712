import { documentFacts } from './document-facts.ts';

/** The business's logo, or the product's own. The name stands beside it. */
export function LogoMark({ className }: { className: string }) {
  return <img src={documentFacts.logo} alt="" className={className} />;
}
