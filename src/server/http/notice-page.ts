import type { Config } from '../config.ts';

/** The banner of a rehearsal, as every page of the site has it (`src/web/root.tsx`). */
export const rehearsalBanner = ({ REHEARSAL }: Pick<Config, 'REHEARSAL'>): string =>
  REHEARSAL ? '<p><strong>Rehearsal: payments on this site are not real.</strong></p>' : '';

type Notice = {
  title: string;
  heading: string;
  /** HTML. */
  body: string;
  /** The path of its picture in the browser's tab; none unless given. Without one a browser asks for /favicon.ico. */
  icon?: string;
};

/** @returns a page of few words that needs nothing else, for when the site itself cannot be shown */
export const noticePage = ({
  title,
  heading,
  body,
  icon = 'data:,',
}: Notice): string => `<!doctype html><html lang="en-US"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><link rel="icon" href="${icon}"><title>${title}</title>
<style>body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;text-align:center;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2}p{margin:.75rem 0}a{color:inherit}</style>
<h1>${heading}</h1>${body}</html>
`;
