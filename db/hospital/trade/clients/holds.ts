// Holds on a client's credit (COM-13, COM-14): a person's own, and two that the house sets and lifts.

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { Of } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { oldestDueOf } from '../../money/billing/debts/of-clients.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../office/plans/days.ts'
import { client_life, clientRecord, type ClientRow } from './record.ts'
import { settingsOf } from './settings/settings.ts'
import type { ReleaseHold } from './shapes.ts'
import { client_holds, clients } from './tables.ts'
import type { HoldKind } from './words.ts'

export type HoldRow = RowOf<(typeof client_holds)['columns']>

export const onHold = (name: string, { reason, since }: HoldRow): string =>
  `${name} is on hold: ${reason} (since ${since}).`

/** A person's own first. */
export async function holdsStanding({ hospital_id }: Of, client_id: string): Promise<HoldRow[]> {
  return client_holds.all({ hospital_id, client_id, lifted_at: null }, { order: ['-kind'] })
}

export async function holdsOfMany(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, HoldRow[]>> {
  const found = await client_holds.all(
    { hospital_id, client_id: [...ids], lifted_at: null },
    { order: ['client_id', 'kind'] },
  )
  return Map.groupBy(found, ({ client_id }) => client_id)
}

export async function hold(caller: Caller, id: string, reason: string): Promise<ClientRow> {
  const before = await clientRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'CLOSED') throw client_life.refusal(before.status, before.name)
  const standing = await holdsStanding(caller, id)
  const own = standing.find(({ kind }) => kind === 'MANUAL')
  if (own !== undefined) throw conflict(onHold(before.name, own), 'on_hold')
  await set(caller, before, 'MANUAL', reason, await today(caller))
  return clientRecord.changed(caller, before, 'hold', {}, reason)
}

const off_days_most = 30

export async function release(
  caller: Caller,
  id: string,
  { kind, reason, until }: ReleaseHold,
): Promise<ClientRow> {
  const before = await clientRecord.locked(caller, id)
  fresh(caller, before)
  const standing = (await holdsStanding(caller, id)).find((one) => one.kind === kind)
  if (standing === undefined) throw conflict(`${before.name} has no hold of kind ${kind}.`)
  const off_until = await offUntil(caller, kind, until ?? null)
  await lift(caller, before, standing, reason, off_until)
  return clientRecord.changed(caller, before, 'release_hold', {}, `${kind}: ${reason}`)
}

/** What the house would set again tonight is kept off for some days. */
async function offUntil(
  caller: Caller,
  kind: HoldKind,
  until: string | null,
): Promise<string | null> {
  if (kind === 'MANUAL') return null
  const day = await today(caller)
  const last = nextDay(day, off_days_most)
  if (until !== null && (until < day || until > last)) {
    throw invalid('until', `must be a date from today to ${last}.`)
  }
  return until ?? last
}

/** COM-85: asked with the client's bill locked, so that nothing of the client is locked after it. */
export async function reviewHold(caller: Caller, { client_id }: { client_id: string }) {
  const client = await clients.find({ hospital_id: caller.hospital_id, id: client_id })
  if (client !== undefined) await reviewHolds(caller, client)
}

/** Sets what is due and lifts what is over; done twice it does nothing more. */
export async function reviewHolds(caller: Caller, client: ClientRow): Promise<void> {
  const wanted = client.status === 'CLOSED' ? {} : await wantedOf(caller, client)
  const standing = await holdsStanding(caller, client.id)
  for (const kind of ['OVERDUE', 'CONTRACT'] as const) {
    const one = standing.find((each) => each.kind === kind)
    const reason = wanted[kind]
    if (reason === undefined && one !== undefined) await lift(caller, client, one, null, null)
    else if (reason !== undefined && one === undefined)
      await setUnlessOff(caller, client, kind, reason)
    else if (reason !== undefined && one !== undefined && one.reason !== reason) {
      await client_holds.change({ hospital_id: caller.hospital_id, id: one.id }, { reason })
    }
  }
}

type Wanted = Partial<Record<Exclude<HoldKind, 'MANUAL'>, string>>

async function wantedOf(caller: Caller, { id, contract_ends }: ClientRow): Promise<Wanted> {
  const settings = await settingsOf(caller)
  const day = await today(caller)
  const wanted: Wanted = {}
  const after = settings.hold_after_overdue_days
  const oldest = after === null ? null : await oldestDueOf(caller, id)
  if (after !== null && oldest !== null) {
    const late = daysBetween(oldest.due_on, day)
    if (late > after) wanted.OVERDUE = `bill ${oldest.number} is ${late} days overdue`
  }
  if (settings.hold_on_contract_lapse && contract_ends !== null) {
    const last = nextDay(contract_ends, settings.contract_grace_days)
    if (day > last) wanted.CONTRACT = `the contract ended on ${contract_ends}`
  }
  return wanted
}

async function setUnlessOff(
  caller: Caller,
  client: ClientRow,
  kind: HoldKind,
  reason: string,
): Promise<void> {
  const day = await today(caller)
  const { hospital_id } = caller
  const before = await client_holds.all({ hospital_id, client_id: client.id, kind })
  if (before.some(({ off_until }) => off_until !== null && off_until >= day)) return
  await set(caller, client, kind, reason, day)
}

/** Two that find the same at once set it once. */
async function set(
  caller: Caller,
  client: ClientRow,
  kind: HoldKind,
  reason: string,
  since: string,
): Promise<void> {
  const { hospital_id } = caller
  const by_name = kind === 'MANUAL' ? caller.name : null
  const row = { hospital_id, client_id: client.id, kind, since, reason, by_name }
  try {
    await attempt(() => client_holds.insert(row))
  } catch (error) {
    if (kind !== 'MANUAL' && isTaken(error, 'kind')) return
    throw error
  }
  note(caller, 'client.hold_set', client, `${kind}: ${reason}`)
}

async function lift(
  caller: Caller,
  client: ClientRow,
  { id, kind }: HoldRow,
  reason: string | null,
  off_until: string | null,
): Promise<void> {
  await client_holds.change(
    { hospital_id: caller.hospital_id, id },
    {
      lifted_at: clock.instant(),
      lifted_by_name: reason === null ? null : caller.name,
      lift_reason: reason,
      off_until,
    },
  )
  note(caller, 'client.hold_lifted', client, reason === null ? kind : `${kind}: ${reason}`)
}

const note = (caller: Caller, action: string, { id, number, name }: ClientRow, reason: string) =>
  record(caller, action, {
    entity_type: 'client',
    entity_id: id,
    entity_label: `${number} ${name}`,
    reason,
  })
