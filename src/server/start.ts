import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp, createWorkerApp } from './app.ts';
import { backupBeforeUpgrade } from './backup/before-upgrade.ts';
import { recordBackup } from './backup/record.ts';
import { systemClock } from './clock.ts';
import { type Config, drainSeconds, publicUrlOf } from './config.ts';
import { checkServer } from './database/check-server.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import type { EmbeddedPostgres } from './database/embedded.ts';
import { ofStart } from './database/pool.ts';
import { noteSchema, refuseNewerSchema } from './database/schema-version.ts';
import { openStandby } from './database/standby.ts';
import { withUpgradeLock } from './database/upgrade-lock.ts';
import { seedDemo } from './demo/demo.ts';
import { createFileStore } from './files/open-file-store.ts';
import { freePort } from './free-port.ts';
import { answerWhileStarting } from './http/starting.ts';
import { openJobs } from './jobs/jobs.ts';
import { hasReader, openLog, printError } from './log.ts';
import { logDestination } from './log-words.ts';
import { openMailer, openTexter } from './messages/open-senders.ts';
import { fetchAtSns } from './messages/sns-notices.ts';
import { noMeters } from './meters.ts';
import { lookAtKinds } from './payment-methods/cards.ts';
import { textProviderOf } from './providers.ts';
import { openPasswords, owaspCost } from './secrets.ts';
import { keepSettings, openSettings } from './settings-book.ts';
import { required, startSandboxIfNeeded } from './stand-ins.ts';
import { namingPort } from './start-failure.ts';
import { sayMissingEvents, saySignIns, sayStarted } from './start-words.ts';
import { createStripe } from './stripe/client.ts';
import { createJobHandlers, sweep } from './sweep.ts';
import { type SweepTimer, startSweeping } from './sweep-timer.ts';
import { markSwept } from './system/store.ts';
import { fillShort } from './visits/ahead.ts';
import type { World } from './world.ts';

export type Yardpack = {
  /** The site's address. */
  url: string;
  /** Tells those who watch, and the next start, that this process stops, and waits until nobody sends it calls; `stop` comes next. */
  drain(): Promise<void>;
  /** Lets running work finish, then ends everything that was started. */
  stop(): Promise<void>;
};

const textsPath = '/webhooks/texts/twilio';

/** The functions that stop the parts, in the order of their starts. `announce` is called as soon as it is known that they will be. */
type Stops = (() => Promise<unknown>)[] & { announce?: () => void };

/**
 * Starts everything: the database, the sandbox for whatever outside service is not configured, the jobs and the server.
 * @param say prints what the person at the keyboard wants to know
 * @param postgres our own Postgres, which is starting; it is stopped with the rest. Without DATABASE_URL there must be one.
 */
