// Receipts of one link that came before the answer that says whose they are: they are kept, and tried
// again when an answer has been written and, when none comes, every second (MSG-373). Each try looks
// at the newest, whose answer is the likeliest to have come, and at the next page of the older ones:
// however many nobody ever answers for, each of the others gets its turn.

import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import {
  applyReceipts,
  type ReceiptLink,
  waitingReceipts,
} from '../../../db/messaging/drain/receipts.ts'
import { setting } from '../../../db/messaging/settings/settings.ts'
import { gathering } from '../../../db/messaging/together.ts'
import type { Log } from '../../work/jobs.ts'

export interface SpellingLink extends ReceiptLink {
  /** The ways in which the operator may have written that id in its answer. */
  spell(id: string | null): readonly string[]
}

const look_again_ms = 1000
const hour_ms = 3_600_000
const at_once_max = 1000

export class WaitingReceipts {
  private readonly link: SpellingLink
  private readonly log: Log
  /** Whether there may be any; after a start nobody knows. */
  private some = true
  /** Whether any of this round still waits. */
  private left = false
  /** How far back this round has come among the older ones; null: it begins. */
  private past: string | null = null
  /** Whether anything has happened since they were tried. */
  private news = true
  private timer: NodeJS.Timeout | null = null
  private ended = false

  constructor(link: SpellingLink, log: Log) {
    this.link = link
    this.log = log
  }

  get any(): boolean {
    return this.some
  }

  get worthTrying(): boolean {
    return this.some && this.news
  }

  /** One more, or many. */
  add(): void {
    this.some = true
    this.left = true
  }

  /** What one of them may have waited for. */
  answered(): void {
    this.news = true
  }

  /** They are not forgotten when no further answer comes. */
  lookAgain(look: () => void): void {
    if (this.ended || !this.some) return
    if (this.news) return look()
    if (this.timer !== null) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.news = true
      look()
    }, look_again_ms)
    this.timer.unref()
  }

  async tryAgain(): Promise<void> {
    this.news = false
    try {
      const at = clock.instant()
      const newest = await this.page(at, null)
      if (newest.last === null) {
        this.past = null
        this.left = newest.left
      } else await this.goOn(at, newest, newest.last)
      this.some = this.left || this.past !== null
      // A new round asks anew which of them wait.
      if (this.past === null) this.left = false
    } catch (error) {
      this.log.error({ err: error }, 'receipts that wait could not be tried again')
    }
  }

  private async goOn(at: string, newest: Tried, last: string): Promise<void> {
    // What lay behind the newest ones may be among them by now.
    const from = this.past !== null && this.past < last ? this.past : last
    const older = await this.page(at, from)
    this.left ||= newest.left || older.left
    this.past = older.last
    // Some found their parts, so those behind them need not wait for an answer.
    if (this.past !== null && (newest.matched || older.matched)) this.news = true
  }

  end(): void {
    this.ended = true
    if (this.timer !== null) clearTimeout(this.timer)
  }

  private page(at: string, before: string | null): Promise<Tried> {
    return within(() => this.apply(at, before), 'jobs')
  }

  private async apply(at: string, before: string | null): Promise<Tried> {
    const hours = await setting('orphan_receipt_hours')
    const since = new Date(Date.parse(at) - hours * hour_ms).toISOString()
    const waiting = await waitingReceipts(this.link.id, { since, before, limit: at_once_max })
    const receipts = waiting.map((one) => ({
      ...one,
      spellings: this.link.spell(one.raw_id || null),
    }))
    const outcomes = await gathering(() => applyReceipts(this.link, receipts, at))
    return {
      left: outcomes.includes('waiting'),
      matched: outcomes.some((outcome) => outcome !== 'waiting'),
      last: waiting.length < at_once_max ? null : (waiting.at(-1)?.kept_id ?? null),
    }
  }
}

/** What became of a page of them. */
interface Tried {
  left: boolean
  matched: boolean
  /** Its last one, where more may lie behind it. */
  last: string | null
}
