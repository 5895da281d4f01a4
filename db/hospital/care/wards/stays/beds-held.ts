// Beds are kept for somebody, taken, and given back (3.8, CAR-136, CAR-138). Whoever calls has locked
// the patient, the admission and its visit: the bed comes after them.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { type BedRow, bedRecord } from '../places/bed-record.ts'
import { roomRecord } from '../places/rooms.ts'
import { beds } from '../places/tables.ts'
import { initialsOf } from '../places/taken.ts'
import { wardRecord } from '../places/wards.ts'
import { admissionRecord, type Row as Admission } from '../admissions/record.ts'
import { admission_stays } from '../admissions/tables.ts'
import { retakeFrom } from '../census/taking.ts'
import type { stay_begins, stay_ends } from '../words.ts'
import type { Stay } from './due.ts'

type For = Pick<Admission, 'id' | 'facility_id' | 'priority'>

/** Locked, of this branch, and free to be kept for this admission. */
export async function bedToKeep(caller: Caller, bed_id: string, admission: For): Promise<BedRow> {
  const bed = await usable(caller, bed_id, admission)
  if (bed.status === 'FREE') return bed
  if (bed.status === 'TO_CLEAN' && bed.admission_id === null) return bed
  throw await takenBy(caller, bed)
}

/** Locked, and free or kept for this very admission. */
export async function bedToTake(caller: Caller, bed_id: string, admission: For): Promise<BedRow> {
  const bed = await usable(caller, bed_id, admission)
  if (bed.status === 'FREE') return bed
  if (bed.status === 'RESERVED' && bed.admission_id === admission.id) return bed
  throw await takenBy(caller, bed)
}

async function usable(caller: Caller, bed_id: string, admission: For): Promise<BedRow> {
  const bed = await bedRecord.locked(caller, bed_id)
  if (bed.facility_id !== admission.facility_id) {
    throw conflict(`Bed ${bed.label} is of another branch.`, 'other_branch')
  }
  const room = await roomRecord.get(caller, bed.room_id)
  const ward = await wardRecord.get(caller, bed.ward_id)
  if (!bed.active || !room.active || !ward.active) {
    throw conflict(`Bed ${bed.label} of ${ward.name} is not in use.`, 'closed')
  }
  return isLapsed(bed) ? fall(caller, bed, 'The reservation is over') : bed
}

const isLapsed = ({ status, reserved_until }: BedRow): boolean =>
  status === 'RESERVED' && reserved_until !== null && reserved_until <= clock.instant()

async function takenBy(caller: Caller, bed: BedRow): Promise<Error> {
  const held = bed.admission_id
  if (held === null || bed.status === 'OUT_OF_SERVICE') {
    const { name } = await wardRecord.get(caller, bed.ward_id)
    return conflict(`Bed ${bed.label} of ${name} is ${bed.status}.`, 'state')
  }
  const { patient_id } = await admissionRecord.get(caller, held)
  const who = await initialsOf(caller, patient_id)
  const how = bed.status === 'OCCUPIED' ? 'taken by' : 'kept for'
  return conflict(`Bed ${bed.label} is ${how} ${who}`, 'taken')
}

/** CAR-138: four times as long for an emergency. */
export async function keep(
  caller: Caller,
  bed: BedRow,
  admission: For,
  given?: number | null,
): Promise<BedRow> {
  const { bed_reserve_minutes } = await clinicalOf(caller)
  const times = admission.priority === 'EMERGENCY' ? 4 : 1
  const changes = {
    admission_id: admission.id,
    reserved_until: instantIn(minutes(given ?? bed_reserve_minutes * times)),
  }
  if (bed.status === 'TO_CLEAN') return bedRecord.changed(caller, bed, 'wait', changes)
  return bedRecord.moved(caller, bed, 'reserve', { ...changes, status_since: clock.instant() })
}

/** Whatever is kept for it falls: of a bed that is being cleaned nobody waits any more. */
export async function letGo(
  caller: Caller,
  { id }: Pick<Admission, 'id'>,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  const held = await beds.all(
    { hospital_id, admission_id: id, status: ['RESERVED', 'TO_CLEAN'] },
    { order: ['id'], lock: true },
  )
  for (const bed of held) await fall(caller, bed, reason)
}

export async function fall(caller: Caller, bed: BedRow, reason: string): Promise<BedRow> {
  const changes = { admission_id: null, reserved_until: null }
  if (bed.status !== 'RESERVED') return bedRecord.changed(caller, bed, 'release', changes, reason)
  const freed = { ...changes, status_since: clock.instant() }
  return bedRecord.moved(caller, bed, 'release', freed, reason)
}

/** The bed is taken and the stay in it begins, at the same moment. */
export async function lieDown(
  caller: Caller,
  admission: Admission,
  bed: BedRow,
  at: string,
  begun_by: (typeof stay_begins)[number],
): Promise<void> {
  await attempt(async () => {
    await bedRecord.moved(caller, bed, 'occupy', {
      admission_id: admission.id,
      reserved_until: null,
      status_since: at,
    })
    await beginStay(caller, admission, at, begun_by, bed)
  }).catch((error: unknown) => {
    if (isTaken(error, 'bed_id') || isTaken(error, 'admission_id')) {
      throw conflict(`Bed ${bed.label} is taken.`, 'taken')
    }
    throw error
  })
  await retakeFrom(caller, [bed.ward_id], at)
}

/** With its mother a newborn lies in no bed of its own. */
export async function beginStay(
  caller: Caller,
  { id, ward_id }: Pick<Admission, 'id' | 'ward_id'>,
  from_at: string,
  begun_by: (typeof stay_begins)[number],
  bed?: BedRow,
): Promise<void> {
  const ward = bed?.ward_id ?? ward_id
  if (ward === null) throw invalid('ward_id', 'is required.')
  await admission_stays.insert({
    hospital_id: caller.hospital_id,
    admission_id: id,
    ward_id: ward,
    bed_id: bed?.id ?? null,
    class_id: bed?.class_id ?? null,
    extra: bed?.extra ?? false,
    from_at,
    begun_by,
  })
}

export const openStay = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  admission_id: string,
): Promise<Stay | undefined> => admission_stays.find({ hospital_id, admission_id, to_at: null })

/** The stay ends, and its bed is to be cleaned. */
export async function riseFrom(
  caller: Caller,
  stay: Stay,
  at: string,
  end_reason: (typeof stay_ends)[number],
): Promise<void> {
  await endStay(caller, stay, at, end_reason)
  if (stay.bed_id !== null) await vacate(caller, stay.bed_id)
}

export async function endStay(
  caller: Caller,
  { id, ward_id }: Stay,
  at: string,
  end_reason: (typeof stay_ends)[number],
): Promise<void> {
  const { hospital_id } = caller
  await admission_stays.change({ hospital_id, id }, { to_at: at, end_reason })
  await retakeFrom(caller, [ward_id], at)
}

/** Seen empty, whatever the stay says: it is cleaned before somebody else lies in it. */
export async function vacate(caller: Caller, bed_id: string): Promise<void> {
  const bed = await bedRecord.locked(caller, bed_id)
  await bedRecord.moved(caller, bed, 'vacate', {
    admission_id: null,
    status_since: clock.instant(),
  })
}
