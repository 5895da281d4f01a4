// What the running house does at a signal (OPS-9).

import { constants } from 'node:os'
import { seconds } from '../../db/core/clock.ts'

const again_ms = seconds(5)
/** Within it a service manager and a wrapper pass on one and the same wish. */
const same_ms = 500

/** What a signal asks for: to stop, nothing more than was asked just now, or to stop at once. */
export function asking(now: () => number = () => performance.now()) {
  let heard_at: number | null = null
  return (): 'first' | 'same' | 'again' => {
    const since = heard_at === null ? null : now() - heard_at
    if (since !== null && since < same_ms) return 'same'
    heard_at = now()
    return since !== null && since < again_ms ? 'again' : 'first'
  }
}

/** Gives back what stops listening. */
export function onSignals(
  stop: () => void,
  note: (signal: string) => void,
  hangUp: () => void = () => undefined,
  dump: (signal: string) => void = () => undefined,
): () => void {
  const heard = asking()
  const asked = (signal: NodeJS.Signals): void => {
    note(signal)
    const what = heard()
    if (what === 'again') atOnce(signal)
    if (what === 'first') stop()
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
