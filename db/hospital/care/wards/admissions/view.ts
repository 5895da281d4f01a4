// Admissions as they go out: a fixed number of statements, however many they are; masked for who is not
// of the care team (PRV-1 to PRV-3), and without money for who reads no bills (CAR-11).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { mayOpen } from '../../../desk/patients/privacy/privacy.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { masked } from '../../../desk/patients/register/view.ts'
import type { PatientRow } from '../../../desk/patients/shapes.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { restrictedAmong, visitOf } from '../../../desk/visits/for-areas.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { bed_classes } from '../places/tables.ts'
import { staysOf } from '../stays/due.ts'
import { lying_states } from '../words.ts'
import { alertsOf } from './alerts.ts'
import { depositFor, runsWithin } from './money.ts'
import { admissionRecord, type Row } from './record.ts'
import type { Admission, AdmissionShort } from './shapes.ts'

export interface Where {
  ward: string | null
  room: string | null
  bed: string | null
}

interface PlaceRow {
  id: string
  ward: string | null
  room: string | null
  bed: string | null
}

/** By admission: names of the ward, the room and the bed. */
export async function placesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<Map<string, PlaceRow>> {
  if (ids.length === 0) return new Map()
  const found = await rows<PlaceRow>(
    sql`select a.id, w.name as ward, r.name as room, b.label as bed from admissions a
      left join wards w on w.id = a.ward_id
      left join beds b on b.id = a.bed_id
      left join ward_rooms r on r.id = b.room_id
      where a.hospital_id = ${hospital_id} and a.id${oneOf(ids)}`,
  )
  return new Map(found.map((one) => [one.id, one]))
}

export interface Shown {
  row: Row
  patient: PatientRow
  /** What is clinical of it is for this caller's eyes. */
  open: boolean
}

/** Each with its patient, and whether what is clinical of it may be shown. */
export async function shownTo(caller: Caller, found: readonly Row[]): Promise<Shown[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const restricted = await restrictedAmong(
    caller,
    found.flatMap(({ visit_id }) => visit_id ?? []),
  )
  const closed = (row: Row): boolean =>
    restricted.has(row.visit_id ?? '') ||
    (patients.get(row.patient_id)?.sensitivity ?? 'RESTRICTED') !== 'NORMAL'
  const mine = await mayOpen(
    caller,
    found.filter(closed).map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const open = !closed(row) || mine.has(row.patient_id)
    const hidden = restricted.has(row.visit_id ?? '') && !open
    return [{ row, patient: hidden ? masked(patient) : patient, open }]
  })
}

export async function shortOf(caller: Caller, found: readonly Row[]): Promise<AdmissionShort[]> {
  const places = await placesOf(
    caller,
    found.map(({ id }) => id),
  )
  const shown = await shownTo(caller, found)
  const zone = found[0] === undefined ? 'UTC' : await zoneOf(caller, found[0].facility_id)
  return shown.map((one) => short(one, places.get(one.row.id), zone))
}

const short = ({ row, patient, open }: Shown, place: Where | undefined, zone: string) => ({
  ...row,
  reference: row.number,
  patient,
  ward: place?.ward ?? null,
  room: place?.room ?? null,
  bed: place?.bed ?? null,
  reason: open ? row.reason : null,
  requested_at: row.created_at,
  length_of_stay: lengthOf(row, zone),
})

/** Midnights, and at least one (2.12). */
export function lengthOf(
  { admitted_at, left_at, clinically_at }: Row,
  zone: string,
): number | null {
  if (admitted_at === null) return null
  const end = left_at ?? clinically_at ?? clock.instant()
  const day = (at: string): number => Date.parse(dayIn(zone, new Date(at)))
  return Math.max(1, Math.round((day(end) - day(admitted_at)) / 86_400_000))
}

