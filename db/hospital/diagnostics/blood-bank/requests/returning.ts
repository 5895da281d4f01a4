// A unit comes back (BLD-68): to the shelf when it was out shortly and sealed, else to waste. Once.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { uncharge } from '../../../money/billing/charges/charge.ts'
import { unit_source } from '../charges.ts'
import { validSampleOf } from '../patients/samples.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { componentCalled, settingsOf } from '../settings/settings.ts'
import { beginUnit, let_go, type UnitRow, unitRecord } from '../units/record.ts'
import { progress } from './progress.ts'
import type { ReturnInput } from './shapes.ts'
import { blood_issues } from './tables.ts'

export interface Back {
  unit: UnitRow
  message: string | null
}

export async function giveBack(caller: Caller, id: string, input: ReturnInput): Promise<Back> {
  const { patient_id } = await unitRecord.get(caller, id)
  if (patient_id !== null) await patientRecord.locked(caller, patient_id)
  const before = await beginUnit(caller, id, 'return')
  if (before.returned) throw conflict(`Unit ${before.number} came back once: discard it.`, 'state')
  const settings = await settingsOf(caller)
  const minutes_out = minutesOut(before)
  const accepted = isGood(settings, before, input, minutes_out)
  await wroteBack(caller, before, input, minutes_out, accepted)
  const request_id = before.request_id ?? ''
  const unit = accepted
    ? await toTheShelf(caller, before, input.reason)
    : await toWaste(caller, before, input.reason, minutes_out)
  if (request_id !== '') await progress(caller, request_id)
  const message = accepted ? null : `Out for ${minutes_out} minutes: the unit is discarded.`
  return { unit, message }
}

const minutesOut = ({ issued_at }: UnitRow): number =>
  Math.floor((clock.ms() - Date.parse(issued_at ?? clock.instant())) / 60_000)

function isGood(
  settings: BloodSettings,
  unit: UnitRow,
  { sealed, temperature = null, container }: ReturnInput,
  minutes_out: number,
): boolean {
  if (!sealed) return false
  if (minutes_out <= settings.return_minutes) return true
  const { storage_min, storage_max } = componentCalled(settings, unit.component_code)
  const cold = temperature !== null && temperature >= storage_min && temperature <= storage_max
  // Kept cold the whole way: out in the box, and back in it.
  const boxed = unit.container === 'COOL_BOX' && (container ?? 'COOL_BOX') === 'COOL_BOX'
  return boxed && cold
}

async function wroteBack(
  caller: Caller,
  unit: UnitRow,
  input: ReturnInput,
  minutes_out: number,
  accepted: boolean,
): Promise<void> {
  const { hospital_id } = caller
  const row = await blood_issues.find({ hospital_id, unit_id: unit.id, returned_at: null })
  if (row === undefined) return
  const at = clock.instant()
  await blood_issues.change(
    { hospital_id, id: row.id },
    {
      returned_at: at,
      returned: {
        at,
        by_name: caller.name,
        minutes_out,
        temperature: input.temperature ?? null,
        container: input.container ?? unit.container,
        sealed: input.sealed,
        accepted,
      },
    },
  )
  await uncharge(caller, unit_source, row.id, `Returned: ${input.reason}`)
}

/** The same patient keeps it while the sample is good. */
async function toTheShelf(caller: Caller, before: UnitRow, reason: string): Promise<UnitRow> {
  const back = { issued_at: null, container: null, returned: true, emergency: false }
  const sample = await validSampleOf(caller, before.patient_id ?? '')
  const keeps = sample !== undefined && before.request_id !== null
  return unitRecord.moved(
    caller,
    before,
    'return',
    keeps
      ? { ...back, status: 'RESERVED', reserved_until: sample.valid_until }
      : { ...back, ...let_go, status: 'AVAILABLE' },
    reason,
  )
}

const toWaste = (
  caller: Caller,
  before: UnitRow,
  reason: string,
  minutes_out: number,
): Promise<UnitRow> =>
  unitRecord.moved(
    caller,
    before,
    'return',
    {
      ...let_go,
      status: 'DISCARDED',
      returned: true,
      discard_reason: 'LATE_RETURN',
      fate_note: `${reason}; out for ${minutes_out} minutes`.slice(0, 500),
      fate_at: clock.instant(),
    },
    reason,
  )
