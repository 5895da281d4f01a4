// What a test of the catalogue means for an order: where it is done, and how soon.

import type { SectionRow } from '../catalogue/lists.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import type { Priority } from '../words.ts'

/** Done where the patient is: no specimen is sent for it. */
export const isBedside = (test: TestRow): boolean =>
  test.entry_by === 'POC' || (test.entry_by === 'BOTH' && test.specimen_type_id === null)

const of_a_day = 24

/** DIA-160: routine by test or section, urgent half of it, STAT an hour. */
export function turnaroundOf(
  test: TestRow,
  section: SectionRow | undefined,
  priority: Priority,
): number {
  const routine = (test.turnaround_hours ?? section?.turnaround_hours ?? of_a_day) * 60
  if (priority === 'ROUTINE') return routine
  if (priority === 'URGENT') {
    return test.turnaround_urgent_minutes ?? Math.max(1, Math.floor(routine / 2))
  }
  return test.turnaround_stat_minutes ?? Math.min(60, routine)
}
