import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tracesIn } from '../traces.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({
  demo: false,
  settings: { BUSINESS_NAME: 'Otherwise Yards', BUSINESS_ADDRESS: '1 Main St' },
});

const built = fileURLToPath(new URL('../../build/client', import.meta.url));

test('a business called otherwise finds no trace of the product’s name in what a browser loads', async () => {
  const paths = ['/dashboard', '/settings', '/no-such-page', '/sitemap.xml', '/v1/nothing', '/docs', '/sandbox'];
  for await (const file of glob('**/*.*', {
    cwd: built,
    exclude: ['**/*.{br,gz}', '**/{routes.json,__spa-fallback.html}'],
  })) {
    paths.push(`/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '')}`);
  }
  expect(paths.length).toBeGreaterThan(100);
  let named = 0;
  for (const path of paths) {
    const answer = await fetch(server.url + path);
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    // A list of passwords that are refused.
    if (path.startsWith('/assets/common-passwords-')) continue;
    const headers = JSON.stringify([...answer.headers]);
    expect([path, headers, text].flatMap(tracesIn), path).toEqual([]);
    if (text.includes('Otherwise Yards')) named += 1;
  }
  // Its own name is filled in, and its page of the terms is among them.
  expect(named).toBeGreaterThan(10);
  expect(await readFile(`${built}/terms/index.html`, 'utf8')).toContain('%businessName%');
});

test('with large letters the name beside the logo is whole, at each width of a phone', async () => {
  for (const width of [320, 360, 412]) {
    const { page, context } = await browser.visitor(width);
    await page.goto('/');
    // As by a browser whose letters are set to 24 px, but for what its widths are measured in.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '24px';
    });
    const name = page.getByRole('link', { name: 'Otherwise Yards, home' }).locator('span');
    const seen = await name.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const isWithin = left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
      return { isWithin, isSideways: document.documentElement.scrollWidth > innerWidth };
    });
    expect(seen, `at ${width} px`).toEqual({ isWithin: true, isSideways: false });
    await context.close();
  }
});
