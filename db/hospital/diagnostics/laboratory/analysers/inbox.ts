// The inbox of analysers (5.8): what came, and what a person makes of values that found no owner (DIA-137).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { closedAmong, restrictedRecord } from '../../../desk/patients/privacy/lists.ts'
import { record } from '../../../office/audit/record.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { reasonOf } from '../catalogue/lists.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { type InstrumentRow, instrumentRecord } from '../instruments/record.ts'
import { instruments } from '../instruments/tables.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { diagnostic_results } from '../results/tables.ts'
import { withUnit } from '../results/value.ts'
import { scanned } from '../specimens/numbers.ts'
import { specimens } from '../specimens/tables.ts'
import { mappingOf, type Numbered } from './controls.ts'
import {
  isOpen,
  type LineRow,
  linesOf,
  type MessageRow,
  type NewLine,
  parse,
  settled,
  takeIn,
} from './intake.ts'
import { type Target, writeAll } from './matching.ts'
import { withoutNames } from './names.ts'
import type {
  AnalyserMessage,
  DismissInput,
  MatchInput,
  MessageFilter,
  MessageInput,
} from './shapes.ts'
import { analyser_lines, analyser_messages } from './tables.ts'

export const messageRecord = recordOf(analyser_messages, 'message')

const withLine = (condition: Sql): Sql =>
  sql`exists (select 1 from analyser_lines l where l.message_id = analyser_messages.id
    and ${condition})`

export async function list(
  caller: Caller,
  asked: MessageFilter & PageAsked,
): Promise<Page<AnalyserMessage>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(analyser_messages, asked, {
    from: sql` from analyser_messages${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined),
      when(asked.instrument_id, sql`instrument_id = ${asked.instrument_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.direction, sql`direction = ${asked.direction}`),
      when(asked.problem, withLine(sql`l.problem = ${asked.problem}`)),
      when(asked.specimen_number, withLine(sql`l.specimen_number = ${asked.specimen_number}`)),
      ...withinDays(sql`received_at`, timezone, { from: asked.from, to: asked.to }),
    ])}`,
    order: sql` order by received_at desc, id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows, isOpen) }
}

async function shownAll(
  caller: Caller,
  found: readonly MessageRow[],
  shows: (line: LineRow) => boolean,
): Promise<AnalyserMessage[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const message_id = found.map(({ id }) => id)
  const all = await analyser_lines.all({ hospital_id, message_id }, { order: ['message_id', 'no'] })
  const lines = all.filter(shows)
  const late = lines.filter(({ state }) => state === 'LATE')
  const known = await diagnostic_results.all({
    hospital_id,
    id: late.flatMap(({ result_id }) => result_id ?? []),
  })
  const whose = await patientsOf(caller, lines)
  const standing = new Map(known.map((one) => [one.id, withUnit(one)]))
  const names = await instrumentsById(
    caller,
    found.flatMap(({ instrument_id }) => instrument_id ?? []),
  )
  return found.map((row) => ({
    ...row,
    instrument: names.get(row.instrument_id ?? '')?.name ?? null,
    lines: lines
      .filter((line) => line.message_id === row.id)
      .map((line) => ({
        ...line,
        patient_id: whose.get(line.specimen_number ?? '') ?? null,
        standing: line.state === 'LATE' ? (standing.get(line.result_id ?? '') ?? null) : null,
      })),
  }))
}

