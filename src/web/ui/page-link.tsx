import { Link, type LinkProps } from 'react-router';
import { useIsOffline } from './connection.ts';

/**
 * A link to a page of this site, whose code is fetched as soon as somebody seems to want it. Not without a network: a
 * router that cannot fetch a page's code loads the whole page anew, and a finger that rests on a link would be enough.
 */
export function PageLink(props: LinkProps) {
  return <Link prefetch={useIsOffline() ? 'none' : 'intent'} {...props} />;
}
