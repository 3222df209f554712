import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/free-port.ts';

/** Two Postgres that Patroni keeps, one of them the primary; etcd, by which they agree; and haproxy in front of all. */
export type Cluster = {
  /** Where the primary is, whichever it is. */
  databaseUrl: string;
  /** Where the site is, whichever process answers. */
  siteUrl: string;
  /** The ports that the site's processes are to have. */
  sitePorts: readonly number[];
  /** Kills the primary and what watches over it, as when its machine loses its power. @returns its name */
  killPrimary(): Promise<string>;
  /** @returns the name of the primary; undefined while there is none */
  primary(): Promise<string | undefined>;
  stop(): Promise<void>;
};

const password = 'scale';
const names = ['one', 'two'] as const;
/** In seconds. Who has not renewed its claim for as long is primary no more; Patroni takes no less. */
const ttl = 20;

/** @param folder for everything; who Postgres runs as must be able to reach it */
export async function startCluster(folder: string, sites: number): Promise<Cluster> {
  const children: ChildProcess[] = [];
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres');
  const binaries = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  const run = (name: string, program: string, args: string[], as?: { uid: number; gid: number }) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, ...as });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    children.push(child);
    return child;
  };
  const [etcd, peer, sitePort, database, ...rest] = await ports(4 + 2 * names.length + sites);
  const sitePorts = rest.slice(2 * names.length);

  run('etcd', 'etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'only'],
    ...['--listen-client-urls', `http://127.0.0.1:${etcd}`, '--advertise-client-urls', `http://127.0.0.1:${etcd}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peer}`, '--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-cluster', `only=http://127.0.0.1:${peer}`],
  ]);

  const nodes = names.map((name, index) => {
    const [port, api] = [rest[2 * index], rest[2 * index + 1]];
    const home = join(folder, name);
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, uid, gid);
    const data = join(home, 'data');
    const file = join(folder, `${name}.json`);
    const user = (username: string) => ({ username, password });
    const hba = ['local all all trust', 'host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'];
    // JSON is YAML too.
    const config = {
      scope: 'yardpack',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd3: { hosts: [`127.0.0.1:${etcd}`] },
      bootstrap: {
        // Each acknowledged write is on both, as long as there are two.
        dcs: { ttl, loop_wait: 2, retry_timeout: 5, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        pg_hba: hba,
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: binaries,
        pgpass: join(home, 'pgpass'),
        pg_hba: hba,
        authentication: { superuser: user('postgres'), replication: user('replicator') },
        parameters: { max_connections: 300, unix_socket_directories: home },
      },
    };
    writeFileSync(file, JSON.stringify(config));
    const watcher = run(name, 'patroni', [file], { uid, gid });
    return { name, port, api, data, watcher };
  });

  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    `global
  maxconn 2000
defaults
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  option redispatch
listen site
  bind 127.0.0.1:${sitePort}
  mode http
  option httpchk GET /v1/ready
  default-server inter 500ms fall 2 rise 1
${sitePorts.map((port, index) => `  server site${index} 127.0.0.1:${port} check`).join('\n')}
listen database
  bind 127.0.0.1:${database}
  mode tcp
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`).join('\n')}
`,
  );
  run('haproxy', 'haproxy', ['-db', '-f', config]);

  const isPrimary = async (api: number | undefined) =>
    (await fetch(`http://127.0.0.1:${api}/primary`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok;
  const findPrimary = async () => {
    for (const node of nodes) if (await isPrimary(node.api)) return node;
    return undefined;
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), pause(10_000)]);
      child.kill('SIGKILL');
    }
  };
  const isWhole = async () => {
    const first = await findPrimary();
    if (!first) return false;
    const answer = await fetch(`http://127.0.0.1:${first.api}/cluster`);
    const { members } = (await answer.json()) as { members: { role: string }[] };
    return members.some(({ role }) => role === 'sync_standby');
  };
  for (const begun = performance.now(); !(await isWhole().catch(() => false)); await pause(500)) {
    if (performance.now() - begun < 90_000) continue;
    await stop();
    throw new Error(`The cluster did not come up; its logs are in ${folder}`);
  }
  return {
    databaseUrl: `postgres://postgres:${password}@127.0.0.1:${database}/yardpack`,
    siteUrl: `http://127.0.0.1:${sitePort}`,
    sitePorts,
    primary: async () => (await findPrimary())?.name,
    async killPrimary() {
      const node = await findPrimary();
      if (!node) throw new Error('There is no primary');
      const postmaster = Number.parseInt(readFileSync(join(node.data, 'postmaster.pid'), 'utf8'), 10);
      node.watcher.kill('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      return node.name;
    },
    stop,
  };
}

async function ports(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await freePort());
  return [...found];
}
