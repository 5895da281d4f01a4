// What the simulator does with a number (MSG-363): a script where the number names one, else the
// link's mix. Nothing is left to chance, so that a run repeats.

import type { Mix } from '../routing/link-settings.ts'

export type SimulatedAnswer =
  | { kind: 'accepted' }
  | { kind: 'throttled'; code: string }
  | { kind: 'rejected'; code: string; reason: string }
  /** Nothing comes back; the outcome is unknown. */
  | { kind: 'silent' }

export interface Happening {
  kind: 'receipt' | 'answer' | 'inbound'
  after_ms: number
  /** Counted from the message's validUntil, not from its submission. */
  after_end?: boolean
  word?: string
  error_code?: string
  text?: string
}

export interface Scripted {
  answer: SimulatedAnswer
  happenings: readonly Happening[]
}

export interface Tried {
  phone: string
  text: string
  number: number
  parts: number
  /** How often this part was submitted before. */
  attempts: number
  /** Since its message became due. */
  waited_ms: number
}

const second = 1000
const delivered = (after_ms: number): Happening => ({
  kind: 'receipt',
  after_ms,
  word: 'DELIVRD',
  error_code: '000',
})
const receipt = (after_ms: number, word: string, error_code = '000'): Happening => ({
  kind: 'receipt',
  after_ms,
  word,
  error_code,
})
const accepted = (...happenings: Happening[]): Scripted => ({
  answer: { kind: 'accepted' },
  happenings,
})
const rejected = (code: string, reason: string): Scripted => ({
  answer: { kind: 'rejected', code, reason },
  happenings: [],
})
const silent = (...happenings: Happening[]): Scripted => ({
  answer: { kind: 'silent' },
  happenings,
})
const says = (text: string, after_ms: number): Happening => ({ kind: 'inbound', after_ms, text })

interface Script {
  happens: string
  play(tried: Tried): Scripted
}

const fixed = (happens: string, scripted: Scripted): Script => ({ happens, play: () => scripted })

export const scripts: Readonly<Record<string, Script>> = {
  '00': fixed('accepted, DELIVRD after 1 s', accepted(delivered(second))),
  '01': fixed('accepted, UNDELIV, unknown_subscriber', accepted(receipt(second, 'UNDELIV', '001'))),
  '02': fixed('accepted, EXPIRED after 1 s', accepted(receipt(second, 'EXPIRED'))),
  '03': fixed('rejected at submission (0x0B)', rejected('0x0b', 'unknown_subscriber')),
  '04': fixed(
    'DELIVRD, then ENROUTE 2 s later (stays delivered)',
    accepted(delivered(second), receipt(3 * second, 'ENROUTE')),
  ),
  '05': fixed(
    'DELIVRD three times',
    accepted(delivered(second), delivered(2 * second), delivered(3 * second)),
  ),
  '06': fixed('DELIVRD before the submit answer', accepted(delivered(0))),
  '07': {
    happens: 'throttled three times, then delivered',
    play: ({ attempts }) =>
      attempts < 3
        ? { answer: { kind: 'throttled', code: '0x58' }, happenings: [] }
        : accepted(delivered(second)),
  },
  '08': fixed('accepted, no receipt ever', accepted()),
  '09': fixed('no answer, no receipt (uncertain, then expired)', silent()),
  '10': fixed('no answer, DELIVRD after 5 s', silent(delivered(5 * second))),
  '11': fixed(
    'answer after 30 s, then delivered',
    silent({ kind: 'answer', after_ms: 30 * second }, delivered(31 * second)),
  ),
  '12': {
    happens: 'queue full for 20 s, then delivered',
    play: ({ waited_ms }) =>
      waited_ms < 20 * second
        ? { answer: { kind: 'throttled', code: '0x14' }, happenings: [] }
        : accepted(delivered(second)),
  },
  '13': fixed('UNDELIV, absent_subscriber', accepted(receipt(second, 'UNDELIV', '027'))),
  '14': {
    happens: 'several parts: all DELIVRD but the second UNDELIV; one part: delivered',
    play: ({ number }) =>
      accepted(number === 2 ? receipt(second, 'UNDELIV', '000') : delivered(second)),
  },
  '15': fixed('UNKNOWN, nothing more (expires)', accepted(receipt(second, 'UNKNOWN'))),
  '16': fixed(
    'ACCEPTD, DELIVRD after 60 s',
    accepted(receipt(second, 'ACCEPTD'), delivered(60 * second)),
  ),
  '17': fixed('delivered after 10 minutes', accepted(delivered(600 * second))),
  '18': fixed(
    'delivered, then the person answers ACHA',
    accepted(delivered(second), says('ACHA', 2 * second)),
  ),
  '19': fixed(
    'delivered, then the person answers NDIYO',
    accepted(delivered(second), says('NDIYO', 2 * second)),
  ),
  '20': fixed('rejected, content_blocked', rejected('0x45', 'content_blocked')),
  '21': fixed('rejected, sender_blocked', rejected('0x0a', 'sender_blocked')),
  '22': fixed(
    'DELIVRD 60 s after validUntil (stays expired, lateReceipt)',
    accepted({ ...delivered(60 * second), after_end: true }),
  ),
  '23': {
    happens: 'several parts: receipts in reverse order',
    play: ({ number, parts }) => accepted(delivered(second + (parts - number) * 100)),
  },
}

const scripted_number = /^255\d{2}0000(?<script>\d{2})\d$/

export const scriptOf = (phone: string): string | null => {
  const name = scripted_number.exec(phone)?.groups?.['script'] ?? null
  return name !== null && name in scripts ? name : null
}

/** An example number of a script: `255 71 0000 SS 0`. */
export const exampleOf = (script: string): string => `255710000${script}0`

export interface SimulatorSettings {
  receipt_delay_ms: number
  mix: Mix
}

export function play(tried: Tried, { receipt_delay_ms, mix }: SimulatorSettings): Scripted {
  const name = scriptOf(tried.phone)
  const script = name === null ? undefined : scripts[name]
  if (script !== undefined) {
    const played = script.play(tried)
    // Only the last part is answered by a person, and once.
    if (tried.number === tried.parts) return played
    return { ...played, happenings: played.happenings.filter(({ kind }) => kind !== 'inbound') }
  }
  const total = mix.delivered + mix.failed + mix.expired
  const drawn = total <= 0 ? 0 : (hashOf(`${tried.phone} ${tried.text}`) / 2 ** 32) * total
  if (drawn < mix.delivered || total <= 0) return accepted(delivered(receipt_delay_ms))
  return accepted(
    drawn < mix.delivered + mix.failed
      ? receipt(receipt_delay_ms, 'UNDELIV', '000')
      : receipt(receipt_delay_ms, 'EXPIRED'),
  )
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}
