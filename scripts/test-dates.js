// Runs the tests as on days that something may go wrong on: npm run test:dates
import { ensureChromium } from './lib/chromium.js';
import { moments } from './lib/dates.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { runVitest } from './lib/vitest.js';

const usage = `npm run test:dates -- [--at MOMENT] [--project NAME]   the server's tests and the journeys at each of these moments:
${Object.entries(moments)
  .map(([moment, why]) => `  ${moment}   ${why}`)
  .join('\n')}
The site is to be built before (npm run build). MOMENT may be another one. NAME: server, web or journeys.`;
const { at, project } = readOptions(usage, { at: { type: 'string' }, project: { type: 'string' } });

ensureInstalled();
const projects = project ? [project] : ['server', 'journeys'];
const chromium = projects.includes('journeys') ? ensureChromium() : undefined;
const failures = [];
for (const moment of at ? [at] : Object.keys(moments)) {
  console.log(`\n── ${moment}: ${moments[moment] ?? 'as asked'}`);
  const { passed, reasons } = await runVitest(projects, {
    TEST_MOMENT: moment,
    ...(chromium && { CHROMIUM_PATH: chromium }),
  });
  console.log(`── ${moment}: ${passed} passed, ${reasons.length} failed`);
  failures.push(...reasons.map((reason) => `At ${moment}: ${reason}`));
}
for (const failure of failures) console.log(`\nFailed: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
