// The patient is watched while blood runs, and it ends (BLD-72 to BLD-78).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { invalid, invalidAs } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { progress } from '../requests/progress.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { settingsOf } from '../settings/settings.ts'
import { unitRecord } from '../units/record.ts'
import { latestEnd, nextDue } from './due.ts'
import { type ObservationRow, type TransfusionRow, transfusionRecord } from './record.ts'
import type { FinishInput, ObservationInput } from './shapes.ts'
import { isSuspect } from './suspect.ts'
import { intoFluids, keepBag, taskAfter } from './at-the-ward.ts'
import { blood_observations } from './tables.ts'

const ahead = minutes(2)

export const observationsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  transfusion_id: string,
): Promise<ObservationRow[]> =>
  blood_observations.all({ hospital_id, transfusion_id }, { order: ['at', 'id'] })

export function observationOf(
  caller: Caller,
  { temperature_rise }: BloodSettings,
  { id, started_at }: TransfusionRow,
  input: ObservationInput,
  before: ObservationRow | null,
) {
  const at = input.at ? new Date(input.at).toISOString() : clock.instant()
  if (Date.parse(at) > clock.ms() + ahead) throw invalid('at', 'is in the future.')
  if (at < started_at && input.point !== 'BEFORE') {
    throw invalid('at', 'is before the transfusion began.')
  }
  const { at: _at, oxygen_saturation = null, signs = [], ...measured } = input
  return {
    ...measured,
    hospital_id: caller.hospital_id,
    transfusion_id: id,
    at,
    oxygen_saturation,
    signs: [...signs],
    suspect: isSuspect(before, { ...measured, oxygen_saturation, signs }, temperature_rise),
    by_id: caller.user_id,
    by_name: caller.name,
  }
}

export interface Observed {
  row: TransfusionRow
  suspect: boolean
}

export async function observe(
  caller: Caller,
  id: string,
  input: ObservationInput,
): Promise<Observed> {
  const { patient_id } = await transfusionRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const row = await transfusionRecord.locked(caller, id)
  if (row.status !== 'RUNNING' && input.point !== 'AFTER' && input.point !== 'EXTRA') {
    throw invalid('point', `must be AFTER or EXTRA: the transfusion is ${row.status}.`)
  }
  const kept = await write(caller, row, input)
  const next_due_at = nextDue(row, await observationsOf(caller, id))
  const after = await transfusionRecord.changed(caller, row, 'observe', { next_due_at })
  await taskAfter(caller, after, kept)
  return { row: after, suspect: kept.suspect }
}

async function write(
  caller: Caller,
  row: TransfusionRow,
  input: ObservationInput,
): Promise<ObservationRow> {
  const [before = null] = await observationsOf(caller, row.id)
  const made = observationOf(caller, await settingsOf(caller), row, input, before)
  const kept = await blood_observations.insert(made)
  if (kept.suspect) {
    await notify(caller, {
      to: { permission: 'blood:issue' },
      kind: 'blood.reaction',
      title: `Possible reaction to unit ${row.unit_number}`,
      body: row.ward ?? 'The ward was told to stop it.',
      entity: { type: 'transfusion', id: row.id },
    })
  }
  return kept
}

export async function finish(
  caller: Caller,
  id: string,
  input: FinishInput,
): Promise<TransfusionRow> {
  const { patient_id } = await transfusionRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await transfusionRecord.begin(caller, id, 'finish')
  const unit = await unitRecord.locked(caller, before.unit_id)
  if (input.volume_given_ml > unit.volume_ml) {
    throw invalidAs('volume_given_ml', `the unit holds ${unit.volume_ml} ml.`)
  }
  const ended_at = endOf(before, input)
  const settings = await settingsOf(caller)
  const overtime = Date.parse(ended_at) > latestEnd(settings, before, unit.issued_at)
  if ((input.outcome === 'STOPPED' || overtime) && !input.stop_reason) {
    const why = overtime ? `: it ran longer than ${settings.max_hours} hours` : ''
    throw invalid('stop_reason', `is required${why}.`)
  }
  const kept = await write(caller, before, { ...input.observation, point: 'END' })
  const row = await ended(caller, before, {
    status: input.outcome,
    ended_at,
    volume_given_ml: input.volume_given_ml,
    stop_reason: input.stop_reason || null,
    overtime,
  })
  await taskAfter(caller, row, kept)
  return row
}

/** Whatever ends it: the unit is given, and the request sees it. */
export async function ended(
  caller: Caller,
  before: TransfusionRow,
  changes: Partial<TransfusionRow>,
): Promise<TransfusionRow> {
  const row = await transfusionRecord.moved(caller, before, 'finish', {
    ...changes,
    next_due_at: null,
    ended_by_name: caller.name,
  })
  await intoFluids(caller, row)
  await keepBag(caller, row)
  const unit = await unitRecord.locked(caller, row.unit_id)
  await unitRecord.moved(caller, unit, 'finish', {
    fate_at: row.ended_at,
    fate_note: row.status,
  })
  await progress(caller, row.request_id)
  return row
}

function endOf({ started_at }: TransfusionRow, { ended_at: typed }: FinishInput): string {
  if (!typed) return clock.instant()
  const ended_at = new Date(typed).toISOString()
  if (Date.parse(ended_at) > clock.ms() + ahead) throw invalid('ended_at', 'is in the future.')
  if (ended_at < started_at) {
    throw invalid('ended_at', 'is before the transfusion began.')
  }
  return ended_at
}
