import { ensureInstalledForUse } from './install.js';
import { becomeNode } from './run.js';

/**
 * Runs a command of the server, beside it or without it, with what was typed behind its name.
 * @param {string} program a file of src/server
 */
export function runServerCommand(program) {
  ensureInstalledForUse();
  becomeNode([program, ...process.argv.slice(2)]);
}
