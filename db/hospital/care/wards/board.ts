// The board of a ward (CAR-205): who lies where, what comes next; always a fixed number of statements.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { accountsOfVisits } from '../../neighbours/billing.ts'
import { standingAlerts } from '../../desk/patients/record/alerts.ts'
import { lastSetsOf, type LastSet } from '../../desk/vitals/last.ts'
import { nextDosesOf, nextTasksOf } from '../../neighbours/bedside.ts'
import { allergiesOf } from '../../neighbours/medicines.ts'
import { today, zoneOf } from '../../office/places/hours.ts'
import { admissions } from './admissions/tables.ts'
import { lengthOf, shortOf, type Shown, shownTo } from './admissions/view.ts'
import type { Lying, WardBoard } from './board-shapes.ts'
import { initials } from './places/taken.ts'
import type { Ward } from './places/shapes.ts'
import { bedCounts, bedsOfWard, no_beds, type WardRow, wardRecord } from './places/wards.ts'
import { lying_states } from './words.ts'

export async function board(
  caller: Caller,
  id: string,
  names: 'initials' | 'full',
): Promise<WardBoard> {
  const ward = await wardRecord.get(caller, id)
  const { hospital_id } = caller
  const found = await admissions.all(
    { hospital_id, ward_id: id, status: [...lying_states, 'REQUESTED', 'ACCEPTED'] },
    { order: ['created_at', 'id'] },
  )
  const lie = found.filter(({ status }) => (lying_states as readonly string[]).includes(status))
  const shown = await lyingShown(caller, ward, await shownTo(caller, lie), names)
  const beds = await bedsOfWard(caller, id)
  const rooms = await roomNames(caller, id)
  const waiting = await shortOf(
    caller,
    found.filter((row) => !lie.includes(row)),
  )
  const without_bed = lie.filter(({ with_mother }) => with_mother)
  return {
    ward: { id, name: ward.name, kind: ward.kind },
    counts: {
      ...countsOf((await bedCounts(caller, [id])).get(id)),
      with_mother: without_bed.length,
      waiting: waiting.length,
    },
    beds: beds.map((bed) => ({
      bed_id: bed.id,
      bed: bed.label,
      room: rooms.get(bed.room_id) ?? '',
      status: bed.status,
      status_since: bed.status_since,
      extra: bed.extra,
      kept_until: bed.reserved_until,
      lying: bed.status === 'OCCUPIED' ? (shown.get(bed.admission_id ?? '') ?? null) : null,
    })),
    with_mother: without_bed.flatMap((row) => shown.get(row.id) ?? []),
    waiting,
  }
}

function countsOf(counted: Ward['beds'] | undefined) {
  const { total, ...others } = counted ?? no_beds
  return { beds: total, ...others }
}

async function roomNames(
  { hospital_id }: Caller,
  ward_id: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    sql`select id, name from ward_rooms where hospital_id = ${hospital_id} and ward_id${oneOf([ward_id])}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function lyingShown(
  caller: Caller,
  ward: WardRow,
  found: readonly Shown[],
  names: 'initials' | 'full',
): Promise<Map<string, Lying>> {
  const zone = await zoneOf(caller, ward.facility_id)
  const day = await today(caller, ward.facility_id)
  const ids = found.map(({ row }) => row.patient_id)
  const allergies = ids.length === 0 ? new Map() : await allergiesOf(caller, ids)
  const desk = await standingAlerts(caller, ids)
  const sets = await lastSetsOf(caller, ids)
  const stays = found.map(({ row }) => row.id)
  const tasks = await nextTasksOf(caller, stays)
  const doses = await nextDosesOf(caller, stays)
  const accounts = await accountsOfVisits(
    caller,
    found.flatMap(({ row }) => row.visit_id ?? []),
  )
  return new Map(
    found.map(({ row, patient, open }) => [
      row.id,
      {
        admission_id: row.id,
        reference: row.number,
        status: row.status,
        patient_id: row.patient_id,
        patient:
          names === 'full' || patient.restricted === true
            ? patient.full_name
            : initials(patient.full_name),
        number: patient.number,
        age: patient.age?.text ?? null,
        sex: patient.sex,
        day: lengthOf(row, zone),
        attending: row.attending_name,
        isolation: open ? (row.isolation?.kinds ?? []) : [],
        allergies: open
          ? (allergies.get(row.patient_id) ?? []).map(
              ({ substance }: { substance: string }) => substance,
            )
          : [],
        code_status: open ? row.code_status : null,
        alerts: open ? alertsShown(desk.get(row.patient_id)) : [],
        vitals: open ? vitalsShown(sets.get(row.patient_id)) : null,
        next_task: open ? (tasks.get(row.id) ?? null) : null,
        next_dose: open ? (doses.get(row.id) ?? null) : null,
        expected_discharge_on: row.expected_discharge_on,
        over_expected: row.expected_discharge_on !== null && row.expected_discharge_on < day,
        payment_ok: accounts.get(row.visit_id ?? '')?.payment_ok ?? true,
      },
    ]),
  )
}

const alertsShown = (found: readonly Lying['alerts'][number][] = []): Lying['alerts'] =>
  found.map(({ kind, severity, text }) => ({ kind, severity, text }))

function vitalsShown(set: LastSet | undefined): Lying['vitals'] {
  if (set === undefined) return null
  const { taken_at, next_due_at, score, trend, said } = set
  const late = next_due_at !== null && next_due_at < clock.instant()
  return { taken_at, next_due_at, late, score, trend, said }
}
