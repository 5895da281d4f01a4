// Whose turn it is on a link: codes first, then the rest with a least share for advertising, and
// inside a lane weighted deficit round robin over accounts (MSG-304, MSG-305, MSG-307).
//
// One account with sixty thousand messages and one with a single message get their turns alike: a
// turn is worth 10 segments × weight, and what a turn leaves unused is lost when nothing waits.

export interface Waiting {
  readonly message_id: string
  readonly account_id: string
  readonly lane: number
  /** Segments it costs on this link. */
  readonly segments: number
}

const quantum_segments = 10
const otp = 0
const transactional = 1
const promotional = 2

interface Turn<T> {
  account_id: string
  weight: number
  deficit: number
  waiting: T[]
  /** Where the next one stands; taken ones are dropped in bulk. */
  at: number
}

class Lane<T extends Waiting> {
  private readonly turns = new Map<string, Turn<T>>()
  /** Accounts with something waiting, in the order of their turns. */
  private ring: Turn<T>[] = []

  add(one: T, weight: number): void {
    let turn = this.turns.get(one.account_id)
    if (turn === undefined) {
      turn = { account_id: one.account_id, weight, deficit: 0, waiting: [], at: 0 }
      this.turns.set(one.account_id, turn)
      this.ring.push(turn)
    }
    turn.weight = weight
    turn.waiting.push(one)
  }

  held(account_id: string): number {
    const turn = this.turns.get(account_id)
    return turn === undefined ? 0 : turn.waiting.length - turn.at
  }

  get empty(): boolean {
    return this.ring.length === 0
  }

  /** The next one by turn, left in its place until `took`. */
  peek(): T | undefined {
    for (;;) {
      const turn = this.ring[0]
      if (turn === undefined) return undefined
      const next = turn.waiting[turn.at] as T
      if (turn.deficit >= next.segments) return next
      // A fresh quantum is used in the account's own turn, which is now; what is too long for it
      // saves up, round by round.
      turn.deficit += quantum_segments * turn.weight
      if (turn.deficit >= next.segments) return next
      this.ring.push(this.ring.shift() as Turn<T>)
    }
  }

  took(one: T): void {
    const turn = this.ring[0] as Turn<T>
    turn.at += 1
    turn.deficit -= one.segments
    if (turn.at >= turn.waiting.length) {
      this.ring.shift()
      this.turns.delete(turn.account_id)
      return
    }
    if (turn.at >= 1000) turn.waiting.splice(0, turn.at)
    if (turn.at >= 1000) turn.at = 0
    const next = turn.waiting[turn.at] as T
    if (turn.deficit < next.segments) this.ring.push(this.ring.shift() as Turn<T>)
  }

  keep(wanted: (one: T) => boolean): T[] {
    const dropped: T[] = []
    for (const turn of this.turns.values()) {
      const kept: T[] = []
      for (const one of turn.waiting.slice(turn.at)) (wanted(one) ? kept : dropped).push(one)
      turn.waiting = kept
      turn.at = 0
    }
    this.ring = this.ring.filter((turn) => {
      if (turn.waiting.length > 0) return true
      this.turns.delete(turn.account_id)
      return false
    })
    return dropped
  }
}

export class Lanes<T extends Waiting> {
  private readonly lanes = [new Lane<T>(), new Lane<T>(), new Lane<T>()]
  private readonly ids = new Set<string>()
  private promotional_share: number
  /** Segments of the two lower lanes since both waited, for the share. */
  private given = 0
  private given_promotional = 0

  constructor(promotional_share_percent: number) {
    this.promotional_share = promotional_share_percent
  }

  setShare(percent: number): void {
    this.promotional_share = percent
  }

  get size(): number {
    return this.ids.size
  }

  has(message_id: string): boolean {
    return this.ids.has(message_id)
  }

  held(lane: number, account_id: string): number {
    return this.lane(lane).held(account_id)
  }

  add(one: T, weight: number): void {
    if (this.ids.has(one.message_id)) return
    this.ids.add(one.message_id)
    this.lane(one.lane).add(one, weight)
  }

  /** Takes what goes next, unless `fits` says that there is no room for it now. */
  take(fits: (one: T) => boolean): T | undefined {
    const lane = this.nextLane()
    const one = lane === undefined ? undefined : this.lane(lane).peek()
    if (lane === undefined || one === undefined || !fits(one)) return undefined
    this.lane(lane).took(one)
    this.ids.delete(one.message_id)
    if (lane !== otp) this.count(lane, one.segments)
    return one
  }

  /** Drops what is no longer to go over this link now; it stays in the table. */
  keep(wanted: (one: T) => boolean): void {
    for (const lane of this.lanes)
      for (const one of lane.keep(wanted)) this.ids.delete(one.message_id)
  }

  private lane(number: number): Lane<T> {
    return this.lanes[number] ?? (this.lanes[promotional] as Lane<T>)
  }

  private nextLane(): number | undefined {
    if (!this.lane(otp).empty) return otp
    if (this.lane(promotional).empty)
      return this.lane(transactional).empty ? undefined : transactional
    if (this.lane(transactional).empty) return promotional
    const due = this.given_promotional * 100 < this.given * this.promotional_share
    return due ? promotional : transactional
  }

  private count(lane: number, segments: number): void {
    // Only what was given while both waited counts; otherwise a quiet night would be owed by day.
    if (this.lane(promotional).empty || this.lane(transactional).empty) {
      this.given = 0
      this.given_promotional = 0
      return
    }
    this.given += segments
    if (lane === promotional) this.given_promotional += segments
  }
}
