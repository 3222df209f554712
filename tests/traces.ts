/** Names that the browser's tools show, and no page: with other names, what phones keep already would be lost. */
const technical: Record<string, string> = {
  'yardpack-signed-in': 'a cookie',
  'yardpack-$': 'the session’s cookies, as the code has them',
  'yardpack-refresh': 'a lock between tabs',
  'yardpack-outbox': 'a lock between tabs, and their channel',
  'yardpack-release-': 'the service worker’s caches',
  'yardpack.scroll': 'what a tab keeps',
  'yardpack.rows': 'what a tab keeps',
  'yardpack.link:': 'what a tab keeps',
  'yardpack.expired-link': 'what a tab keeps',
  'yardpack.inquiry': 'what a tab keeps',
  'yardpack.sign-up': 'what a tab keeps',
};
const ofPhone = /\b\w+(<\w+>)?\([`'"]yardpack[`'"], ?2/;

/** @returns each place that names the product, with what stands around it, but for technical names */
export function tracesIn(text: string): string[] {
  const rest = Object.keys(technical)
    .reduce((left, name) => left.replaceAll(name, ''), text)
    // The phone's database.
    .replaceAll(new RegExp(ofPhone, 'g'), '');
  return rest.match(/.{0,40}yardpack.{0,40}/gi) ?? [];
}
