import { BriefcaseBusiness, House, type LucideIcon, Shovel, User } from 'lucide-react';
import type { ProfileType } from '#domain/enums.ts';

const icons: Record<ProfileType, LucideIcon> = {
  PROFILE_TYPE_UNKNOWN: User,
  PROFILE_TYPE_CUSTOMER: House,
  PROFILE_TYPE_WORKER: Shovel,
  PROFILE_TYPE_EMPLOYEE: BriefcaseBusiness,
};

/** A picture for a type of profile, beside its name. */
export function ProfileTypeIcon({ type }: { type: ProfileType }) {
  const Icon = icons[type];
  return <Icon aria-hidden="true" className="size-6" />;
}
