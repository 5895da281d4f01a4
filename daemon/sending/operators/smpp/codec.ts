// SMPP PDUs to bytes and back. Reading forgives what operators get wrong in their answers (a missing
// closing zero, an empty body after an error) and nothing in what they ask of us.

import { type Body, type Field, layouts } from './fields.ts'
import { type Command, commandNames, commands, isResponse, statuses } from './words.ts'

export const header_length = 16
export const pdu_length_max = 65_536

export type Tlvs = ReadonlyMap<number, Buffer>

export type PduOf<C extends Command> = {
  command: C
  status: number
  sequence: number
  body: Body<C>
  tlvs: Tlvs
}
export type Pdu = { [C in Command]: PduOf<C> }[Command]

/** A PDU that could not be read; the session answers it and goes on. */
export interface Unreadable {
  command: Command | null
  command_id: number
  sequence: number
  /** The status to answer with. */
  answer: number
  why: string
}

const no_tlvs: Tlvs = new Map()

export function encode<C extends Command>(
  command: C,
  sequence: number,
  body: Body<C>,
  options: { status?: number; tlvs?: Tlvs } = {},
): Buffer {
  const { status = statuses.ok, tlvs = no_tlvs } = options
  const fields = Object.entries(layouts[command] as Record<string, Field>)
  const values = body as Record<string, string | number | Buffer>
  // An error answer has no body (SMPP 3.4, 4.4.2).
  const bare = status !== statuses.ok && isResponse(commands[command])
  let length = header_length
  if (!bare) for (const [name, field] of fields) length += lengthOf(name, field, values[name])
  for (const value of tlvs.values()) length += 4 + value.length
  if (length > pdu_length_max) throw new RangeError(`${command} of ${length} bytes`)
  const bytes = Buffer.allocUnsafe(length)
  bytes.writeUInt32BE(length, 0)
  bytes.writeUInt32BE(commands[command], 4)
  bytes.writeUInt32BE(status, 8)
  bytes.writeUInt32BE(sequence, 12)
  let at = header_length
  if (!bare) for (const [name] of fields) at = put(bytes, at, values[name])
  for (const [tag, value] of tlvs) {
    bytes.writeUInt16BE(tag, at)
    bytes.writeUInt16BE(value.length, at + 2)
    value.copy(bytes, at + 4)
    at += 4 + value.length
  }
  return bytes
}

function lengthOf(name: string, field: Field, value: string | number | Buffer | undefined): number {
  if (field.kind === 'byte') return 1
  if (field.kind === 'octets') {
    const { length } = value as Buffer
    if (length > 254) throw new RangeError(`${name} of ${length} octets`)
    return 1 + length
  }
  const text = value as string
  if (text.length >= field.max) throw new RangeError(`${name} of ${text.length} characters`)
  return text.length + 1
}

function put(bytes: Buffer, at: number, value: string | number | Buffer | undefined): number {
  if (typeof value === 'number') {
    bytes[at] = value
    return at + 1
  }
  if (typeof value === 'string') {
    bytes.write(value, at, 'latin1')
    bytes[at + value.length] = 0
    return at + value.length + 1
  }
  const octets = value as Buffer
  bytes[at] = octets.length
  octets.copy(bytes, at + 1)
  return at + 1 + octets.length
}

export const isReadable = (read: Pdu | Unreadable): read is Pdu => 'body' in read

/** One whole PDU, its length already checked against the stream. */
export function decode(bytes: Buffer): Pdu | Unreadable {
  const command_id = bytes.readUInt32BE(4)
  const sequence = bytes.readUInt32BE(12)
  const command = commandNames.get(command_id) ?? null
  const unreadable = (answer: number, why: string): Unreadable => ({
    command,
    command_id,
    sequence,
    answer,
    why,
  })
  if (command === null) return unreadable(statuses.wrong_command, `command ${hex(command_id)}`)
  const status = bytes.readUInt32BE(8)
  const reader = new Reader(bytes, isResponse(command_id))
  const body: Record<string, string | number | Buffer> = {}
  for (const [name, field] of Object.entries(layouts[command] as Record<string, Field>)) {
    const value = reader.take(field)
    if (value === null) return unreadable(statuses.wrong_length, `${command}: ${name} is cut`)
    body[name] = value
  }
  const tlvs = reader.tlvs()
  if (tlvs === null) return unreadable(statuses.wrong_optional, `${command}: a TLV is cut`)
  return { command, status, sequence, body, tlvs } as unknown as Pdu
}

class Reader {
  private at = header_length
  private readonly bytes: Buffer
  private readonly forgiving: boolean

  constructor(bytes: Buffer, forgiving: boolean) {
    this.bytes = bytes
    this.forgiving = forgiving
  }

  take(field: Field): string | number | Buffer | null {
    const { bytes, at } = this
    const over = at >= bytes.length
    if (field.kind === 'text') {
      const end = bytes.indexOf(0, at)
      if (end === -1) {
        if (!this.forgiving) return null
        this.at = bytes.length
        return bytes.toString('latin1', at)
      }
      this.at = end + 1
      return bytes.toString('latin1', at, end)
    }
    if (over) return this.forgiving ? 0 : null
    const value = bytes[at] as number
    if (field.kind === 'byte') {
      this.at = at + 1
      return value
    }
    if (at + 1 + value > bytes.length) return null
    this.at = at + 1 + value
    return bytes.subarray(at + 1, this.at)
  }

  tlvs(): Tlvs | null {
    if (this.at >= this.bytes.length) return no_tlvs
    const found = new Map<number, Buffer>()
    while (this.at < this.bytes.length) {
      const start = this.at + 4
      const cut = start > this.bytes.length
      const end = cut ? start : start + this.bytes.readUInt16BE(this.at + 2)
      if (cut || end > this.bytes.length) return this.forgiving ? found : null
      found.set(this.bytes.readUInt16BE(this.at), this.bytes.subarray(start, end))
      this.at = end
    }
    return found
  }
}

export const hex = (number: number): string => `0x${number.toString(16).padStart(2, '0')}`
