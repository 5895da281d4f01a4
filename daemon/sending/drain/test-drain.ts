// Test mode at work: every account by its own clock, against a simulator of its own (MSG-362).

import { outside } from '../../../db/store/connection.ts'
import { busyTestAccounts, testTurn } from '../../../db/messaging/drain/testing.ts'
import type { Log } from '../../work/jobs.ts'

export class TestDrain {
  private readonly log: Log
  private turn: Promise<void> | null = null
  private again = false
  private stopped = false

  constructor(log: Log) {
    this.log = log
  }

  wake(): void {
    if (this.stopped) return
    if (this.turn !== null) {
      this.again = true
      return
    }
    this.turn = outside(() => this.run())
      .catch((error: unknown) => this.log.error({ err: error }, 'test mode could not go on'))
      .finally(() => {
        this.turn = null
        if (this.again) this.wake()
      })
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.turn
  }

  private async run(): Promise<void> {
    this.again = false
    for (const owner of await busyTestAccounts()) {
      if (this.stopped) return
      while ((await testTurn(owner)) !== null) if (this.stopped) return
    }
  }
}
