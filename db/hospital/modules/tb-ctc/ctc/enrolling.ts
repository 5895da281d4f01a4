// Somebody is enrolled in HIV care, comes from another clinic, or comes back (TBC-13).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { orderPlace } from '../../../diagnostics/laboratory/orders/place.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { today } from '../../../office/places/hours.ts'
import { plusMonths } from '../calendar-days.ts'
import { artRegimens } from '../sheets/sheets.ts'
import { begunClient, type ClientRow, clientOf, clientRecord, inCare, taken } from './record.ts'
import type { CtcClientInput } from './shapes.ts'
import { type Art, ctc_clients, type HivTest } from './tables.ts'
import { columnsOf, reckon } from './viral-load.ts'

export async function enrol(caller: Caller, input: CtcClientInput): Promise<ClientRow> {
  if (await madeBefore(caller, ctc_clients, input.id)) return already(caller, input)
  const signer = await practisingSigner(caller)
  const patient = await writable(caller, input.patient_id)
  const known = await clientOf(caller, patient.id)
  if (known !== undefined) return again(caller, known, input)
  const { facility_id, visit_id } = await orderPlace(caller, patient.id, {})
  const day = await today(caller, facility_id)
  const test = testRead(input, day)
  const enrolled_on = enrolledOn(input, test, day)
  mustBeConfirmed(patient, input, day)
  const art = await artBrought(caller, input, signer.name, day)
  const number = await numberOf(caller, input, facility_id)
  const row = await clientRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id,
      visit_id,
      patient_id: patient.id,
      number,
      stage: art === null ? 'PRE_ART' : 'ON_ART',
      test,
      entry: input.entry,
      enrolled_on,
      disclosed_to: input.disclosed_to ?? null,
      supporter: input.supporter ?? null,
      family: input.family ?? [],
      transfer_in: cameFrom(input),
      art,
      line: art?.line ?? null,
      regimen_key: art?.regimen_key ?? null,
      vl_reported: input.transfer_in?.viral_load ?? null,
      by_id: caller.user_id,
    },
    'enrol',
  )
  if (visit_id !== null) await joinTeam(caller, visit_id)
  return reckoned(caller, row)
}

/** With the viral load as it stands, in the row that lists are read from. */
export async function reckoned(caller: Caller, row: ClientRow): Promise<ClientRow> {
  const { hospital_id } = caller
  const found = columnsOf(await reckon(caller, row))
  await ctc_clients.change({ hospital_id, id: row.id }, found)
  return { ...row, ...found }
}

async function already(caller: Caller, { id, patient_id }: CtcClientInput): Promise<ClientRow> {
  const row = await ctc_clients.find({ hospital_id: caller.hospital_id, id, patient_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return row
}

/** A closed record is opened again under its number, and only when somebody says so. */
async function again(caller: Caller, known: ClientRow, input: CtcClientInput): Promise<ClientRow> {
  if (known.status === 'ACTIVE' || known.status === 'INTERRUPTED' || input.restart !== true) {
    throw await inCare(caller, known.patient_id)
  }
  const before = await begunClient(caller, known.id, 'restart')
  const row = await clientRecord.moved(caller, before, 'restart', {
    closed_on: null,
    closed_note: null,
  })
  return reckoned(caller, row)
}

function testRead({ test }: CtcClientInput, day: string): HivTest {
  const { confirmed_on, place } = test
  if (!confirmed_on) throw invalid('test.confirmed_on', 'is required.')
  if (!place) throw invalid('test.place', 'is required.')
  if (confirmed_on > day) throw invalid('test.confirmed_on', 'is in the future.')
  if (test.first_on && test.first_on > confirmed_on) {
    throw invalid('test.first_on', 'is after confirmed_on.')
  }
  return { ...test, confirmed_on, place }
}

function enrolledOn(input: CtcClientInput, test: HivTest, day: string): string {
  const on = input.enrolled_on ?? day
  if (on > day) throw invalid('enrolled_on', 'is in the future.')
  if (on < test.confirmed_on) {
    throw conflict(`The test was confirmed on ${test.confirmed_on}.`, 'enrolled_on')
  }
  return on
}

const infant_months = 18

/** Before that age only a test of the virus itself says so, which is what is sent as confirmed. */
function mustBeConfirmed({ birth_date }: Patient, { test }: CtcClientInput, day: string): void {
  if (plusMonths(birth_date, infant_months) <= day) return
  if (/\b(DNA|PCR|EID)\b/i.test(test.place ?? '')) return
  throw conflict(
    'Under 18 months only a positive DNA test enrols: name it with its place, or follow the exposed infant.',
    'infant',
  )
}

async function artBrought(
  caller: Caller,
  { transfer_in, entry }: CtcClientInput,
  by_name: string,
  day: string,
): Promise<Art | null> {
  if (!transfer_in) {
    if (entry === 'TRANSFER_IN') throw invalid('transfer_in', 'is required for TRANSFER_IN.')
    return null
  }
  const { started_on, regimen_key, line } = transfer_in.art
  if (started_on > day) throw invalid('transfer_in.art.started_on', 'is in the future.')
  if (transfer_in.last_visit_on > day) {
    throw invalid('transfer_in.last_visit_on', 'is in the future.')
  }
  if (!(await artRegimens(caller)).some(({ key }) => key === regimen_key)) {
    throw invalid('transfer_in.art.regimen_key', 'stands in no row of ART_REGIMENS.')
  }
  const change = {
    on: started_on,
    action: 'START' as const,
    from: null,
    to: regimen_key,
    reason_code: '',
    reason: null,
    by_name,
  }
  const since = started_on
  return { started_on, line, regimen_key, since, prescription_id: null, changes: [change] }
}

const cameFrom = ({ transfer_in }: CtcClientInput) =>
  transfer_in ? { facility: transfer_in.facility, last_visit_on: transfer_in.last_visit_on } : null

const number_form = /^\d{2}-\d{2}-\d{4}-\d{6}$/

/** A transfer keeps the number it came with. */
async function numberOf(
  caller: Caller,
  { number, transfer_in }: CtcClientInput,
  facility_id: string,
): Promise<string> {
  if (!number) {
    if (transfer_in) throw invalid('number', 'is required for a transfer: it is kept.')
    return nextReference(caller, 'ctc_client', facility_id)
  }
  const typed = number.trim()
  if (!number_form.test(typed)) throw invalid('number', 'must read 02-04-0123-000123.')
  const { hospital_id } = caller
  if ((await ctc_clients.find({ hospital_id, number: typed })) !== undefined) throw taken()
  return typed
}
