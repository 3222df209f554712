import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { usualMoment } from './src/server/testing/usual-moment.ts';

/** They take a minute and more each, most of which they wait for something: the last of them would leave a core idle. */
const slow = [
  'tests/chaos/',
  'tests/backup.',
  'tests/database-loss.',
  'tests/first-starts.',
  'tests/start.',
  'src/server/database/embedded.',
  'src/server/database/scans.',
  'src/server/http/extra-fields.',
];

/** Vitest begins with the largest files, because it does not know yet which are slow. */
class SlowSoon extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((path) => moduleId.includes(`/${path}`));
    const others = sorted.filter((file) => !isSlow(file));
    // Not at once: the first minute has the build of the site and the checks beside it.
    return [...others.slice(0, 10), ...sorted.filter(isSlow), ...others.slice(10)];
  }
}

process.env.TEST_MOMENT ||= usualMoment;
const env = { TEST_MOMENT: process.env.TEST_MOMENT };

/** How long a condition is awaited: a busy machine is no failure, and whoever is right does not wait. */
const expect = { poll: { timeout: 30_000 } };

/** How long a test may take: as long as it takes on a machine with ten times as much to do. What never ends is ended. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 };

const server = {
  env,
  expect,
  globalSetup: 'src/server/testing/global-setup.ts',
  // Two processes load the server once each, and keep it from one file to the next.
  isolate: false,
  // Node reads these files by itself, as in production: transforming them first takes longer than reading them.
  experimental: { viteModuleRunner: false },
};

export default defineConfig({
  test: {
    // A list that should be empty says what is in it: what failed once is often seen only in CI's report.
    chaiConfig: { truncateThreshold: 0 },
    maxWorkers: 2,
    sequence: { sequencer: SlowSoon },
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/chaos/*.test.ts'],
          exclude: ['src/web/**', 'src/service-worker/**'],
          ...server,
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          env,
          expect,
          include: ['src/{web,service-worker}/**/*.test.{ts,tsx}'],
          // The site's code is loaded once for each of two processes. What it keeps is emptied after each file.
          isolate: false,
          setupFiles: 'src/web/testing/setup.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/*.test.ts'],
          ...server,
          ...patience,
        },
      },
    ],
  },
});
