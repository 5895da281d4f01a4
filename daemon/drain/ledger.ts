// What came back from the operators, written down in groups: many answers and receipts cost one
// transaction, and nobody waits longer than a moment for it (MSG-303, MSG-343).

import { clock } from '../../db/clock.ts'
import { outside, within } from '../../db/connection.ts'
import { type PartAnswer, sendAgain, settle } from '../../db/messaging/drain/answers.ts'
import {
  applyReceipts,
  type Receipt,
  type ReceiptLink,
  waitingReceipts,
} from '../../db/messaging/drain/receipts.ts'
import { owe } from '../../db/messaging/drain/simulated.ts'
import type { Log } from '../jobs.ts'

export interface LedgerLink extends ReceiptLink {
  resend_on_unknown: 'never' | 'otp' | 'always'
  spell(id: string | null): readonly string[]
}

interface Answered {
  one: PartAnswer
  kept: () => void
}

interface Kept {
  receipt: Receipt
  done: (matched: boolean) => void
  failed: (error: unknown) => void
}

const gather_ms = 3
const at_once_max = 1000
const again_ms = 250
/** Receipts that found nothing and are tried again when answers commit. */
const waiting_max = 1000

export class Ledger {
  private readonly link: LedgerLink
  private readonly log: Log
  private answers: Answered[] = []
  private receipts: Kept[] = []
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> | null = null
  /** Whether a receipt may be waiting for an answer; after a start nobody knows. */
  private some_wait = true

  constructor(link: LedgerLink, log: Log) {
    this.link = link
    this.log = log
  }

  /** `kept` is told once it is written; until then its place is taken. */
  answer(one: PartAnswer, kept: () => void = () => undefined): void {
    this.answers.push({ one, kept })
    this.soon()
  }

  /** Resolves when it is kept, whether or not it found its part. */
  receipt(receipt: Receipt): Promise<boolean> {
    return new Promise((done, failed) => {
      this.receipts.push({ receipt, done, failed })
      this.soon()
    })
  }

  get waiting(): number {
    return this.answers.length + this.receipts.length
  }

  async settled(): Promise<void> {
    while (this.waiting > 0 || this.writing !== null) {
      this.write()
      await this.writing
    }
  }

  private soon(): void {
    if (this.writing !== null) return
    if (this.waiting >= at_once_max) this.write()
    else this.timer ??= setTimeout(() => this.write(), gather_ms)
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    if (this.writing !== null || this.waiting === 0) return
    const answers = this.answers
    const receipts = this.receipts
    this.answers = []
    this.receipts = []
    this.writing = outside(() => this.store(answers, receipts)).finally(() => {
      this.writing = null
      if (this.waiting > 0) this.soon()
    })
  }

  private async store(answers: Answered[], kept: Kept[]): Promise<void> {
    try {
      const given = answers.map(({ one }) => one)
      const outcomes = await within(() => this.writeAll(given, kept), 'jobs')
      for (const one of answers) one.kept()
      for (const [at, { done }] of kept.entries()) done(outcomes[at] !== 'waiting')
    } catch (error) {
      this.log.error({ err: error }, 'answers of an operator could not be kept')
      // The operator repeats its receipts; its answers it gives only once.
      for (const { failed } of kept) failed(error)
      await new Promise((resolve) => setTimeout(resolve, again_ms))
      this.answers = [...answers, ...this.answers]
    }
  }

  private async writeAll(answers: readonly PartAnswer[], kept: readonly Kept[]) {
    const at = clock.instant()
    await settle(answers, at)
    await owe(answers, this.link.id)
    await this.again(answers, at)
    const outcomes = await applyReceipts(
      this.link,
      kept.map(({ receipt }) => receipt),
      at,
    )
    if (outcomes.includes('waiting')) this.some_wait = true
    else if (answers.length > 0 && this.some_wait) await this.retry(at)
    return outcomes
  }

  private async again(answers: readonly PartAnswer[], at: string): Promise<void> {
    const { resend_on_unknown } = this.link
    if (resend_on_unknown === 'never') return
    const ids = answers.flatMap(({ part_id, facts, settled }) =>
      settled.state === 'unknown' && (resend_on_unknown === 'always' || facts.class === 'otp')
        ? [part_id]
        : [],
    )
    await sendAgain(ids, at)
  }

  /** A receipt before its submit answer waited for exactly this (MSG-373). */
  private async retry(at: string): Promise<void> {
    const waiting = await waitingReceipts(this.link.id, waiting_max)
    const outcomes = await applyReceipts(
      this.link,
      waiting.map((one) => ({ ...one, spellings: this.link.spell(one.raw_id || null) })),
      at,
    )
    this.some_wait = outcomes.includes('waiting')
  }
}
