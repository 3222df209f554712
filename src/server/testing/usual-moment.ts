/**
 * When the business's clock begins in each test and journey, whatever the machine's says: a Wednesday morning in the
 * middle of a month, far from the end of a year and from the nights in which clocks change. TEST_MOMENT moves it.
 */
export const usualMoment = '2026-06-10T10:00:00-05:00';
