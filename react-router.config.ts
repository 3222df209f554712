import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  // Every public page is a file of finished HTML; all other paths get the splash in __spa-fallback.html.
  prerender: ['/', '/forbidden', '/sign-up', '/confirm-sign-up', '/set-new-password'],
} satisfies Config;
