import { useEffect, useRef, useState } from 'react';
import { longestSearch } from '#domain/search-lengths.ts';
import { useAddress, useLeftOut } from './use-address.ts';

const typingPause = 300;

/**
 * Holds the text of the search. `typed` is what stands in the field. `q` is the text at the last pause in typing; the
 * page's address keeps it beside what else it has, so that coming back shows the same results. A text in the address that nobody can
 * type is left out.
 */
export function useSearchText(): { typed: string; setTyped: (text: string) => void; q: string } {
  const [parameters, change] = useAddress();
  const asked = (parameters.get('q') ?? '').trim();
  const isTypable = asked.length <= longestSearch && plain(asked) === asked;
  useLeftOut(isTypable ? [] : ['q']);
  const q = isTypable ? asked : '';
  const [typed, setTyped] = useState(q);
  const written = useRef(q);

  // A link, or going back, has changed the address.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    const text = plain(typed).trim();
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      change({ q: text });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, change]);

  return { typed, setTyped, q };
}

/** Characters without a picture, which come along when something is pasted, are spaces. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
