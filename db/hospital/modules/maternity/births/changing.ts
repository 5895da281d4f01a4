// What was written of a birth changes: for a day by whoever writes in maternity, later by whoever signs, with a
// reason (maternity 5, MOD-13).

import { asks, type Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { scored } from './apgar.ts'
import { deliveryOf } from '../labours/delivery.ts'
import { chargeDelivery, keysOf } from '../labours/delivery-charges.ts'
import { labourRecord } from '../labours/record.ts'
import { type BirthRow, birthsOfLabour } from './of.ts'
import { hers } from './operated.ts'
import { birth_history, birthRecord } from './record.ts'
import type { BirthChange } from './shapes.ts'
import { births } from './tables.ts'

export interface Changed {
  row: BirthRow
  /** What is to be done about the bill by hand. */
  warnings: string[]
}

export async function change(
  caller: Caller,
  id: string,
  { reason, confirm_weight = false, apgar, ...input }: BirthChange,
): Promise<Changed> {
  await signerOf(caller)
  const { mother_id } = await birthRecord.get(caller, id)
  await patientRecord.locked(caller, mother_id)
  const before = await birthRecord.locked(caller, id)
  await mustBeHere(caller, before.facility_id, 'birth')
  fresh(caller, before)
  await mayChange(caller, before, reason)
  const { weight_g } = input
  if (weight_g !== undefined && !confirm_weight && (weight_g < 500 || weight_g > 5500)) {
    throw invalid('weight_g', `is ${weight_g} g: send confirm_weight when it is right.`)
  }
  if (input.theatre_case_id) await hers(caller, mother_id, input.theatre_case_id)
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const changes: Partial<BirthRow> = {
    ...(Object.fromEntries(given) as Partial<BirthRow>),
    ...(apgar === undefined ? {} : { apgar: scored(apgar, { asked: false }) }),
  }
  const found = difference(before, changes)
  if (found === undefined) return { row: before, warnings: [] }
  const { hospital_id } = caller
  await births.change({ hospital_id, id }, changes)
  await birth_history.write(caller, id, {
    move: 'amend',
    from_state: before.outcome,
    to_state: before.outcome,
    reason: reason ?? null,
    changes: found,
  })
  record(caller, 'birth.amend', {
    entity_type: 'birth',
    entity_id: id,
    entity_label: before.band_no,
    patient_id: mother_id,
    changes: found,
    reason: reason ?? null,
  })
  const { mode } = changes
  const warnings = mode === undefined ? [] : await chargesFollow(caller, before, mode, reason)
  return { row: await birthRecord.get(caller, id), warnings }
}

/** MOD-13: a delivery that is signed stands on the bill as its births say. */
async function chargesFollow(
  caller: Caller,
  before: BirthRow,
  mode: BirthRow['mode'],
  reason = '',
): Promise<string[]> {
  const delivery = await deliveryOf(caller, before.labour_id)
  if (delivery === undefined || delivery.signed_at === null) return []
  const born = await birthsOfLabour(caller, before.labour_id)
  const was = born.map((one) => (one.id === before.id ? { mode: before.mode } : one))
  const now = born.map((one) => (one.id === before.id ? { mode } : one))
  const keys = keysOf(was, delivery)
  const labour = await labourRecord.get(caller, before.labour_id)
  const performed_by_id = before.staff_id
  return chargeDelivery(caller, {
    labour,
    born,
    before: { keys, reason },
    now: keysOf(now, delivery),
    performed_by_id,
  })
}

async function mayChange(caller: Caller, before: BirthRow, reason: string | undefined) {
  if (reason === undefined) {
    const on = dayIn(await zoneOf(caller, before.facility_id), new Date(before.signed_at))
    throw conflict(
      `This birth was signed on ${on} by ${before.staff_name}: give a reason to amend it.`,
      'signed',
    )
  }
  if (clock.ms() - Date.parse(before.signed_at) > hours(24)) asks(caller, 'maternity:sign')
}
