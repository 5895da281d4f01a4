// A message of an analyser is taken in (DIA-134 to DIA-138): kept as it came, its values written where a
// specimen of this hospital, a mapping and a line that waits agree, and everything else kept for a person.

import { createHash } from 'node:crypto'
import { type Caller, shortName, system } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { type InstrumentRow, instrumentRecord } from '../instruments/record.ts'
import { instruments } from '../instruments/tables.ts'
import type { AnalyserProtocol, MessageState } from '../words.ts'
import { parseAstm } from './astm.ts'
import { controlsAmong, type Numbered, takeControls } from './controls.ts'
import { parseHl7 } from './hl7.ts'
import { matchAll } from './matching.ts'
import { type Parsed, Unread } from './parsed.ts'
import { analyser_lines, analyser_messages } from './tables.ts'

export type MessageRow = RowOf<(typeof analyser_messages)['columns']>
export type LineRow = RowOf<(typeof analyser_lines)['columns']>
export type NewLine = Omit<LineRow, 'id' | 'hospital_id' | 'message_id' | 'instrument_id'>

export interface Taken {
  message: MessageRow
  answer: 'AA' | 'AE' | 'AR'
  text: string
}

/** Whoever wrote it, it is the instrument that says it. */
export const asInstrument = ({ hospital_id, facility_id, code }: InstrumentRow): Caller => ({
  ...system(hospital_id),
  facility_id,
  name: shortName(`Analyser ${code}`),
})

export interface Came {
  protocol: AnalyserProtocol
  raw: string
  sender: string
}

export const parse = (raw: string): Parsed =>
  raw.trimStart().startsWith('H') ? parseAstm(raw.trimStart()) : parseHl7(raw.trimStart())

const values_most = 500
const same_within = days(7)

export async function takeIn(found: InstrumentRow, came: Came): Promise<Taken> {
  const caller = asInstrument(found)
  // One message of an instrument at a time: what is said twice at once is heard once.
  const instrument = await instrumentRecord.locked(caller, found.id)
  const { hospital_id, id } = instrument
  const now = clock.instant()
  await instruments.change({ hospital_id, id }, { last_seen_at: now, last_message_at: now })
  const sha256 = createHash('sha256').update(came.raw).digest('hex')
  if (await wasTaken(instrument, sha256)) return duplicate(caller, instrument, came, sha256)
  try {
    const parsed = parse(came.raw)
    if (parsed.lines.length > values_most) {
      throw new Unread('AR', `At most ${values_most} values in a message.`)
    }
    return await kept(caller, instrument, came, sha256, parsed)
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return refused(caller, instrument, came, sha256, error)
  }
}

/** Whatever was taken in before; what was refused is read anew. */
async function wasTaken({ hospital_id, id }: InstrumentRow, sha256: string): Promise<boolean> {
  const [found] = await analyser_messages.read(
    sql`select ${analyser_messages.selection()} from analyser_messages
      where hospital_id = ${hospital_id} and instrument_id = ${id} and sha256 = ${sha256}
        and status in ('DONE', 'PART', 'UNMATCHED', 'DISMISSED')
        and (received_at > ${instantIn(-same_within)} or control_id is not null)
      limit 1`,
  )
  return found !== undefined
}

function store(
  caller: Caller,
  instrument: InstrumentRow | null,
  { protocol, raw, sender }: Came,
  more: { sha256: string; status: MessageState; reason?: string; control_id?: string | null },
): Promise<MessageRow> {
  return analyser_messages.insert({
    hospital_id: caller.hospital_id,
    facility_id: caller.facility_id,
    instrument_id: instrument?.id ?? null,
    received_at: clock.instant(),
    sender: sender.slice(0, 160),
    direction: 'IN',
    protocol,
    control_id: more.control_id?.slice(0, 200) ?? null,
    sha256: more.sha256,
    status: more.status,
    reason: more.reason?.slice(0, 300) ?? null,
    // What no database takes is left out of what is kept; the sum is of what came.
    raw: raw.replaceAll('\u0000', '').toWellFormed(),
  })
}

