/** A page that the build prerenders. `%name%` stands for a fact of the document. */
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
    title: '%businessName% · Pet-waste yard cleanup in %serviceRegion%',
    description:
      '%businessName% clears your yard of pet waste every week or every two, sprays a pet-safe deodorizer and texts or emails you when it’s done. For households in %serviceRegion%.',
  },
  {
    path: '/inquiry',
    title: 'Reclaim your yard · %businessName%',
    description: 'Tell us about your yard and your dogs in %serviceRegion%. We answer within 2 business days.',
  },
  {
    path: '/sign-up',
    title: 'Sign up · %businessName%',
    description:
      'Open a %businessName% account to have your yard in %serviceRegion% cleared of pet waste, or to work as a keeper.',
  },
  {
    path: '/terms',
    title: 'Terms of Service · %businessName%',
    description: 'What %businessName% does for you, what we ask of you, and how you are billed for each visit.',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy · %businessName%',
    description: 'What %businessName% knows about you and your yard, what for, and who else sees it.',
  },
  {
    path: '/disclaimer',
    title: 'Disclaimer · %businessName%',
    description: 'What a visit from %businessName% can and cannot promise.',
  },
  {
    path: '/confirm-sign-up',
    title: 'Confirm your email · %businessName%',
    description: 'Confirms the email address of your account.',
    isUnlisted: true,
  },
  {
    path: '/confirm-inquiry',
    title: 'Confirm your message · %businessName%',
    description: 'Confirms the email address that you wrote to us from.',
    isUnlisted: true,
  },
  {
    path: '/stop-email-change',
    title: 'Stop a change of email · %businessName%',
    description: 'Keeps the email address of your account.',
    isUnlisted: true,
  },
  {
    path: '/set-new-password',
    title: 'Set a new password · %businessName%',
    description: 'Sets a new password for your account.',
    isUnlisted: true,
  },
];
