import { useEffect, useRef, useState } from 'react';
import { longestSearch } from '#domain/search-lengths.ts';
import { useAddress, useLeftOut } from './use-address.ts';

const typingPause = 300;

/**
 * Holds the text of the search. `typed` is what stands in the field. `q` is the text at the last pause in typing; the
 * page's address keeps it beside what else it has, so that coming back shows the same results. A text in the address that nobody can
 * type is left out. One that is too long is not searched for, and `error` says so, with the name of its field.
 * @param label of the field
 */
export function useSearchText(label = 'Search'): {
  typed: string;
  setTyped: (text: string) => void;
  q: string;
  error: string | undefined;
} {
  const [parameters, change] = useAddress();
  const given = (parameters.get('q') ?? '').trim();
  const isTypable = plain(given) === given;
  useLeftOut(isTypable ? [] : ['q']);
  const asked = isTypable ? given : '';
  const [typed, setTyped] = useState(asked);
  const written = useRef(asked);

  // A link, or going back, has changed the address.
  useEffect(() => {
    if (asked === written.current) return;
    written.current = asked;
    setTyped(asked);
  }, [asked]);

  useEffect(() => {
    const text = plain(typed).trim();
    if (text === written.current || isTooLong(text)) return;
    const timer = setTimeout(() => {
      written.current = text;
      change({ q: text });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, change]);

  return {
    typed,
    setTyped,
    q: isTooLong(asked) ? '' : asked,
    error: isTooLong(plain(typed).trim()) ? `Please use at most ${longestSearch} characters in “${label}”.` : undefined,
  };
}

const isTooLong = (text: string) => text.length > longestSearch;

/** Characters without a picture, which come along when something is pasted, are spaces. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
