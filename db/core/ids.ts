// Ids are UUIDv7: they sort by the moment they were made, also within one millisecond.

import { randomBytes, randomUUIDv7 } from 'node:crypto'

let last_head = ''
let count = 0

/**
 * The runtime's own are random within a millisecond. Here the twelve bits behind the time count on
 * from a random start (RFC 9562, method 1), so that rows made one after the other stay in order.
 */
export function newId(): string {
  const made = randomUUIDv7()
  const head = made.slice(0, 13)
  if (head > last_head) {
    last_head = head
    // Half of the room is left to count in.
    count = Number.parseInt(made.slice(15, 18), 16) & 0x7ff
  } else {
    count += 1
    if (count > 0xfff) {
      last_head = nextMs(last_head)
      count = 0
    }
  }
  return `${last_head}-7${count.toString(16).padStart(3, '0')}${made.slice(18)}`
}

/** More than two thousand in one millisecond: the time part moves on by one. */
function nextMs(head: string): string {
  const next = (BigInt(`0x${head.replace('-', '')}`) + 1n).toString(16).padStart(12, '0')
  return `${next.slice(0, 8)}-${next.slice(8)}`
}

/** No id that was made from then on is before it: rows of a time are found by their key. */
export function firstIdAt(ms: number): string {
  const head = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${head.slice(0, 8)}-${head.slice(8)}-0000-0000-000000000000`
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: unknown): text is string => typeof text === 'string' && shape.test(text)

/** An unguessable word for tokens and links. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
