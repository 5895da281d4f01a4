// What is taken at the same time (CAR-76, CAR-77): twice the same, twice of one class, and what does not
// go together. Of two lines of one request the later one is told.

import type { InteractionSeverity } from '../words.ts'
import type { Standing } from '../safety/bodies.ts'
import {
  type Check,
  type CheckedLine,
  classesOfMedicine,
  type Finding,
  lower,
  type Situation,
  targetsOf,
  titled,
} from './situation.ts'

/** Those before it in the request and those that stand, while they last into its time. */
const beside = (lines: readonly CheckedLine[], index: number, of: Situation): CheckedLine[] => {
  const line = lines[index] as CheckedLine
  return [...lines.slice(0, index), ...of.standing].filter(
    ({ end }) => end === null || end > line.start,
  )
}

const shared = (a: CheckedLine, b: CheckedLine) =>
  a.medicine.ingredients.find(({ ingredient_code }) =>
    b.medicine.ingredients.some((one) => one.ingredient_code === ingredient_code),
  )

export const duplicateChecks: Check = ({ line, index, lines, of }) => {
  const others = beside(lines, index, of)
  const twice = others.flatMap((other): Omit<Finding, 'line'>[] => {
    const same = shared(line, other)
    if (same === undefined) return []
    const until = other.end === null ? '' : `, until ${other.end.slice(0, 10)}`
    const what = `${titled(line)}: ${lower(same.name)} is already active (${lower(other.at)}${until}).`
    // A dose at once beside a regular one is a question, no refusal.
    return line.once !== other.once
      ? [{ gate: 'RX_DUPLICATE_CLASS' as const, severity: 'WARN', what, mend: null, adopted: true }]
      : [{ gate: 'RX_DUPLICATE' as const, severity: null, what, mend: null, adopted: true }]
  })
  const alike = others.filter((other) => shared(line, other) === undefined)
  return [...twice, ...sameClass(line, alike, of)]
}

function sameClass(line: CheckedLine, others: readonly CheckedLine[], of: Situation) {
  const classes = classesOfMedicine(line.medicine)
  return of.rules['duplicate-classes'].flatMap(({ class_code, level, allowed_count, adopted }) => {
    if (!classes.has(class_code)) return []
    const same = others.filter(({ medicine }) => classesOfMedicine(medicine).has(class_code))
    if (same.length + 1 <= (allowed_count ?? 1)) return []
    const named = same.map(({ medicine }) => medicine.name).join(', ')
    const what = `${titled(line)}: ${class_code} already with ${named}.`
    return [{ gate: 'RX_DUPLICATE_CLASS' as const, severity: level, what, mend: null, adopted }]
  })
}

type Row = Standing<'interactions'>
const worst: readonly InteractionSeverity[] = ['MINOR', 'MODERATE', 'MAJOR', 'CONTRAINDICATED']
/** What is only kept apart in time is asked as MODERATE. */
const severityOf = ({ severity, separate_hours }: Row): InteractionSeverity =>
  separate_hours ? 'MODERATE' : severity

export const interactionChecks: Check = ({ line, index, lines, of }) =>
  beside(lines, index, of).flatMap((other) => {
    const row = worstBetween(line, other, of.rules.interactions)
    if (row === undefined) return []
    const apart = row.separate_hours ? ` ${row.separate_hours} hours apart.` : ''
    return [
      {
        gate: 'RX_INTERACTION' as const,
        severity: severityOf(row),
        what: `${titled(line)} with ${other.medicine.name}: ${row.effect}.`,
        mend: `${row.advice}${apart}`,
        adopted: row.adopted,
      },
    ]
  })

/** Between what is in the one and what is in the other; nothing interacts with itself. */
function worstBetween(a: CheckedLine, b: CheckedLine, rows: readonly Row[]): Row | undefined {
  let found: Row | undefined
  for (const one of a.medicine.ingredients) {
    const ones = targetsOf(a.medicine, one)
    for (const other of b.medicine.ingredients) {
      if (other.ingredient_code === one.ingredient_code) continue
      const others = targetsOf(b.medicine, other)
      for (const row of rows) {
        const meets =
          (ones.has(row.a) && others.has(row.b)) || (ones.has(row.b) && others.has(row.a))
        if (meets && (found === undefined || worse(row, found))) found = row
      }
    }
  }
  return found
}

const worse = (a: Row, b: Row): boolean =>
  worst.indexOf(severityOf(a)) > worst.indexOf(severityOf(b))
