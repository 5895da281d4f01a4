// What the running house does at a signal (OPS-9).

import { constants } from 'node:os'
import { clock, seconds } from '../../db/core/clock.ts'

const again_ms = seconds(5)

/** Gives back what stops listening. */
export function onSignals(
  stop: () => void,
  note: (signal: string) => void,
  hangUp: () => void = () => undefined,
  dump: (signal: string) => void = () => undefined,
): () => void {
  let first_at: number | null = null
  const asked = (signal: NodeJS.Signals): void => {
    note(signal)
    const now = clock.ms()
    if (first_at !== null && now - first_at < again_ms) atOnce(signal)
    first_at = now
    stop()
  }
  const listeners: [NodeJS.Signals, (signal: NodeJS.Signals) => void][] = [
    ['SIGTERM', asked],
    ['SIGINT', asked],
    ['SIGQUIT', atOnce],
    // A terminal that is closed ends nothing that serves others; the file is read anew.
    [
      'SIGHUP',
      (signal) => {
        note(signal)
        hangUp()
      },
    ],
    ['SIGUSR2', dump],
  ]
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}

const atOnce = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal])
