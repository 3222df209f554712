import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { fileURLToPath } from 'node:url';
import {
  addressOf,
  answerOf,
  beginInquiry,
  cleanUp,
  container,
  expect,
  get,
  image,
  inside,
  makeNetworks,
  remove,
  shell,
  some,
  start,
  startApp,
  startCaddy,
  startPostgres,
  statusOf,
  stopApp,
  until,
} from './containers.ts';
import { build, given, isThere, makeBase, podman } from './podman.ts';

/**
 * Builds the image and runs it as compose.yaml does, with podman: npm run image-test -- [--base IMAGE | --debootstrap SUITE]
 * [--runtime NAME]. Says of each thing that docs/operations.md promises whether it holds, and fails when one does not. The
 * Postgres is the one that is in the image. What it made goes again, but for the images.
 */

const project = fileURLToPath(new URL('../..', import.meta.url));
const begun = performance.now();
const faults: string[] = [];

/** Says whether something holds; what was found stands behind it. */
async function check(what: string, find: () => Promise<string | undefined>): Promise<void> {
  try {
    const found = await find();
    console.log(`ok      ${what}${found ? `: ${found}` : ''}`);
  } catch (error) {
    faults.push(what);
    console.log(`failed  ${what}: ${error instanceof Error ? error.message : error}`);
  }
}
const inquiries = async () =>
  await inside(
    ...(['app', 'node', '--input-type=module', '--eval'] as const),
    `import pg from 'pg'; const client = new pg.Client(process.env.DATABASE_URL); await client.connect();
     const { rows } = await client.query('select count(*) from inquiries'); console.log(rows[0].count); await client.end();`,
  );
const photo = '/data/files/a-photo';
async function expectKept(count: string): Promise<string> {
  const found = await inquiries();
  expect(found === count, `${found} inquiries instead of ${count}`);
  expect((await shell('app', `cat ${photo}`)) === 'a picture', `${photo} is another`);
  return `${count} inquiries, and the file in the volume`;
}

async function buildAndStart(base: string): Promise<void> {
  console.log(`Building ${image} on ${base}; the first time takes minutes …`);
  await build(image, base, project);
  const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image));
  console.log(`ok      it is built: ${Math.round(size / 1e6)} MB, after ${minutes()}`);
  await makeNetworks();
  await startPostgres();
  await startApp();
}
const minutes = () => `${((performance.now() - begun) / 60_000).toFixed(1)} minutes`;

