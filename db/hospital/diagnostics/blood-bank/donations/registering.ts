// A donor is asked and examined, and gives or is deferred (3.2; BLD-3 to BLD-9).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { inWords } from '../../../office/plans/days.ts'
import { today } from '../../../office/places/hours.ts'
import { defer } from '../donors/deferring.ts'
import { type DonorRow, donorRecord, standingOn } from '../donors/record.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { settingsOf } from '../settings/settings.ts'
import { nextDin, readDin } from './din.ts'
import { findingsOf, isDeferring, readAnswers, soonEnough } from './findings.ts'
import type { Finding } from './kept.ts'
import { type DonationRow, donationRecord, stillOpen } from './record.ts'
import type { DonationInput } from './shapes.ts'
import { donations } from './tables.ts'

export async function register(caller: Caller, input: DonationInput): Promise<DonationRow> {
  if (await madeBefore(caller, donations, input.id))
    return donationRecord.get(caller, input.id ?? '')
  const settings = await settingsOf(caller)
  const donor = await donorRecord.locked(caller, input.donor_id)
  const facility_id = await actingBranch(caller)
  const day = await today(caller, facility_id)
  const kind = input.kind ?? 'VOLUNTARY'
  await mayGive(caller, donor, { ...input, kind }, day)
  const answers = readAnswers(settings, donor, input.answers)
  const { donor_id: _donor, patient_id, exam } = input
  const findings = findingsOf(settings, { kind, donor, answers, exam, today: day })
  const deferring = findings.filter(isDeferring)
  const row = await donationRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id,
      din: deferring.length === 0 ? await dinFor(caller, settings, input) : null,
      origin: 'OWN',
      donor_id: donor.id,
      donor_number: donor.number,
      kind,
      patient_id: patient_id || null,
      site: input.site || null,
      answers,
      exam,
      consent_signed: true,
      unit_exclusion: input.unit_exclusion ?? false,
      findings,
      not_for: [...new Set(findings.flatMap(({ not_for }) => not_for))],
      note: input.note || null,
      registered_by_id: caller.user_id,
      registered_by_name: caller.name,
    },
    'register',
  )
  if (deferring.length === 0) return row
  await defer(
    caller,
    donor,
    deferring.map((one) => deferralOf(one, row.id)),
  )
  return donationRecord.moved(caller, row, 'defer')
}

async function mayGive(
  caller: Caller,
  donor: DonorRow,
  input: DonationInput & { kind: DonorRow['kind'] },
  day: string,
): Promise<void> {
  const standing = standingOn(donor, day)
  if (standing === 'BARRED') throw conflict('This donor may not give blood.', 'barred')
  if (standing === 'DEFERRED') {
    const until = inWords(donor.deferred_until ?? day)
    throw conflict(`This donor is deferred until ${until}.`, 'deferred')
  }
  const { hospital_id } = caller
  const open = await donations.find({ hospital_id, donor_id: donor.id, status: 'ACCEPTED' })
  if (open !== undefined) throw await stillOpen(hospital_id, donor.id)
  const from = soonEnough(donor, input.kind, input.note || null, day)
  if (from !== null) throw conflict(`This donor may give again from ${inWords(from)}.`, 'too_early')
  if (input.kind !== 'VOLUNTARY' && !input.patient_id) {
    throw invalid('patient_id', `is required: a ${input.kind} donation is for a patient.`)
  }
  if (input.patient_id) await patientRecord.get(caller, input.patient_id)
  if (!input.consent_signed) throw conflict('The donor has not signed: consent_signed.', 'consent')
}

const measured = new Set([
  'WEIGHT',
  'HAEMOGLOBIN',
  'BLOOD_PRESSURE',
  'BLOOD_PRESSURE_LOWER',
  'PULSE',
  'TEMPERATURE',
])

const deferralOf = ({ code, kind, until }: Finding, donation_id: string) => ({
  reason_code: code,
  kind,
  until,
  donation_id,
  source: measured.has(code) ? ('EXAM' as const) : ('INTERVIEW' as const),
})

/** BLD-9: counted here, or from the sticker of the national service. */
async function dinFor(caller: Caller, { din }: BloodSettings, input: DonationInput) {
  if (din.mode === 'OWN') return nextDin(caller, din.fin)
  if (!input.din) throw invalid('din', 'is required: scan the sticker of the bag.')
  return readDin(input.din)
}
