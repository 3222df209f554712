import type { FoundPerson } from '#contract/search.ts';
import { listLabel } from '#domain/labels.ts';

/** @returns links to the pages of a person that staff may open */
export function personLinks({ profileId, type }: Pick<FoundPerson, 'profileId' | 'type'>) {
  const own =
    type === 'PROFILE_TYPE_CUSTOMER'
      ? [
          { label: 'Customer', to: `/customers/${profileId}` },
          { label: 'Engagements', to: `/customers/${profileId}/engagements` },
        ]
      : type === 'PROFILE_TYPE_WORKER'
        ? [
            { label: 'Worker', to: `/workers/${profileId}` },
            { label: 'Engagements', to: `/workers/${profileId}/engagements` },
            { label: 'Earnings', to: `/workers/${profileId}/earnings` },
          ]
        : [];
  return [
    { label: 'Profile', to: `/profiles/${profileId}` },
    ...own,
    { label: 'Messages', to: `/messages?profileId=${profileId}` },
    { label: 'Addresses', to: `/profiles/${profileId}/addresses` },
  ];
}

/** @returns how much was found: '1 person and 2 engagements found' */
export function foundLabel(people: number, engagements: number, bills: number, inquiries: number): string {
  if (people + engagements + bills + inquiries === 0) return 'Nothing found';
  const parts = [
    bills > 0 && `${bills} ${bills === 1 ? 'bill' : 'bills'}`,
    people > 0 && `${people} ${people === 1 ? 'person' : 'people'}`,
    engagements > 0 && `${engagements} ${engagements === 1 ? 'engagement' : 'engagements'}`,
    inquiries > 0 && `${inquiries} ${inquiries === 1 ? 'inquiry' : 'inquiries'}`,
  ];
  return `${listLabel(parts.filter((part) => part !== false))} found`;
}