async function duplicate(
  caller: Caller,
  instrument: InstrumentRow,
  came: Came,
  sha256: string,
): Promise<Taken> {
  const message = await store(caller, instrument, came, { sha256, status: 'DUPLICATE' })
  return { message, answer: 'AA', text: '' }
}

async function refused(
  caller: Caller,
  instrument: InstrumentRow,
  came: Came,
  sha256: string,
  { answer, message: reason }: Unread,
): Promise<Taken> {
  const message = await store(caller, instrument, came, { sha256, status: 'REFUSED', reason })
  return { message, answer, text: reason }
}

async function kept(
  caller: Caller,
  instrument: InstrumentRow,
  came: Came,
  sha256: string,
  parsed: Parsed,
): Promise<Taken> {
  const { control_id } = parsed
  const message = await store(caller, instrument, came, { sha256, status: 'DONE', control_id })
  const after = await readInto(caller, instrument, message, parsed)
  return { message: after, answer: 'AA', text: '' }
}

/** Its lines, and the state that follows from them. */
export async function readInto(
  caller: Caller,
  instrument: InstrumentRow,
  message: MessageRow,
  parsed: Parsed,
): Promise<MessageRow> {
  const { hospital_id } = caller
  const numbered = parsed.lines.map((line, at) => ({ ...line, no: at + 1 }))
  const lines = await linesOf(caller, instrument, numbered)
  await analyser_lines.insertMany(
    lines
      .toSorted((a, b) => a.no - b.no)
      .map((one) => ({
        ...one,
        hospital_id,
        message_id: message.id,
        instrument_id: instrument.id,
      })),
  )
  return settled(caller, message, instrument)
}

/** Patients before controls: a control that is out holds lines of others (ruling 33). */
export async function linesOf(
  caller: Caller,
  instrument: InstrumentRow,
  numbered: readonly Numbered[],
): Promise<NewLine[]> {
  const controls = await controlsAmong(caller, numbered)
  const taken = new Set(controls.own.map(({ no }) => no))
  const patients = numbered.filter(({ no }) => !taken.has(no))
  const written = await matchAll(caller, instrument, patients)
  return [...written, ...(await takeControls(caller, instrument, controls))]
}

export async function settled(
  caller: Caller,
  message: MessageRow,
  instrument: InstrumentRow,
): Promise<MessageRow> {
  const { hospital_id } = caller
  const lines = await analyser_lines.all({ hospital_id, message_id: message.id })
  const status = stateOf(lines)
  await analyser_messages.change({ hospital_id, id: message.id }, { status })
  record(caller, 'analyser_message.taken', {
    entity_type: 'analyser_message',
    entity_id: message.id,
    entity_label: instrument.code,
    to_state: status,
  })
  const open = lines.filter(isOpen)
  if (open.length > 0) await tellOpen(caller, message, instrument, open.length)
  return { ...message, status, version: message.version + 1 }
}

export const isOpen = ({ state }: Pick<LineRow, 'state'>): boolean =>
  state === 'UNMATCHED' || state === 'LATE'

export function stateOf(lines: readonly Pick<LineRow, 'state'>[]): MessageState {
  const open = lines.filter(isOpen).length
  if (open > 0) return open === lines.length ? 'UNMATCHED' : 'PART'
  const dismissed = lines.length > 0 && lines.every(({ state }) => state === 'DISMISSED')
  return dismissed ? 'DISMISSED' : 'DONE'
}

const tellOpen = (
  caller: Caller,
  message: MessageRow,
  instrument: InstrumentRow,
  count: number,
): Promise<unknown> =>
  notify(caller, {
    to: { permission: 'analyser:write' },
    kind: 'analyser.unmatched',
    title: `${instrument.name}: ${count === 1 ? 'a value' : `${count} values`} without an owner`,
    body: 'See the inbox of analysers.',
    entity: { type: 'analyser_message', id: message.id },
    inside_only: true,
  })

/** DIA-128: from an address that is let in, of somebody whom nobody knows. */
export async function keepUnknown(of: InstrumentRow, came: Came): Promise<void> {
  const sha256 = createHash('sha256').update(came.raw).digest('hex')
  const reason = 'Unknown sender'
  await store(asInstrument(of), null, came, { sha256, status: 'REFUSED', reason })
}
