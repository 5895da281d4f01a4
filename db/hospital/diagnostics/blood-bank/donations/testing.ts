// Groups and infections of a donation (BLD-13, BLD-20 to BLD-27). What reacts is held in the same
// transaction; what reacts for good is rejected, destroyed and looked back upon.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { today } from '../../../office/places/hours.ts'
import { defer } from '../donors/deferring.ts'
import { type DonorRow, donorRecord } from '../donors/record.ts'
import { backFromDonor } from '../look-backs/opening.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { settingsOf } from '../settings/settings.ts'
import { discardAll, holdAll } from '../units/handling.ts'
import { known_markers, type Marker } from '../words.ts'
import { differ, differs } from './grouping.ts'
import { confirmReceived, settleGroup } from './groups.ts'
import { donation_life, type DonationRow, donationRecord } from './record.ts'
import type { DonationTestsInput } from './shapes.ts'
import { agreedGroup, groupingsOf, missingOf, testsOf, verdictsOf } from './standing.ts'
import { donation_groupings, donation_tests } from './tables.ts'

export async function test(
  caller: Caller,
  id: string,
  input: DonationTestsInput,
): Promise<DonationRow> {
  const before = await donationRecord.locked(caller, id)
  mayTest(before, input)
  const settings = await settingsOf(caller)
  await writeGroupings(caller, before, input)
  await writeTests(caller, settings, before, input)
  await verify(caller, before, input.verify ?? [])
  if (before.origin !== 'OWN') return confirmReceived(caller, before)
  const donor = before.donor_id === null ? null : await donorRecord.locked(caller, before.donor_id)
  const grouped = await settleGroup(caller, await excluded(caller, before, input), donor)
  return judged(caller, settings, grouped, donor)
}

/** After it was rejected only a reference laboratory's word is added: for the donor's state (BLD-23). */
function mayTest(
  row: DonationRow,
  { tests = [], groupings = [], verify: marks = [] }: DonationTestsInput,
) {
  const confirms = tests.length > 0 && tests.every(({ run }) => run === 'CONFIRMATORY')
  if (row.status === 'REJECTED' && confirms && groupings.length === 0) return
  donation_life.move('test', row.status, row.din ?? '')
  if (row.origin !== 'OWN' && tests.length + marks.length > 0) {
    throw invalidAs('tests', 'this unit was tested by who sent it.')
  }
}

async function writeGroupings(
  caller: Caller,
  { id, hospital_id }: DonationRow,
  { groupings = [], discrepancy = false }: DonationTestsInput,
): Promise<void> {
  for (const [at, one] of groupings.entries()) {
    const is_off = differs(one, `groupings[${at}]`)
    if (is_off && !discrepancy) throw differ(one)
    await donation_groupings.insert({
      hospital_id,
      donation_id: id,
      abo: one.abo,
      rhd: one.rhd,
      forward: one.forward,
      reverse: one.reverse ?? null,
      method: one.method,
      discrepancy: is_off,
      at: clock.instant(),
      by_id: caller.user_id,
      by_name: caller.name,
    })
  }
}

async function writeTests(
  caller: Caller,
  { markers }: BloodSettings,
  { id, hospital_id, facility_id }: DonationRow,
  { tests = [] }: DonationTestsInput,
): Promise<void> {
  const known = (await testsOf(caller, id)).length
  const day = await today(caller, facility_id)
  const rows = tests.map((one, at) => {
    const marker = markerOf(one.marker, markers, `tests[${at}].marker`)
    if (one.kit_expiry < day) {
      throw conflict(`Kit lot ${one.kit_lot} expired on ${one.kit_expiry}.`, 'expired')
    }
    return {
      ...one,
      marker,
      value: one.value || null,
      hospital_id,
      donation_id: id,
      position: known + at + 1,
      at: clock.instant(),
      by_id: caller.user_id,
      by_name: caller.name,
    }
  })
  if (rows.length > 0) await donation_tests.insertMany(rows)
}

