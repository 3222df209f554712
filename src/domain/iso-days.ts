/** A day as text, for example '2027-03-10', as tables and letters have it: the earlier of two is the smaller one. */
export type IsoDay = string;

const dayLength = 86_400_000;
// The same few days are asked for again and again, for each visit of each service.
const numberOf = once((day: IsoDay): number => Date.parse(day) / dayLength);
const textOf = once((number: number): IsoDay => new Date(number * dayLength).toISOString().slice(0, 10));

function once<From, To>(make: (from: From) => To): (from: From) => To {
  const made = new Map<From, To>();
  return (from) => {
    const to = made.get(from) ?? make(from);
    made.set(from, to);
    return to;
  };
}

/** @returns the day so many days later; `addDays('2027-02-28', 1)` is '2027-03-01' */
export const addDays = (day: IsoDay, days: number): IsoDay => textOf(numberOf(day) + days);

/** @returns the Monday of a day's week: '2027-03-08' of Wednesday, '2027-03-10' */
export const weekOf = (day: IsoDay): IsoDay => addDays(day, -(new Date(numberOf(day) * dayLength).getUTCDay() + 6) % 7);

/** @returns how many weeks the week of one day is before that of another */
export const weeksFrom = (day: IsoDay, other: IsoDay): number => (numberOf(weekOf(other)) - numberOf(weekOf(day))) / 7;

/** @returns the later of two days */
export const laterDay = (one: IsoDay, other: IsoDay): IsoDay => (one < other ? other : one);
