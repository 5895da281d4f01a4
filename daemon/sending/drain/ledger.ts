// What came back from the operators, written down in groups: many answers and receipts cost one
// transaction, and nobody waits longer than a moment for it (MSG-303, MSG-343).
//
// Answers free the window, so they do not wait for receipts. Where more is to be sent they are written
// by the very transaction that keeps the next intents (`carry`), otherwise by one of their own. A
// receipt is written after the answers that came before it, because it is matched by what they say.

import { clock } from '../../../db/core/clock.ts'
import { outside, within } from '../../../db/store/connection.ts'
import { type PartAnswer, sendAgain, settle } from '../../../db/messaging/drain/answers.ts'
import { applyReceipts, type Receipt } from '../../../db/messaging/drain/receipts.ts'
import { owe } from '../../../db/messaging/drain/simulated.ts'
import { gathering } from '../../../db/messaging/together.ts'
import type { Log } from '../../work/jobs.ts'
import { type SpellingLink, WaitingReceipts } from './waiting-receipts.ts'

interface LedgerLink extends SpellingLink {
  resend_on_unknown: 'never' | 'otp' | 'always'
}

interface Answered {
  one: PartAnswer
  /** Told once it is written; null where it holds no place: its part was given up before. */
  kept: (() => void) | null
}

interface Kept {
  receipt: Receipt
  /** How many answers had come before it. */
  after: number
  done: (matched: boolean) => void
  failed: (error: unknown) => void
}

/** What a transaction that sends has taken along. */
export interface Taken {
  answers: Answered[]
  /** How many of their places become free with it. */
  places: number
  receipts: Kept[]
  outcomes: readonly string[]
}

const gather_ms = 3
const at_once_max = 1000
const again_ms = 250

const placesOf = (answers: readonly Answered[]): number =>
  answers.reduce((count, { kept }) => (kept === null ? count : count + 1), 0)

export class Ledger {
  private readonly link: LedgerLink
  private readonly log: Log
  private readonly waiting: WaitingReceipts
  private answers: Answered[] = []
  private receipts: Kept[] = []
  private timer: NodeJS.Timeout | null = null
  private writing_answers: Promise<void> | null = null
  private writing_receipts: Promise<void> | null = null
  private answers_come = 0
  private answers_kept = 0
  private ended = false
  /** What came is to be written now. */
  private is_ripe = false
  /** Some are in the hands of a transaction that sends. */
  private lent = false
  private at_once: NodeJS.Immediate | null = null

  constructor(link: LedgerLink, log: Log) {
    this.link = link
    this.log = log
    this.waiting = new WaitingReceipts(link, log)
  }

  /** Asked when answers are to be written: whether what is sent next takes them along. */
  carry: () => boolean = () => false

  /** Places that become free with what is sent next, which takes their answers along. */
  get ripe(): number {
    const free = !this.lent && this.writing_answers === null
    return this.is_ripe && free ? placesOf(this.answers) : 0
  }

  /** Answers that are not written yet. */
  get pending(): number {
    return this.answers.length
  }

  /**
   * `kept` is told once it is written; until then its place is taken. Null: it has none any more.
   * `at_once`: there is nothing to gather any more, or enough.
   */
  answer(one: PartAnswer, kept: (() => void) | null = null, at_once = false): void {
    this.answers_come += 1
    this.answers.push({ one, kept })
    // Those that came in the same piece of the stream go along.
    if (at_once) this.at_once ??= setImmediate(() => this.write())
    else this.soon()
  }

  /**
   * What came, for a transaction that sends: written by `settle`, then told by `written` or given
   * back. Null: somebody writes already.
   */
  lend(): Taken | null {
    if (this.lent || this.writing_answers !== null) return null
    this.lent = true
    this.is_ripe = false
    const answers = this.take()
    const ready = this.writing_receipts === null ? this.readyReceipts(answers.length) : 0
    const receipts = this.receipts.splice(0, ready)
    return { answers, places: placesOf(answers), receipts, outcomes: [] }
  }

  /** Once more when the writer has to begin anew. */
  settle(taken: Taken): Promise<void> {
    // What both tell and count is written once, and before anybody asks for a rate: what a rate lets
    // go is to leave at once.
    return gathering(async () => {
      await this.settleAnswers(taken.answers)
      taken.outcomes = await this.apply(taken.receipts)
    })
  }

