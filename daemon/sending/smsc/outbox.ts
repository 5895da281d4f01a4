// What an operator has for one customer and has not been answered yet: receipts and texts, sent to
// any of the customer's sessions that receives, again when a session is lost.

import { clock, seconds } from '../../../db/core/clock.ts'
import { encode, type Tlvs } from '../operators/smpp/codec.ts'
import type { Body } from '../operators/smpp/fields.ts'
import { statuses } from '../operators/smpp/words.ts'

export interface Letter {
  body: Body<'deliver_sm'>
  tlvs: Tlvs
}

export interface Receiving {
  readonly receives: boolean
  write(bytes: Buffer): void
  nextSequence(): number
  /** Unanswered, by sequence. */
  readonly open: Map<number, Letter>
}

const window = 100
const again_ms = seconds(1)
const compact_at = 10_000

export class Outbox {
  private letters: Letter[] = []
  private head = 0
  private readonly sessions = new Set<Receiving>()
  taken = 0
  refused = 0
  last_ms = 0

  get waiting(): number {
    return this.letters.length - this.head
  }

  join(session: Receiving): void {
    this.sessions.add(session)
    this.pump()
  }

  /** What it had not answered goes to another session, or waits for one. */
  leave(session: Receiving): void {
    this.sessions.delete(session)
    if (session.open.size === 0) return
    this.letters = [...session.open.values(), ...this.letters.slice(this.head)]
    this.head = 0
    session.open.clear()
    this.pump()
  }

  post(letter: Letter): void {
    this.letters.push(letter)
    this.pump()
  }

  answered(session: Receiving, sequence: number, status: number): void {
    const letter = session.open.get(sequence)
    if (letter === undefined) return
    session.open.delete(sequence)
    if (status === statuses.ok) {
      this.taken += 1
      this.last_ms = clock.ms()
    } else if (status === statuses.temporary_app_error || status === statuses.queue_full)
      setTimeout(() => this.post(letter), again_ms).unref()
    else this.refused += 1
    this.pump()
  }

  private pump(): void {
    for (const session of this.sessions) {
      if (!session.receives) continue
      while (session.open.size < window && this.head < this.letters.length) {
        const letter = this.letters[this.head++] as Letter
        const sequence = session.nextSequence()
        session.open.set(sequence, letter)
        session.write(encode('deliver_sm', sequence, letter.body, { tlvs: letter.tlvs }))
      }
    }
    if (this.head < compact_at && this.head < this.letters.length) return
    this.letters = this.letters.slice(this.head)
    this.head = 0
  }
}
