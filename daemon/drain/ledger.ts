// What came back from the operators, written down in groups: many answers and receipts cost one
// transaction, and nobody waits longer than a moment for it (MSG-303, MSG-343).
//
// Answers free the window, so they do not wait for receipts: each has a transaction of its own, and
// the writer commits both together when both are there. A receipt is written after the answers that
// came before it, because it is matched by what they say.

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
import { setting } from '../../db/messaging/settings/settings.ts'
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
  /** How many answers had come before it. */
  after: number
  done: (matched: boolean) => void
  failed: (error: unknown) => void
}

const gather_ms = 3
const at_once_max = 1000
const again_ms = 250
const look_again_ms = 1000
const hour_ms = 3_600_000
/** Receipts that found nothing and are tried again when answers commit. */
const waiting_max = 1000

export class Ledger {
  private readonly link: LedgerLink
  private readonly log: Log
  private answers: Answered[] = []
  private receipts: Kept[] = []
  private timer: NodeJS.Timeout | null = null
  private writing_answers: Promise<void> | null = null
  private writing_receipts: Promise<void> | null = null
  private answers_come = 0
  private answers_kept = 0
  /** Whether a receipt may be waiting for an answer; after a start nobody knows. */
  private some_wait = true
  private try_again = true
  private again_timer: NodeJS.Timeout | null = null
  private ended = false

  constructor(link: LedgerLink, log: Log) {
    this.link = link
    this.log = log
  }

  /** `kept` is told once it is written; until then its place is taken. */
  answer(one: PartAnswer, kept: () => void = () => undefined): void {
    this.answers_come += 1
    this.answers.push({ one, kept })
    this.soon()
  }

  /** Resolves when it is kept, whether or not it found its part. */
  receipt(receipt: Receipt): Promise<boolean> {
    return new Promise((done, failed) => {
      this.receipts.push({ receipt, after: this.answers_come, done, failed })
      this.soon()
    })
  }

  /** The end: everything that came is written, and nothing is looked for any more. */
  async settled(): Promise<void> {
    this.ended = true
    if (this.again_timer !== null) clearTimeout(this.again_timer)
    while (
      this.answers.length + this.receipts.length > 0 ||
      this.writing_answers !== null ||
      this.writing_receipts !== null
    ) {
      this.write()
      await Promise.all([this.writing_answers, this.writing_receipts])
    }
  }

  private soon(): void {
    if (this.answers.length >= at_once_max || this.receipts.length >= at_once_max) this.write()
    else this.timer ??= setTimeout(() => this.write(), gather_ms)
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.writeAnswers()
    this.writeReceipts()
  }

  private writeAnswers(): void {
    if (this.writing_answers !== null || this.answers.length === 0) return
    this.writing_answers = outside(() => this.storeAnswers()).finally(() => {
      this.writing_answers = null
      this.writeReceipts()
      if (this.answers.length > 0) this.soon()
    })
  }

  private writeReceipts(): void {
    if (this.writing_receipts !== null) return
    // One at a time, the waiting ones too: two parts of a message that were written beside each
    // other would each miss that the other is delivered.
    const tries = this.try_again && this.some_wait
    if (this.readyReceipts() === 0 && !tries) return
    this.writing_receipts = outside(() => (tries ? this.tryAgain() : this.storeReceipts())).finally(
      () => {
        this.writing_receipts = null
        if (this.receipts.length > 0) this.soon()
        else if (this.some_wait) this.lookAgain()
      },
    )
  }

  /** How many of the first need no answer that is not written yet. */
  private readyReceipts(): number {
    const ready = this.receipts.findIndex(({ after }) => after > this.answers_kept)
    return Math.min(ready === -1 ? this.receipts.length : ready, at_once_max)
  }

  /** What waits is not forgotten when no further answer comes. */
  private lookAgain(): void {
    if (this.ended) return
    if (this.try_again) return this.writeReceipts()
    if (this.again_timer !== null) return
    this.again_timer = setTimeout(() => {
      this.again_timer = null
      this.try_again = true
      this.writeReceipts()
    }, look_again_ms)
    this.again_timer.unref()
  }

  private async storeAnswers(): Promise<void> {
    const answers: Answered[] = []
    for (;;) {
      try {
        await within(() => {
          // Taken when the writer is there: what came while it was waited for goes along.
          answers.push(...this.answers.splice(0, at_once_max))
          return this.settle(answers.map(({ one }) => one))
        }, 'jobs')
        break
      } catch (error) {
        // An operator gives its answers only once: they are kept here until they can be written.
        this.log.error({ err: error }, 'answers of an operator could not be kept')
        await new Promise((resolve) => setTimeout(resolve, again_ms))
      }
    }
    this.answers_kept += answers.length
    // A receipt before its submit answer waited for exactly this (MSG-373).
    this.try_again = true
    for (const { kept } of answers) kept()
  }

  private async settle(answers: readonly PartAnswer[]): Promise<void> {
    const at = clock.instant()
    await settle(answers, at)
    await owe(answers, this.link.id)
    await this.again(answers, at)
  }

  private async storeReceipts(): Promise<void> {
    let kept: readonly Kept[] = []
    try {
      const outcomes = await within(() => {
        // The same ones when the writer has to begin anew.
        if (kept.length === 0) kept = this.receipts.splice(0, this.readyReceipts())
        const receipts = kept.map(({ receipt }) => receipt)
        return applyReceipts(this.link, receipts, clock.instant())
      }, 'jobs')
      if (outcomes.includes('waiting')) this.some_wait = true
      for (const [at, { done }] of kept.entries()) done(outcomes[at] !== 'waiting')
    } catch (error) {
      this.log.error({ err: error }, 'receipts of an operator could not be kept')
      if (kept.length === 0) kept = this.receipts.splice(0, this.readyReceipts())
      // The operator is told so, and repeats them.
      for (const { failed } of kept) failed(error)
    }
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

  private async tryAgain(): Promise<void> {
    this.try_again = false
    try {
      await within(() => this.retry(clock.instant()), 'jobs')
    } catch (error) {
      this.log.error({ err: error }, 'receipts that wait could not be tried again')
    }
  }

  private async retry(at: string): Promise<void> {
    const hours = await setting('orphan_receipt_hours')
    const since = new Date(Date.parse(at) - hours * hour_ms).toISOString()
    const waiting = await waitingReceipts(this.link.id, since, waiting_max)
    const outcomes = await applyReceipts(
      this.link,
      waiting.map((one) => ({ ...one, spellings: this.link.spell(one.raw_id || null) })),
      at,
    )
    this.some_wait = outcomes.includes('waiting')
  }
}
