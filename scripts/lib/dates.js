import { runVitest } from './vitest.js';

/** Moments that something may go wrong at, in the business's zone, and why. */
export const moments = {
  '2026-12-31T23:30:00-06:00': 'the last half hour of a year',
  '2027-01-01T09:00:00-06:00': 'the first day of a year, whose week began in the last one',
  '2027-02-28T09:00:00-06:00': 'the last of February, a Sunday',
  '2028-02-29T09:00:00-06:00': 'the 29th of February',
  '2027-03-14T01:30:00-06:00': 'half an hour before clocks go forward',
  '2027-11-07T01:30:00-05:00': 'the first of two half past one in the night in which clocks go back',
  '2026-12-30T09:00:00-06:00': 'week 53',
  '2027-01-03T18:00:00-06:00': 'the last evening of week 53, in the new year',
  '2027-09-01T09:00:00-05:00': 'the first of a month',
};

const few = ['2026-12-31T23:30:00-06:00', '2028-02-29T09:00:00-06:00'];
/** Of the tests of the server, those that are about days most. */
const files = ['src/server/testing/moment.test.ts', 'src/server/earnings/', 'src/server/engagements/transitions.'];

/** Runs a few files at a few moments. @returns as `runVitest` does */
export async function runFewDates() {
  const results = [];
  for (const moment of few) results.push(await runVitest(['server'], { TEST_MOMENT: moment }, true, files));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    reasons: results.flatMap(({ reasons }, index) => reasons.map((reason) => `At ${few[index]}: ${reason}`)),
  };
}
