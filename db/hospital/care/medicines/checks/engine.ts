// Every check of medicines in one place (CAR-75 to CAR-84): of what is asked, what is known and what the
// tables say, what was found. It reads nothing and writes nothing.

import { allergyChecks } from './allergies.ts'
import { doseChecks, weightChecks, withoutLimit } from './doses.ts'
import { renalChecks } from './kidneys.ts'
import { ageChecks, conditionChecks, pregnancyChecks } from './person.ts'
import { cadreChecks, writingChecks } from './prescriber.ts'
import type { Check, CheckedLine, Finding, Situation } from './situation.ts'
import { duplicateChecks, interactionChecks } from './together.ts'

const checks: readonly Check[] = [
  allergyChecks,
  duplicateChecks,
  interactionChecks,
  doseChecks,
  weightChecks,
  pregnancyChecks,
  renalChecks,
  conditionChecks,
  ageChecks,
  cadreChecks,
  writingChecks,
]

/** What can be told of a medicine that nobody has dosed yet (CAR-88). */
export const without_dose: readonly Check[] = [allergyChecks, pregnancyChecks, conditionChecks]

export const not_adopted = 'Default table, not yet adopted by this hospital.'

export interface Checked {
  findings: Finding[]
  /** CAR-78: what no limit is known for, line by line. */
  notes: (string | null)[]
}

export function checkLines(
  lines: readonly CheckedLine[],
  of: Situation,
  which: readonly Check[] = checks,
): Checked {
  const findings = lines.flatMap((line, index) =>
    which.flatMap((check) =>
      check({ line, index, lines, of }).map(
        (one): Finding => ({
          ...one,
          line: one.gate === 'RX_ALLERGY_UNKNOWN' ? null : (line.part_of ?? index),
          mend: one.adopted ? one.mend : [one.mend, not_adopted].filter(Boolean).join(' '),
        }),
      ),
    ),
  )
  const notes = lines.map((line) =>
    withoutLimit(line, of) ? `No dose limit is known for ${line.medicine.name}.` : null,
  )
  return { findings, notes }
}
