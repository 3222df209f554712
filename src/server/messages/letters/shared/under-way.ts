/** What has become of a visit that a worker has begun when its service ends or rests. */
export type Started = 'under-way' | 'off';

/** What who has begun a visit reads of it when its service ends or rests. */
export const finishable = 'The visit that you have started can still be finished.';

const isMadeStill = 'The visit under way is finished and charged.';

/** @returns what a customer reads when their service ends or rests; nothing unless somebody has begun a visit of it */
export const sayUnderWay = (isUnderWay: boolean): string[] => (isUnderWay ? [isMadeStill] : []);

/** @returns what a worker reads of a visit that they have begun; undefined when there is none */
export const sayStarted = (started: Started | undefined): string[] => {
  if (!started) return [];
  return [
    started === 'off' ? 'The visit of today that you have started is off, too: you do not have to come.' : finishable,
  ];
};
