// Receipts of one link that came before the answer that says whose they are: they are kept, and tried
// again when an answer has been written and, when none comes, every second (MSG-373).

import { clock } from '../../db/clock.ts'
import { within } from '../../db/connection.ts'
import {
  applyReceipts,
  type ReceiptLink,
  waitingReceipts,
} from '../../db/messaging/drain/receipts.ts'
import { setting } from '../../db/messaging/settings/settings.ts'
import { gathering } from '../../db/messaging/together.ts'
import type { Log } from '../jobs.ts'

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
      await within(() => this.apply(clock.instant()), 'jobs')
    } catch (error) {
      this.log.error({ err: error }, 'receipts that wait could not be tried again')
    }
  }

  end(): void {
    this.ended = true
    if (this.timer !== null) clearTimeout(this.timer)
  }

  private async apply(at: string): Promise<void> {
    const hours = await setting('orphan_receipt_hours')
    const since = new Date(Date.parse(at) - hours * hour_ms).toISOString()
    const waiting = await waitingReceipts(this.link.id, since, at_once_max)
    const receipts = waiting.map((one) => ({
      ...one,
      spellings: this.link.spell(one.raw_id || null),
    }))
    const outcomes = await gathering(() => applyReceipts(this.link, receipts, at))
    this.some = outcomes.includes('waiting')
  }
}
