// A donation is released or rejected, by somebody who entered none of its tests (3.2, BLD-28).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { type DonorRow, donorRecord } from '../donors/record.ts'
import { settingsOf } from '../settings/settings.ts'
import { discardAll } from '../units/handling.ts'
import { isDeferring } from './findings.ts'
import { freeUnits } from './groups.ts'
import { type DonationRow, donationRecord } from './record.ts'
import type { ReleaseInput } from './shapes.ts'
import { agreedGroup, groupingsOf, missingOf, testsOf, verdictsOf } from './standing.ts'

export async function release(
  caller: Caller,
  id: string,
  input: ReleaseInput,
): Promise<DonationRow> {
  if (input.reject) return rejected(caller, id, input.reject.reason)
  await neverReactive(caller, await donationRecord.locked(caller, id))
  const before = await donationRecord.begin(caller, id, 'release')
  await isComplete(caller, before)
  await byAnother(caller, before)
  await freeUnits(caller, id)
  return donationRecord.moved(
    caller,
    before,
    'release',
    { released_by_name: caller.name, released_at: clock.instant() },
    input.note || null,
  )
}

async function rejected(caller: Caller, id: string, reason: string): Promise<DonationRow> {
  const before = await donationRecord.begin(caller, id, 'reject')
  await byAnother(caller, before)
  await discardAll(caller, id, 'OTHER', reason)
  return donationRecord.moved(caller, before, 'reject', { reject_reason: reason }, reason)
}

async function neverReactive(caller: Caller, row: DonationRow): Promise<void> {
  const verdicts = verdictsOf(await settingsOf(caller), await testsOf(caller, row.id))
  const found = [...verdicts].find(([, { state }]) => state === 'REACTIVE')
  if (found !== undefined) {
    throw conflict(`${found[0]} is reactive: this donation can only be rejected.`, 'reactive')
  }
  if (row.unit_exclusion) throw conflict('This donation can only be rejected.', 'excluded')
}

/** BLD-28: all that is missing is named at once. */
async function isComplete(caller: Caller, row: DonationRow): Promise<void> {
  const settings = await settingsOf(caller)
  const verdicts = verdictsOf(settings, await testsOf(caller, row.id))
  const donor: DonorRow | null =
    row.donor_id === null ? null : await donorRecord.get(caller, row.donor_id)
  const group = agreedGroup(await groupingsOf(caller, row.id), donor)
  const findings = row.findings.filter(isDeferring).map(({ code }) => `${code} was found`)
  const missing = missingOf(verdicts, group, findings)
  if (missing.length > 0) throw conflict(`${missing.join('; ')}.`, 'incomplete')
}

async function byAnother(caller: Caller, { id }: DonationRow): Promise<void> {
  const tests = await testsOf(caller, id)
  const groupings = await groupingsOf(caller, id)
  const entered = [...tests, ...groupings].some(({ by_id }) => by_id === caller.user_id)
  if (caller.user_id === null || entered) {
    throw conflict('You tested this donation: somebody else must release it.', 'second_person')
  }
}
