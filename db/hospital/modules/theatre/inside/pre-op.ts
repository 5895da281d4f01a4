// The checklist of the ward before a patient is sent (A.2 PreOp, OT-8).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { actTime } from '../../parts/acts.ts'
import { rowsIn } from '../../parts/part-table.ts'
import { type CaseRow, held } from '../cases/record.ts'
import { pre_op_table } from '../settings/tables-of-theatre.ts'
import type { PreOpItemRow } from '../settings/row-shapes.ts'
import type { PreOp, PreOpInput } from './shapes.ts'
import { type Answered, theatre_pre_op } from './tables.ts'

const before_theatre: readonly CaseRow['status'][] = ['REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED']

export async function write(caller: Caller, id: string, { items }: PreOpInput): Promise<CaseRow> {
  const signer = await signerOf(caller)
  const { row, patient } = await held(caller, id)
  if (!before_theatre.includes(row.status)) {
    throw conflict(`Case ${row.number} is ${row.status}: this list is over.`, 'state')
  }
  const known = new Map((await rowsIn(caller, pre_op_table)).map((one) => [one.key, one]))
  const answered: Answered[] = items.map((one, at) => {
    const asked = known.get(one.key)
    if (asked === undefined) throw invalid(`items[${at}].key`, `"${one.key}" is not in the table.`)
    if (one.answer === 'UNRESOLVED')
      throw invalid(`items[${at}].answer`, 'must be YES, NO or NOT_APPLICABLE.')
    const when = { field: `items[${at}].at`, late_reason: 'told' }
    return {
      key: one.key,
      answer: one.answer,
      at: asked.timed && !one.at ? null : actTime(one.at, patient, when),
      by_name: signer.name.slice(0, 160),
      note: one.note || null,
    }
  })
  await kept(caller, row, answered)
  return row
}

async function kept(caller: Caller, { id }: CaseRow, answered: readonly Answered[]): Promise<void> {
  const { hospital_id } = caller
  const before = await theatre_pre_op.find({ hospital_id, case_id: id })
  const anew = new Set(answered.map(({ key }) => key))
  const items = [...(before?.items ?? []).filter(({ key }) => !anew.has(key)), ...answered]
  if (before === undefined) await theatre_pre_op.insert({ hospital_id, case_id: id, items })
  else await theatre_pre_op.change({ hospital_id, id: before.id }, { items })
}

export async function answersOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<Map<string, Answered>> {
  const found = await theatre_pre_op.find({ hospital_id, case_id })
  return new Map((found?.items ?? []).map((one) => [one.key, one]))
}

/** OT-9: with a side the mark is required; blood that was asked for must be there (OT_BLOOD asks). */
export const isRequired = (item: PreOpItemRow, row: CaseRow): boolean =>
  item.required ||
  (item.key === 'site_marked' && row.procedures.some(({ side }) => side !== 'NOT_APPLICABLE'))

const isAnswered = (item: PreOpItemRow, one: Answered | undefined): boolean =>
  one !== undefined && (one.answer !== 'NO' || item.timed)

export async function openItems(caller: Caller, row: CaseRow): Promise<PreOpItemRow[]> {
  const answers = await answersOf(caller, row.id)
  const items = await rowsIn(caller, pre_op_table)
  return items.filter((item) => isRequired(item, row) && !isAnswered(item, answers.get(item.key)))
}

export async function shown(
  caller: Caller,
  row: CaseRow,
  automatic: PreOp['automatic'],
): Promise<PreOp> {
  const answers = await answersOf(caller, row.id)
  const items = (await rowsIn(caller, pre_op_table)).map((item) => {
    const { answer = null, at = null, by_name = null, note = null } = answers.get(item.key) ?? {}
    return {
      key: item.key,
      title: item.title,
      required: isRequired(item, row),
      answer,
      at,
      by_name,
      note,
    }
  })
  return { items, automatic, complete: (await openItems(caller, row)).length === 0 }
}
