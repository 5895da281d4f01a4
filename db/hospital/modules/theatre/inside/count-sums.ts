// What must be there at the end of an operation (A.2 CountLine): pure sums.

import type { CountedLine } from './tables.ts'

type Line = Pick<CountedLine, 'name' | 'initial' | 'added' | 'left_in' | 'final'>

export const expectedOf = ({ initial, added, left_in }: Line): number =>
  initial + added.reduce((sum, { quantity }) => sum + quantity, 0) - left_in

export const isEqual = (line: Line): boolean =>
  line.final !== null && line.final === expectedOf(line)

export const allEqual = (lines: readonly Line[]): boolean => lines.every(isEqual)

/** `swabs 10 of 11, needles 6 of 6`. */
export const saidCounts = (lines: readonly Line[]): string =>
  lines
    .map((line) => {
      const expected = expectedOf(line)
      return line.final === null
        ? `${line.name} not counted of ${expected}`
        : `${line.name} ${line.final} of ${expected}`
    })
    .join(', ')
