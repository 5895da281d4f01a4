// What a signed delivery costs (MAT-10): charged as it is signed, and following it where it is amended, or the mode
// of a birth is (MOD-13).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { returnCharge } from '../../../money/billing/charges/returned-services.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { BirthRow } from '../births/of.ts'
import { charge_sources, chargeFor } from '../charging.ts'
import type { ChargeKey } from '../chosen/tables.ts'
import type { LabourRow } from './of.ts'
import type { DeliveryRow } from './record.ts'

const sutured = ['TEAR_1', 'TEAR_2', 'TEAR_3', 'TEAR_4', 'EPISIOTOMY']

export const keysOf = (
  born: readonly Pick<BirthRow, 'mode'>[],
  { perineum, repair }: Pick<DeliveryRow, 'perineum' | 'repair'>,
): ChargeKey[] => [
  born.some(({ mode }) => mode !== 'SPONTANEOUS') ? 'DELIVERY_ASSISTED' : 'DELIVERY_NORMAL',
  ...(repair !== null && sutured.includes(perineum ?? '') ? (['SUTURE'] as const) : []),
]

interface Charging {
  labour: LabourRow
  born: readonly BirthRow[]
  /** What stands on the bill already, and why it is another now. */
  before?: { keys: readonly ChargeKey[]; reason: string }
  now: readonly ChargeKey[]
  performed_by_id: string | null
}

/** What is to be told of it. */
export async function chargeDelivery(
  caller: Caller,
  { labour, born, before = { keys: [], reason: '' }, now, performed_by_id }: Charging,
): Promise<string[]> {
  const gone = before.keys.filter((key) => !now.includes(key))
  const told: string[] = []
  const credited = new Set<string>()
  for (const key of gone) {
    const source = charge_sources[key]
    const asked = { source, source_id: labour.id, reason: before.reason }
    if ((await returnCharge(caller, asked))?.credit_note_id !== undefined) credited.add(source)
  }
  const zone = await zoneOf(caller, labour.facility_id)
  for (const key of now.filter((one) => !before.keys.includes(one))) {
    if (credited.has(charge_sources[key])) {
      told.push(`The bill was issued: charge ${key} by hand.`)
      continue
    }
    const warning = await chargeFor(caller, {
      key,
      patient_id: labour.patient_id,
      visit_id: labour.visit_id,
      source_id: labour.id,
      service_date: dayIn(zone, new Date(born[0]?.born_at ?? clock.instant())),
      performed_by_id,
    })
    if (warning !== null) told.push(warning)
  }
  return told
}
