// Pairs of records that look like one person, for the records officer (PAT-8, PAT-22).

import type { Caller } from '../../../../core/caller.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { raw, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { duplicate_pairs } from './tables.ts'
import type { DuplicatePair } from './merge-shapes.ts'
import type { PatientRow } from '../register/row-shapes.ts'
import { patientRows } from '../register/view.ts'
import { pair_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

type Pair = RowOf<(typeof duplicate_pairs)['columns']>
interface Filter extends PageAsked {
  status?: (typeof pair_states)[number]
  min_score?: number
  from?: string
  to?: string
}

const pair_life = life('pair', pair_states, {
  dismiss: { from: ['OPEN'], to: 'DISMISSED', permission: 'patient:merge' },
  merge: { from: ['OPEN', 'DISMISSED'], to: 'MERGED', house: true },
})

export async function list(caller: Caller, asked: Filter): Promise<Page<DuplicatePair>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to, min_score } = asked
  const found = await pageFrom(duplicate_pairs, asked, {
    from: sql` from duplicate_pairs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      min_score === undefined ? undefined : sql`score >= ${min_score}`,
      ...withinDays(sql`created_at`, timezone, { from, to }),
    ])}`,
    order: raw(' order by score desc, id desc'),
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

async function views(caller: Caller, pairs: readonly Pair[]): Promise<DuplicatePair[]> {
  const ids = pairs.flatMap(({ a_id, b_id }) => [a_id, b_id])
  const patients = await patientRows(caller, ids)
  return pairs.map((pair) => ({
    ...pair,
    a: patients.get(pair.a_id) as PatientRow,
    b: patients.get(pair.b_id) as PatientRow,
  }))
}

export const pairRecord = recordOf(duplicate_pairs, 'pair')

export async function dismiss(caller: Caller, id: string, reason: string): Promise<DuplicatePair> {
  const { hospital_id } = caller
  const before = await duplicate_pairs.find({ hospital_id, id }, { lock: true })
  if (before === undefined) throw noSuch('pair')
  const [shown] = await views(caller, [before])
  const pair = shown as DuplicatePair
  const label = `${pair.a.number} and ${pair.b.number}`
  const status = pair_life.move('dismiss', before.status, label)
  const changes = { status, dismissed_by: caller.name, dismiss_reason: reason }
  await duplicate_pairs.change({ hospital_id, id }, changes)
  for (const patient_id of [before.a_id, before.b_id]) {
    record(caller, 'patient.dismiss_duplicate', {
      entity_type: 'duplicate_pair',
      entity_id: id,
      entity_label: label,
      patient_id,
      from_state: before.status,
      to_state: status,
      reason,
    })
  }
  return { ...pair, ...changes }
}
