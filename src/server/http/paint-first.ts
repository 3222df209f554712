/** A form that only its script can send: what is typed before the script is there would be lost. */
const formOfScript = /<form(?![^>]*\saction=)/;
/** A page whose controls are shut until then (web/app/until-hydrated.tsx). */
const shutUntilHydrated = /<fieldset [^>]*disabled/;

/**
 * Makes a prerendered page show its text before it fetches its scripts: on a slow line the two would share it, and the
 * page can be read, and its links followed, without them. A page with an open form that needs its script fetches it at
 * once, after what the text needs.
 * @param html a page as React Router builds it: preload links for its modules, and one inline module that starts them
 * @returns the page and the script that it starts by itself, which the page's policy has to allow
 */
export function paintFirst(html: string): { html: string; startScript?: string } {
  const start = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html);
  const [element, startScript] = start ?? [];
  const isAtRisk = formOfScript.test(html) && !shutUntilHydrated.test(html);
  if (!element || startScript === undefined || isAtRisk) {
    return { html: html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"') };
  }
  const modules: string[] = [];
  const light = html.replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    modules.push(href);
    return '';
  });
  return { html: light.replace(element, () => `<script>${starter(modules, startScript)}</script>`), startScript };
}

/** The frame that is asked for has been painted when the timer after it fires. */
function starter(modules: readonly string[], startScript: string): string {
  return `requestAnimationFrame(()=>setTimeout(()=>{
for(const href of ${toLiteral(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
document.body.append(Object.assign(document.createElement("script"),{type:"module",textContent:${toLiteral(startScript)}}))}))`;
}

/** A JavaScript literal that cannot end the script element it stands in. */
const toLiteral = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
