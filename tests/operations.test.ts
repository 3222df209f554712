import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { securityEvents } from '#server/security-log.ts';
import { createMetrics } from '#server/system/metrics.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const page = read('docs/operations.md');

const sources = ['src/server', 'src/sandbox'].flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file: join(folder, file), text: read(join(folder, file)) })),
);

test('each line of the log has an event, and docs/operations.md says of each what to do', () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\blog\s*\.(?:fatal|error|warn|info|debug)\(\s*(\{[^}]*)?/g)].map(([, fields]) => ({
      file,
      fields,
    })),
  );
  expect(calls.length).toBeGreaterThan(30);
  // The one of security is given its event.
  const names = calls
    .filter(({ file }) => !file.endsWith('security-log.ts'))
    .map(({ file, fields }) => /\bevent: '([\w-]+)'/.exec(fields ?? '')?.[1] ?? `none in ${file}`);
  const documented = [...page.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
  expect([...new Set([...names, 'server'])].sort()).toEqual([...documented].sort());
  for (const name of securityEvents) expect(page, name).toContain(`\`${name}\``);
});

test('the dashboard and the alerts use metrics that there are', () => {
  const metrics = createMetrics();
  metrics.watch({} as Parameters<typeof metrics.watch>[0]);
  const names = metrics.names();
  const dashboard = JSON.parse(read('docs/operations/grafana-dashboard.json'));
  const shown: string[] = dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) =>
    panel.targets.map(({ expr }) => expr),
  );
  const rules = read('docs/operations/prometheus-alerts.yml');
  const alerts = [...rules.matchAll(/expr: (?:>-\n)?([\s\S]*?)\n\s+(?:for|labels):/g)].map(([, expr = '']) => expr);
  expect([shown.length > 15, alerts.length]).toEqual([true, (rules.match(/- alert:/g) ?? []).length]);
  const used = [...shown, ...alerts].flatMap((expr) => expr.match(/\b(?:yardpack|nodejs|process)_\w+/g) ?? []);
  expect(new Set(used).size).toBeGreaterThan(10);
  const unknown = used.filter(
    (name) => !names.includes(name) && !names.includes(name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(unknown).toEqual([]);
  // What we measure and nobody looks at is not worth measuring.
  const ours = names.filter(
    (name) => name.startsWith('yardpack_') && !/_(process_sweep_age_seconds|draining)$/.test(name),
  );
  expect(ours.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
});

test('compose.metrics.yaml leads Prometheus to the port of the app, with the alerts, and nobody else', () => {
  const { services, networks, volumes } = parse(read('compose.metrics.yaml'));
  const { app, prometheus } = services;
  const config = readConfig(app.environment);
  expect([config.METRICS_PORT, config.METRICS_HOST]).toEqual([Number(app.environment.METRICS_PORT), '0.0.0.0']);
  const scraping = parse(read('docker/prometheus.yml'));
  expect(scraping.scrape_configs).toMatchObject([
    { job_name: 'yardpack', dns_sd_configs: [{ names: ['app'], type: 'A', port: config.METRICS_PORT }] },
  ]);
  const mounted = prometheus.volumes.map((volume: string) => volume.split(':').slice(0, 2));
  expect(mounted).toContainEqual(['./docker/prometheus.yml', '/etc/prometheus/prometheus.yml']);
  const [rules] = scraping.rule_files;
  expect(mounted).toContainEqual(['./docs/operations/prometheus-alerts.yml', `/etc/prometheus/${rules}`]);
  expect([prometheus.ports, app.ports]).toEqual([['127.0.0.1:9090:9090'], undefined]);
  expect([app.networks, prometheus.networks, Object.keys(networks), Object.keys(volumes)]).toEqual(
    Array(4).fill(['metrics']),
  );
  expect(read('docker/Caddyfile')).not.toContain(String(config.METRICS_PORT));
});
