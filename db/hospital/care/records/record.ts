// A clinical record as it is kept: its life (3.1), whom it is shown to (CAR-9, CAR-10), and what a
// unique index says where two write at once (CAR-15, CAR-16).

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { clinical_record_history, clinical_records } from './tables.ts'
import { record_states } from './words.ts'

export type RecordRow = RowOf<(typeof clinical_records)['columns']>

export const record_life = life('record', record_states, {
  // Interns hold record:write alone: where it ends the rule says.
  sign: { from: ['DRAFT'], to: ['SIGNED', 'TO_COSIGN'], permission: 'record:write' },
  cosign: { from: ['TO_COSIGN'], to: 'SIGNED', permission: 'record:cosign' },
  send_back: {
    from: ['TO_COSIGN'],
    to: 'DRAFT',
    permission: 'record:cosign',
    reason: 'required',
  },
  // As the author, or as who may co-sign: the rule asks.
  amend: { from: ['SIGNED', 'AMENDED'], to: 'AMENDED', reason: 'required' },
  void: {
    from: ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'],
    to: 'VOIDED',
    reason: 'required',
  },
})

export const clinicalRecord = recordWithLife(clinical_records, {
  life: record_life,
  type: 'clinical_record',
  action: (move) => `clinical_record.${move}`,
  called: ({ title }) => title,
  history: historyIn(clinical_record_history),
  clash,
})

async function clash({ hospital_id }: Caller, error: unknown, wanted: RecordRow): Promise<unknown> {
  const { place_id, paper_ref } = wanted
  if (isTaken(error, 'paper_ref')) {
    const known = await clinical_records.find({ hospital_id, paper_ref })
    return conflict(`Form ${paper_ref} was entered already: ${known?.title ?? 'another record'}.`)
  }
  if (isTaken(error, 'place_id', 'code')) return conflict(twice(wanted.title))
  if (!isTaken(error, 'place_id')) return error
  const first = await clinical_records.find({
    hospital_id,
    place_id,
    kind: 'DIAGNOSIS',
    rank: 'PRIMARY',
    live: true,
    status: ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'],
  })
  return conflict(primaryAlready(first?.title ?? 'Another diagnosis'))
}

export const twice = (title: string): string => `${title} is already recorded here.`
export const primaryAlready = (title: string): string =>
  `${title} is already the primary diagnosis: give replace_primary.`

export const isAuthor = ({ user_id }: Caller, { by_id }: Pick<RecordRow, 'by_id'>): boolean =>
  user_id !== null && by_id === user_id

/** Drafts are the author's; what is kept from others, the care team's. */
export async function mayBeSeen(caller: Caller, row: RecordRow): Promise<boolean> {
  if (isAuthor(caller, row)) return true
  if (row.status === 'DRAFT' && !can(caller, 'record:cosign')) return false
  return row.sensitivity === 'NORMAL' || seesRestricted(caller, row)
}

/** To others there is no such record. */
export async function seen(caller: Caller, id: string): Promise<RecordRow> {
  const row = await clinicalRecord.get(caller, id)
  if (await mayBeSeen(caller, row)) return row
  throw noSuch('record')
}

const seesRestricted = async (
  caller: Caller,
  { patient_id, visit_id }: RecordRow,
): Promise<boolean> =>
  can(caller, 'record:restricted') ||
  canSee(caller, {
    patient_id,
    ...(visit_id === null ? {} : { visit_id }),
    sensitive: true,
  })

/** For the edge, which asks of the patient and of the visit. */
export async function whose(
  caller: Caller,
  id: string,
): Promise<{ patient_id: string; visit_id: string | null }> {
  const { patient_id, visit_id } = await seen(caller, id)
  return { patient_id, visit_id }
}
