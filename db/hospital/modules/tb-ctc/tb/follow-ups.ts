// Follow-up of a case: sputum at its months, weight and signs, and what a positive one asks for (TBC-11).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { order } from '../../../diagnostics/laboratory/orders/ordering.ts'
import { orderRecord } from '../../../diagnostics/laboratory/orders/record.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { daysFrom } from '../calendar-days.ts'
import { said } from '../prescribing.ts'
import { tbRules } from '../sheets/sheets.ts'
import type { follow_up_states } from '../words.ts'
import { needsNewTablets } from './dosing.ts'
import { begunCase, type CaseRow, caseRecord } from './record.ts'
import type { Registered } from './registering.ts'
import type { TbFollowUpInput } from './shapes.ts'
import { order_source } from './presuming.ts'
import { type RegimenKept, tb_follow_ups } from './tables.ts'

export type FollowUpRow = RowOf<(typeof tb_follow_ups)['columns']>
type Of = Pick<Caller, 'hospital_id'>

const overdue_days = 14

export function stateOf(
  { due_on, done_on }: Pick<FollowUpRow, 'due_on' | 'done_on'>,
  day: string,
): (typeof follow_up_states)[number] {
  if (done_on !== null) return 'DONE'
  if (day < due_on) return 'NOT_YET'
  return daysFrom(due_on, day) > overdue_days ? 'OVERDUE' : 'DUE'
}

export const followUpsOf = ({ hospital_id }: Of, case_id: string): Promise<FollowUpRow[]> =>
  tb_follow_ups.all({ hospital_id, case_id }, { order: ['month'] })

export async function follow(
  caller: Caller,
  id: string,
  input: TbFollowUpInput,
): Promise<Registered> {
  await signerOf(caller)
  const before = await begunCase(caller, id, 'follow_up')
  const day = await today(caller, before.facility_id)
  const known = (await followUpsOf(caller, id)).find(({ month }) => month === input.month)
  judge(input, known, day)
  const { order_id, warnings } = await ordered(caller, before, input)
  const told = { ...saidIn(input, known, order_id, day), by_name: caller.name }
  await keep(caller, before, known, { ...told, month: input.month }, day)
  const result = input.reported?.result ?? null
  const { regimen, words } = await whatFollows(caller, before, input, result)
  const row = await caseRecord.moved(caller, before, 'follow_up', { regimen })
  return { row, warnings: [...warnings, ...words.map(said)] }
}

function judge(input: TbFollowUpInput, known: FollowUpRow | undefined, day: string): void {
  if (known?.result && known.done_on !== null) {
    throw conflict(
      `Month ${known.month} is done: ${known.result} on ${known.done_on}.`,
      'follow_up_done',
    )
  }
  const ways = [input.test_code, input.order_id, input.reported].filter(Boolean).length
  if (ways > 1) throw invalid('test_code', 'or order_id or reported: one of them.')
  if (input.reported && input.reported.on > day) {
    throw invalid('reported.on', 'is in the future.')
  }
  if (ways === 0 && !input.weight_kg && !input.signs && !input.note) {
    throw invalid('weight_kg', 'or a test, signs or a note is required.')
  }
}

async function ordered(
  caller: Caller,
  { id, patient_id }: CaseRow,
  { test_code, order_id }: TbFollowUpInput,
): Promise<{ order_id: string | null; warnings: GateResult[] }> {
  if (order_id) {
    const found = await orderRecord.get(caller, order_id)
    if (found.patient_id !== patient_id) {
      throw invalid('order_id', "is not this patient's order.")
    }
    return { order_id: found.id, warnings: [] }
  }
  if (!test_code) return { order_id: null, warnings: [] }
  const made = await order(caller, {
    patient_id,
    test_codes: [test_code],
    source: order_source,
    source_id: id,
  })
  return { order_id: made.order.id, warnings: made.warnings }
}

function saidIn(
  input: TbFollowUpInput,
  known: FollowUpRow | undefined,
  order_id: string | null,
  day: string,
) {
  const { reported, weight_kg, signs, note, test_code } = input
  const by_weight = known?.sputum === 'NO' && Boolean(weight_kg)
  return {
    ...(weight_kg ? { weight_kg } : {}),
    ...(signs ? { signs } : {}),
    ...(note ? { note } : {}),
    ...(order_id === null ? {} : { order_id, test_code: test_code || known?.test_code || null }),
    ...(reported
      ? {
          result: reported.result,
          done_on: reported.on,
          laboratory: reported.laboratory,
          laboratory_no: reported.number,
        }
      : by_weight
        ? { done_on: day }
        : {}),
  }
}

/** A month that nobody planned is one more, due now: a repeat after a positive one. */
async function keep(
  { hospital_id }: Caller,
  { id: case_id, site }: CaseRow,
  known: FollowUpRow | undefined,
  said: Partial<FollowUpRow> & { month: number },
  day: string,
): Promise<void> {
  if (known !== undefined) {
    const { month: _month, ...changes } = said
    await tb_follow_ups.change({ hospital_id, id: known.id }, changes)
    return
  }
  const sputum = site === 'PULMONARY' ? ('YES' as const) : ('NO' as const)
  await tb_follow_ups.insert({ hospital_id, case_id, due_on: day, sputum, ...said })
}

interface Followed {
  regimen: RegimenKept
  words: string[]
}

async function whatFollows(
  caller: Caller,
  row: CaseRow,
  { month, weight_kg }: TbFollowUpInput,
  result: FollowUpRow['result'],
): Promise<Followed> {
  const regimen = row.regimen as RegimenKept
  const phase = regimen.phases.find(({ key }) => key === regimen.phase)
  const words: string[] = []
  if (phase !== undefined && weight_kg && needsNewTablets(phase, regimen.weight_kg, weight_kg)) {
    words.push(`${weight_kg} kg is another band: a new prescription is needed.`)
  }
  if (result !== 'POSITIVE') return { regimen, words }
  const rules = await tbRules(caller)
  words.push('Ask for resistance testing.')
  if (month >= rules.fail_month) {
    return { regimen, words: [...words, `Positive in month ${month}: failure is proposed.`] }
  }
  if (month !== 2) return { regimen, words }
  words.push('Repeat the sputum in month 3.')
  return { regimen: rules.month2_positive === 'EXTEND_28' ? extended(regimen) : regimen, words }
}

/** TB_RULES month2_positive: 28 doses more of the phase that did not suffice. */
export const extended = (regimen: RegimenKept): RegimenKept => ({
  ...regimen,
  phases: regimen.phases.map((phase, at) =>
    at === 0 ? { ...phase, doses: phase.doses + 28 } : phase,
  ),
})
