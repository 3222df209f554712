import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const typingPause = 300;

/**
 * What is typed, and what to look for: the text as it was when the person last paused, which the address of the page
 * keeps as `q`, so that coming back shows the same again.
 */
export function useSearchText(): { typed: string; setTyped: (text: string) => void; q: string } {
  const [parameters, setParameters] = useSearchParams();
  const q = (parameters.get('q') ?? '').trim();
  const [typed, setTyped] = useState(q);
  const written = useRef(q);

  // Somebody else changed the address: a link, or the way back.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    const text = typed.trim();
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      setParameters(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, setParameters]);

  return { typed, setTyped, q };
}
