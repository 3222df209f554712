/**
 * For tests.
 * Does to a page what Chrome does when it translates one: each text is replaced by a new one in two `<font>` of its own.
 * It stands by itself, because journeys hand it to a browser.
 * @param root what is translated
 */
export function translate(root: Node): void {
  const untouched = 'script, style, noscript, textarea, svg, title, option, [translate=no]';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || !/\S/.test(text.nodeValue ?? '') || parent.localName === 'font' || parent.closest(untouched))
      continue;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.nodeValue;
    parent.replaceChild(outer, text);
  }
}
