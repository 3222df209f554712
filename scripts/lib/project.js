import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const tools = join(root, 'node_modules', '.bin');

/** The Node that package.json pins; there once the install is done. */
export const pinnedNode = join(tools, process.platform === 'win32' ? 'node.cmd' : 'node');

/** The program behind it. */
export const programOfNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The environment in which `node`, and every tool, is the project's own. */
export function ownTools() {
  return { ...process.env, PATH: [tools, ...foreignPath()].join(delimiter) };
}

/** The environment as it was before the project's own tools were put first. */
export function withoutOwnTools() {
  return { ...process.env, PATH: foreignPath().join(delimiter) };
}

/** A Node outside of node_modules, which an install may replace. */
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

/** Ends the script with one line that says what is wrong. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
