// A donor is bled (BLD-10, BLD-11): a unit of whole blood in quarantine, or nothing.

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { batchRecord, barred } from '../../../goods/stock/pool/batches.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { today } from '../../../office/places/hours.ts'
import { defer } from '../donors/deferring.ts'
import { donorRecord } from '../donors/record.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { settingsOf } from '../settings/settings.ts'
import { discardAll } from '../units/handling.ts'
import { wholeBlood } from '../units/making.ts'
import { nextEligible } from './findings.ts'
import type { Adverse } from './kept.ts'
import { type DonationRow, donationRecord } from './record.ts'
import type { BleedInput } from './shapes.ts'

const least_ml = 50
const slow_minutes = 15

export async function bleed(caller: Caller, id: string, input: BleedInput): Promise<DonationRow> {
  const before = await donationRecord.begin(caller, id, 'bleed')
  const settings = await settingsOf(caller)
  const drawn = await drawnOf(caller, settings, before, input)
  const row = await donationRecord.moved(
    caller,
    before,
    'bleed',
    {
      ...drawn,
      adverse: input.adverse ?? null,
      note: [before.note, input.note].filter(Boolean).join('\n').slice(0, 1000) || null,
      bled_by_name: caller.name,
    },
    drawn.fail_reason,
  )
  if (row.status === 'COLLECTED') {
    await wholeBlood(caller, settings, row)
    if (row.unit_exclusion) await discardAll(caller, row.id, 'OTHER', 'Not used')
  }
  await toldOfDonor(caller, settings, row)
  return row
}

type Drawn = Partial<DonationRow> & { fail_reason: string | null }

async function drawnOf(
  caller: Caller,
  settings: BloodSettings,
  before: DonationRow,
  input: BleedInput,
): Promise<Drawn> {
  const volume_ml = input.volume_ml ?? 0
  if (input.failed === true) {
    if (!input.reason) throw invalid('reason', 'is required.')
    const times = volume_ml > 0 ? { ended_at: clock.instant() } : {}
    const on = { collected_on: await dayAt(caller, clock.instant()) }
    return { status: 'FAILED', fail_reason: input.reason, volume_ml, ...times, ...on }
  }
  const { bag } = input
  if (bag === undefined) throw invalid('bag', 'is required.')
  if (input.volume_ml === undefined || input.volume_ml === null) {
    throw invalid('volume_ml', 'is required.')
  }
  await bagFits(caller, settings, before, bag)
  const times = timesOf(input)
  if (volume_ml > most(bag.nominal_ml) && !input.note) {
    throw conflict(
      `${volume_ml} ml is more than the bag holds (${most(bag.nominal_ml)}): write a note.`,
    )
  }
  const fails = volume_ml < least_ml
  const low_volume = !fails && volume_ml < bag.nominal_ml * 0.9
  const slow = Date.parse(times.ended_at) - Date.parse(times.started_at) > minutes(slow_minutes)
  const not_for = new Set(before.not_for)
  if (low_volume || slow) not_for.add('PLASMA').add('PLATELET').add('CRYO')
  return {
    ...times,
    status: fails ? 'FAILED' : 'COLLECTED',
    fail_reason: fails ? `${volume_ml} ml: less than ${least_ml} ml` : null,
    bag,
    volume_ml,
    arm: input.arm ?? null,
    collected_on: await dayAt(caller, times.ended_at),
    low_volume,
    slow,
    not_for: [...not_for],
  }
}

const most = (nominal_ml: number): number => Math.floor(nominal_ml * 1.1)
const ahead = minutes(2)

function timesOf({ started_at, ended_at }: BleedInput) {
  if (!started_at) throw invalid('started_at', 'is required.')
  if (!ended_at) throw invalid('ended_at', 'is required.')
  const times = {
    started_at: new Date(started_at).toISOString(),
    ended_at: new Date(ended_at).toISOString(),
  }
  if (times.ended_at < times.started_at) {
    throw invalid('ended_at', 'is before started_at.')
  }
  if (Date.parse(times.ended_at) > clock.ms() + ahead) {
    throw invalid('ended_at', 'is in the future.')
  }
  return times
}

async function bagFits(
  caller: Caller,
  { max_ml_per_kg }: BloodSettings,
  { exam, facility_id }: DonationRow,
  { nominal_ml, batch_id, lot }: NonNullable<BleedInput['bag']>,
): Promise<void> {
  const weight = exam?.weight_kg ?? 0
  if (nominal_ml > weight * max_ml_per_kg) {
    throw conflict(`A ${nominal_ml} ml bag is too large for ${weight} kg: take a smaller one.`)
  }
  if (!batch_id) return
  const batch = await batchRecord.get(caller, batch_id)
  const why = barred({ ...batch, lot: batch.lot ?? lot }, await today(caller, facility_id))
  if (why !== null) throw conflict(`Bag l${why.slice(1)}`)
}

/** The donor's dates, counts and, after a severe reaction, a year of rest. */
async function toldOfDonor(
  caller: Caller,
  settings: BloodSettings,
  { id, donor_id, volume_ml, collected_on, kind, adverse, din }: DonationRow,
): Promise<void> {
  if (donor_id === null) return
  const donor = await donorRecord.locked(caller, donor_id)
  const gave = (volume_ml ?? 0) >= least_ml && collected_on !== null
  const after = await donorRecord.changed(caller, donor, 'give', {
    kind,
    ...(gave
      ? {
          donations: donor.donations + 1,
          last_donated_on: collected_on,
          next_eligible_on: nextEligible(settings, donor.sex, collected_on),
        }
      : {}),
  })
  if (!isSevere(adverse)) return
  await defer(caller, after, [
    {
      reason_code: 'ADVERSE_EVENT',
      kind: 'TEMPORARY',
      until: nextDay(await today(caller), 365),
      source: 'DONATION',
      donation_id: id,
    },
  ])
  await notify(caller, {
    to: { role: 'lab_manager' },
    kind: 'donor.adverse',
    title: `Severe reaction of a donor, donation ${din ?? ''}`,
    body: `${adverse?.type ?? ''}: ${adverse?.action ?? 'no action is written down'}`,
    entity: { type: 'donor', id: donor_id },
  })
}

const isSevere = (adverse: Adverse | null): boolean => adverse?.severity === 'SEVERE'
