// Runs the server, which restarts when its files change, and Vite's own server for the screens. Vite passes every
// request that is not for a screen on to the server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail, ownTools, pinnedNode, root } from './lib/project.js';

readOptions('npm run dev   takes no options; PORT and WEB_PORT are in the environment.');
ensureInstalled();
if (!(await ensureBuilt())) fail('The site could not be built: see the lines above.');

const port = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const env = {
  ...ownTools(),
  PORT: port,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}`,
  API_URL: `http://127.0.0.1:${port}`,
};
const routerCli = join('node_modules', '@react-router', 'dev', 'bin.cjs');
const children = [
  ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
  [routerCli, 'dev', '--port', webPort],
].map((args) => spawn(pinnedNode, args, { cwd: root, env, stdio: 'inherit' }));

let exitCode = 0;
const endAll = (signal) => {
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));
for (const child of children) {
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code) => {
    exitCode ||= code ?? 1;
    endAll('SIGTERM');
    if (children.every(({ exitCode: ended, signalCode }) => ended !== null || signalCode !== null))
      process.exit(exitCode);
  });
}
