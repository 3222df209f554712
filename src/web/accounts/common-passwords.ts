import { useEffect, useState } from 'react';

type Check = (password: string) => boolean;

let loading: Promise<Check | undefined> | undefined;

/** Loads the list, which is large, when somebody begins to type. Without it, only the server checks the password. */
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
 * Checks whether a password is one of the most common ones. The password does not leave the browser.
 * @returns undefined while nothing is typed or the list is not there
 */
export function useIsCommonPassword(password: string): boolean | undefined {
  const [check, setCheck] = useState<Check>();
  const isTyped = password !== '';
  useEffect(() => {
    if (isTyped) void loadCheck().then((loaded) => setCheck(() => loaded));
  }, [isTyped]);
  return isTyped ? check?.(password) : undefined;
}
