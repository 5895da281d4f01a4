// The fluid chart follows what goes into a vein (3.5, CAR-117): at each change of an infusion, hourly while it
// runs, and with each injection that is measured in millilitres.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { chartInfused, takeOffChart } from '../../nursing/infused.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { doseRecord, type DoseRow } from './record.ts'
import { doses, type RunningInfusion } from './tables.ts'
import { wentIn } from './volume.ts'

interface By {
  staff_id: string | null
  name: string
}

/** As it is kept: with how much of it stands on the chart. Who lies in no bed has none. */
export async function charted(
  caller: Caller,
  row: DoseRow,
  infusion: RunningInfusion,
  by: By,
): Promise<RunningInfusion> {
  const { admission_id } = row
  if (admission_id === null) return infusion
  const whole = Math.round(infusion.volume_in_ml)
  const there = infusion.charted_ml ?? 0
  if (whole === there) return infusion
  // Who ends it saw that less went in than rate and time say.
  if (whole < there) await takeOffChart(caller, row.id, 'Less went in')
  const volume_ml = whole < there ? whole : whole - there
  if (volume_ml > 0) {
    await chartInfused(
      caller,
      entryOf(row, { admission_id, at: infusion.reckoned_at, volume_ml, by }),
    )
  }
  return { ...infusion, charted_ml: whole }
}

const entryOf = (
  { id, patient_id, medicine }: DoseRow,
  about: { admission_id: string; at: string; volume_ml: number; by: By },
) => ({ dose_id: id, patient_id, medicine, ...about })

/** An injection, by what was given of it. */
export async function chartInjected(caller: Caller, row: DoseRow, by: By): Promise<void> {
  const { admission_id, amount_given, dose_unit, route, given_at } = row
  const volume_ml = Math.round(amount_given ?? 0)
  if (admission_id === null || given_at === null || route !== 'IV') return
  if (dose_unit?.toLowerCase() !== 'ml' || volume_ml === 0) return
  await chartInfused(caller, entryOf(row, { admission_id, at: given_at, volume_ml, by }))
}

const at_once = 200

/** Of what runs, hour by hour: nobody adds it up by hand. Answers how many. */
export async function chartRunning(caller: Caller): Promise<number> {
  let [count, last] = [0, '']
  for (;;) {
    const found = await rows<{ id: string; patient_id: string }>(
      sql`select id, patient_id from doses where hospital_id = ${caller.hospital_id}
        and status = 'RUNNING' and admission_id is not null and id > ${last}
        order by id limit ${at_once}`,
    )
    for (const { id, patient_id } of found) {
      const is_charted = await within(async () => {
        await patientRecord.locked(caller, patient_id)
        return chartNow(caller, await doseRecord.locked(caller, id))
      }, 'jobs')
      if (is_charted) count += 1
    }
    const end = found.at(-1)
    if (end === undefined || found.length < at_once) return count
    last = end.id
  }
}

async function chartNow(caller: Caller, row: DoseRow): Promise<boolean> {
  const { infusion, status } = row
  if (status !== 'RUNNING' || infusion === null || infusion.paused_at !== null) return false
  // Who has left lies at no pump.
  if (row.admission_id === null) return false
  if ((await admissionRecord.get(caller, row.admission_id)).left_at !== null) return false
  const at = clock.instant()
  const now = { ...infusion, volume_in_ml: wentIn(infusion, at), reckoned_at: at }
  const by = { staff_id: row.staff_id, name: row.given_by_name ?? caller.name }
  const kept = await charted(caller, row, now, by)
  if (kept.charted_ml === infusion.charted_ml) return false
  await doses.change({ hospital_id: caller.hospital_id, id: row.id }, { infusion: kept })
  return true
}
