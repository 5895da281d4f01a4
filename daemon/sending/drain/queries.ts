// Asks an operator what became of messages it took and never spoke of again (`query_sm`, MSG 7): every
// minute a few, and each of them at most once in the link's own time.

import { clock, minutes } from '../../../db/core/clock.ts'
import { unheardParts } from '../../../db/messaging/drain/unheard.ts'
import type { Way } from '../operators/way.ts'
import type { Ledger } from './ledger.ts'

const every_ms = minutes(1)
const at_once = 200
const side_by_side = 10
const start = { valid_until: '', message_id: '' }

export class Queries {
  private readonly link_id: string
  private readonly way: Way
  private readonly ledger: Ledger
  private readonly spell: (id: string) => readonly string[]
  private asked_ms = Number.NEGATIVE_INFINITY
  private round_ms = Number.NEGATIVE_INFINITY
  private after = start

  constructor(link_id: string, way: Way, ledger: Ledger, spell: (id: string) => readonly string[]) {
    this.link_id = link_id
    this.way = way
    this.ledger = ledger
    this.spell = spell
  }

  /** Answers how many were asked after. */
  async look(after_minutes: number): Promise<number> {
    const now = clock.ms()
    if (after_minutes === 0 || this.way.query === undefined) return 0
    if (now - this.asked_ms < every_ms) return 0
    if (this.after === start && now - this.round_ms < minutes(after_minutes)) return 0
    this.asked_ms = now
    if (this.after === start) this.round_ms = now
    const before = new Date(now - minutes(after_minutes)).toISOString()
    const found = await unheardParts(this.link_id, before, this.after, at_once)
    const last = found.at(-1)
    this.after = found.length < at_once || last === undefined ? start : last
    // Nothing waits yet: the next look need not wait for a whole round.
    if (found.length === 0) this.round_ms = Number.NEGATIVE_INFINITY
    for (let at = 0; at < found.length; at += side_by_side)
      await Promise.all(found.slice(at, at + side_by_side).map((one) => this.ask(one)))
    return found.length
  }

  private async ask(one: Awaited<ReturnType<typeof unheardParts>>[number]): Promise<void> {
    const { operator_message_id: id, phone } = one
    const said = await this.way.query?.(id, one.sender_id)
    if (said === null || said === undefined) return
    await this.ledger.receipt({
      raw_id: id,
      spellings: this.spell(id),
      word: said.word,
      error_code: said.error_code,
      destination: phone,
      user_reference: null,
      network: null,
      done_at: null,
      received_at: clock.instant(),
      raw: `query_sm: ${said.word}`,
    })
  }
}
