import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs goes into a few files: they compress better than twenty, and load at once.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /[\\/]node_modules[\\/](react|react-dom|react-router|@react-router|scheduler|cookie-es)[\\/]/,
                },
                {
                  name: 'shell',
                  test: /[\\/]src[\\/](domain[\\/](labels|service-area)|contract[\\/](document-facts|session-hint)|web[\\/](api[\\/](client-config|document-facts)|app[\\/](island|shell|splash|until-hydrated)|ui[\\/](button-class|illustrations|link-button|page-focus|page-heading)))\.tsx?$|preload-helper/,
                },
                { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/ },
                {
                  name: 'fields',
                  test: /[\\/]src[\\/]web[\\/]ui[\\/](card|checkbox|field|native-field|radio-cards|spinner|text-consent|text-field)\.tsx$/,
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
