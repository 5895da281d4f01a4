// The hand of campaigns: looks once a second and whenever one was moved; only the leader works.

import { outside } from '../db/connection.ts'
import { workOnCampaigns } from '../db/messaging/campaigns/work.ts'
import { onNudge } from '../db/messaging/nudges.ts'
import type { Log } from './jobs.ts'

export interface CampaignHand {
  /** Everything that can be done now is done. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function runCampaigns(options: {
  log: Pick<Log, 'error'>
  leads?: () => boolean
  poll_ms?: number
}): CampaignHand {
  const { log, leads = () => true, poll_ms = 1000 } = options
  let turn: Promise<void> | null = null
  let again = false
  let stopping = false

  const look = (): Promise<void> => {
    if (turn !== null) {
      again = true
      return turn
    }
    turn = outside(async () => {
      try {
        do {
          again = false
          while (!stopping && leads() && (await workOnCampaigns()));
        } while (again && !stopping)
      } catch (error) {
        log.error({ err: error }, 'campaigns could not be worked on')
      } finally {
        turn = null
      }
    })
    return turn
  }

  const stopListening = onNudge('campaigns', () => void look())
  const timer = setInterval(() => void look(), poll_ms)
  timer.unref()
  return {
    async idle() {
      do await look()
      while (turn !== null)
    },
    async stop() {
      stopping = true
      stopListening()
      clearInterval(timer)
      await turn
    },
  }
}
