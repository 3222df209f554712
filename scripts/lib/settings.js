import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pinnedNode, root } from './project.js';

/** With which the server ends for wrong settings, too. */
const wrongSettings = 78;

/**
 * Ends a start in production whose settings are wrong while the packages that build and test are still there. What can't say so, as where
 * nothing is installed yet, leaves it to the start.
 */
export function refuseWrongSettings() {
  if (process.env.NODE_ENV !== 'production' || !existsSync(pinnedNode)) return;
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] };
  const { status, stderr } = spawnSync(pinnedNode, ['src/server/check-settings.ts'], options);
  if (status !== wrongSettings) return;
  process.stderr.write(stderr);
  process.exit(wrongSettings);
}
