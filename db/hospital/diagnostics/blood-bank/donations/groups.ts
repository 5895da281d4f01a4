// The group of a donation, once it is agreed: it goes to its units and to the donor (BLD-26, BLD-27).
// What differs is held, and the head of the laboratory hears of it.

import type { Caller } from '../../../../core/caller.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { type DonorRow, donorRecord } from '../donors/record.ts'
import { holdAll } from '../units/handling.ts'
import { unitRecord } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import type { BloodGroup } from '../words.ts'
import { groupOfDonor } from './grouping.ts'
import { type DonationRow, donationRecord } from './record.ts'
import { agreedGroup, type GroupingRow, groupingsOf } from './standing.ts'

export async function settleGroup(
  caller: Caller,
  before: DonationRow,
  donor: DonorRow | null,
): Promise<DonationRow> {
  const groupings = await groupingsOf(caller, before.id)
  const { state, group } = agreedGroup(groupings, donor)
  const doubtful = state !== 'AGREED' && groupings.some(({ discrepancy }) => discrepancy)
  if (state === 'DIFFER' || doubtful) return differing(caller, before)
  if (group === null || before.blood_group === group) return before
  await groupUnits(caller, before, group, isWeak(groupings))
  if (donor !== null) await groupDonor(caller, donor, before, group)
  return donationRecord.changed(caller, before, 'group', { blood_group: group, discrepancy: false })
}

const isWeak = (groupings: readonly GroupingRow[]): boolean =>
  groupings.some(({ rhd, discrepancy }) => rhd === 'WEAK' && !discrepancy)

async function differing(caller: Caller, before: DonationRow): Promise<DonationRow> {
  if (before.discrepancy) return before
  await holdAll(caller, { donation_id: before.id }, 'GROUP_DIFFERS')
  await notify(caller, {
    to: { role: 'lab_manager' },
    kind: 'blood.discrepancy',
    title: `The groups of donation ${before.din ?? ''} differ`,
    body:
      before.origin === 'OWN'
        ? 'Its units are held. Both records are open for enquiry.'
        : `Its units are held. Tell ${before.sender ?? 'who sent it'}.`,
    entity: { type: 'donation', id: before.id },
  })
  return donationRecord.changed(caller, before, 'differ', { discrepancy: true })
}

async function groupUnits(
  caller: Caller,
  { id: donation_id }: DonationRow,
  blood_group: BloodGroup,
  rhd_weak: boolean,
): Promise<void> {
  const { hospital_id } = caller
  const found = await blood_units.all({ hospital_id, donation_id }, { order: ['id'] })
  for (const { id } of found) {
    const row = await unitRecord.locked(caller, id)
    const changes = { blood_group, rhd_weak, group_confirmed: true }
    await unitRecord.changed(caller, row, 'group', changes)
  }
}

/** BLD-27: the second donation that agrees confirms it. */
async function groupDonor(
  caller: Caller,
  donor: DonorRow,
  { blood_group: before }: DonationRow,
  blood_group: BloodGroup,
): Promise<void> {
  if (before !== null) return
  const group_confirmed = donor.blood_group === blood_group
  await donorRecord.changed(caller, donor, 'group', { blood_group, group_confirmed })
}

/** BLD-34: one grouping here, which says what the sender says, frees what came from outside. */
export async function confirmReceived(caller: Caller, before: DonationRow): Promise<DonationRow> {
  const groupings = await groupingsOf(caller, before.id)
  const counted = groupings.filter(({ discrepancy }) => !discrepancy)
  if (groupings.length === 0) return before
  const agrees =
    counted.length > 0 && counted.every((one) => groupOfDonor(one) === before.sent_group)
  if (!agrees || before.sent_group === null) return differing(caller, before)
  await groupUnits(caller, before, before.sent_group, isWeak(counted))
  await freeUnits(caller, before.id)
  const changes = { blood_group: before.sent_group, released_by_name: caller.name }
  return donationRecord.moved(caller, before, 'release', changes)
}

/** QUARANTINE alone: what is held stays held. */
export async function freeUnits(caller: Caller, donation_id: string): Promise<void> {
  const { hospital_id } = caller
  const found = await blood_units.all(
    { hospital_id, donation_id, status: 'QUARANTINE' },
    { order: ['id'] },
  )
  for (const { id } of found) {
    const row = await unitRecord.locked(caller, id)
    if (row.status === 'QUARANTINE') await unitRecord.moved(caller, row, 'release')
  }
}
