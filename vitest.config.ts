import { defineConfig } from 'vitest/config';

const server = {
  globalSetup: 'src/server/testing/global-setup.ts',
  // Two processes load the server once each, and keep it from one file to the next.
  isolate: false,
  // Node reads these files by itself, as in production: transforming them first takes longer than reading them.
  experimental: { viteModuleRunner: false },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/chaos/*.test.ts'],
          exclude: ['src/web/**', 'src/service-worker/**'],
          ...server,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['src/{web,service-worker}/**/*.test.{ts,tsx}'],
          pool: 'threads',
          // The site's code is loaded once for each of two threads. What it keeps is emptied after each file.
          isolate: false,
          setupFiles: 'src/web/testing/setup.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/*.test.ts'],
          ...server,
          // Two browsers and the server's tests share two cores.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
