// A donor must wait, or may never give again (3.1): written down with its cause, the strongest decides.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { DeferralKind, DeferralSource } from '../words.ts'
import { type DonorRow, donorRecord, standingOn } from './record.ts'
import { donor_deferrals } from './tables.ts'

export interface Deferred {
  reason_code: string
  kind: DeferralKind
  until: string | null
  source: DeferralSource
  donation_id?: string | null
  note?: string | null
}

export async function defer(
  caller: Caller,
  before: DonorRow,
  found: readonly Deferred[],
): Promise<DonorRow> {
  if (found.length === 0) return before
  const day = await today(caller)
  await donor_deferrals.insertMany(
    found.map(({ donation_id = null, note = null, ...one }) => ({
      ...one,
      donation_id,
      note,
      hospital_id: caller.hospital_id,
      donor_id: before.id,
      from_day: day,
      at: clock.instant(),
      by_id: caller.user_id,
      by_name: caller.name,
    })),
  )
  if (before.status === 'BARRED') return before
  const barred = found.some(({ kind }) => kind === 'PERMANENT')
  const until = latest([before.deferred_until, ...found.map((one) => one.until)], day)
  return donorRecord.moved(
    caller,
    before,
    'defer',
    barred
      ? { status: 'BARRED', deferred_until: null }
      : { status: 'DEFERRED', deferred_until: until },
    found.map(({ reason_code }) => reason_code).join(', '),
  )
}

const latest = (days: readonly (string | null)[], day: string): string =>
  days
    .flatMap((one) => one ?? [])
    .toSorted()
    .at(-1) ?? day

const never_back = ['HIV', 'HBV', 'HCV']

/** By the head of the laboratory, never by who deferred, and never after a confirmed infection (3.1). */
export async function reinstate(caller: Caller, id: string, reason: string): Promise<DonorRow> {
  const before = await donorRecord.begin(caller, id, 'reinstate')
  const { hospital_id } = caller
  const open = await donor_deferrals.all({ hospital_id, donor_id: id, lifted_at: null })
  if (open.some(({ by_id }) => by_id !== null && by_id === caller.user_id)) {
    throw conflict('You deferred this donor: somebody else must decide.', 'second_person')
  }
  if (
    open.some(({ source, reason_code }) => source === 'TEST' && never_back.includes(reason_code))
  ) {
    if (!(await disproved(caller, id))) throw conflict('This donor may not give blood.')
  }
  for (const one of open) {
    await donor_deferrals.change(
      { hospital_id, id: one.id },
      { lifted_at: clock.instant(), lifted_by_name: caller.name, lift_reason: reason },
    )
  }
  return donorRecord.moved(caller, before, 'reinstate', { deferred_until: null }, reason)
}

/** BLD-24: each marker that was reactive was found NON_REACTIVE by a reference laboratory since. */
async function disproved({ hospital_id }: Caller, donor_id: string): Promise<boolean> {
  const found = await rows<{ marker: string; result: string }>(
    sql`select t.marker, t.result from donation_tests t join donations d on d.id = t.donation_id
      where t.hospital_id = ${hospital_id} and d.donor_id = ${donor_id}
        and t.run = 'CONFIRMATORY' and t.result <> 'INVALID' order by t.at, t.id`,
  )
  const last = new Map(found.map(({ marker, result }) => [marker, result]))
  return last.size > 0 && [...last.values()].every((result) => result === 'NON_REACTIVE')
}

const at_once = 500

/** 05:00: what is over by date is written down. */
export async function endDeferrals(caller: Caller): Promise<number> {
  const day = await today(caller)
  const found = await rows<{ id: string }>(
    sql`select id from donors where hospital_id = ${caller.hospital_id} and status = 'DEFERRED'
      and deferred_until < ${day} order by id limit ${at_once}`,
  )
  for (const { id } of found) {
    await within(async () => {
      const before = await donorRecord.locked(caller, id)
      if (before.status !== 'DEFERRED' || standingOn(before, day) === 'DEFERRED') return
      await donorRecord.moved(caller, before, 'end', { deferred_until: null })
    }, 'jobs')
  }
  return found.length
}