/** By the number of a specimen. */
async function patientsOf(
  { hospital_id }: Caller,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, string>> {
  const number = [...new Set(lines.flatMap((line) => line.specimen_number ?? []))]
  const found = number.length === 0 ? [] : await specimens.all({ hospital_id, number })
  return new Map(found.map((one) => [one.number, one.patient_id]))
}

/** What came is one text: it is closed with the record of anybody of whom it tells (PRV-1). */
export async function whole(caller: Caller, row: MessageRow) {
  const [shown] = (await shownAll(caller, [row], () => true)) as [AnalyserMessage]
  return { ...shown, raw: await rawFor(caller, row, shown) }
}

/** Of whom an unknown specimen is nobody can tell: what names the patient is kept from who may not open everybody. */
async function rawFor(caller: Caller, { raw }: MessageRow, { lines }: AnalyserMessage) {
  const told = new Set(lines.flatMap(({ patient_id }) => patient_id ?? []))
  if ((await closedAmong(caller, told)).size > 0) return restrictedRecord
  const known = lines.length > 0 && lines.every((one) => one.patient_id !== null || isControl(one))
  return known || can(caller, 'patient:restricted') ? raw : withoutNames(raw)
}

const isControl = ({ kind }: AnalyserMessage['lines'][number]): boolean => kind === 'CONTROL'

export async function handIn(
  caller: Caller,
  { instrument_code, protocol, raw }: MessageInput,
): Promise<MessageRow> {
  const { hospital_id } = caller
  const code_key = folded(instrument_code)
  const instrument = await instruments.find({ hospital_id, code_key })
  if (instrument === undefined || instrument.status === 'RETIRED') {
    throw new Refusal(404, 'not_found', `No such instrument: ${capitals(instrument_code)}.`)
  }
  return (await takeIn(instrument, { protocol, raw, sender: caller.name })).message
}

/** The message and its instrument, held in the order in which they are held when one comes in. */
async function held(caller: Caller, id: string) {
  const { instrument_id } = await messageRecord.get(caller, id)
  if (instrument_id === null) throw conflict('Nobody knows who sent this message.', 'state')
  const instrument = await instrumentRecord.locked(caller, instrument_id)
  const message = await messageRecord.locked(caller, id)
  const { hospital_id } = caller
  const lines = await analyser_lines.all({ hospital_id, message_id: id }, { order: ['no'] })
  return { instrument, message, lines }
}

export async function match(
  caller: Caller,
  id: string,
  { lines: said, note }: MatchInput,
): Promise<MessageRow> {
  const { instrument, message, lines } = await held(caller, id)
  const targets: Target[] = []
  for (const [at, one] of said.entries()) {
    const where = `lines[${at}]`
    const line = lines.find(({ no }) => no === one.no)
    if (line === undefined) throw invalidAs(where, `there is no value ${one.no} in this message.`)
    if (line.state !== 'UNMATCHED' || line.kind === 'CONTROL') {
      throw conflict(`Value ${line.no} is ${line.state}: it is not matched.`, 'state')
    }
    targets.push(await targetOf(caller, instrument, line, one, note ?? null, where))
  }
  const by = { by_name: caller.name, note: note ?? null }
  const written = await writeAll(caller, instrument, targets, by)
  const [refused] = written.filter(({ state }) => state !== 'MATCHED')
  if (refused !== undefined) throw notMatched(refused)
  await replace(caller, message, written)
  noted(caller, message, 'match', note ?? null)
  return settled(caller, message, instrument)
}

const notMatched = ({ no, state, problem }: NewLine): Refusal =>
  conflict(
    state === 'LATE'
      ? `Value ${no} came too late: the line holds one that a person has looked at.`
      : `Value ${no} cannot be written there: ${problem}.`,
    'state',
  )

async function targetOf(
  caller: Caller,
  instrument: InstrumentRow,
  line: LineRow,
  said: MatchInput['lines'][number],
  note: string | null,
  where: string,
): Promise<Target> {
  const { hospital_id } = caller
  const mapped = mappingOf(instrument, line.analyser_code)
  const named = said.specimen_number ? scanned(said.specimen_number, where) : null
  const found = said.result_id
    ? await diagnostic_results.find({ hospital_id, id: said.result_id })
    : await lineIn(caller, named, mapped?.test_code ?? null)
  if (found === undefined) throw invalidAs(where, 'no such result line.')
  const item = await diagnostic_items.find({ hospital_id, id: found.item_id })
  const tube = await specimens.find({ hospital_id, id: item?.specimen_id ?? '' })
  if (tube?.number !== line.specimen_number && !note?.trim()) {
    throw new Refusal(400, 'invalid', 'note is required: the message named another specimen.', {
      field: 'note',
    })
  }
  if (tube === undefined || tube.status !== 'RECEIVED') {
    throw conflict(`${tube?.number ?? found.test_code} has not been received.`, 'not_received')
  }
  return {
    line: asSaid(line),
    number: line.specimen_number,
    measured_at: line.measured_at ?? clock.instant(),
    mapped: mapped?.test_code === found.test_code ? mapped : undefined,
    result_id: found.id,
    problem: null,
  }
}

async function lineIn({ hospital_id }: Caller, number: string | null, test_code: string | null) {
  if (number === null) throw invalid('lines', 'need a specimen_number or a result_id.')
  const tube = await specimens.find({ hospital_id, number })
  if (tube === undefined || test_code === null) return undefined
  const items = await diagnostic_items.all({ hospital_id, specimen_id: tube.id })
  const found = await diagnostic_results.all({
    hospital_id,
    item_id: items.map(({ id }) => id),
    test_code,
  })
  return found.find(({ status }) => status !== 'CANCELLED')
}

const asSaid = (line: LineRow): Numbered => ({
  no: line.no,
  numbers: line.specimen_number === null ? [] : [line.specimen_number],
  analyser_code: line.analyser_code,
  value: line.value,
  unit: line.unit,
  flags: line.flags,
  status: null,
  time: null,
  is_control: line.kind === 'CONTROL',
  is_file: false,
})

async function replace(
  { hospital_id }: Caller,
  { id: message_id }: MessageRow,
  lines: readonly NewLine[],
): Promise<void> {
  for (const { no, ...changes } of lines) {
    await analyser_lines.change({ hospital_id, message_id, no }, changes)
  }
}

export async function dismiss(
  caller: Caller,
  id: string,
  { nos, reason_code, note }: DismissInput,
): Promise<MessageRow> {
  const reason = await reasonOf(caller, 'DISMISS', { reason_code, note })
  const { instrument, message, lines } = await held(caller, id)
  const open = lines.filter(isOpen)
  const wanted = nos ? nos.flatMap((no) => open.find((line) => line.no === no) ?? []) : open
  if (wanted.length === 0 || (nos && wanted.length < nos.length)) {
    throw conflict('Nothing of that waits: only values without an owner are dismissed.', 'state')
  }
  await letGo(caller, message, wanted, [reason.code, note].filter(Boolean).join(': '), caller.name)
  noted(caller, message, 'dismiss', reason.code)
  return settled(caller, message, instrument)
}

async function letGo(
  { hospital_id }: Caller,
  { id: message_id }: MessageRow,
  lines: readonly LineRow[],
  note: string,
  decided_by_name: string,
): Promise<void> {
  for (const { no } of lines) {
    const changes = { state: 'DISMISSED', decided_by_name, note: note.slice(0, 500) } as const
    await analyser_lines.change({ hospital_id, message_id, no }, changes)
  }
}

/** The whole message again; what was written once is not written twice. */
export async function replay(caller: Caller, id: string): Promise<MessageRow> {
  const { instrument, message, lines } = await held(caller, id)
  if (!['PART', 'UNMATCHED'].includes(message.status)) {
    throw conflict(`The message is ${message.status}: nothing of it waits.`, 'state')
  }
  const open = new Set(lines.filter(({ state }) => state === 'UNMATCHED').map(({ no }) => no))
  const numbered = parse(message.raw).lines.map((line, at) => ({ ...line, no: at + 1 }))
  const again = await linesOf(
    caller,
    instrument,
    numbered.filter(({ no }) => open.has(no)),
  )
  await replace(caller, message, again)
  noted(caller, message, 'replay', null)
  return settled(caller, message, instrument)
}

const noted = (
  caller: Caller,
  { id, control_id }: MessageRow,
  move: string,
  reason: string | null,
): void =>
  record(caller, `analyser_message.${move}`, {
    entity_type: 'analyser_message',
    entity_id: id,
    entity_label: control_id,
    reason,
  })

const at_once = 200
const kept_for = days(365)

/** Each night: what nobody found an owner for, and raw messages of last year (DIA-137, DIA-139). */
export async function tidy(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const { dismiss_days } = await settingsOf(caller)
  const old = await rows<{ message_id: string }>(
    sql`select distinct m.id as message_id from analyser_messages m
      join analyser_lines l on l.message_id = m.id
      where m.hospital_id = ${hospital_id} and m.received_at < ${instantIn(-days(dismiss_days))}
        and l.state in ('UNMATCHED', 'LATE') order by m.id limit ${at_once}`,
  )
  for (const { message_id } of old) {
    const { instrument, message, lines } = await held(caller, message_id)
    await letGo(caller, message, lines.filter(isOpen), 'TOO_OLD', caller.name)
    await settled(caller, message, instrument)
  }
  await rows(
    sql`update analyser_messages set raw = '' where hospital_id = ${hospital_id}
      and received_at < ${instantIn(-kept_for)} and raw <> '' returning id`,
  )
  return old.length
}
