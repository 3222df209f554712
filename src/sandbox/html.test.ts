import { expect, test } from 'vitest';
import { html, linkify } from './html.ts';
import { mailDocument } from './page-messages.ts';

test('what is put into a template is escaped once, and nothing is written for nothing', () => {
  const inner = html`<b>${'<i>&"\''}</b>`;
  expect(html`<p title="${'"'}">${inner}${null}${undefined}${[1, ' < ', inner]}</p>`.markup).toBe(
    '<p title="&quot;"><b>&lt;i&gt;&amp;&quot;&#39;</b>1 &lt; <b>&lt;i&gt;&amp;&quot;&#39;</b></p>',
  );
});

test('addresses in a text become links, without the punctuation after them', () => {
  const link = (address: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`;
  expect(linkify('See http://localhost:3000/x?a=1&b=2. (Or https://a.example/y)').markup).toBe(
    `See ${link('http://localhost:3000/x?a=1&amp;b=2')}. (Or ${link('https://a.example/y')})`,
  );
  expect(linkify('javascript:alert(1) http://"><script>').markup).not.toContain('<a href="javascript');
  expect(linkify('http://"><script>').markup).toBe('http://&quot;&gt;&lt;script&gt;');
});

test('links of a mail open beside the page, whether it is a whole document or a part of one', () => {
  expect(mailDocument('<p>Hello</p>')).toBe('<!doctype html><base target="_blank"><p>Hello</p>');
  expect(mailDocument('<!doctype html><html><head lang="en"><title>$&</title></head></html>')).toBe(
    '<!doctype html><html><head lang="en"><base target="_blank"><title>$&</title></head></html>',
  );
});