export async function startYardpack(
  config: Config,
  say: (line: string) => void,
  postgres?: Promise<EmbeddedPostgres>,
): Promise<Yardpack> {
  const stops: Stops = [];
  const stopping = { isAsked: false };
  const drain = async () => {
    stops.announce?.();
    stopping.isAsked = true;
    await pause(drainSeconds(config) * 1000);
  };
  const stop = async () => {
    stops.announce?.();
    for (const one of stops.splice(0).reverse()) {
      // One that fails must not keep the others from stopping, above all Postgres, which is the last.
      await Promise.resolve(one()).catch(printError);
    }
  };
  try {
    const { world, hasSandbox, hasDemo } = await start(config, say, stops, stopping, postgres);
    await sayStarted(world, { hasSandbox, hasDemo }, say);
    if (hasDemo) {
      // It tries a password, which takes a moment that nobody has to wait for.
      const said = saySignIns(world, say).catch(printError);
      stops.push(() => said);
    }
    return { url: world.publicUrl, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  say: (line: string) => void,
  stops: Stops,
  stopping: { readonly isAsked: boolean },
  postgres: Promise<EmbeddedPostgres> | undefined,
) {
  const log = openLog(config.LOG_LEVEL, logDestination(config, hasReader()));
  const isWeb = config.ROLES.includes('web');
  const isWorker = config.ROLES.includes('worker');
  // It may still be starting when something else fails.
  stops.push(async () => await (await postgres?.catch(() => undefined))?.stop());
  const port = config.PORT === 0 ? await freePort() : config.PORT;
  const starting = await answerWhileStarting(port, config.HOST).catch(namingPort('PORT', port));
  stops.push(starting.end);
  const watching = config.METRICS_PORT ? await import('./system/metrics.ts') : undefined;
  const metrics = watching?.createMetrics();
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./tracing.ts')).openTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, config.ROLES)
    : undefined;
  if (tracing) stops.push(() => tracing.stop());
  const embedded = await postgres;
  if (embedded) stops.announce = embedded.announceStop;
  const databaseUrl = required(config.DATABASE_URL ?? embedded?.socketUrl);
  starting.tell('Bringing the database up to date');
  for (const sentence of await checkServer(databaseUrl)) say(sentence);
  // What a start asks has nobody who waits for an answer: on a slow machine it takes as long as it takes.
  const patient = openDatabase(databaseUrl, { connections: 4, limits: ofStart });
  stops.push(() => patient.$client.end());
  // Of several that start at once on an old schema one saves it and changes it; the others then find it done.
  const saved = await withUpgradeLock(databaseUrl, async () => {
    await refuseNewerSchema(patient);
    const made = await backupBeforeUpgrade(config, databaseUrl, say);
    await migrateDatabase(databaseUrl, { say });
    await noteSchema(patient);
    return made;
  });
  const database = openDatabase(databaseUrl);
  stops.push(() => database.$client.end());
  const standby = openStandby(database, config.DATABASE_REPLICA_URL, config.DATABASE_REPLICA_AGE, log);
  stops.push(standby.close);
  // It may take two seconds, for which nobody has to wait.
  const toldOfStandby = standby.trouble().then((sentence) => sentence && say(sentence), printError);
  stops.push(async () => void (await toldOfStandby));

  const publicUrl = publicUrlOf(config, port);
  const moved: { sweep?: () => Promise<void> } = {};
  const sandbox = await startSandboxIfNeeded(config, {
    databaseUrl,
    webhookUrl: `${isWeb ? `http://127.0.0.1:${port}` : publicUrl}/webhooks/stripe`,
    texts: textProviderOf(config)
      ? undefined
      : { url: `${isWeb ? `http://127.0.0.1:${port}` : publicUrl}${textsPath}`, signedUrl: publicUrl + textsPath },
    reports: config.SMTP_URL
      ? undefined
      : {
          url: `${isWeb ? `http://127.0.0.1:${port}` : publicUrl}/webhooks/mail/reports`,
          token: config.MAIL_REPORTS_TOKEN,
        },
    log,
    clockMoved: async () => await moved.sweep?.(),
  });
  if (sandbox) stops.push(() => sandbox.close());

  const secretKey = config.STRIPE_SECRET_KEY ?? sandbox?.stripe.secretKey;
  const apiUrl = config.STRIPE_API_URL ?? (config.STRIPE_SECRET_KEY ? undefined : sandbox?.stripe.apiUrl);
  const jobs = await openJobs(databaseUrl, log, isWorker);
  stops.push(() => jobs.stop());
  const clock = sandbox?.clock ?? systemClock;
  // Only now is there a table for it, perhaps.
  if (saved) await recordBackup(patient, saved, 'upgrade', clock.now());
  let sweeping: SweepTimer | undefined;
  const settings = await openSettings(config, database, clock, patient);
  const texts = textProviderOf(config) ?? 'sandbox';
  const inside: World = {
    config,
    settings,
    publicUrl,
    clock,
    log,
    database,
    standby,
    jobs,
    passwords: openPasswords(owaspCost),
    stripe: createStripe({ secretKey: required(secretKey), apiUrl }),
    payments: {
      publishableKey: required(config.STRIPE_PUBLISHABLE_KEY ?? sandbox?.stripe.publishableKey),
      webhookSecret: required(config.STRIPE_WEBHOOK_SECRET ?? sandbox?.stripe.webhookSecret),
      scripts: config.STRIPE_PUBLISHABLE_KEY ? [] : (sandbox?.stripe.scripts ?? []),
    },
    files: await createFileStore(config, clock),
    sendMail: (await openMailer(config)) ?? required(sandbox?.sendMail),
    sendText: texts === 'sandbox' ? required(sandbox?.sendText) : await openTexter(config, texts, publicUrl),
    mails: {
      snsTopic: config.SNS_MAIL_TOPIC,
      postmarkLogin: config.POSTMARK_WEBHOOK_LOGIN,
      mailgunKey: config.MAILGUN_SIGNING_KEY,
      // The stand-in keeps mails only where no server sends them.
      reportsToken: config.MAIL_REPORTS_TOKEN ?? (config.SMTP_URL ? undefined : sandbox?.reportsToken),
    },
    texts: {
      provider: texts,
      twilioToken: texts === 'sandbox' ? sandbox?.textToken : texts === 'twilio' ? config.TWILIO_AUTH_TOKEN : undefined,
      snsTopic: config.SNS_TEXTS_TOPIC,
      fetchText: fetchAtSns,
    },
    vitals: {
      sinceSweep: () => (isWorker ? (sweeping?.sinceLast() ?? 0) : null),
      isStopping: () => stopping.isAsked,
      sinceSettings: () => settings.sinceReload(),
      folders: [...(embedded ? [embedded.folder] : []), ...(config.S3_BUCKET ? [] : [config.DATA_DIR])],
    },
    meters: metrics?.meters ?? noMeters,
  };
  const world = tracing?.traceOutside(inside) ?? inside;
  const handlers = createJobHandlers(world);
  moved.sweep = async () => {
    await sweep(world);
    await jobs.drain(handlers);
  };

  // Once, in a database from before visits had rows.
  await fillShort({ clock, database: patient });
  const ownStripe = sandbox !== undefined && apiUrl === sandbox.stripe.apiUrl;
  const demo = config.DEMO_DATA;
  const hasDemo = ownStripe && demo !== 'none';
  // Before the server listens, so that nobody finds half a demo. It needs our own stand-in, which onboards the workers.
  if (hasDemo) {
    const begun = performance.now();
    const told: string[] = [];
    await seedDemo(world, { ...sandbox, ...sandbox.stripe }, demo, (words) => {
      told.push(words);
      say(words);
      starting.tell(words);
    });
    if (told.length > 0)
      say(`The demo is ready. That took ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`);
  }
  // What was set while the demo was made.
  await settings.reload(patient);
  const stopKeeping = keepSettings(settings, (error) =>
    log.warn({ event: 'settings-not-read', err: error }, 'the settings could not be read'),
  );
  stops.push(async () => stopKeeping());
  const app = isWeb
    ? await createApp(world, { site: findBuiltSite(say), sandboxRoutes: sandbox?.routes, tracing })
    : createWorkerApp(world);
  await app.ready();
  await starting.end();
  await app.listen({ port, host: config.HOST });
  stops.push(() => app.close());
  if (watching && metrics && config.METRICS_PORT) {
    metrics.watch(world);
    const figures = watching.serveMetrics(metrics, config.METRICS_PORT, config.METRICS_HOST);
    stops.push(await figures.catch(namingPort('METRICS_PORT', config.METRICS_PORT)));
  }
  if (isWorker) {
    await lookAtKinds(world);
    await jobs.work(tracing?.traceJobs(handlers) ?? handlers);
    sweeping = startSweeping(
      async () => {
        try {
          await sweep(world);
        } finally {
          await markSwept(database);
        }
      },
      (error) => log.error({ event: 'sweep-failed', err: error }, 'sweep failed'),
    );
    stops.push(sweeping.stop);
  }
  if (!ownStripe) void sayMissingEvents(world, say).catch(printError);
  return { world: { ...world, database: patient }, hasSandbox: sandbox !== undefined, hasDemo };
}

function findBuiltSite(say: (line: string) => void): string | undefined {
  const folder = fileURLToPath(new URL('../../build/client', import.meta.url));
  if (existsSync(folder)) return folder;
  say('The site is not built, so only the API is served; npm start builds it.');
  return undefined;
}
