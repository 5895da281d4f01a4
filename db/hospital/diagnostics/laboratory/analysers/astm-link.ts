// The line of ASTM E1381 (DIA-131): who sends asks, sends frame by frame with a sum, and is told of each
// whether it came right. Pure: bytes in, what is to be done out.

import { raw_most } from './tables.ts'

export const control = { STX: 2, ETX: 3, EOT: 4, ENQ: 5, ACK: 6, LF: 10, CR: 13, NAK: 21, ETB: 23 }
const { STX, ETX, EOT, ENQ, LF, CR, ETB } = control
const naks_most = 6
const frame_most = 64_000

export type LinkEvent =
  | { kind: 'ack' }
  | { kind: 'nak' }
  /** Whole: the sender hears that its last frame came right when this is kept, and not before. */
  | { kind: 'message'; text: string; answer: boolean }

export interface AstmLink {
  feed(bytes: Uint8Array): LinkEvent[]
  /** Whether the message that was waited for was kept; then what came meanwhile. */
  settle(kept: boolean): LinkEvent[]
  /** Nothing came for too long. */
  silent(): void
}

export const checksum = (bytes: Uint8Array): string =>
  (bytes.reduce((sum, byte) => sum + byte, 0) % 256).toString(16).toUpperCase().padStart(2, '0')

export function astmLink(encoding: BufferEncoding = 'utf8'): AstmLink {
  let frame: number[] | null = null
  let texts: Buffer[] = []
  let size = 0
  let expected = 1
  let last = -1
  let naks = 0
  let open = false
  let waiting: Buffer | null = null
  /** Who does not wait for our word is heard when it is said. */
  let unheard: number[] = []

  const reset = (): void => {
    frame = null
    texts = []
    size = 0
    expected = 1
    last = -1
    naks = 0
    open = false
    waiting = null
  }
  const refuse = (): LinkEvent => {
    frame = null
    naks += 1
    if (naks >= naks_most) reset()
    return { kind: 'nak' }
  }
  const accept = (text: Buffer): void => {
    texts.push(text)
    size += text.length
    last = expected
    expected = (expected + 1) % 8
    naks = 0
  }
  const whole = (): string => Buffer.concat(texts).toString(encoding)

  /** A frame with its sum is in: taken, taken again, or refused. */
  function judge(bytes: number[]): LinkEvent {
    const body = Buffer.from(bytes)
    const at_end = body.findLastIndex((byte) => byte === ETX || byte === ETB)
    const sum = body
      .subarray(at_end + 1, at_end + 3)
      .toString('latin1')
      .toUpperCase()
    if (at_end < 1 || sum !== checksum(body.subarray(0, at_end + 1))) return refuse()
    const number = (body[0] ?? 0) - 48
    // Our word was lost: it came before, and is not taken twice.
    if (number === last && last !== expected) return { kind: 'ack' }
    if (number !== expected || size > raw_most) return refuse()
    const text = body.subarray(1, at_end)
    if (!isLast(text)) {
      accept(text)
      return { kind: 'ack' }
    }
    waiting = text
    return {
      kind: 'message',
      text: Buffer.concat([...texts, text]).toString(encoding),
      answer: true,
    }
  }

  function take(byte: number): LinkEvent | undefined {
    if (frame !== null) {
      frame.push(byte)
      if (frame.length > frame_most) return refuse()
      if (byte !== LF || frame.at(-2) !== CR) return undefined
      const done = frame.slice(0, -2)
      // A line end inside the text is no end of the frame.
      if (!endsWithSum(done)) return undefined
      frame = null
      return judge(done)
    }
    if (byte === ENQ) {
      reset()
      open = true
      return { kind: 'ack' }
    }
    if (byte === STX && open) frame = []
    if (byte === EOT && open) {
      const text = whole()
      reset()
      if (text !== '') return { kind: 'message', text, answer: false }
    }
    return undefined
  }

  function goOn(): LinkEvent[] {
    const events: LinkEvent[] = []
    let at = 0
    for (; at < unheard.length && waiting === null; at += 1) {
      const event = take(unheard[at] as number)
      if (event !== undefined) events.push(event)
    }
    unheard = unheard.slice(at)
    return events
  }

  return {
    feed(bytes) {
      unheard.push(...bytes)
      return goOn()
    },
    settle(kept) {
      const text = waiting
      waiting = null
      if (!kept) return [refuse(), ...goOn()]
      if (text !== null) accept(text)
      texts = []
      size = 0
      return [{ kind: 'ack' }, ...goOn()]
    },
    silent: reset,
  }
}

const endsWithSum = (bytes: readonly number[]): boolean => {
  const mark = bytes.at(-3)
  return mark === ETX || mark === ETB
}

/** The record that ends a message. */
const isLast = (text: Buffer): boolean => /(^|\r)L\|[^\r]*\r?$/.test(text.toString('latin1'))
