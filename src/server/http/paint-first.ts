/** A form that only its script can send: people would lose what they type before the script is there. */
const formOfScript = /<form(?![^>]*\saction=)/;
/** A page whose controls stay disabled until its script is there (web/app/until-hydrated.tsx). */
const shutUntilHydrated = /<fieldset [^>]*disabled/;

/**
 * Makes a prerendered page show its text before it fetches its scripts: on a slow line the two would compete, and
 * people can read the page and follow its links without scripts. A page with an enabled form still fetches its scripts
 * at once, with a lower priority than the text.
 * @param html a page as React Router builds it, with preload links for its modules and one inline module that starts
 * them
 * @returns the page, and the script that it adds to itself later, which the page's policy has to allow
 */
export function paintFirst(html: string): { html: string; startScript?: string } {
  const [element, startScript] = startOf(html);
  const isAtRisk = formOfScript.test(html) && !shutUntilHydrated.test(html);
  if (!element || startScript === undefined || isAtRisk) {
    return { html: lowered(html) };
  }
  const modules: string[] = [];
  const light = html.replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    modules.push(href);
    return '';
  });
  return { html: light.replace(element, () => `<script>${starter(modules, startScript)}</script>`), startScript };
}

/**
 * Makes the app's document show that it loads before its code runs, which would otherwise hold up the first picture. The
 * code is fetched meanwhile, with a lower priority than the calls of the head start (web/api/head-start.ts).
 * @param html the document as React Router builds it
 * @returns as `paintFirst`
 */
export function startAfterPaint(html: string): { html: string; startScript?: string } {
  const [element, startScript] = startOf(html);
  if (!element || startScript === undefined) return { html };
  // A tab that opens behind others has no animation frame. Where the code does not come, people read so, also on the next
  // stop's page that comes after it (web/itineraries/next-stop-ahead.ts); what was tapped is kept.
  const script = `{let left=1;const start=()=>{if(left--===1)${adding(startScript)}};requestAnimationFrame(()=>setTimeout(start));setTimeout(start,${unseenMs});
let failed=false;const fail=()=>{failed=true;for(const words of document.querySelectorAll("[role=status]>p.still-loading,#next-stop-ahead [role=status]"))words.replaceChildren("This page could not be loaded. ",Object.assign(document.createElement("button"),{textContent:"Load again",className:"min-h-11 font-semibold underline",onclick:()=>location.reload()}))};
addEventListener("error",e=>e.target!==window&&e.target.type==="module"&&fail(),true);addEventListener("unhandledrejection",e=>/import|module/i.test(e.reason)&&fail());addEventListener("next-stop-ahead",()=>failed&&fail())}`;
  return { html: lowered(html).replace(element, () => `<script>${script}</script>`), startScript };
}

/** How long the app waits for a first picture. */
const unseenMs = 500;

const startOf = (html: string) => /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html) ?? [];
const lowered = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** @returns code that adds a module to the page */
const adding = (module: string) =>
  `document.body.append(Object.assign(document.createElement("script"),{type:"module",textContent:${toLiteral(module)}}))`;

/** A timer that is set within an animation frame fires after that frame is painted. */
function starter(modules: readonly string[], startScript: string): string {
  return `requestAnimationFrame(()=>setTimeout(()=>{
for(const href of ${toLiteral(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
${adding(startScript)}}))`;
}

/** @returns a JavaScript literal that cannot end the script element around it */
const toLiteral = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