export async function whole(
  caller: Caller,
  row: Row,
  warnings: readonly GateResult[] = [],
): Promise<Admission> {
  const [shown] = await shownTo(caller, [row])
  if (shown === undefined) throw new Error(`the patient of ${row.number} is gone`)
  const { open } = shown
  const place = (await placesOf(caller, [row.id])).get(row.id)
  const zone = await zoneOf(caller, row.facility_id)
  return {
    ...short(shown, place, zone),
    ...row,
    ...(open ? {} : closed),
    reason: open ? row.reason : null,
    alerts: open ? await alertsOf(caller, row) : [],
    ...(await moneyOf(caller, row)),
    discharge: open ? dischargeOf(row) : null,
    stays: await staysShown(caller, row.id),
    ...(await payerOf(caller, row)),
    moves: admissionRecord.moves(caller, row),
    history: open ? await admissionRecord.history(caller, row.id) : [],
    warnings: [...warnings],
  }
}

/** As the desk sees a stay that is closed to it: where, since when, and what is owed. */
const closed: Pick<Admission, 'isolation' | 'code_status' | 'notes' | 'valuables'> & {
  provisional_diagnosis_id: null
} = {
  isolation: null,
  code_status: null,
  notes: null,
  valuables: [],
  provisional_diagnosis_id: null,
}

async function moneyOf(caller: Caller, row: Row) {
  const lies = (lying_states as readonly string[]).includes(row.status)
  const class_id = await classOf(caller, row)
  const asked = class_id === null ? null : await depositFor(caller, row, class_id)
  const sees = can(caller, 'bill:read')
  return {
    deposit_needed: asked === null || !sees ? null : (await purseOf(caller)).major(asked.needed),
    deposit_ok: asked === null ? null : asked.held >= asked.needed,
    running_ok: lies ? await runsWithin(caller, row.id) : null,
  }
}

async function classOf({ hospital_id }: Caller, { bed_id }: Row): Promise<string | null> {
  if (bed_id === null) return null
  const [found] = await rows<{ class_id: string }>(
    sql`select class_id from beds where hospital_id = ${hospital_id} and id = ${bed_id}`,
  )
  return found?.class_id ?? null
}

const dischargeOf = (row: Row): Admission['discharge'] =>
  row.discharge_ordered_at === null && row.clinically_at === null
    ? null
    : {
        type: row.discharge_type,
        ordered_at: row.discharge_ordered_at,
        ordered_by: row.discharge_ordered_by_name,
        planned_on: row.planned_on,
        follow_up: row.follow_up,
        condition: row.condition,
        clinically_at: row.clinically_at,
        cleared_at: row.cleared_at,
        cleared_by: row.cleared_by_name,
        left_at: row.left_at,
        destination: row.destination,
      }

async function staysShown(caller: Caller, admission_id: string): Promise<Admission['stays']> {
  const { hospital_id } = caller
  const stays = await staysOf(caller, admission_id)
  const names = await rows<{ id: string; ward: string; bed: string | null }>(
    sql`select s.id, w.name as ward, b.label as bed from admission_stays s
      join wards w on w.id = s.ward_id left join beds b on b.id = s.bed_id
      where s.hospital_id = ${hospital_id} and s.admission_id = ${admission_id}`,
  )
  const named = new Map(names.map((one) => [one.id, one]))
  const ids = stays.flatMap(({ class_id }) => class_id ?? [])
  const found =
    ids.length === 0 ? [] : await bed_classes.all({ hospital_id, id: [...new Set(ids)] })
  const classes = new Map(found.map(({ id, name }) => [id, name]))
  return stays.map((stay) => ({
    ...stay,
    bed: named.get(stay.id)?.bed ?? null,
    ward: named.get(stay.id)?.ward ?? '',
    class: classes.get(stay.class_id ?? '') ?? null,
    from: stay.from_at,
    to: stay.to_at,
  }))
}

async function payerOf(caller: Caller, { visit_id }: Row) {
  if (visit_id === null) return { payer: null, scheme_id: null, authorisation_no: null }
  const { payer } = await visitOf(caller, visit_id)
  return {
    payer: payer.name ?? payer.kind,
    scheme_id: payer.scheme_id ?? null,
    authorisation_no: payer.authorisation?.number ?? null,
  }
}
