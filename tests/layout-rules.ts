import { posix } from 'node:path';

/** Folders of src/server that are not nouns. */
const OUTSIDE_WORLD = ['jobs', 'messages', 'payments', 'files', 'geocoding'];
const SERVER_BASE = ['http', 'database', 'testing', ...OUTSIDE_WORLD];
/** Folders of src/web that are not nouns. */
const WEB_BASE = ['api', 'ui', 'app', 'offline', 'styles'];

/**
 * Screens of one noun that another noun may open, as `file that is imported: nouns that may import it`.
 * Only for modals and form sections: what two nouns share otherwise belongs into web/ui or domain.
 */
const SHARED_MODALS: Record<string, string[]> = {
  'src/web/payment-methods/payment-method-modal.tsx': ['engagements'],
  'src/web/payment-methods/pay-overdue.tsx': ['engagements'],
  'src/web/payment-methods/saved-payment-methods.ts': ['engagements'],
  'src/web/payment-methods/setup-return.ts': ['engagements'],
  'src/web/connected-accounts/connected-account-card.tsx': ['dashboard'],
  'src/web/engagements/engagement-status-badge.tsx': ['plan', 'search'],
  'src/web/engagements/visit-photos.tsx': ['itineraries'],
  'src/web/plan/week-form.tsx': ['itineraries'],
  'src/web/staff-desk/staff-desk.tsx': ['dashboard'],
  'src/web/addresses/address-modal.tsx': ['engagements'],
  'src/web/addresses/address-fields.tsx': ['accounts', 'profiles'],
  'src/web/profiles/legal-fields.tsx': ['accounts'],
  'src/web/profiles/new-profile.ts': ['accounts'],
  'src/web/profiles/notification-fields.tsx': ['accounts'],
  'src/web/profiles/profile-fields.tsx': ['accounts'],
};

const SQL = /^(drizzle-orm|pg|pg-boss)(\/|$)/;
const MAX_LINES = 300;

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
    name: 'only server/start.ts, server/testing and tests import sandbox',
    about: (file) => !inSandbox(file) && !isTest(file) && file !== 'src/server/start.ts',
    allows: (imported) => !inSandbox(imported),
  },
  {
    name: "a server noun's routes import contract, server/http, their own service and types of server/world.ts only",
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
      (sameFolder(imported, file) && !isRole(imported, 'service') && !isRole(imported, 'routes')),
  },
  {
    name: "a server noun's service imports domain, contract, its own folder, other nouns' services, jobs, messages, payments, files, geocoding, server/world.ts, server/secrets.ts, server/security-log.ts, the caller, errors and counted tries of server/http, and the database's connection only",
    about: (file) =>
      inServer(file) && isNoun(file) && !isRole(file, 'routes') && !isRole(file, 'store') && !isTest(file),
    allows: (imported, file) =>
      !isOurs(imported) ||
      inDomain(imported) ||
      inContract(imported) ||
      isWorld(imported) ||
      /^src\/server\/(secrets|security-log|database\/connection|http\/(access|errors|rate-limit))\.ts$/.test(
        imported,
      ) ||
      OUTSIDE_WORLD.some((folder) => within(`server/${folder}`)(imported)) ||
      (inServer(imported) && isNoun(imported) && isRole(imported, 'service')) ||
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
    name: 'a web noun imports domain, contract, web/api, web/ui, web/app, web/offline and its own folder only',
    about: (file) => inWeb(file) && isNoun(file),
    allows: (imported, file) =>
      !inWeb(imported) ||
      sameFolder(imported, file) ||
      !isNoun(imported) ||
      (SHARED_MODALS[imported] ?? []).includes(folderOf(file)),
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
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES && !isTest(file)) {
    found.push(`${file}: ${lines} lines, more than ${MAX_LINES}: split it by what it is about`);
  }
  for (const specifier of importsOf(text)) {
    const imported = pathOf(specifier, file);
    for (const rule of rules) {
      if (rule.about(file) && !rule.allows(imported, file)) found.push(`${file}: imports ${specifier}; ${rule.name}`);
    }
  }
  return found;
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
