// Beds of a ward: set up, cleaned, taken out of service (2.11, 3.8; CAR-137, CAR-139).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt, rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, raw, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { tell } from '../../../neighbours/telling.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { admission_stays } from '../admissions/tables.ts'
import { chargeOfBed } from '../stays/due.ts'
import { fitsOf } from '../stays/fitting.ts'
import { type BedRow, bedRecord } from './bed-record.ts'
import { bedClassRecord } from './classes.ts'
import { roomRecord } from './rooms.ts'
import type { Bed, BedChange, BedInput } from './shapes.ts'
import { beds } from './tables.ts'
import { mustBeEmpty } from './taken.ts'
import { wardInUse } from './wards.ts'

export interface BedFilter extends PageAsked {
  search?: string
  ward_id?: string
  room_id?: string
  status?: BedRow['status']
  class_id?: string
  feature?: string
  /** An admission: beds say whether they are for it (CAR-135). */
  fits?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: BedFilter): Promise<Page<Bed>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(beds, asked, {
    from: sql` from beds${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.ward_id, sql`ward_id = ${asked.ward_id}`),
      when(asked.room_id, sql`room_id = ${asked.room_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.class_id, sql`class_id = ${asked.class_id}`),
      when(asked.feature, sql`features like ${`%"${asked.feature ?? ''}"%`}`),
      when(asked.search, sql`label_key like ${`%${folded(asked.search ?? '')}%`}`),
    ])}`,
    order: raw(' order by ward_id, label_order, id'),
  })
  const shown = await viewBeds(caller, found.rows)
  if (asked.fits === undefined) return { rows: shown, meta: found.meta }
  const fits = await fitsOf(caller, asked.fits, found.rows)
  const marked = shown.map((bed) => ({ ...bed, fits: fits.get(bed.id) ?? [] }))
  return { rows: marked, meta: found.meta }
}

export async function viewBed(caller: Caller, row: BedRow): Promise<Bed> {
  const [bed] = await viewBeds(caller, [row])
  return bed as Bed
}

interface Named {
  id: string
  ward: string
  room: string
  class: string
  patient_id: string | null
}

async function viewBeds(caller: Caller, found: readonly BedRow[]): Promise<Bed[]> {
  if (found.length === 0) return []
  const named = await rows<Named>(
    sql`select b.id, w.name as ward, r.name as room, c.name as class, a.patient_id from beds b
      join wards w on w.id = b.ward_id join ward_rooms r on r.id = b.room_id
      join bed_classes c on c.id = b.class_id left join admissions a on a.id = b.admission_id
      where b.hospital_id = ${caller.hospital_id} and b.id${oneOf(found.map(({ id }) => id))}`,
  )
  const by_id = new Map(named.map((one) => [one.id, one]))
  const patients = await patientsById(
    caller,
    named.flatMap(({ patient_id }) => patient_id ?? []),
  )
  return found.map((row) => {
    const names = by_id.get(row.id)
    const patient = patients.get(names?.patient_id ?? '')
    return {
      ...row,
      ward: names?.ward ?? '',
      room: names?.room ?? '',
      class: names?.class ?? '',
      holds:
        row.admission_id === null || patient === undefined
          ? null
          : { admission_id: row.admission_id, patient },
      moves: bedRecord.moves(caller, row) as Bed['moves'],
      fits: null,
    }
  })
}

export async function open(caller: Caller, input: BedInput): Promise<Bed[]> {
  const { hospital_id } = caller
  const room = await roomRecord.get(caller, input.room_id)
  if (!room.active) throw conflict(`${room.name} is closed.`, 'closed')
  const ward = await wardInUse(caller, room.ward_id)
  const bed_class = await bedClassRecord.get(caller, input.class_id)
  if (!bed_class.active) throw conflict(`${bed_class.name} is not in use.`, 'closed')
  const made: BedRow[] = []
  for (const label of labelsOf(input)) {
    const row = await attempt(() =>
      beds.insert({
        hospital_id,
        facility_id: ward.facility_id,
        ward_id: ward.id,
        room_id: room.id,
        class_id: bed_class.id,
        ...labelled(label),
        features: input.features,
        extra: input.extra,
        status_since: clock.instant(),
      }),
    ).catch((error: unknown) => {
      throw taken(error, label)
    })
    noted(caller, 'bed.create', row)
    made.push(row)
  }
  return viewBeds(caller, made)
}

const beds_at_once = 100

function labelsOf({ label, prefix = '', from, to }: BedInput): string[] {
  if (label !== undefined) return [label]
  if (from === undefined || to === undefined) {
    throw invalid('label', 'is required, or from and to.')
  }
  if (from > to) throw invalid('from', 'is more than to.')
  if (to - from >= beds_at_once) throw invalid('to', `is more than ${beds_at_once} beds at once.`)
  return Array.from({ length: to - from + 1 }, (_one, index) => `${prefix}${from + index}`)
}

/** Bed 2 stands before bed 10. */
const labelled = (label: string) => ({
  label,
  label_key: folded(label),
  label_order: folded(label).replace(/\d+/g, (digits) => digits.padStart(8, '0')),
})

export async function change(caller: Caller, id: string, input: BedChange): Promise<Bed> {
  const before = await bedRecord.locked(caller, id)
  fresh(caller, before)
  if (input.active === false && before.active) await mustBeEmpty(caller, 'bed', before)
  const { label, ...plain } = input
  if (input.class_id !== undefined && input.class_id !== before.class_id) {
    await anotherClass(caller, before, input.class_id)
  }
  const changes = { ...plain, ...(label === undefined ? {} : labelled(label)) }
  await attempt(() => beds.change({ hospital_id: caller.hospital_id, id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, label ?? before.label)
    },
  )
  noted(caller, 'bed.update', before, difference(before, changes))
  return viewBed(caller, await bedRecord.get(caller, id))
}

/** CAR-139: whoever lies in it pays as it was until now, and from the next day as it is. */
async function anotherClass(caller: Caller, bed: BedRow, class_id: string): Promise<void> {
  const { hospital_id } = caller
  await bedClassRecord.get(caller, class_id)
  await chargeOfBed(caller, bed.id)
  await admission_stays.change({ hospital_id, bed_id: bed.id, to_at: null }, { class_id })
}

const taken = (error: unknown, label: string): unknown =>
  isTaken(error, 'label_key') ? conflict(`There is a bed ${label} in this ward already.`) : error

const isolation_rooms: readonly string[] = ['ISOLATION', 'ISOLATION_NEGATIVE']

export async function cleaned(
  caller: Caller,
  id: string,
  checklist: readonly string[] | undefined,
): Promise<Bed> {
  const before = await bedRecord.begin(caller, id, 'cleaned')
  const room = await roomRecord.get(caller, before.room_id)
  if (isolation_rooms.includes(room.kind) && (checklist ?? []).length === 0) {
    throw invalid('checklist', 'is required for a bed of isolation.')
  }
  const waits = before.admission_id !== null
  const row = await bedRecord.moved(
    caller,
    before,
    'cleaned',
    { status: waits ? 'RESERVED' : 'FREE', status_since: clock.instant() },
    checklist === undefined || checklist.length === 0 ? null : checklist.join('; ').slice(0, 500),
  )
  if (waits) await tellReady(caller, row)
  return viewBed(caller, row)
}

async function tellReady(caller: Caller, row: BedRow): Promise<void> {
  await tell(caller, {
    to: { permission: 'admission:accept' },
    kind: 'bed.ready',
    title: 'A bed is cleaned',
    body: `Bed ${row.label}: somebody waits for it.`,
    entity: { type: 'bed', id: row.id },
  })
}

export async function outOfService(
  caller: Caller,
  id: string,
  { reason, until = null }: { reason: string; until?: string | null | undefined },
): Promise<Bed> {
  const before = await bedRecord.begin(caller, id, 'out_of_service')
  if (before.admission_id !== null) await mustBeEmpty(caller, 'bed', before)
  if (until !== null && new Date(until).toISOString() <= clock.instant()) {
    throw invalid('until', 'is over already.')
  }
  const row = await bedRecord.moved(
    caller,
    before,
    'out_of_service',
    {
      reason,
      out_until: until === null ? null : new Date(until).toISOString(),
      status_since: clock.instant(),
    },
    reason,
  )
  return viewBed(caller, row)
}

export async function returned(caller: Caller, id: string): Promise<Bed> {
  const before = await bedRecord.begin(caller, id, 'return_to_service')
  const row = await bedRecord.moved(caller, before, 'return_to_service', {
    reason: null,
    out_until: null,
    status_since: clock.instant(),
  })
  return viewBed(caller, row)
}

function noted(
  caller: Caller,
  action: string,
  { id, label }: BedRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, { entity_type: 'bed', entity_id: id, entity_label: label, changes })
}
