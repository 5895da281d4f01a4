// The stages of a labour by hand: in order, corrected with a reason, and its end (MAT-13, MAT-20).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { referralRecord } from '../../../desk/referrals/record.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { actTime } from '../../parts/acts.ts'
import { rowIn } from '../../parts/part-table.ts'
import { birthsOfLabour } from '../births/of.ts'
import { issuedAmong } from '../births/issued.ts'
import { settings_table } from '../chosen/tables.ts'
import { afterLabour } from '../pregnancies/after-labour.ts'
import { type LabourOutcome, type Stage, stages } from '../words.ts'
import { deliveryOf } from './delivery.ts'
import { held } from './held.ts'
import { type LabourRow, observationsOf } from './of.ts'
import { labour_life, labourRecord } from './record.ts'
import type { AdvanceInput } from './shapes.ts'
import { closeAlerts } from './over.ts'

export async function advance(caller: Caller, id: string, input: AdvanceInput): Promise<LabourRow> {
  await practisingSigner(caller)
  const { patient, labour } = await held(caller, id)
  if (labour.status === 'ENDED') throw labour_life.refusal(labour.status, labour.number)
  await labourRecord.begin(caller, id, input.stage === 'ENDED' ? 'end' : moveTo(labour, input))
  const at = actTime(input.at, patient, {
    after: [{ at: labour.onset_at ?? labour.admitted_at, says: 'at is before the labour began.' }],
    late_reason: input.reason,
  })
  if (input.stage === 'ENDED') return end(caller, labour, input, at)
  if (isBack(labour.status, input.stage)) return corrected(caller, labour, input)
  return forward(caller, labour, input.stage, at)
}

const isBack = (from: Stage, to: Stage): boolean => stages.indexOf(to) < stages.indexOf(from)

type Move = (typeof labour_life.names)[number]

function moveTo(labour: LabourRow, { stage, reason }: AdvanceInput): Move {
  if (stage === labour.status) throw labour_life.refusal(labour.status, labour.number)
  if (isBack(labour.status, stage)) {
    if (reason === undefined) throw invalid('reason', 'is required: a stage is corrected.')
    return 'correct'
  }
  return stage.toLowerCase() as Move
}

async function forward(
  caller: Caller,
  labour: LabourRow,
  stage: Stage,
  at: string,
): Promise<LabourRow> {
  if (stage === 'ACTIVE') return labourRecord.moved(caller, labour, 'active', { active_at: at })
  if (stage === 'SECOND') {
    const active_at = labour.active_at ?? at
    return labourRecord.moved(caller, labour, 'second', { active_at, full_at: at })
  }
  if (stage === 'THIRD') {
    const born = await birthsOfLabour(caller, labour.id)
    const last = born.at(-1)
    if (last === undefined) throw conflict('Record the birth first.', 'no_birth')
    return labourRecord.moved(caller, labour, 'third', { delivered_at: last.born_at })
  }
  const delivery = await deliveryOf(caller, labour.id)
  const placenta_at = delivery?.placenta_at ?? null
  if (placenta_at === null)
    throw conflict('Save the delivery with placenta_at first.', 'no_placenta')
  return labourRecord.moved(caller, labour, 'fourth', { placenta_at })
}

/** The clocks of the stages that were not reached after all are taken away. */
function corrected(
  caller: Caller,
  labour: LabourRow,
  { stage, reason }: AdvanceInput,
): Promise<LabourRow> {
  const reached = stages.indexOf(stage)
  const kept = (from: Stage, at: string | null): string | null =>
    reached >= stages.indexOf(from) ? at : null
  return labourRecord.moved(
    caller,
    labour,
    'correct',
    {
      status: stage,
      active_at: kept('ACTIVE', labour.active_at),
      full_at: kept('SECOND', labour.full_at),
      delivered_at: kept('THIRD', labour.delivered_at),
      placenta_at: kept('FOURTH', labour.placenta_at),
    },
    reason,
  )
}

/** Which ends there are from which stage. */
const ends: Readonly<Record<LabourOutcome, readonly Stage[]>> = {
  DELIVERED: ['THIRD', 'FOURTH'],
  FALSE_LABOUR: ['LATENT'],
  REFERRED: ['LATENT', 'ACTIVE', 'SECOND'],
  LEFT: ['LATENT', 'ACTIVE', 'SECOND'],
  CAESAREAN_ELSEWHERE: ['LATENT', 'ACTIVE', 'SECOND'],
  DIED: ['LATENT', 'ACTIVE', 'SECOND', 'THIRD', 'FOURTH'],
}

async function end(
  caller: Caller,
  labour: LabourRow,
  input: AdvanceInput,
  ended_at: string,
): Promise<LabourRow> {
  const outcome = input.outcome ?? (labour.status === 'FOURTH' ? 'DELIVERED' : undefined)
  if (outcome === undefined) throw invalid('outcome', 'is required.')
  if (!ends[outcome].includes(labour.status)) {
    throw conflict(`${labour.number} is ${labour.status}: ${outcome} is not possible.`, 'state')
  }
  if (outcome === 'DELIVERED') await mustBeDone(caller, labour, input, ended_at)
  if (outcome === 'REFERRED') await mustBeReferred(caller, labour, input)
  const row = await labourRecord.moved(
    caller,
    labour,
    'end',
    { ended_at, outcome, referral_id: input.referral_id ?? null },
    input.reason ?? null,
  )
  await closeAlerts(caller, row.id)
  await afterLabour(caller, row)
  return row
}

/** MAT-20. */
async function mustBeDone(
  caller: Caller,
  labour: LabourRow,
  { reason }: AdvanceInput,
  at: string,
): Promise<void> {
  const born = await birthsOfLabour(caller, labour.id)
  if (born.length === 0) throw conflict('Record the birth first.', 'no_birth')
  const delivery = await deliveryOf(caller, labour.id)
  if (!delivery?.signed_at) throw conflict('Sign the delivery first.', 'not_signed')
  if (reason !== undefined) return
  const living = born.filter(({ outcome }) => outcome === 'LIVE')
  const issued = await issuedAmong(
    caller,
    living.map(({ id }) => id),
  )
  const open = living.find(({ id }) => !issued.has(id))
  if (open !== undefined) {
    throw conflict(
      `Birth ${open.birth_order} is not notified: notify it, or give a reason.`,
      'not_notified',
    )
  }
  await mustBeWatched(caller, labour, at)
}

/** The first hours after the placenta, and somebody who looked. */
async function mustBeWatched(caller: Caller, labour: LabourRow, at: string): Promise<void> {
  const { first_hours } = await rowIn(caller, settings_table)
  const since = labour.placenta_at ?? labour.delivered_at ?? clock.instant()
  const seen = await observationsOf(caller, labour.id)
  const watched = seen.some((one) => !one.void && one.at >= since)
  const long = Date.parse(at) - Date.parse(since) >= hours(first_hours)
  if (watched && long) return
  throw conflict(
    `The first ${first_hours} hours are not watched: write an observation then, or give a reason.`,
    'not_watched',
  )
}

async function mustBeReferred(
  caller: Caller,
  labour: LabourRow,
  { referral_id }: AdvanceInput,
): Promise<void> {
  if (!referral_id) throw invalid('referral_id', 'is required with REFERRED.')
  const referral = await referralRecord.get(caller, referral_id)
  if (referral.patient_id !== labour.patient_id || referral.direction !== 'OUT') {
    throw invalid('referral_id', 'is not a referral of this patient to another house.')
  }
}
