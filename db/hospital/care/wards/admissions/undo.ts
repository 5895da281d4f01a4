// A discharge is taken back by two people (3.7 undo; CAR-160): a step at a time, and never after a death.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { takeWitness } from '../../../neighbours/stock.ts'
import { bedRecord } from '../places/bed-record.ts'
import { bedToTake, lieDown } from '../stays/beds-held.ts'
import { staysOf } from '../stays/due.ts'
import { retakeFrom } from '../census/taking.ts'
import { visitOfStay } from './admit.ts'
import { begun } from './begin.ts'
import { admissionRecord, type Row } from './record.ts'
import type { UndoInput } from './shapes.ts'
import { admission_stays } from './tables.ts'

const hours_after = { ABSCONDED: 24, others: 12 } as const

export async function undo(caller: Caller, id: string, input: UndoInput): Promise<Row> {
  await secondPerson(caller, input.second_token)
  const { before } = await begun(caller, id, 'undo')
  const { reason } = input
  if (before.outcome === 'DIED') throw conflict('A death is taken back on the patient.')
  if (before.status === 'LEFT') return comeBack(caller, before, input)
  if (before.status === 'CLEARED') {
    return admissionRecord.moved(
      caller,
      before,
      'undo',
      {
        status: 'CLINICALLY_DISCHARGED',
        cleared_at: null,
        cleared_by_name: null,
        gate_pass_no: null,
      },
      reason,
    )
  }
  const changes = { status: 'DISCHARGE_ORDERED', clinically_at: null, outcome: null } as const
  return admissionRecord.moved(caller, before, 'undo', changes, reason)
}

async function secondPerson(caller: Caller, token: string): Promise<void> {
  const witness = await takeWitness(caller, token, 'OTHER')
  if (witness === null) {
    throw conflict('A second person must witness this: second_token is required.', 'witness')
  }
  if (witness.user_id === caller.user_id) {
    throw conflict('The witness must be another person.', 'witness')
  }
}

async function comeBack(caller: Caller, before: Row, input: UndoInput): Promise<Row> {
  const gone = clock.ms() - Date.parse(before.left_at ?? before.updated_at)
  const most = before.outcome === 'ABSCONDED' ? hours_after.ABSCONDED : hours_after.others
  if (gone > hours(most)) {
    throw conflict(`Left ${Math.floor(gone / hours(1))} hours ago: admit again.`)
  }
  const changes: Partial<Row> = {
    status: 'ADMITTED',
    visit_id: await visitOfStay(caller, before),
    discharge_type: null,
    outcome: null,
    clinically_at: null,
    cleared_at: null,
    cleared_by_name: null,
    gate_pass_no: null,
    left_at: null,
  }
  const bed_id = input.bed_id ?? before.bed_id
  const ward_id = bed_id === null ? before.ward_id : (await bedRecord.get(caller, bed_id)).ward_id
  const row = await admissionRecord.moved(
    caller,
    before,
    'undo',
    { ...changes, bed_id, ward_id },
    input.reason,
  )
  await lieAgain(caller, row, before, bed_id)
  return row
}

/** In the same bed the stay goes on as if nobody had left it; in another one a stay begins. */
async function lieAgain(
  caller: Caller,
  row: Row,
  before: Row,
  bed_id: string | null,
): Promise<void> {
  const { hospital_id } = caller
  const last = (await staysOf(caller, row.id)).at(-1)
  const left_at = before.left_at ?? clock.instant()
  if (bed_id !== null && bed_id !== last?.bed_id) {
    const bed = await bedToTake(caller, bed_id, row)
    await lieDown(caller, row, bed, left_at, 'RETURN')
    return
  }
  if (last === undefined) return
  if (bed_id !== null) await sameBed(caller, row, bed_id)
  await admission_stays.change({ hospital_id, id: last.id }, { to_at: null, end_reason: null })
  await retakeFrom(caller, [last.ward_id], left_at)
}

/** Nobody else lay in it since: it need not be cleaned for who comes back to it. */
async function sameBed(caller: Caller, row: Row, bed_id: string): Promise<void> {
  const seen = await bedRecord.get(caller, bed_id)
  const waits = seen.status === 'TO_CLEAN' && seen.admission_id === null
  const bed = waits ? await bedRecord.locked(caller, bed_id) : await bedToTake(caller, bed_id, row)
  await bedRecord.moved(caller, bed, waits ? 'return' : 'occupy', {
    admission_id: row.id,
    reserved_until: null,
    status_since: clock.instant(),
  })
}
