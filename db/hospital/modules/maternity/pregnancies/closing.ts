// A pregnancy ends: without a birth here, after the days in bed, or with the woman's death (maternity 3).

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { put as putStatus } from '../../../care/chart/pregnancy.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { birthsOfPregnancy } from '../births/of.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { early_outcomes } from '../words.ts'
import { pregnancyRecord, type PregnancyRow } from './record.ts'
import type { CloseInput } from './shapes.ts'

const lying_in_days = 42

export async function close(caller: Caller, id: string, input: CloseInput): Promise<PregnancyRow> {
  await signerOf(caller)
  const { patient_id } = await pregnancyRecord.get(caller, id)
  await writable(caller, patient_id)
  const before = await pregnancyRecord.begin(caller, id, 'close')
  await mustBeHere(caller, before.facility_id, 'pregnancy')
  const on = await today(caller, before.facility_id)
  if (input.on > on) throw invalid('on', 'is in the future.')
  const first = before.lmp ?? before.booked_on
  if (input.on < first) throw conflict(`on is before ${first}, when the pregnancy began.`)
  const outcome = await outcomeOf(caller, before, input)
  const reason = [input.reason, input.facility].filter(Boolean).join(', ') || null
  const row = await pregnancyRecord.moved(
    caller,
    before,
    'close',
    { outcome, closed_on: input.on, close_reason: reason, next_contact_on: null },
    reason,
  )
  if (before.status === 'OPEN') await tellOver(caller, row)
  return row
}

async function outcomeOf(
  caller: Caller,
  row: PregnancyRow,
  { outcome, reason }: CloseInput,
): Promise<NonNullable<PregnancyRow['outcome']>> {
  const born = await bornOutcome(caller, row.id)
  if (born !== null) {
    if (['LIVE_BIRTH', 'STILLBIRTH', 'MIXED'].includes(outcome)) return born
    throw invalid('outcome', `is ${born}: children were born.`)
  }
  if (!(early_outcomes as readonly string[]).includes(outcome)) {
    throw invalid('outcome', `must be one of ${early_outcomes.join(', ')}.`)
  }
  if (reason === undefined) throw invalid('reason', 'is required.')
  return outcome
}

/** By the children that were born; null: none was. */
export async function bornOutcome(
  caller: Caller,
  pregnancy_id: string,
): Promise<'LIVE_BIRTH' | 'STILLBIRTH' | 'MIXED' | null> {
  const born = await birthsOfPregnancy(caller, pregnancy_id)
  if (born.length === 0) return null
  const living = born.filter(({ outcome }) => outcome === 'LIVE').length
  return living === born.length ? 'LIVE_BIRTH' : living === 0 ? 'STILLBIRTH' : 'MIXED'
}

/** Care hears that she is pregnant no more. */
export const tellOver = (caller: Caller, { patient_id }: Pick<PregnancyRow, 'patient_id'>) =>
  putStatus(caller, patient_id, {
    pregnant: 'NO',
    basis: 'PROGRAMME',
  })

/** Since then the days after birth are over. */
export const lyingInBefore = (): string => instantIn(-days(lying_in_days))
export { lying_in_days }
