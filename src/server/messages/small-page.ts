import { escapeHtml } from '#domain/escape-html.ts';
import { shownOfBusiness } from '#domain/settings.ts';
import { rehearsalBanner } from '../http/notice-page.ts';
import type { World } from '../world.ts';

/** Of pages that a mail leads to and that load nothing else. */
export const smallPageHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** @returns what may be loaded on such a page: nothing but pictures from here, or from where the files are */
export const smallPagePolicy = (world: Pick<World, 'files'>): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${world.files.origin ?? ''}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const style = `:root { color-scheme: light dark }
body { margin: 0; background: #fbf4e4; color: #17332a; font: 17px/1.5 system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 32px 16px }
p.mark { margin: 0 0 16px; font-weight: 700; color: #1c4f3d }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.2 }
img { display: block; width: 100%; height: auto; border-radius: 14px }
a { color: inherit }
button { min-height: 48px; padding: 0 24px; border: 0; border-radius: 14px; background: #1c4f3d; color: #fdf6e3; font: inherit; font-weight: 600; cursor: pointer }
@media (prefers-color-scheme: dark) { body { background: #0e1a15; color: #f4ecd8 } p.mark { color: #f4ecd8 } button { background: #f6b02d; color: #17332a } }`;

/** @param body HTML, of which everything that somebody typed is escaped */
export function smallPage(world: Pick<World, 'config' | 'settings'>, title: string, body: string): string {
  const { businessName, logo } = shownOfBusiness(world.settings.now(), world.settings.area());
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="${logo}"><title>${escapeHtml(`${title} · ${businessName}`)}</title><style>${style}</style></head>
<body><main>${rehearsalBanner(world.config)}<p class="mark">${escapeHtml(businessName)}</p><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`;
}
