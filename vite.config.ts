import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Writes the values of a module's exports in the place of its code, and so leaves out what they were made with. */
const evaluated: Plugin = {
  name: 'evaluated',
  apply: 'build',
  async load(id) {
    if (!/\/src\/web\/api\/calls\.ts$/.test(id)) return;
    const exported: object = await import(pathToFileURL(id).href);
    return Object.entries(exported)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};

/** Leaves out the words of React Aria in languages that the site does not speak; without them it uses the English. */
const englishOnly: Plugin = {
  name: 'english-only',
  load: (id) =>
    /\/react-(aria|stately)[\w-]*\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? 'export default undefined'
      : undefined,
};

/**
 * Leaves out what React Router has for sites that draw pages on a server and for those that watch its calls: this one
 * does neither, so it never comes to these functions, or to no more of them than is written here.
 */
const withoutServerPages: Plugin = {
  name: 'without-server-pages',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (/\/react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/.test(id))
      return `export const isFogOfWarEnabled = () => false;
        export const getPartialManifest = (manifest) => manifest;
        export const getPatchRoutesOnNavigationFunction = () => undefined;
        export const useFogOFWarDiscovery = () => {};`;
    if (/\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/.test(id))
      return `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
        export const getRouteInstrumentationUpdates = () => ({});
        export const instrumentClientSideRouter = (router) => router;`;
    return;
  },
  transform(code, id) {
    if (!/\/react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/.test(id)) return;
    const ofServer =
      /let dataStrategy = getSingleFetchDataStrategyImpl\([\s\S]*?, fetchAndDecodeViaTurboStream, ssr\);/;
    if (!ofServer.test(code)) throw new Error('React Router asks a server for data in another way than it did');
    // No route has a loader or an action: its handler only loads its code.
    const ofRoutes = `let dataStrategy = async ({ matches }) => Object.fromEntries(await Promise.all(matches
      .filter((match) => match.shouldCallHandler())
      .map(async (match) => [match.route.id, await match.resolve((handler) => handler())])));`;
    const decoding = /(function decodeViaTurboStream\(body, global\) \{)[\s\S]*?\n\}\n/;
    if (!decoding.test(code)) throw new Error('React Router reads a document’s data in another way than it did');
    // For the same reason each document says that there is no data.
    const noData = '{ loaderData: {}, actionData: null, errors: null }';
    return code
      .replace(ofServer, ofRoutes)
      .replace(decoding, (_, begin) => `${begin} return Promise.resolve({ value: ${noData} }); }\n`);
  },
};

/**
 * Tells V8 that a file's functions run when a page opens: it then compiles them beside the page's thread while the file
 * comes, instead of each one in the page's way as it is called.
 */
const calledOnLoad = '//# allFunctionsCalledOnLoad';
/** What each page with a session opens with, and a worker's first two. */
const opening = /^(entry\.client|shell|session|offline|itinerary-page|plan)$/;

export default defineConfig({
  plugins: [evaluated, englishOnly, withoutServerPages, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Of a package that lists hundreds of modules only those are read that something imports.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: ({ name }) => (opening.test(name) ? calledOnLoad : ''),
            // Each name stands in many files, and a hash does not compress: 42 bits of it tell two versions apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            // What only other chunks import needs no name: each would stand in the list of all pages.
            chunkFileNames: ({ name, isDynamicEntry }) =>
              isDynamicEntry || name === 'fields' ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
            // What every page needs goes into a few files: they compress better than twenty, and load at once.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /[\\/]node_modules[\\/](react|react-dom|react-router|@react-router|scheduler|cookie-es)[\\/]|[\\/]src[\\/]web[\\/]ui[\\/](jsx-runtime|texts-apart)\.ts$/,
                },
                {
                  name: 'shell',
                  test: /[\\/]src[\\/](domain[\\/]labels|contract[\\/](document-facts|session-hint)|web[\\/](api[\\/](client-config|document-facts|session-hint)|app[\\/](island|shell|splash|until-hydrated)|ui[\\/](button-class|illustrations|link-button|page-focus|page-heading|spinner)))\.tsx?$|preload-helper/,
                },
                // Icons that only a few pages show come with those.
                { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
                {
                  name: 'home-icons',
                  test: /lucide-react[\\/].*[\\/](credit-card|footprints|hard-hat|package|ticket-percent)\.mjs$/,
                },
                {
                  name: 'fields',
                  test: /[\\/]src[\\/]web[\\/]ui[\\/](card|checkbox|field|native-field|radio-cards|text-consent|text-field)\.tsx$/,
                },
                // What pages with a session share with a visitor's forms, who must not load the session for it.
                {
                  name: 'parts',
                  test: /[\\/]src[\\/](domain[\\/](calendar|enums|no-email)|web[\\/](api[\\/]failure|ui[\\/](badge|button|dialog|empty-state|load-failed|menu|refresh-button|skeleton|use-is-wide|way-in-doubt)))\.tsx?$/,
                },
                // The frame of every page that needs the session, with what it imports.
                {
                  name: 'session',
                  test: /[\\/]src[\\/](domain[\\/](record-of|week-label)|web[\\/](api[\\/]payment-document|app[\\/](account-menu|current-profile|invalid-url|load-failure)|layouts[\\/](session-provider|guard)))\.tsx?$/,
                },
                // The homes, the plan and the desk share small parts with a page or two each. In a file of its own each of
                // these would have the page wait for its turn.
                {
                  name: 'rules',
                  test: /[\\/]src[\\/](domain[\\/](engagement-status|payment-attempts|relative-time|schedule-rules)|web[\\/]engagements[\\/]engagement-status-badge)\.tsx?$/,
                },
                {
                  name: 'controls',
                  test: /[\\/]src[\\/]web[\\/]ui[\\/](confirm-dialog|day-toggles|focus-kept)\.tsx?$/,
                },
                {
                  name: 'plan-parts',
                  test: /[\\/]src[\\/](domain[\\/]plan-order|web[\\/]plan[\\/](plan-edits|schedule-entries|use-save-days|week-form|week-offsets))\.tsx?$/,
                },
                { name: 'dead-message', test: /[\\/]src[\\/]web[\\/]correspondence[\\/]dead-message-buttons\.tsx$/ },
                { name: 'staff', test: /[\\/]src[\\/](domain[\\/]desk|web[\\/]app[\\/]use-may)\.ts$/ },
                {
                  name: 'desk-rows',
                  test: /[\\/]src[\\/]web[\\/](staff-desk[\\/](dead-message-row|desk-rows|desk-words|missed-row|unfinished-row)|ui[\\/](bill-text|count-label))\.tsx?$/,
                },
                {
                  name: 'figures',
                  test: /[\\/]src[\\/]web[\\/](app[\\/](figure-link|range-words)|ui[\\/](card-loaded|figure-table))\.tsx?$/,
                },
                {
                  name: 'set-up',
                  test: /[\\/]src[\\/]web[\\/](settings[\\/](own-factor|setup-words)|system[\\/]system-words)\.ts$/,
                },
                {
                  name: 'offline',
                  test: /[\\/]src[\\/]web[\\/]offline[\\/](business-today|outbox|outbox-panel|offline-banner|show-route|use-outbox|stay-while-offline|waiting-badge)\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Finds every page's packages at the start. Each one that Vite finds later reloads the open page.
  optimizeDeps: { entries: ['src/web/**/*.tsx', 'src/web/**/!(*.test).ts'] },
  server: { proxy: { '/v1': api, '/sandbox': api, '/webhooks': api, '/docs': api } },
});
