import { useEffect, useState } from 'react';

type Check = (password: string) => boolean;

let loading: Promise<Check | undefined> | undefined;

/** The list is large for a page, so it is fetched when somebody begins to type; without it, the server says. */
function loadCheck(): Promise<Check | undefined> {
  loading ??= Promise.all([import('#domain/common-passwords.ts'), import('#domain/common-passwords.txt?raw')]).then(
    ([{ commonPasswordCheck }, { default: wordList }]) => commonPasswordCheck(wordList),
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}

/**
 * Finds out whether a password is one of the most common ones. It does not leave the browser.
 * @returns undefined as long as nothing was typed or it cannot be said
 */
export function useIsCommonPassword(password: string): boolean | undefined {
  const [check, setCheck] = useState<Check>();
  const isTyped = password !== '';
  useEffect(() => {
    if (isTyped) void loadCheck().then((loaded) => setCheck(() => loaded));
  }, [isTyped]);
  return isTyped ? check?.(password) : undefined;
}
