// drizzle-kit compares the schema with the newest snapshot of it only: those of before are half a million lines that nobody reads.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/project.js';

const folder = join(root, 'src', 'server', 'database', 'migrations', 'meta');
const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file));
