import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { BrowserContext } from 'playwright-core';

const source = readFileSync(new URL('../../src/web/ui/translator.ts', import.meta.url), 'utf8');
const translate = stripTypeScriptTypes(source).replace(/^export /m, '');

/**
 * Has a browser translate each page that it opens, as Chrome does: what is there, and what comes later, a moment after it
 * came. The words stay as they are, so that a journey can read them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    ${translate}
    let timer;
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => translate(document), 30);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  })()`);
}
