// The delivery of the mother: written while it happens, signed once, then only amended (MAT-19 to MAT-21, MOD-13).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { actTime } from '../../parts/acts.ts'
import { type BirthRow, birthsOfLabour } from '../births/of.ts'
import { raise } from './alerts.ts'
import { judge } from './course.ts'
import { chargeDelivery, keysOf } from './delivery-charges.ts'
import { held } from './held.ts'
import type { LabourRow } from './of.ts'
import { type DeliveryRow, delivery_history, labourRecord } from './record.ts'
import { robsonOf } from './robson.ts'
import { limitsIn } from './seen.ts'
import type { DeliveryInput } from './shapes.ts'
import { labour_deliveries } from './tables.ts'

export interface Delivered {
  labour: LabourRow
  warnings: string[]
}

export const deliveryOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  labour_id: string,
): Promise<DeliveryRow | undefined> => labour_deliveries.find({ hospital_id, labour_id })

export async function writeDelivery(
  caller: Caller,
  id: string,
  { sign = false, reason, ...input }: DeliveryInput,
): Promise<Delivered> {
  const signer = await practisingSigner(caller)
  const { patient, labour } = await held(caller, id)
  const born = await birthsOfLabour(caller, id)
  if (born.length === 0) throw conflict('Record the birth first.', 'no_birth')
  const before = (await deliveryOf(caller, id)) ?? (await opened(caller, id))
  await mayChange(caller, labour, before, input, reason)
  if (input.placenta_at) {
    actTime(input.placenta_at, patient, {
      field: 'placenta_at',
      after: [{ at: born[0]?.born_at ?? null, says: 'placenta_at is before the birth.' }],
      late_reason: reason ?? 'written with the delivery',
    })
  }
  const changes: Partial<DeliveryRow> = { ...withoutAbsent(input) }
  if (changes.placenta_at) changes.placenta_at = new Date(changes.placenta_at).toISOString()
  const signs = sign && before.signed_at === null
  const next = { ...before, ...changes }
  if (signs) mustBeWhole(next)
  await written(caller, labour, before, reason, {
    ...changes,
    ...(before.signed_at === null ? {} : { version_no: before.version_no + 1 }),
    ...(signs || before.signed_at !== null ? { robson: robsonFor(labour, born) } : {}),
    ...(signs
      ? {
          signed_at: clock.instant(),
          signed_by_id: caller.user_id,
          signed_by_name: signer.name.slice(0, 160),
        }
      : {}),
  })
  const row = await followed(caller, labour, next)
  const charged = (): Promise<string[]> =>
    chargeDelivery(caller, {
      labour,
      born,
      now: keysOf(born, next),
      performed_by_id: signer.staff_id,
      ...(signs ? {} : { before: { keys: keysOf(born, before), reason: reason ?? '' } }),
    })
  const warnings = signs || before.signed_at !== null ? await charged() : []
  return {
    labour: row,
    warnings: signer.warning === null ? warnings : [...warnings, signer.warning],
  }
}

const opened = ({ hospital_id }: Caller, labour_id: string): Promise<DeliveryRow> =>
  labour_deliveries.insert({ hospital_id, labour_id })

/** MOD-13: a signed part is never edited, it is amended. */
async function mayChange(
  caller: Caller,
  labour: LabourRow,
  { signed_at, signed_by_name }: DeliveryRow,
  input: object,
  reason: string | undefined,
): Promise<void> {
  if (signed_at === null || reason !== undefined) return
  if (Object.keys(input).length === 0) throw conflict('The delivery is signed already.', 'state')
  const on = dayIn(await zoneOf(caller, labour.facility_id), new Date(signed_at))
  throw conflict(
    `This delivery was signed on ${on} by ${signed_by_name}: give a reason to amend it.`,
    'signed',
  )
}

const withoutAbsent = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

function mustBeWhole(row: DeliveryRow): void {
  for (const field of [
    'third_stage',
    'placenta_at',
    'placenta',
    'blood_loss_ml',
    'perineum',
  ] as const) {
    if (row[field] === null) throw invalid(field, 'is required to sign.')
  }
}

async function written(
  caller: Caller,
  labour: LabourRow,
  before: DeliveryRow,
  reason: string | undefined,
  changes: Partial<DeliveryRow>,
): Promise<void> {
  const found = difference(before, changes)
  if (found === undefined) return
  const { hospital_id } = caller
  await labour_deliveries.change({ hospital_id, id: before.id }, changes)
  const is_signed = (changes.signed_at ?? before.signed_at) !== null
  const move = before.signed_at !== null ? 'amend' : is_signed ? 'sign' : 'write'
  const state = (signed_at: string | null | undefined): string =>
    signed_at === null || signed_at === undefined ? 'DRAFT' : 'SIGNED'
  await delivery_history.write(caller, before.id, {
    move,
    from_state: state(before.signed_at),
    to_state: state(changes.signed_at ?? before.signed_at),
    reason: reason ?? null,
    changes: found,
  })
  record(caller, `delivery.${move}`, {
    entity_type: 'labour',
    entity_id: labour.id,
    entity_label: labour.number,
    patient_id: labour.patient_id,
    changes: found,
    reason: reason ?? null,
  })
}

/** FOURTH at the placenta (MAT-13); much blood is a danger (MAT-19). */
async function followed(caller: Caller, labour: LabourRow, row: DeliveryRow): Promise<LabourRow> {
  const { blood_loss_ml, placenta_at } = row
  if (blood_loss_ml !== null && labour.status !== 'ENDED') {
    const { limits } = await limitsIn(caller)
    const one = { id: row.id, at: clock.instant(), measures: { blood_loss_ml } }
    const course = { chart: labour.chart, first_birth: labour.parity === 0, observed: [one] }
    await raise(caller, labour, null, judge(limits, course, one).raised)
  }
  if (placenta_at === null || labour.status !== 'THIRD') return labour
  return labourRecord.moved(caller, labour, 'fourth', { placenta_at })
}

function robsonFor(labour: LabourRow, born: readonly BirthRow[]): number | null {
  const [first] = born
  const before_labour = labour.active_at === null && first?.mode === 'CAESAREAN'
  return robsonOf({
    first_birth: labour.parity === 0,
    babies: born.length,
    presentation: first?.presentation ?? labour.presentation ?? 'CEPHALIC',
    weeks: first?.gestation?.weeks ?? labour.gestation?.weeks ?? null,
    previous_sections: labour.previous_sections,
    not_spontaneous: labour.induction !== null || before_labour,
  })
}
