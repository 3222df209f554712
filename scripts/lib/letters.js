import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { partsOf } from '../../src/domain/text-parts.ts';
import { drawYards } from '../../src/server/demo/pictures.ts';
import { letterShort, photoMark, withPlainWords } from '../../src/server/messages/letter.ts';
import { letterHtml } from '../../src/server/messages/letter-html.ts';
import { sampleFooting, sampleLetters } from '../../src/server/testing/sample-letters.ts';

const folder = process.argv[2] ?? 'build/letters';
mkdirSync(folder, { recursive: true });
const sender = {
  name: 'Yardpack',
  url: 'https://yardpack.example',
  email: 'hello@yardpack.example',
  phone: '(800) 555-0142',
  accentColor: '#f6b02d',
  logo: '/icon-192.png',
};
const logo = `data:image/png;base64,${readFileSync('public/icon-192.png', 'base64')}`;
/** Stands for the photo of a visit: one of the demo's, with the looks of src/server/messages/photos.ts. */
const [yard] = await drawYards();
const picture = `<p style="margin:0 0 16px"><img src="data:image/jpeg;base64,${yard?.toString('base64')}" alt="A photo of the visit" style="display:block;width:100%;max-width:510px;border-radius:14px"></p>`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
});
const looks = [
  { look: 'light', colorScheme: 'light', width: 360 },
  { look: 'dark', colorScheme: 'dark', width: 360 },
  { look: 'wide', colorScheme: 'light', width: 720 },
];
/** The pictures of each look, for a sheet of all of them. */
const sheets = new Map(looks.map(({ look }) => [look, []]));
const texts = [];
const pages = new Map();
for (const { look, colorScheme, width } of looks) {
  pages.set(look, await browser.newPage({ colorScheme, viewport: { width, height: 300 } }));
}
for (const [name, letter] of Object.entries(sampleLetters())) {
  const words = withPlainWords(letter, sender.name);
  const footing = sampleFooting(name, 'https://yardpack.example/unsubscribe/abc');
  const html = letterHtml(words, sender, footing)
    .replace(`${sender.url}/icon-192.png`, logo)
    .replace(photoMark.html, picture);
  for (const { look, width } of looks) {
    const page = pages.get(look);
    await page.setContent(html, { waitUntil: 'domcontentloaded' });
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (isTooWide) console.error(`${name} is wider than ${width} pixels.`);
    const path = `${folder}/${name}-${look}.png`;
    await page.screenshot({ path, fullPage: true });
    sheets.get(look)?.push(path);
  }
  const text = letterShort(words, sender.name);
  texts.push(`${name} (${text.length} characters, ${partsOf(text)} of 2 parts): ${text}`);
}
await browser.close();
writeFileSync(`${folder}/texts.txt`, `${texts.join('\n')}\n`);
console.log(texts.join('\n'));
// ImageMagick makes sheets of them, where there is one.
const perSheet = 24;
for (const [look, paths] of sheets) {
  for (let at = 0; at < paths.length; at += perSheet) {
    const sheet = `${folder}/sheet-${look}-${at / perSheet + 1}.png`;
    const some = paths.slice(at, at + perSheet);
    spawnSync('montage', ['-label', '%t', ...some, '-tile', '8x3', '-geometry', '300x620+6+6', sheet]);
  }
}
console.log(`The pictures are in ${folder}.`);
