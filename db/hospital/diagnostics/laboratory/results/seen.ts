// Who sees a value before it is released, and whose restricted tests (DIA-33, DIA-81).

import { type Caller, can } from '../../../../core/caller.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { mayOpen } from '../../../desk/patients/privacy/privacy.ts'
import type { Chosen } from '../catalogue/setting-words.ts'
import { reportedPart } from '../cultures/culture.ts'
import type { LineRow } from './lines.ts'

const bench = ['result:enter', 'result:verify', 'result:release', 'result:amend'] as const

export const isOfLaboratory = (caller: Caller): boolean => bench.some((code) => can(caller, code))

export const mayReadRestricted = (caller: Caller): boolean => can(caller, 'result:restricted')

/** Restricted tests of these patients that are open to the caller. */
export async function restrictedOpenTo(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<(of: { patient_id: string; by_id: string | null }) => boolean> {
  if (mayReadRestricted(caller)) return () => true
  const open = await mayOpen(caller, patient_ids)
  return ({ patient_id, by_id }) =>
    open.has(patient_id) || (by_id !== null && by_id === caller.user_id)
}

/** The same inside a statement over `i` items and `o` orders; `open` is the patient it is narrowed to. */
export async function restrictedIn(caller: Caller, patient_id: string | undefined): Promise<Sql> {
  if (mayReadRestricted(caller)) return sql`1 = 1`
  if (patient_id !== undefined && (await mayOpen(caller, [patient_id])).has(patient_id)) {
    return sql`1 = 1`
  }
  return sql`(not i.restricted or o.by_id = ${caller.user_id ?? ''})`
}

/** DIA-81: of what is not released nothing but its state is seen by who does not work on it. */
export function seenBy<T extends LineRow>(caller: Caller, settings: Chosen, line: T): T {
  const shows =
    line.status === 'RELEASED' ||
    line.status === 'CANCELLED' ||
    (line.status === 'VERIFIED' && settings.clinician_sees === 'VERIFIED') ||
    isOfLaboratory(caller) ||
    (line.entered_by_id !== null && line.entered_by_id === caller.user_id)
  if (!shows) return { ...line, ...unseen }
  return isOfLaboratory(caller) ? line : { ...line, ...outside(line) }
}

/** What is kept back of a culture stays in the laboratory, and so does what is not out yet (DIA-93). */
const outside = ({ culture }: LineRow) => ({
  culture: culture === null ? null : reportedPart(culture),
  culture_draft: null,
})

const unseen = {
  value_num: null,
  comparator: null,
  value_text: null,
  answer_code: null,
  comment: null,
  flag: null,
  invalid: false,
  previous: null,
  delta: null,
  held: [],
  culture: null,
  culture_draft: null,
} as const
