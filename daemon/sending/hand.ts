// A hand that works through what is due until nothing is left: it looks once a second and whenever
// it is nudged, one look at a time, and only in the daemon that leads.

import { type Nudge, onNudge } from '../../db/messaging/nudges.ts'
import type { Log } from '../work/jobs.ts'
import { takeTurns } from '../edge/turns.ts'

export interface Hand {
  /** Everything that can be done now is done. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface HandOptions {
  log: Pick<Log, 'error'>
  leads?: () => boolean
  poll_ms?: number
}

export function startHand(
  options: HandOptions & {
    /** What it does, for the log: `campaigns`. */
    name: string
    nudge: Nudge
    /** Does a piece of what is due; whether there may be more. */
    work: () => Promise<boolean>
    close?: () => Promise<void>
  },
): Hand {
  const { log, leads = () => true, poll_ms = 1000, name, nudge, work, close } = options
  let stopping = false
  const turns = takeTurns(
    async () => {
      while (!stopping && leads() && (await work()));
    },
    (error) => log.error({ err: error }, `${name} could not be worked on`),
  )

  const stopListening = onNudge(nudge, () => void turns.look())
  const timer = setInterval(() => void turns.look(), poll_ms)
  timer.unref()
  return {
    async idle() {
      do await turns.look()
      while (turns.now() !== null)
    },
    async stop() {
      stopping = true
      turns.end()
      stopListening()
      clearInterval(timer)
      await turns.now()
      await close?.()
    },
  }
}
