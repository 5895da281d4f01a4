// Infusions (3.5, CAR-117): begun, changed, rested, ended; what has gone in follows from rates and times.

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { itemRecord } from '../prescribing/record.ts'
import { prescriberOf } from '../prescribing/signing.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import {
  begun,
  type Dosed,
  mayPass,
  momentOf as momentOfDose,
  rightPerson,
  secondPerson,
  stands,
  witnessed,
} from './giving.ts'
import { charted } from './charting.ts'
import { take } from './goods.ts'
import { doseRecord, type DoseRow } from './record.ts'
import { scheduled } from './schedule.ts'
import { rateOrdered } from '../prescribing/additives.ts'
import { putIn, watchedAmong } from './additives.ts'
import { mustGoOnAs, ratherThan, seenBy } from './rates.ts'
import type { RateInput, ResumeInput, StartInput } from './shapes.ts'
import type { RunningInfusion } from './tables.ts'
import { wentIn } from './volume.ts'

const ahead = minutes(2)

/** Never before what happened last, and never ahead. */
function momentOf(at: string | null | undefined, since: string | null, field: string): string {
  if (!at) return clock.instant()
  const moment = new Date(at).toISOString()
  if (Date.parse(moment) > clock.ms() + ahead) throw invalid(field, 'is in the future.')
  if (since !== null && moment < since) throw invalid(field, 'is before what was written last.')
  return moment
}

export async function start(caller: Caller, id: string, input: StartInput): Promise<Dosed> {
  const around = await begun(caller, id, 'start')
  const { before, item } = around
  const ordered = item?.infusion ?? null
  if (before.kind !== 'INFUSION' || item === null || ordered === null) {
    throw conflict('This is no infusion: it is given.', 'infusion')
  }
  const signer = await prescriberOf(caller, false)
  await rightPerson(caller, before, input.scanned_patient)
  await stands(caller, before, item)
  const started_at = await momentOfDose(caller, before, input.started_at, 'started_at')
  const { volume_ml } = ordered
  const rate = input.rate_ml_h ?? rateOrdered(ordered)
  if (rate === null) throw invalid('rate_ml_h', 'is required.')
  const additives = putIn(ordered, input.additives)
  const warnings = await mayPass(caller, around, input, started_at)
  const other_rate = ratherThan(item, rate) !== null
  const witness =
    (await witnessed(caller, around, input)) ??
    (other_rate || (await watchedAmong(caller, additives))
      ? await secondPerson(caller, around.medicine, input.witness_token)
      : null)
  const taken = await take(caller, { ...around, units: before.units, input })
  const infusion: RunningInfusion = {
    started_at,
    rates: [
      {
        at: started_at,
        ml_h: rate,
        by: signer.name.slice(0, 160),
        witness: other_rate ? (witness?.name ?? null) : null,
      },
    ],
    paused_at: null,
    volume_ml,
    volume_in_ml: 0,
    reckoned_at: started_at,
    stopped_at: null,
    stop_reason: null,
    additives,
  }
  const row = await doseRecord.moved(caller, before, 'start', {
    infusion,
    given_at: started_at,
    given_by_id: caller.user_id,
    given_by_name: signer.name.slice(0, 160),
    staff_id: signer.staff_id,
    witness_id: witness?.user_id ?? null,
    witness_name: witness?.name ?? null,
    ...taken,
  })
  return { row, warnings }
}

async function running(
  caller: Caller,
  id: string,
  move: 'set_rate' | 'pause' | 'resume' | 'finish',
) {
  const signer = await signerOf(caller)
  const around = await begun(caller, id, move)
  const { infusion } = around.before
  if (infusion === null) throw conflict('This is no infusion.', 'infusion')
  return { ...around, infusion, signer }
}

const upTo = (infusion: RunningInfusion, at: string): RunningInfusion => ({
  ...infusion,
  volume_in_ml: wentIn(infusion, at),
  reckoned_at: at,
})

export async function setRate(caller: Caller, id: string, input: RateInput): Promise<DoseRow> {
  const { infusion, signer, ...around } = await running(caller, id, 'set_rate')
  const { before, item } = around
  if (item !== null) await stands(caller, before, item)
  const at = momentOf(input.at, infusion.reckoned_at, 'at')
  const witness = (await seenBy(caller, around, input))?.name ?? null
  const until_now = await charted(caller, before, upTo(infusion, at), signer)
  const rates = [...infusion.rates, { at, ml_h: input.rate_ml_h, by: caller.name, witness }]
  const changes = { infusion: { ...until_now, rates } }
  return doseRecord.changed(caller, before, 'set_rate', changes, input.note || null)
}

export async function pause(
  caller: Caller,
  id: string,
  input: { reason: string; at?: string | null | undefined },
): Promise<DoseRow> {
  const { before, infusion, signer } = await running(caller, id, 'pause')
  if (infusion.paused_at !== null) throw conflict('It rests already.', 'paused')
  const at = momentOf(input.at, infusion.reckoned_at, 'at')
  const rests = { ...(await charted(caller, before, upTo(infusion, at), signer)), paused_at: at }
  return doseRecord.changed(caller, before, 'pause', { infusion: rests }, input.reason)
}

export async function resume(caller: Caller, id: string, input: ResumeInput): Promise<Dosed> {
  const { infusion, ...around } = await running(caller, id, 'resume')
  const { before, item } = around
  if (infusion.paused_at === null) throw conflict('It runs already.', 'running')
  if (item !== null) await stands(caller, before, item)
  const at = momentOf(input.at, infusion.reckoned_at, 'at')
  const warnings = await mayPass(caller, around, input, at)
  const last = infusion.rates.at(-1)?.ml_h
  const ml_h = input.rate_ml_h ?? last ?? 0
  mustGoOnAs(item, ml_h, last)
  const row = await doseRecord.changed(caller, before, 'resume', {
    infusion: {
      ...infusion,
      reckoned_at: at,
      paused_at: null,
      rates: [...infusion.rates, { at, ml_h, by: caller.name }],
    },
  })
  return { row, warnings }
}

const most_beyond = 1.1
const nearly_all = 0.95

export async function finish(
  caller: Caller,
  id: string,
  input: {
    at?: string | null | undefined
    volume_in_ml?: number | null | undefined
    stop_reason?: string | null | undefined
  },
): Promise<DoseRow> {
  const { before, infusion, item, of, signer } = await running(caller, id, 'finish')
  const at = momentOf(input.at, infusion.reckoned_at, 'at')
  const volume_in_ml = input.volume_in_ml ?? wentIn(infusion, at)
  if (volume_in_ml > infusion.volume_ml * most_beyond) {
    throw conflict(
      `${volume_in_ml} ml is more than was ordered: ${infusion.volume_ml} ml.`,
      'volume',
    )
  }
  if (item !== null) {
    await itemRecord.changed(caller, item, 'dose', { doses_given: item.doses_given + 1 })
  }
  const whole = volume_in_ml >= infusion.volume_ml * nearly_all
  const at_last = await charted(
    caller,
    before,
    { ...infusion, volume_in_ml, reckoned_at: at },
    signer,
  )
  const row = await doseRecord.moved(caller, before, 'finish', {
    status: whole ? 'GIVEN' : 'PARTIAL',
    amount_given: volume_in_ml,
    infusion: {
      ...at_last,
      paused_at: null,
      stopped_at: at,
      stop_reason: input.stop_reason || null,
    },
  })
  if (item !== null && of !== null) await scheduled(caller, of, [item])
  return row
}
