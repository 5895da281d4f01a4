// Instruments (5.7): entered, changed, taken out of use and brought back.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes, startOfDay } from '../../../../core/clock.ts'
import { fresh } from '../../../../core/versions.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { inScope, scopeOf } from '../../../office/places/facilities.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { sections } from '../catalogue/lists.ts'
import { readInstrument } from './reading.ts'
import { type InstrumentRow, instrumentRecord } from './record.ts'
import type {
  Instrument,
  InstrumentChange,
  InstrumentFilter,
  InstrumentInput,
  StatusInput,
} from './shapes.ts'
import { instruments } from './tables.ts'

const silent_after = minutes(60)

export async function list(
  caller: Caller,
  asked: InstrumentFilter & PageAsked,
): Promise<Page<Instrument>> {
  const found = await pageFrom(instruments, asked, {
    from: sql` from instruments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined),
      when(asked.discipline, sql`discipline = ${asked.discipline}`),
      when(asked.section_id, sql`section_id = ${asked.section_id}`),
      when(asked.modality, sql`modality = ${asked.modality}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(
        asked.silent,
        sql`connection is not null and status = 'IN_USE'
          and (last_message_at is null or last_message_at < ${instantIn(-silent_after)})`,
      ),
    ])}`,
    order: sql` order by code, id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

export async function shownAll(
  caller: Caller,
  found: readonly InstrumentRow[],
): Promise<Instrument[]> {
  const names = new Map((await sections(caller)).map(({ id, name }) => [id, name]))
  const counts = await messagesToday(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({
    ...row,
    section: names.get(row.section_id) ?? '',
    mapping: row.mapping.map(({ answers, ...one }) => ({
      ...one,
      answers: Object.entries(answers).map(([raw, answer_code]) => ({ raw, answer_code })),
    })),
    hours: hoursShown(row),
    messages_today: counts.get(row.id) ?? 0,
    moves: instrumentRecord.moves(caller, row),
  }))
}

const hoursShown = ({ hours }: InstrumentRow): Instrument['hours'] =>
  hours === null
    ? null
    : Object.fromEntries(
        Object.entries(hours).map(([day, spans]) => [
          day,
          spans.map(([from, to]) => ({ from, to })),
        ]),
      )

async function messagesToday(
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { timezone } = await hospitalOf(caller)
  const began = startOfDay(timezone, await today(caller))
  const found = await rows<{ instrument_id: string; n: number }>(
    sql`select instrument_id, count(*) as n from analyser_messages
      where hospital_id = ${caller.hospital_id} and instrument_id${oneOf(ids)}
        and direction = 'IN' and received_at >= ${began}
      group by instrument_id`,
  )
  return new Map(found.map(({ instrument_id, n }) => [instrument_id, Number(n)]))
}

export const shown = async (caller: Caller, row: InstrumentRow): Promise<Instrument> =>
  (await shownAll(caller, [row]))[0] as Instrument

export async function enter(caller: Caller, input: InstrumentInput): Promise<InstrumentRow> {
  const { code: typed, facility_id, ...rest } = input
  if (facility_id !== undefined) await scopeOf(caller, facility_id)
  const facility = facility_id ?? (await actingBranch(caller))
  const said = await readInstrument(caller, rest)
  const code = capitals(typed.trim())
  return instrumentRecord.created(caller, {
    ...said,
    name: input.name,
    section_id: input.section_id,
    discipline: said.discipline ?? 'LAB',
    facility_id: facility,
    code,
    code_key: folded(code),
    in_use_since: null,
  })
}

export async function change(
  caller: Caller,
  id: string,
  input: InstrumentChange,
): Promise<InstrumentRow> {
  const before = await instrumentRecord.locked(caller, id)
  fresh(caller, before)
  const said = await readInstrument(caller, input)
  if (Object.keys(said).length === 0) return before
  return instrumentRecord.changed(caller, before, 'update', said)
}

const move_to = { IN_USE: 'use', DOWN: 'down', MAINTENANCE: 'maintain', RETIRED: 'retire' } as const

/** 3.5. Back in use its controls are due (DIA-105). */
export async function setStatus(
  caller: Caller,
  id: string,
  { status, reason, expected_until }: StatusInput,
): Promise<InstrumentRow> {
  const move = move_to[status]
  const before = await instrumentRecord.begin(caller, id, move)
  const after = await instrumentRecord.moved(
    caller,
    before,
    move,
    {
      status_reason: reason ?? null,
      expected_until: expected_until ? new Date(expected_until).toISOString() : null,
      ...(status === 'IN_USE' ? { in_use_since: clock.instant() } : {}),
    },
    reason ?? null,
  )
  if (status === 'DOWN') await tellDown(caller, after)
  return after
}

const tellDown = (caller: Caller, row: InstrumentRow) =>
  notify(caller, {
    to: { role: 'lab_manager' },
    kind: 'instrument.down',
    title: `${row.name} is down`,
    body: row.status_reason ?? '',
    entity: { type: 'instrument', id: row.id },
  })

/** Those of a hospital by their ids, in one statement. */
export async function instrumentsById(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstrumentRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = await instruments.all({ hospital_id, id: wanted })
  return new Map(found.map((one) => [one.id, one]))
}
