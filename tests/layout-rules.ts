import { posix } from 'node:path';

/** Folders of src/server that are not nouns. */
const OUTSIDE_WORLD = ['jobs', 'messages', 'stripe', 'files', 'geocoding', 'backup'];
/** The demo uses every noun, as the screens do. */
const SERVER_BASE = ['http', 'database', 'testing', 'demo', ...OUTSIDE_WORLD];
/** Folders of src/web that are not nouns; the layouts are the frames around pages and may open any noun's dialogs. */
const WEB_BASE = ['api', 'ui', 'app', 'offline', 'layouts', 'styles', 'testing'];

/**
 * The doors of each noun: the files that other nouns may import. All else of a noun is its own affair.
 * On the web doors are dialogs and sections of forms only: what two nouns share otherwise belongs into web/ui or domain.
 */
const DOORS: Record<string, string[]> = {
  'src/server/accounts': [
    'bare-store.ts',
    'service.ts',
    'credentials.ts',
    'email-change.ts',
    'opening.ts',
    'prove-address.ts',
    'usernames.ts',
  ],
  'src/server/acts': ['record.ts', 'gift-limit.ts'],
  'src/server/addresses': ['service.ts', 'way-in-store.ts'],
  'src/server/billing': ['compare.ts', 'standstill.ts', 'stripe-events.ts'],
  'src/server/calendar-feeds': ['service.ts'],
  'src/server/changes': ['record.ts'],
  'src/server/charges': [
    'service.ts',
    'overdue.ts',
    'attempts.ts',
    'lock-store.ts',
    'take-up.ts',
    'tips.ts',
    'use-credit.ts',
  ],
  'src/server/credits': ['balance.ts', 'service.ts', 'tell.ts'],
  'src/server/connected-accounts': ['service.ts', 'payouts.ts', 'check.ts'],
  'src/server/coupons': ['redeem.ts', 'redemption-store.ts'],
  'src/server/employees': ['service.ts'],
  'src/server/engagements': ['claims.ts', 'closing.ts', 'paying.ts', 'request.ts', 'views.ts'],
  'src/server/findings': ['store.ts'],
  'src/server/holidays': ['tell.ts'],
  'src/server/holds': ['news.ts'],
  'src/server/inquiries': ['answer-due.ts', 'service.ts'],
  'src/server/itineraries': ['finish.ts'],
  'src/server/join-codes': ['service.ts'],
  'src/server/ledger': ['post.ts', 'proof-store.ts'],
  'src/server/notes': ['visit-notes.ts'],
  'src/server/orders': ['links.ts'],
  'src/server/parties': ['parties.ts'],
  'src/server/payment-methods': ['service.ts', 'blocks.ts', 'cards.ts', 'deleted-customer.ts'],
  'src/server/plans': ['hand-over.ts', 'places.ts', 'plans.ts', 'rhythms-store.ts', 'schedules-store.ts'],
  'src/server/products': ['service.ts'],
  'src/server/profiles': ['service.ts'],
  'src/server/reminders': ['told.ts'],
  'src/server/rhythm': ['asking.ts'],
  'src/server/search': ['words.ts'],
  'src/server/second-factors': ['service.ts', 'proving.ts'],
  'src/server/sessions': ['sign-in.ts'],
  'src/server/setup': ['heard.ts', 'opening.ts', 'service.ts'],
  'src/server/skips': ['news.ts', 'service.ts'],
  'src/server/visits': ['ahead.ts', 'days.ts', 'fill.ts', 'known-store.ts', 'states.ts'],
  'src/server/workers': ['approval.ts'],
  'src/server/yards': ['moved-yards.ts', 'untold-yards-store.ts'],
  'src/web/acts': ['act-dialog.tsx', 'act-row.tsx'],
  'src/web/payment-methods': [
    'cards-to-replace.tsx',
    'payment-method-form.tsx',
    'payment-method-modal.tsx',
    'confirm-payments.tsx',
    'pay-overdue.tsx',
    'overdue-notice.tsx',
    'saved-payment-methods.ts',
    'setup-return.ts',
  ],
  'src/web/connected-accounts': ['approval-notice.tsx', 'connected-account-card.tsx', 'payouts-section.tsx'],
  'src/web/correspondence': [
    'end-texts.tsx',
    'dead-message-buttons.tsx',
    'message-readers.tsx',
    'message-words.ts',
    'inbound-section.tsx',
    'messages-section.tsx',
  ],
  'src/web/accounts': ['new-password-field.tsx'],
  'src/web/engagements': [
    'engagement-status-badge.tsx',
    'engagement-words.ts',
    'engagement-form.ts',
    'new/engagement-form-sections.tsx',
    'new/price-panel.tsx',
    'new/use-quote.ts',
    'visits/visit-photos.tsx',
    'visits/away-dialog.tsx',
  ],
  'src/web/calendar': ['day-off-dialog.tsx'],
  'src/web/itineraries': ['use-itinerary.ts', 'itinerary-columns.ts'],
  'src/web/orders': ['waiting-orders.tsx'],
  'src/web/tips': ['visit-tip.tsx', 'tip-words.ts'],
  'src/web/notes': ['notes-section.tsx'],
  'src/web/plan': ['week-form.tsx', 'schedule-entries.tsx', 'use-save-days.ts'],
  'src/web/second-factors': ['second-step-dialog.tsx', 'second-factors-section.tsx'],
  'src/web/staff-desk': ['staff-desk.tsx'],
  'src/web/settings': ['set-up-next.tsx', 'setup-words.ts'],
  'src/web/system': ['system-trouble.tsx'],
  'src/web/addresses': [
    'address-modal.tsx',
    'address-fields.tsx',
    'note-fields.tsx',
    'address-cards.tsx',
    'zip-check.tsx',
  ],
  'src/web/profiles': [
    'legal-fields.tsx',
    'new-profile.ts',
    'new-profile-values.ts',
    'notification-fields.tsx',
    'person-link.tsx',
    'person-page.tsx',
    'profile-fields.tsx',
  ],
};

