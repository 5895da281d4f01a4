// Somebody with signs of TB is entered (TBC-1), or comes from another clinic on treatment (D.3).

import { can, type Caller } from '../../../../core/caller.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { order } from '../../../diagnostics/laboratory/orders/ordering.ts'
import { orderPlace } from '../../../diagnostics/laboratory/orders/place.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { today } from '../../../office/places/hours.ts'
import { type CaseRow, caseRecord, openAlready, openCaseOf } from './record.ts'
import { register } from './registering.ts'
import type { TbCaseInput } from './shapes.ts'
import { type Signs, tb_cases } from './tables.ts'

export interface Kept {
  row: CaseRow
  warnings: GateResult[]
}

export const order_source = 'tb_case'

export async function presume(caller: Caller, input: TbCaseInput): Promise<Kept> {
  if (await madeBefore(caller, tb_cases, input.id)) return already(caller, input)
  if (input.transfer_in && !can(caller, 'tb:update')) throw notPermitted('tb:update')
  await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  if ((await openCaseOf(caller, patient.id)) !== undefined) {
    throw await openAlready(caller, patient.id)
  }
  const signs = input.signs ?? {}
  if (!input.transfer_in) mustHaveSigns(signs, input.found_by)
  const row = await write(caller, { ...input, patient_id: patient.id, signs })
  if (row.visit_id !== null) await joinTeam(caller, row.visit_id)
  const warnings = await testsOrdered(caller, row, input.tests ?? [])
  if (!input.transfer_in) return { row, warnings }
  const moved = await register(caller, row, {
    ...input.transfer_in,
    history: 'TRANSFER_IN',
    transfer_in: input.transfer_in,
  })
  return { row: moved.row, warnings: [...warnings, ...moved.warnings] }
}

async function already(caller: Caller, { id, patient_id }: TbCaseInput): Promise<Kept> {
  const row = await tb_cases.find({ hospital_id: caller.hospital_id, id, patient_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, warnings: [] }
}

const without_signs = ['CONTACT', 'SCREENING']

export const hasSign = ({ cough_weeks, ...rest }: Signs): boolean =>
  (cough_weeks ?? 0) > 0 || Object.values(rest).includes(true)

function mustHaveSigns(signs: Signs, found_by: string): void {
  if (hasSign(signs) || without_signs.includes(found_by)) return
  throw invalid('signs', 'needs at least one, unless found_by is CONTACT or SCREENING.')
}

export async function write(
  caller: Caller,
  input: Pick<TbCaseInput, 'id' | 'patient_id' | 'found_by' | 'contact_of'> & { signs: Signs },
): Promise<CaseRow> {
  const { facility_id, visit_id } = await orderPlace(caller, input.patient_id, {})
  return caseRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id,
      visit_id,
      patient_id: input.patient_id,
      presumptive_no: await nextReference(caller, 'tb_presumptive', facility_id),
      number: null,
      signs: input.signs,
      contact_of: input.contact_of || null,
      found_by: input.found_by,
      presumed_on: await today(caller, facility_id),
      by_id: caller.user_id,
    },
    'presume',
  )
}

async function testsOrdered(
  caller: Caller,
  row: CaseRow,
  test_codes: readonly string[],
): Promise<GateResult[]> {
  if (test_codes.length === 0) return []
  const { patient_id, visit_id, id } = row
  const { warnings } = await order(caller, {
    patient_id,
    ...(visit_id === null ? {} : { visit_id }),
    test_codes: [...test_codes],
    source: order_source,
    source_id: id,
  })
  return warnings
}
