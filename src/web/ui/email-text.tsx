import { emailLabel, isEmail } from '#domain/no-email.ts';

/** An email address, which breaks before its @ where it has no room on one line; words for who has none. */
export function EmailText({ email }: { email: string }) {
  if (!isEmail(email)) return <>{emailLabel(email)}</>;
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
