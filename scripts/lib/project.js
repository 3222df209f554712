import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const tools = join(root, 'node_modules', '.bin');

/** The Node that package.json pins; it exists after the install. */
export const pinnedNode = join(tools, process.platform === 'win32' ? 'node.cmd' : 'node');

/** The program that `pinnedNode` starts. */
export const programOfNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** @returns the environment in which `node` and every tool are the project's own */
export function ownTools() {
  return { ...process.env, PATH: [tools, ...foreignPath()].join(delimiter) };
}

/** @returns the environment without the project's own tools */
export function withoutOwnTools() {
  return { ...process.env, PATH: foreignPath().join(delimiter) };
}

/** @returns a Node outside of node_modules, so that an install does not replace it while it runs */
export function outerNode() {
  const inside = (path) => path.startsWith(join(root, 'node_modules') + sep);
  const known = [process.env.npm_node_execpath, process.execPath].find((path) => path && !inside(path));
  if (known) return known;
  return foreignPath()
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path));
}

function foreignPath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && folder !== tools);
}

/** Ends the script with one line about what is wrong. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
