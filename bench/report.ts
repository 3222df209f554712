import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine, percent } from './machine.ts';
import type { Ratio } from './paired.ts';

const file = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

/** A part of docs/performance.md that a run makes anew. */
export type Section = 'reads' | 'writes' | 'sweep' | 'memory' | 'best-order';

/**
 * Prints a part of the report in Markdown.
 * @param into whether it also replaces that part of docs/performance.md
 */
export function report(section: Section, paragraphs: string[], into: boolean): void {
  const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, '');
  const day = Temporal.Now.plainDateISO().toString();
  const text = [`\`${command}\`, ${day}. ${describeMachine()}`, ...paragraphs].join('\n\n');
  console.log(`\n${text}\n`);
  if (!into) return;
  const before = readFileSync(file, 'utf8');
  const place = new RegExp(`(<!-- ${section} -->\n)[^]*?(<!-- end of ${section} -->)`);
  if (!place.test(before)) throw new Error(`docs/performance.md has no place for ${section}`);
  writeFileSync(
    file,
    before.replace(place, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
  execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' });
}

/** @param rows each with the same columns */
export function table(rows: Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const align = columns.map((name) => (typeof rows[0]?.[name] === 'number' ? '--:' : '---'));
  return [line(columns), line(align), ...rows.map((row) => line(columns.map((name) => row[name] ?? '')))].join('\n');
}

/** Such as "81% (79–84)". */
export const ratio = ({ of, least, most }: Ratio) =>
  `${percent(of)} (${Math.round(100 * least)}–${Math.round(100 * most)})`;

export const tenths = (number: number) => Math.round(number * 10) / 10;
export const grouped = (number: number) => Math.round(number).toLocaleString('en');
