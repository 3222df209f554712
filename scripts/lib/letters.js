import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { letterHtml, letterShort, withPlainWords } from '../../src/server/messages/letter.ts';
import { sampleLetters } from '../../src/server/testing/sample-letters.ts';

const folder = process.argv[2] ?? 'build/letters';
mkdirSync(folder, { recursive: true });
const sender = {
  url: 'https://yardpack.example',
  email: 'hello@yardpack.example',
  phone: '(800) 555-0142',
  accentColor: '#f6b02d',
  logo: '/icon-192.png',
};
const logo = `data:image/png;base64,${readFileSync('public/icon-192.png', 'base64')}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
for (const [name, letter] of Object.entries(sampleLetters())) {
  const words = withPlainWords(letter);
  const html = letterHtml(words, sender).replace(`${sender.url}/icon-192.png`, logo);
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 300 } });
    await page.setContent(html);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
    await page.close();
  }
  const text = letterShort(words);
  console.log(`${name} (${text.length}): ${text}`);
}
await browser.close();
console.log(`The pictures are in ${folder}.`);
