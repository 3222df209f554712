import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** @returns whether the page is being printed: what is measured in script follows the sheet as what the stylesheet measures does */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is once its listeners are done.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => flushSync(() => setPrinting(false));
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
