import { SkeletonCards } from '#web/ui/skeleton.tsx';

/** About as high as a home, so that what stands below does not jump when it comes. */
export const HomeSkeleton = () => (
  <SkeletonCards count={1} label="Loading your visits" className="min-h-[42rem] md:min-h-[32rem]" />
);