function markerOf(typed: string, asked: readonly Marker[], field: string): Marker {
  const found = known_markers.find((one) => one === typed && asked.includes(one))
  if (found !== undefined) return found
  throw invalid(field, `must be one of ${asked.join(', ')}.`)
}

/** BLD-20: by another person than who typed it. */
async function verify(
  caller: Caller,
  { id, hospital_id }: DonationRow,
  markers: readonly Marker[],
): Promise<void> {
  for (const marker of markers) {
    const open = (await testsOf(caller, id)).filter(
      (one) => one.marker === marker && one.verified_by_id === null,
    )
    if (open.length === 0) throw conflict(`${marker} has nothing to verify.`)
    if (caller.user_id === null || open.some(({ by_id }) => by_id === caller.user_id)) {
      throw conflict('You entered this test: somebody else must verify it.', 'second_person')
    }
    for (const one of open) {
      await donation_tests.change(
        { hospital_id, id: one.id },
        { verified_by_id: caller.user_id, verified_by_name: caller.name },
      )
    }
  }
}

/** BLD-13: asked for in confidence, also by telephone later: no further words, and the tests go on. */
async function excluded(
  caller: Caller,
  before: DonationRow,
  { unit_exclusion }: DonationTestsInput,
): Promise<DonationRow> {
  if (unit_exclusion !== true || before.unit_exclusion) return before
  await discardAll(caller, before.id, 'OTHER', 'Not used')
  return donationRecord.changed(caller, before, 'exclude', { unit_exclusion: true })
}

async function judged(
  caller: Caller,
  settings: BloodSettings,
  before: DonationRow,
  donor: DonorRow | null,
): Promise<DonationRow> {
  const verdicts = verdictsOf(settings, await testsOf(caller, before.id))
  const reactive = [...verdicts].flatMap(([marker, { state }]) =>
    state === 'REACTIVE' ? marker : [],
  )
  if (before.status === 'REJECTED') return donationRecord.changed(caller, before, 'test')
  if (reactive.length > 0) return rejectReactive(caller, before, donor, reactive)
  const waits = [...verdicts.values()].some(({ state }) => state === 'REPEAT')
  if (waits) await holdAll(caller, { donation_id: before.id }, 'REACTIVE')
  const group = agreedGroup(await groupingsOf(caller, before.id), donor)
  const status = missingOf(verdicts, group).length === 0 ? 'TESTED' : 'COLLECTED'
  return donationRecord.moved(caller, before, 'test', { status })
}

/** BLD-24: by a move of its own, with the list of what must be destroyed. */
async function rejectReactive(
  caller: Caller,
  before: DonationRow,
  donor: DonorRow | null,
  markers: readonly Marker[],
): Promise<DonationRow> {
  const gone = await discardAll(caller, before.id, 'REACTIVE', 'Reactive')
  if (donor !== null) await deferReactive(caller, donor, before.id, markers)
  for (const marker of markers) await backFromDonor(caller, before, marker)
  await notify(caller, {
    to: { permission: 'donor:results' },
    kind: 'donor.reactive',
    title: `Donation ${before.din ?? ''} is rejected`,
    body: `Destroy: ${gone.map(({ number }) => number).join(', ') || 'nothing is left of it'}.`,
    entity: { type: 'donation', id: before.id },
  })
  return donationRecord.moved(
    caller,
    before,
    'reject',
    { reject_reason: 'REACTIVE' },
    `REACTIVE; destroyed: ${gone.map(({ number }) => number).join(', ')}`,
  )
}

const for_good: readonly Marker[] = ['HIV', 'HBV', 'HCV']
const year = 365

async function deferReactive(
  caller: Caller,
  donor: DonorRow,
  donation_id: string,
  markers: readonly Marker[],
): Promise<void> {
  const until = nextDay(await today(caller), year)
  await defer(
    caller,
    donor,
    markers.map((marker) => {
      const lasts = for_good.includes(marker)
      return {
        reason_code: marker,
        kind: lasts ? ('PERMANENT' as const) : ('TEMPORARY' as const),
        until: lasts ? null : until,
        source: 'TEST' as const,
        donation_id,
      }
    }),
  )
}
