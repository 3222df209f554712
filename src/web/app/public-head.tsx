import { useLocation } from 'react-router';
import type { DocumentFactName } from '#contract/document-facts.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { publicPages } from './public-pages.ts';

/** Describes a public page to search engines and to sites that show a shared link. The page sets its title itself. */
export function PublicHead() {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '') || '/';
  const page = publicPages.find((one) => one.path === path);
  if (!page) return null;
  const named = (text: string) => text.replaceAll(/%(\w+)%/g, (_, name) => documentFacts[name as DocumentFactName]);
  const { isUnlisted } = page;
  const [title, description] = [named(page.title), named(page.description)];
  if (isUnlisted) {
    return (
      <>
        <meta name="description" content={description} />
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const { publicUrl } = documentFacts;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${publicUrl}${path}`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={documentFacts.businessName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`${publicUrl}${path}`} />
      <meta property="og:image" content={`${publicUrl}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content="Two dogs look over a white fence, below the words: A yard you can walk barefoot."
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
