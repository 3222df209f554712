import type { Profile } from '#contract/profiles.ts';

/** Pages that others belong to, by the beginning of their paths. */
const parents =
  /^\/(profiles\/[^/]+\/addresses|users\/[^/]+\/payment-methods|customers\/[^/]+\/(engagements|billing)|worker\/[^/]+\/plan)$/;
const parentsForStaff =
  /^\/((customers|workers)(\/[^/]+)?|profiles\/[^/]+|orders|products|coupons|messages|reports|money|calendar)$/;

/**
 * @param pathname of a page, as web/routes.ts has it
 * @returns the page that it belongs to, for this person: where Back leads when no page was open before; the dashboard when
 *   it belongs to none
 */
export function parentOf(pathname: string, profile: Pick<Profile, 'id' | 'type'> | undefined): string {
  if (profile?.type === 'PROFILE_TYPE_WORKER' && /^\/customers\/[^/]+\/engagements\/./.test(pathname)) {
    return `/workers/${profile.id}/engagements`;
  }
  const isStaff = profile?.type === 'PROFILE_TYPE_EMPLOYEE';
  let path = pathname.replace('/address/', '/addresses/');
  do {
    path = path.slice(0, path.lastIndexOf('/'));
    if (parents.test(path) || (isStaff && parentsForStaff.test(path))) return path;
  } while (path);
  return '/dashboard';
}
