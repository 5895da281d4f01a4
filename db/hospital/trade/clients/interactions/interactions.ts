// The log of calls, visits and letters (COM-74, COM-75): never changed, corrected by a new entry.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes, nextDay, startOfDay } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { holidays } from '../../../neighbours/duty.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { contactRecord } from '../contacts/contacts.ts'
import { open as openFollowUp } from '../follow-ups/follow-ups.ts'
import { namesOfClients } from '../names.ts'
import { clientRecord, type ClientRow } from '../record.ts'
import type { Interaction, InteractionFilter, InteractionInput } from './shapes.ts'
import { interactions } from './tables.ts'

type Row = RowOf<(typeof interactions)['columns']>

const interactionRecord = recordOf(interactions, 'interaction')

export async function list(
  caller: Caller,
  asked: InteractionFilter & PageAsked,
): Promise<Page<Interaction>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(interactions, asked, {
    from: sql` from interactions${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.contact_id, sql`contact_id = ${asked.contact_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.recorded_by, sql`recorded_by_id = ${asked.recorded_by}`),
      asked.from === undefined
        ? undefined
        : sql`occurred_at >= ${startOfDay(timezone, asked.from)}`,
      asked.to === undefined
        ? undefined
        : sql`occurred_at < ${startOfDay(timezone, nextDay(asked.to))}`,
      matching('interactions', asked.search),
    ])}`,
    order: sql` order by occurred_at desc, id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Caller, found: readonly Row[]): Promise<Interaction[]> {
  const { hospital_id } = caller
  const of_clients = [...new Set(found.map(({ client_id }) => client_id))]
  const named = await namesOfClients(caller, of_clients)
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const newer = await interactions.all({ hospital_id, corrects_id: found.map(({ id }) => id) })
  const corrected = new Map(newer.map(({ id, corrects_id }) => [corrects_id, id]))
  return found.map((row) => ({
    ...row,
    client_name: names.get(row.client_id) ?? '',
    corrected_by_id: corrected.get(row.id) ?? null,
  }))
}

const ahead_minutes = 5

export async function open(caller: Caller, input: InteractionInput): Promise<Interaction> {
  const { client_id, contact_id = null, corrects_id = null, kind, summary } = input
  const client = await clientRecord.get(caller, client_id)
  const occurred_at = input.occurred_at ?? clock.instant()
  if (occurred_at > instantIn(minutes(ahead_minutes))) {
    throw invalid('occurred_at', 'is in the future.')
  }
  const contact = contact_id === null ? null : await contactOf(caller, client_id, contact_id)
  if (corrects_id !== null) await correctable(caller, client_id, corrects_id)
  const row = await attempt(async () =>
    interactions.insert({
      hospital_id: caller.hospital_id,
      client_id,
      kind,
      summary,
      occurred_at,
      contact_id,
      contact_name: contact?.full_name ?? null,
      outcome: input.outcome || null,
      recorded_by_id: caller.user_id,
      recorded_by_name: caller.name,
      corrects_id,
      follow_up_id: kind === 'COMPLAINT' ? await complained(caller, client, summary) : null,
    }),
  ).catch((error: unknown) => {
    throw isTaken(error, 'corrects_id') ? correctedAlready() : error
  })
  record(caller, 'interaction.create', {
    entity_type: 'interaction',
    entity_id: row.id,
    entity_label: `${kind} ${client.name}`,
  })
  return (await shownMany(caller, [row]))[0] as Interaction
}

async function contactOf(caller: Caller, client_id: string, id: string) {
  const contact = await contactRecord.get(caller, id)
  if (contact.client_id !== client_id) throw noSuch('contact')
  return contact
}

/** COM-74: once, of the same client; the correction itself may be corrected. */
async function correctable(caller: Caller, client_id: string, id: string): Promise<void> {
  const { hospital_id } = caller
  const before = await interactionRecord.get(caller, id)
  if (before.client_id !== client_id) throw noSuch('interaction')
  const newer = await interactions.find({ hospital_id, corrects_id: id })
  if (newer !== undefined) throw correctedAlready()
}

const correctedAlready = (): Error =>
  conflict('This entry was corrected already: correct the newer one.')

/** COM-75: who looks after the client sees to it, else who wrote it down. */
async function complained(caller: Caller, client: ClientRow, summary: string): Promise<string> {
  const { id: client_id, name, account_manager_id } = client
  const first = summary.split('\n')[0] ?? ''
  const { id } = await openFollowUp(
    caller,
    {
      subject: `Complaint of ${name}`,
      kind: 'COMPLAINT',
      due_on: await nextWorkingDay(caller),
      client_id,
      detail: first.slice(0, 2000).toWellFormed(),
      assigned_to_id: account_manager_id ?? caller.user_id,
    },
    { source: 'COMPLAINT' },
  )
  return id
}

const weekend: readonly number[] = [0, 6]
const looked_ahead_days = 14

async function nextWorkingDay(caller: Caller): Promise<string> {
  const from = nextDay(await today(caller))
  const to = nextDay(from, looked_ahead_days)
  const free = new Set((await holidays(caller, { from, to })).map(({ date }) => date))
  let day = from
  while (day < to && (free.has(day) || weekend.includes(new Date(day).getUTCDay()))) {
    day = nextDay(day)
  }
  return day
}
