// Delivery receipts as operators write them: TLVs first, then the text, whatever its order (MSG-371).

import type { Tlvs } from './codec.ts'
import { esm, tags } from './words.ts'

export const status_words = [
  'DELIVRD',
  'UNDELIV',
  'REJECTD',
  'DELETED',
  'EXPIRED',
  'ENROUTE',
  'ACCEPTD',
  'SCHEDLD',
  'BUFFRED',
  'UNKNOWN',
] as const
export type StatusWord = (typeof status_words)[number]

export interface ReadReceipt {
  id: string | null
  word: StatusWord
  error_code: string | null
  /** As written, for a person to read: YYMMDDhhmm in the operator's own time. */
  done: string | null
  user_message_reference: number | null
  /** MCC-MNC of the network that answered, when the operator says it. */
  network: string | null
  /** Whether esm_class says that this is a receipt. */
  marked: boolean
}

/** message_state by its number (SMPP 3.4, 5.2.28). */
const states: Readonly<Record<number, StatusWord>> = {
  0: 'SCHEDLD',
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
}

/** The word of an answer to query_sm. */
export const stateWord = (message_state: number): StatusWord => states[message_state] ?? 'UNKNOWN'

const spelled: Readonly<Record<string, StatusWord>> = {
  DELIVERED: 'DELIVRD',
  UNDELIVERABLE: 'UNDELIV',
  UNDELIVERED: 'UNDELIV',
  REJECTED: 'REJECTD',
  DELETED: 'DELETED',
  EXPIRED: 'EXPIRED',
  ENROUTE: 'ENROUTE',
  EN_ROUTE: 'ENROUTE',
  ACCEPTED: 'ACCEPTD',
  SCHEDULED: 'SCHEDLD',
  BUFFERED: 'BUFFRED',
  UNKNOWN: 'UNKNOWN',
  FAILED: 'UNDELIV',
}

export function statusWord(text: string): StatusWord {
  const word = text.toUpperCase()
  if ((status_words as readonly string[]).includes(word)) return word as StatusWord
  if (spelled[word] !== undefined) return spelled[word]
  // Cut anywhere after the fourth letter: DELIV, UNDELIVR, REJECT.
  const whole = Object.keys(spelled).find((one) => word.length >= 4 && one.startsWith(word))
  return whole === undefined ? 'UNKNOWN' : (spelled[whole] as StatusWord)
}

const keys = ['id', 'sub', 'dlvrd', 'submit date', 'done date', 'stat', 'err', 'text'] as const
type Key = (typeof keys)[number]
const key_pattern = /(?:^|[\s,;])(submit[ _]?date|done[ _]?date|dlvrd|stat|text|sub|err|id)\s*:/gi

/** Pairs of a receipt's text; a key counts once, and nothing after `text:` is read. */
export function pairsOf(text: string): Map<Key, string> {
  const marks = [...text.matchAll(key_pattern)]
  const pairs = new Map<Key, string>()
  for (const [at, mark] of marks.entries()) {
    const key = (mark[1] ?? '').toLowerCase().replace(/^(submit|done)[ _]?date$/, '$1 date') as Key
    const start = mark.index + mark[0].length
    const end = key === 'text' ? text.length : (marks[at + 1]?.index ?? text.length)
    if (!pairs.has(key))
      pairs.set(
        key,
        text
          .slice(start, end)
          .replace(/[\s,;]+$/, '')
          .trim(),
      )
    if (key === 'text') break
  }
  return pairs
}

/** Null when this is no receipt. `known` is asked only where nothing but the text speaks for one. */
export function readReceipt(esm_class: number, text: string, tlvs: Tlvs): ReadReceipt | null {
  const marked = (esm_class & esm.kinds) === esm.receipt
  const state = tlvs.get(tags.message_state)?.[0]
  const id_tlv = tlvs.get(tags.receipted_message_id)
  const pairs = pairsOf(text)
  const spoken = pairs.has('id') && pairs.has('stat')
  if (!marked && !spoken) return null
  const id = (id_tlv === undefined ? '' : cString(id_tlv)) || (pairs.get('id') ?? '')
  const network = networkOf(tlvs.get(tags.network_error_code))
  const reference = tlvs.get(tags.user_message_reference)
  const error_code = pairs.get('err') || network.error
  return {
    id: id === '' ? null : id.slice(0, 64),
    word: states[state ?? -1] ?? statusWord(pairs.get('stat') ?? ''),
    error_code: error_code === null ? null : error_code.slice(0, 20),
    done: pairs.get('done date')?.slice(0, 20) ?? null,
    user_message_reference: reference?.length === 2 ? reference.readUInt16BE(0) : null,
    network: networkNamed(text) ?? network.of,
    marked,
  }
}

/** Operators that say so write it into the text: `mccmnc:64002`, `network: 640-02`. */
const network_pattern =
  /(?:^|[\s,;])(?:mcc[ _-]?mnc|network|imsi[ _]?mccmnc)\s*:\s*(\d{3})-?(\d{2,3})\b/i

const networkNamed = (text: string): string | null => {
  const said = network_pattern.exec(text.replace(/\btext\s*:.*$/is, ''))
  return said === null ? null : `${said[1]}${said[2]}`
}

const cString = (bytes: Buffer): string => {
  const end = bytes.indexOf(0)
  return bytes.toString('latin1', 0, end === -1 ? bytes.length : end).trim()
}

/** network_error_code: the kind of network, then two octets of its code. */
function networkOf(bytes: Buffer | undefined): { error: string | null; of: string | null } {
  if (bytes?.length !== 3) return { error: null, of: null }
  const code = bytes.readUInt16BE(1)
  return { error: code === 0 ? null : String(code), of: null }
}

/**
 * The ways an operator may have written an id in its answer when its receipt says `id` (MSG-372), in
 * the order of trust, as they are compared: without case and leading zeros; hex for decimal and back.
 */
export function spellings(id: string, format: 'auto' | 'verbatim' | 'hex' | 'decimal'): string[] {
  const bare = id.toLowerCase().replace(/^0+(?=.)/, '')
  const found = [bare]
  if (format === 'verbatim') return found
  if (format !== 'decimal' && /^[0-9]{1,20}$/.test(bare)) found.push(BigInt(bare).toString(16))
  if (format !== 'hex' && /^[0-9a-f]{1,16}$/.test(bare)) found.push(BigInt(`0x${bare}`).toString())
  return [...new Set(found)]
}
