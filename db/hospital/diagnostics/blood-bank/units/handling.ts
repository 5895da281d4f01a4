// Units are held, cleared and discarded (3.3): by people, or because of what was found.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { donations } from '../donations/tables.ts'
import type { DonationRow } from '../donations/record.ts'
import { unsettledOf } from '../donations/standing.ts'
import { discard_reasons, type UnitState } from '../words.ts'
import { unitsNamed } from './named.ts'
import { beginUnit, let_go, standingNow, type UnitRow, unitRecord } from './record.ts'
import type { DiscardInput, HoldInput } from './shapes.ts'
import { blood_units } from './tables.ts'

export async function hold(caller: Caller, input: HoldInput): Promise<UnitRow[]> {
  const why = [input.reason, input.note].filter(Boolean).join(': ')
  if (input.hold && !input.reason?.trim()) throw invalid('reason', 'is required.')
  if (!input.hold && why === '') throw invalid('note', 'is required.')
  const named = await unitsNamed(caller, input)
  const done: UnitRow[] = []
  for (const { id } of named) {
    done.push(input.hold ? await holdOne(caller, id, why) : await clearOne(caller, id, why))
  }
  return done
}

const holdOne = async (caller: Caller, id: string, why: string): Promise<UnitRow> =>
  held(caller, await beginUnit(caller, id, 'hold'), why)

const held = (caller: Caller, before: UnitRow, why: string): Promise<UnitRow> =>
  unitRecord.moved(
    caller,
    before,
    'hold',
    {
      ...let_go,
      hold_reason: why.slice(0, 300),
      held_at: clock.instant(),
      held_by_id: caller.user_id,
      held_by_name: caller.name,
    },
    why,
  )

/** By somebody else than who held it; it goes back to what its donation allows. */
async function clearOne(caller: Caller, id: string, why: string): Promise<UnitRow> {
  const before = await beginUnit(caller, id, 'clear')
  if (before.held_by_id !== null && before.held_by_id === caller.user_id) {
    throw conflict('You held this unit: somebody else must clear it.', 'second_person')
  }
  const { hospital_id } = caller
  const donation = await donations.find({ hospital_id, id: before.donation_id })
  if (donation !== undefined) await mayClear(caller, donation)
  return cleared(caller, before, donation, why)
}

const cleared = (
  caller: Caller,
  before: UnitRow,
  donation: DonationRow | undefined,
  why: string,
): Promise<UnitRow> =>
  unitRecord.moved(
    caller,
    before,
    'clear',
    {
      status: donation?.status === 'RELEASED' ? 'AVAILABLE' : 'QUARANTINE',
      hold_reason: null,
      held_at: null,
      held_by_id: null,
      held_by_name: null,
    },
    why,
  )

async function mayClear(caller: Caller, donation: DonationRow): Promise<void> {
  const [open] = await unsettledOf(caller, donation)
  if (open !== undefined) throw conflict(`${open}: the unit stays held.`)
}

const handled = ['QUARANTINE', 'AVAILABLE', 'RESERVED', 'HELD'] as const satisfies UnitState[]

/** What was found of its donation, or of what it stood beside: everything that is still here. */
export async function holdAll(
  caller: Caller,
  where: { donation_id: string } | { id: readonly string[] },
  why: string,
): Promise<UnitRow[]> {
  const done: UnitRow[] = []
  for (const { id } of await stillHere(caller, where)) {
    const row = await unitRecord.locked(caller, id)
    if (row.status === 'HELD' || standingNow(row) === 'EXPIRED') continue
    if (handled.some((state) => state === row.status)) done.push(await held(caller, row, why))
  }
  return done
}

const stillHere = (
  { hospital_id }: Caller,
  where: { donation_id: string } | { id: readonly string[] },
) => blood_units.all({ hospital_id, status: [...handled], ...where }, { order: ['id'] })

/** The same, to waste: nothing of it can be used any more. */
export async function discardAll(
  caller: Caller,
  donation_id: string,
  discard_reason: (typeof discard_reasons)[number],
  why: string,
): Promise<UnitRow[]> {
  const { hospital_id } = caller
  const found = await blood_units.all(
    { hospital_id, donation_id, status: [...handled, 'EXPIRED'] },
    { order: ['id'] },
  )
  const done: UnitRow[] = []
  for (const { id } of found) {
    done.push(await discarded(caller, await unitRecord.locked(caller, id), { discard_reason, why }))
  }
  return done
}

export const discarded = (
  caller: Caller,
  before: UnitRow,
  {
    discard_reason,
    why,
    sent = false,
  }: { discard_reason: (typeof discard_reasons)[number]; why: string; sent?: boolean },
): Promise<UnitRow> =>
  unitRecord.moved(
    caller,
    before,
    'discard',
    {
      ...let_go,
      status: sent ? 'SENT' : 'DISCARDED',
      discard_reason,
      fate_note: why.slice(0, 500),
      fate_at: clock.instant(),
    },
    why,
  )

export async function discard(caller: Caller, input: DiscardInput): Promise<UnitRow[]> {
  const done: UnitRow[] = []
  const sent_to = input.sent_to?.trim() || null
  const why = [input.reason_code, sent_to, input.note].filter(Boolean).join(': ')
  for (const { id } of await unitsNamed(caller, input)) {
    const before = await unitRecord.begin(caller, id, 'discard')
    const how = { discard_reason: input.reason_code, why, sent: sent_to !== null }
    done.push(await discarded(caller, before, how))
  }
  return done
}

/** What was held for one cause alone is free again, as far as its donation allows. */
export async function freeHeld(caller: Caller, donation_id: string, why: string): Promise<void> {
  const { hospital_id } = caller
  const donation = await donations.find({ hospital_id, id: donation_id })
  const found = await blood_units.all(
    { hospital_id, donation_id, status: 'HELD' },
    { order: ['id'] },
  )
  if (donation === undefined || (await unsettledOf(caller, donation)).length > 0) return
  for (const { id } of found) {
    const row = await unitRecord.locked(caller, id)
    if (row.status === 'HELD' && row.hold_reason === why) await cleared(caller, row, donation, why)
  }
}
