// A hand that works through what is due until nothing is left: it looks once a second and whenever
// it is nudged, one look at a time, and only in the daemon that leads.

import { outside } from '../db/connection.ts'
import { type Nudge, onNudge } from '../db/messaging/nudges.ts'
import type { Log } from './jobs.ts'

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
          while (!stopping && leads() && (await work()));
        } while (again && !stopping)
      } catch (error) {
        log.error({ err: error }, `${name} could not be worked on`)
      } finally {
        turn = null
      }
    })
    return turn
  }

  const stopListening = onNudge(nudge, () => void look())
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
      await close?.()
    },
  }
}