  written(taken: Taken): void {
    this.lent = false
    this.toldAnswers(taken.answers)
    this.toldReceipts(taken)
    if (this.waiting.any) this.writeReceipts()
    if (this.answers.length + this.receipts.length > 0) this.soon()
  }

  /** The transaction that had it was not kept: what stays is written without it. */
  giveBack({ answers, receipts }: Taken): void {
    this.lent = false
    this.answers.unshift(...answers)
    this.receipts.unshift(...receipts)
    if (this.answers.length + this.receipts.length > 0) this.soon()
  }

  /** Nothing is sent that could take it along. */
  flush(): void {
    if (this.is_ripe) this.writeAlone()
  }

  private take(): Answered[] {
    return this.answers.splice(0, at_once_max)
  }

  private toldAnswers(answered: readonly Answered[]): void {
    if (answered.length === 0) return
    this.answers_kept += answered.length
    this.waiting.answered()
    for (const { kept } of answered) kept?.()
  }

  private toldReceipts({ receipts, outcomes }: Pick<Taken, 'receipts' | 'outcomes'>): void {
    if (outcomes.includes('waiting')) this.waiting.add()
    for (const [at, { done }] of receipts.entries()) done(outcomes[at] !== 'waiting')
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
    this.waiting.end()
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
    if (this.at_once !== null) clearImmediate(this.at_once)
    this.at_once = null
    this.is_ripe = this.answers.length + this.receipts.length > 0
    if (this.ended || !this.carry()) this.writeAlone()
  }

  private writeAlone(): void {
    this.is_ripe = false
    this.writeAnswers()
    this.writeReceipts()
  }

  private writeAnswers(): void {
    if (this.writing_answers !== null || this.lent || this.answers.length === 0) return
    this.writing_answers = outside(() => this.storeAnswers()).finally(() => {
      this.writing_answers = null
      this.writeReceipts()
      if (this.answers.length > 0) this.soon()
    })
  }

  private writeReceipts(): void {
    if (this.writing_receipts !== null || this.lent) return
    // One at a time, the waiting ones too: two parts of a message that were written beside each
    // other would each miss that the other is delivered.
    const tries = this.waiting.worthTrying
    if (this.readyReceipts() === 0 && !tries) return
    this.writing_receipts = outside(() =>
      tries ? this.waiting.tryAgain() : this.storeReceipts(),
    ).finally(() => {
      this.writing_receipts = null
      if (this.receipts.length > 0) this.soon()
      else this.waiting.lookAgain(() => this.writeReceipts())
    })
  }

  /** How many of the first need no answer that is not written yet; `settling` are being written. */
  private readyReceipts(settling = 0): number {
    const kept = this.answers_kept + settling
    const ready = this.receipts.findIndex(({ after }) => after > kept)
    return Math.min(ready === -1 ? this.receipts.length : ready, at_once_max)
  }

  private async storeAnswers(): Promise<void> {
    const answers: Answered[] = []
    for (;;) {
      try {
        await within(() => {
          // Taken when the writer is there: what came while it was waited for goes along.
          answers.push(...this.take())
          return this.settleAnswers(answers)
        }, 'jobs')
        break
      } catch (error) {
        // An operator gives its answers only once: they are kept here until they can be written.
        this.log.error({ err: error }, 'answers of an operator could not be kept')
        await new Promise((resolve) => setTimeout(resolve, again_ms))
      }
    }
    this.toldAnswers(answers)
  }

  private async settleAnswers(answered: readonly Answered[]): Promise<void> {
    if (answered.length === 0) return
    const answers = answered.map(({ one }) => one)
    const at = clock.instant()
    await gathering(async () => {
      await settle(answers, at)
      await owe(answers, this.link.id)
      await this.again(answers, at)
    })
  }

  private apply(kept: readonly Kept[]): Promise<readonly string[]> {
    const receipts = kept.map(({ receipt }) => receipt)
    return gathering(() => applyReceipts(this.link, receipts, clock.instant()))
  }

  private async storeReceipts(): Promise<void> {
    let kept: Kept[] = []
    try {
      const outcomes = await within(() => {
        // The same ones when the writer has to begin anew.
        if (kept.length === 0) kept = this.receipts.splice(0, this.readyReceipts())
        return this.apply(kept)
      }, 'jobs')
      this.toldReceipts({ receipts: kept, outcomes })
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
}
