// What the person who started it reads in the terminal.
import { listLabel } from '#domain/labels.ts';
import { type SettingName, type Settings, settingLabels } from '#domain/settings.ts';
import { isInsecureMail } from './config-rules.ts';
import { demoSignIns } from './demo/demo.ts';
import { firstSettings } from './settings-book.ts';
import { hasOwner, issueSetupLink } from './setup/service.ts';
import { findMissingEvents } from './stripe/check-endpoints.ts';
import type { World } from './world.ts';

type Say = (line: string) => void;

/** Says where the business is, and what is left for its owner to do. */
export async function sayStarted(
  world: World,
  { hasSandbox, hasDemo }: { hasSandbox: boolean; hasDemo: boolean },
  say: Say,
): Promise<void> {
  const { config, settings, publicUrl: url } = world;
  const sandbox = hasSandbox ? [`Mailbox, phone, clock and payments: ${url}/sandbox`] : [];
  const isWeb = config.ROLES.includes('web');
  say(
    `\n${(isWeb ? [`Yardpack is at ${url}`, ...sandbox] : [`This process does what falls due. It serves no site.`]).join('\n')}\n`,
  );
  const setupLine = hasDemo ? undefined : await setupLineOf(world);
  if (setupLine) say(`${setupLine}\n`);
  if (config.NODE_ENV === 'production' && isInsecureMail(config)) {
    say(
      'Email goes to the mail server without checked TLS, as SMTP_INSECURE=1 allows. Others on the way can read it.\n',
    );
  }
  const unused = differing(firstSettings(config), settings.first());
  if (unused.length > 0) {
    const names = listLabel(unused.map((name) => settingLabels[name]));
    say(
      `What the business began with stays, whatever the environment says since, of: ${names}. Owners change it at ${url}/settings.\n`,
    );
  }
  const { termsUrl, privacyUrl, disclaimerUrl } = settings.now();
  if (!(termsUrl && privacyUrl && disclaimerUrl)) {
    say(
      'Where no link to your own is set, the site shows legal texts that come with it: a starting point, not legal advice. ' +
        'Have a lawyer check them before you go live.\n',
    );
  }
}

/** @returns the settings that are others in the second */
const differing = (one: Settings, other: Settings): SettingName[] =>
  (Object.keys(settingLabels) as SettingName[]).filter((name) => one[name] !== other[name]);

/** Without a webhook we hear of refunds and disputes at night only. */
export async function sayMissingEvents({ stripe, publicUrl }: World, say: Say): Promise<void> {
  const missing = await findMissingEvents(stripe, publicUrl);
  if (missing?.length) say(`No webhook endpoint of ${publicUrl} at Stripe is told of: ${missing.join(', ')}\n`);
}

/** @returns how the first owner gets in, as long as nobody has; undefined afterwards */
async function setupLineOf(world: World): Promise<string | undefined> {
  // What a service prints in production others keep and read.
  if (world.config.NODE_ENV === 'production') {
    if (await hasOwner(world)) return undefined;
    return 'Nobody runs this business yet. Run npm run staff:invite, and open the link that it prints.';
  }
  const link = await issueSetupLink(world, world.publicUrl);
  return link && `Nobody runs this business yet. Set it up at ${link}`;
}

/** Says how the people of the demo sign in. */
export async function saySignIns(world: World, say: Say): Promise<void> {
  const lines = (await demoSignIns(world)).map(
    ({ who, username, password }) => `  ${who.padEnd(10)} ${username} / ${password}`,
  );
  if (lines.length > 0) say(`${['Sign in as', ...lines].join('\n')}\n`);
}
