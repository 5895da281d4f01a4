// The supply of a ward (CAR-102): for each of its patients what the next hours take and does not lie there yet.

import type { Caller } from '../../../../core/caller.ts'
import { sql } from '../../../../store/sql.ts'
import { rows } from '../../../../store/connection.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { lyingInWard } from '../../wards/admissions/for-areas.ts'
import { wardInUse } from '../../wards/places/wards.ts'
import { prescription_items, prescriptions } from '../prescribing/tables.ts'
import { open, wardDue } from './queueing.ts'

export interface RoundMade {
  dispenses: number
  lines: number
}

export async function round(
  caller: Caller,
  asked: { ward_id: string; hours?: number | null | undefined },
): Promise<RoundMade> {
  const ward = await wardInUse(caller, asked.ward_id)
  const made: RoundMade = { dispenses: 0, lines: 0 }
  if (ward.supply_mode === 'WARD_STOCK') return made
  const { ward_supply_hours } = await clinicalOf(caller)
  const until = {
    hours: asked.hours ?? ward_supply_hours,
    whole: ward.supply_mode === 'COURSE',
  }
  const stays = await lyingInWard(caller, ward.id)
  for (const stay of stays.toSorted((a, b) => (a.patient_id < b.patient_id ? -1 : 1))) {
    await forStay(caller, stay, until, made)
  }
  return made
}

async function forStay(
  caller: Caller,
  { id, patient_id }: { id: string; patient_id: string },
  until: { hours: number; whole: boolean },
  made: RoundMade,
): Promise<void> {
  const { hospital_id } = caller
  await patientRecord.locked(caller, patient_id)
  const of = await prescriptions.all(
    { hospital_id, admission_id: id, kind: 'INPATIENT', status: 'ACTIVE' },
    { order: ['id'] },
  )
  const waiting = await waitingFor(caller, id)
  for (const one of of) {
    const items = await prescription_items.all(
      { hospital_id, prescription_id: one.id, status: 'ACTIVE', own_supply: false },
      { order: ['position'] },
    )
    const due = (await wardDue(caller, id, items, until)).filter(
      ({ item }) => item.frequency !== 'STAT' && !waiting.has(item.id),
    )
    const row = await open(caller, one, 'WARD', due)
    if (row === undefined) continue
    made.dispenses += 1
    made.lines += due.length
  }
}

/** What the pharmacy has in hand already is not asked for twice. */
async function waitingFor(
  { hospital_id }: Caller,
  admission_id: string,
): Promise<ReadonlySet<string>> {
  const found = await rows<{ prescription_item_id: string }>(
    sql`select l.prescription_item_id from dispense_lines l join dispenses d on d.id = l.dispense_id
      where d.hospital_id = ${hospital_id} and d.admission_id = ${admission_id} and d.kind = 'WARD'
        and d.status in ('QUEUED', 'VERIFIED', 'PICKED', 'ON_HOLD')`,
  )
  return new Set(found.map(({ prescription_item_id }) => prescription_item_id))
}
