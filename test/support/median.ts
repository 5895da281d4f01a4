/** The one in the middle: a round in which this machine was busy with something else says nothing. */
export const median = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN
