/** A page that the build prerenders. */
type PublicPage = {
  path: string;
  /** As search engines and shared links show it. */
  title: string;
  description: string;
  /** Left out of search engines and of the sitemap. */
  isUnlisted?: boolean;
};

/** Every public page except the error pages. react-router.config.ts has them prerendered. */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    title: 'Yardpack · Pet-waste yard cleanup in north-west Arkansas',
    description:
      'Yardpack clears your yard of pet waste every week or every two, sprays a pet-safe deodorizer and texts you when it is done. For households in north-west Arkansas.',
  },
  {
    path: '/inquiry',
    title: 'Reclaim your yard · Yardpack',
    description: 'Tell us about your yard and your dogs in north-west Arkansas. We answer within 2 business days.',
  },
  {
    path: '/sign-up',
    title: 'Sign up · Yardpack',
    description:
      'Open a Yardpack account to have your yard in north-west Arkansas cleared of pet waste, or to work as a keeper.',
  },
  {
    path: '/terms',
    title: 'Terms of Service · Yardpack',
    description: 'What Yardpack does for you, what we ask of you, and how you are billed for each visit.',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy · Yardpack',
    description: 'What Yardpack knows about you and your yard, what for, and who else sees it.',
  },
  {
    path: '/disclaimer',
    title: 'Disclaimer · Yardpack',
    description: 'What a visit from Yardpack can and cannot promise.',
  },
  {
    path: '/confirm-sign-up',
    title: 'Confirm your sign-up · Yardpack',
    description: 'Confirms the address that you signed up with.',
    isUnlisted: true,
  },
  {
    path: '/set-new-password',
    title: 'Set a new password · Yardpack',
    description: 'Sets a new password for your account.',
    isUnlisted: true,
  },
];