async function checkAll(base: string): Promise<void> {
  await check('/v1/ready answers 200, on an empty database', async () => undefined);
  await check('the health check turns healthy', async () => {
    const isWell = () =>
      podman('healthcheck', 'run', container('app')).then(
        () => true,
        () => false,
      );
    await until('healthy', 60, isWell);
    const state = await podman('inspect', '--format', '{{.State.Health.Status}}', container('app'));
    expect(state === 'healthy', state);
    return undefined;
  });
  await check('no process is root, or can become it', async () => {
    const seen = await shell('app', "cat /proc/[0-9]*/status | grep -E '^(Name|Uid|CapBnd|NoNewPrivs):'");
    const processes = seen.split(/^Name:\s*/m).slice(1);
    const isTame = (one: string) => /Uid:(\s+[1-9]\d*){4}\s+CapBnd:\s+0+\s+NoNewPrivs:\s+1/.test(one);
    const wild = processes.filter((one) => !isTame(one));
    expect(processes.length > 1 && wild.length === 0, wild.join(''));
    return [...new Set(processes.map((one) => one.split('\n')[0]))].join(', ');
  });
  await check('nothing can be written but /data, /upgrades and /tmp, not even by root: no backup either', async () => {
    const find = 'find / -path /proc -prune -o -path /sys -prune -o -type d -writable -print 2>/dev/null || true';
    const as = async (user: string) =>
      (await podman('exec', '--user', user, container('app'), 'sh', '-c', find)).split('\n');
    // /dev is each container's own, in memory.
    const tops = ['/data', '/upgrades', '/tmp', '/dev'];
    const isMeant = (path: string) => tops.some((top) => path === top || path.startsWith(`${top}/`));
    const own = await as('10001:10001');
    const others = [...own, ...(await as('0:0'))].filter((path) => !isMeant(path));
    expect(others.length === 0, some(others));
    const lacking = tops.slice(0, 3).filter((top) => !own.includes(top));
    expect(lacking.length === 0, `${lacking.join(' ')} cannot be written`);
    return undefined;
  });
  await check('node_modules has no package of development', async () => {
    const { packages } = JSON.parse(readFileSync(`${project}/package-lock.json`, 'utf8'));
    const installed = (await shell('app', 'find node_modules -name package.json -printf "%h\\n"')).split('\n');
    const ours = installed.filter((path) => path in packages);
    const dev = ours.filter((path) => packages[path].dev);
    expect(dev.length === 0, some(dev));
    return `${ours.length} packages, ${(await shell('app', 'du --summarize --block-size=MB node_modules')).split('\t')[0]}`;
  });
  await check('a page and a call answer', async () => {
    const { status, body } = await get('/');
    expect(status === 200, `/ answered ${status}`);
    const script = /"(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '/no-script';
    expect((await statusOf(script)) === 200, `${script} did not answer`);
    await (await beginInquiry())();
    expect((await inquiries()) === '1', 'The inquiry is not there');
    return undefined;
  });
  await check('the link for the first owner leads to the site', async () => {
    const said = await inside('app', 'node', 'scripts/staff-invite.js');
    expect(said.includes('https://yards.localhost/setup'), said);
    return undefined;
  });
  await shell('app', `mkdir -p /data/files && printf 'a picture' > ${photo}`);
  await check('SIGTERM ends it in time, with a call under way', stopApp);
  await check('a second start goes on with the same data', async () => {
    await remove('app', 'postgres');
    await startPostgres();
    await startApp();
    return await expectKept('2');
  });
  let file = '';
  await check('the nightly backup is made, and whole', async () => {
    // Where it is noon now: at night it waits for 3 o'clock. Such a name has three letters at least.
    await start('backup', ['--detach', '--no-healthcheck', `--env=TZ=NOW${new Date().getUTCHours() - 12}`]);
    const find = () => shell('backup', 'ls /backups/yardpack-*.backup 2>/dev/null || true');
    file = await until('a backup', 90, find);
    return await inside('backup', 'node', 'scripts/backup.js', '--verify', file);
  });
  await check('an empty database gets it all back, and the app goes on with it', async () => {
    expect(file, 'There is no backup');
    await remove('app', 'backup', 'postgres');
    await podman('volume', 'rm', container('database'));
    await startPostgres();
    await start('app', ['--rm'], ['node', 'scripts/restore.js', file]);
    await startApp();
    return await expectKept('2');
  });
  await check('Caddy serves it by HTTPS, with the Caddyfile of compose', async () => {
    await startCaddy(base);
    const ca = await until('its certificate', 30, () =>
      shell('caddy', 'cat /data/caddy/pki/authorities/local/root.crt 2>/dev/null || true'),
    );
    const site = { host: await addressOf('caddy', 'front'), headers: { host: 'yards.localhost' } };
    const safe = () => httpsRequest({ ...site, path: '/v1/ready', servername: 'yards.localhost', ca, agent: false });
    await until('200', 30, async () => (await answerOf(safe().end()).catch(() => undefined))?.status === 200);
    const { status } = await answerOf(httpRequest({ ...site, path: '/', agent: false }).end());
    expect(status === 308, `http:// answered ${status}`);
    return (await inside('caddy', 'caddy', 'version')).split(' ')[0];
  });
}

const stopped = () => {
  cleanUp();
  process.exit(1);
};
process.once('SIGTERM', stopped).once('SIGINT', stopped);
try {
  if (process.getuid?.() !== 0) throw new Error('Run it as root: it calls the containers at their own addresses.');
  if (!isThere('podman')) throw new Error('podman is missing. On Debian: apt-get install podman buildah');
  const base = given.debootstrap ? makeBase(given.debootstrap) : given.base;
  await buildAndStart(base);
  await checkAll(base);
} catch (error) {
  faults.push('it starts');
  console.error(error instanceof Error ? error.message : error);
} finally {
  if (isThere('podman')) cleanUp();
}
console.log(`${faults.length === 0 ? 'All is as it should be' : `${faults.length} failed`}, after ${minutes()}.`);
process.exit(faults.length === 0 ? 0 : 1);