const SQL = /^(drizzle-orm|pg|pg-boss)(\/|$)/;

interface Rule {
  name: string;
  /** Which files it is about. */
  about: (file: string) => boolean;
  /** Whether such a file may import this: a path from `src/` on, or the name of a package. */
  allows: (imported: string, file: string) => boolean;
}

const within = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`);
const inDomain = within('domain');
const inContract = within('contract');
const inServer = within('server');
const inSandbox = within('sandbox');
const inWeb = within('web');
const isOurs = (path: string) => path.startsWith('src/');
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || within('server/testing')(path);
const isRole = (path: string, role: string) => new RegExp(`(^|[/-])${role}\\.ts$`).test(path);

/** The folder below an area, such as `engagements` for src/server/engagements/store.ts; empty for a file beside them. */
function folderOf(path: string): string {
  const [, , folder, file] = path.split('/');
  return folder !== undefined && file !== undefined ? folder : '';
}

function isNoun(path: string): boolean {
  const folder = folderOf(path);
  if (folder === '') return false;
  return (inServer(path) && !SERVER_BASE.includes(folder)) || (inWeb(path) && !WEB_BASE.includes(folder));
}

/** Whether both are below the same folder of the same area. */
function sameFolder(a: string, b: string): boolean {
  return folderOf(a) !== '' && a.split('/').slice(0, 3).join('/') === b.split('/').slice(0, 3).join('/');
}

/** @returns the files of a folder that other nouns may import */
export const doorsOf = (folder: string): string[] => DOORS[folder] ?? [];

function isDoor(path: string): boolean {
  const folder = path.split('/').slice(0, 3).join('/');
  return doorsOf(folder).includes(path.slice(folder.length + 1));
}

const isWorld = (path: string) => /^src\/server\/(world|clock)\.ts$/.test(path);

/** The table of imports. Packages are free unless a rule says otherwise. */
const rules: Rule[] = [
  {
    name: 'domain imports nothing but domain',
    about: (file) => inDomain(file) && !isTest(file),
    allows: (imported) => inDomain(imported),
  },
  {
    name: 'contract imports domain and zod only, and what knows phone numbers',
    about: (file) => inContract(file) && !isTest(file),
    allows: (imported) => inContract(imported) || inDomain(imported) || /^(zod|libphonenumber-js)(\/|$)/.test(imported),
  },
  {
    name: 'server and web never meet: server code imports domain, contract and server',
    about: inServer,
    allows: (imported) => !inWeb(imported),
  },
  {
    name: 'web imports domain, contract and web, never server or sandbox',
    about: inWeb,
    allows: (imported) => !inServer(imported) && !inSandbox(imported),
  },
  {
    name: "sandbox stands in for the outside world: it imports domain, the contract's errors and sandbox only",
    about: (file) => inSandbox(file) && !isTest(file),
    allows: (imported) =>
      !isOurs(imported) || inDomain(imported) || imported === 'src/contract/errors.ts' || inSandbox(imported),
  },
  {
    name: 'only server/stand-ins.ts, server/testing and tests import sandbox',
    about: (file) => !inSandbox(file) && !isTest(file) && file !== 'src/server/stand-ins.ts',
    allows: (imported) => !inSandbox(imported),
  },
  {
    name: "a server noun's routes import contract, server/http, their own folder but its stores, and types of server/world.ts only",
    about: (file) => inServer(file) && isNoun(file) && isRole(file, 'routes') && !isTest(file),
    allows: (imported, file) =>
      !isOurs(imported) ||
      inContract(imported) ||
      within('server/http')(imported) ||
      isWorld(imported) ||
      (sameFolder(imported, file) && !isRole(imported, 'store')),
  },
  {
    name: "a server noun's store imports server/database, domain, contract and its own folder only",
    about: (file) => inServer(file) && isNoun(file) && isRole(file, 'store') && !isTest(file),
    allows: (imported, file) =>
      !isOurs(imported) ||
      inDomain(imported) ||
      inContract(imported) ||
      within('server/database')(imported) ||
      (sameFolder(imported, file) && !isRole(imported, 'routes')),
  },
  {
    name: "what a server noun decides imports domain, contract, its own folder, the doors of other nouns, jobs, messages, stripe, files, geocoding, server/world.ts, server/secrets.ts, server/security-log.ts, server/repeats.ts, the caller, errors and counted tries of server/http, and the database's connection, pages and versions of plans only",
    about: (file) =>
      inServer(file) && isNoun(file) && !isRole(file, 'routes') && !isRole(file, 'store') && !isTest(file),
    allows: (imported, file) =>
      !isOurs(imported) ||
      inDomain(imported) ||
      inContract(imported) ||
      isWorld(imported) ||
      /^src\/server\/(secrets|security-log|repeats|database\/(connection|page|plan-versions)|http\/(access|errors|rate-limit))\.ts$/.test(
        imported,
      ) ||
      OUTSIDE_WORLD.some((folder) => within(`server/${folder}`)(imported)) ||
      (inServer(imported) && isDoor(imported)) ||
      (sameFolder(imported, file) && !isRole(imported, 'routes')),
  },
  {
    name: 'SQL is in store files only (and in server/database, server/jobs, server/testing and sandbox)',
    about: (file) =>
      !isTest(file) &&
      !isRole(file, 'store') &&
      !inSandbox(file) &&
      !within('server/database')(file) &&
      !within('server/jobs')(file),
    allows: (imported) => !SQL.test(imported) && !within('server/database/schema')(imported),
  },
  {
    name: 'a web noun imports domain, contract, web/api, web/ui, web/app, web/offline, its own folder and the doors of other nouns only',
    about: (file) => inWeb(file) && isNoun(file),
    allows: (imported, file) => !inWeb(imported) || sameFolder(imported, file) || !isNoun(imported) || isDoor(imported),
  },
  {
    name: 'web/ui knows no noun and no shell: it imports domain, contract and web/ui only',
    about: (file) => within('web/ui')(file),
    allows: (imported) => !inWeb(imported) || within('web/ui')(imported) || within('web/styles')(imported),
  },
];

/**
 * What a source file breaks of the layout.
 *
 * @param file its path from `src/` on, with slashes
 * @param text what is in it
 * @returns one line for each broken rule, naming file, import and rule
 */
export function violations(file: string, text: string): string[] {
  const found: string[] = [];
  if (/^index\.tsx?$/.test(posix.basename(file))) found.push(`${file}: no barrels, so no file is named index`);
  for (const specifier of importsOf(text)) {
    const imported = pathOf(specifier, file);
    for (const rule of rules) {
      if (rule.about(file) && !rule.allows(imported, file)) found.push(`${file}: imports ${specifier}; ${rule.name}`);
    }
  }
  return found;
}

/**
 * The circles among the folders of an area: each folder imports only folders that do not import it, however far around.
 *
 * @param area such as `src/web`
 * @param texts what is in each source file, by its path
 * @returns one line for each circle, naming its folders and a file for each of its imports
 */
export function circles(area: string, texts: ReadonlyMap<string, string>): string[] {
  const imports = new Map<string, Map<string, string>>();
  for (const [file, text] of texts) {
    if (!file.startsWith(`${area}/`) || isTest(file) || folderOf(file) === '') continue;
    for (const specifier of importsOf(text)) {
      const imported = pathOf(specifier, file);
      if (!imported.startsWith(`${area}/`) || folderOf(imported) === '' || sameFolder(imported, file)) continue;
      const from = imports.get(folderOf(file)) ?? new Map<string, string>();
      imports.set(folderOf(file), from.set(folderOf(imported), `${file} imports ${imported}`));
    }
  }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: string[]) => {
    if (path.includes(folder)) {
      const circle = path.slice(path.indexOf(folder));
      const steps = circle.map((one, index) => imports.get(one)?.get(circle[index + 1] ?? folder));
      found.push(`${[...circle, folder].join(' → ')}: ${steps.join('; ')}`);
      return;
    }
    if (done.has(folder)) return;
    for (const next of imports.get(folder)?.keys() ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) visit(folder, []);
  return found;
}

/** @returns the doors that no other noun goes through, by their paths */
export function uselessDoors(texts: ReadonlyMap<string, string>): string[] {
  const used = new Set(
    [...texts].flatMap(([file, text]) =>
      isTest(file)
        ? []
        : importsOf(text)
            .map((specifier) => pathOf(specifier, file))
            .filter((imported) => !sameFolder(imported, file)),
    ),
  );
  return Object.entries(DOORS)
    .flatMap(([folder, files]) => files.map((file) => `${folder}/${file}`))
    .filter((door) => !used.has(door));
}

/** All that a file imports or exports from, types too, as it is written there. */
export function importsOf(text: string): string[] {
  const forms = [
    /^\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  const found = forms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''));
  return [...new Set(found)];
}

function pathOf(specifier: string, file: string): string {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('#')) return `src/${plain.slice(1)}`;
  if (plain.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), plain));
  return plain;
}
