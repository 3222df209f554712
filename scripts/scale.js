import { execFileSync } from 'node:child_process';
import { ensureServerBuilt } from './lib/build.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { fail } from './lib/project.js';
import { becomeNode } from './lib/run.js';

readOptions('npm run scale   three processes behind haproxy, with Patroni and etcd; see docs/operations.md');
const missing = ['haproxy', 'patroni', 'etcd', 'pg_config'].filter((program) => {
  try {
    execFileSync('which', [program]);
    return false;
  } catch {
    return true;
  }
});
if (missing.length > 0) {
  fail(
    `${missing.join(', ')} is missing. On Debian: apt-get install haproxy patroni etcd-server postgresql postgresql-common libpq-dev`,
  );
}
if (process.getuid?.() !== 0)
  fail('This starts Postgres as its own user, so run it as root, in a container for example.');
ensureInstalled();
becomeNode(['tests/scale/scale.ts', await ensureServerBuilt()]);
