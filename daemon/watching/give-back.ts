// The runtime keeps memory that it might need again; a small machine has better uses for it.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const rest_ms = 1000

/** In percent of what is in use after a collection; left alone the heap grows to four times of it. */
const growing = 40

/**
 * What waits for an answer outlives the young generation and is garbage a moment later. Such garbage
 * is let go when it makes up this much, instead of a hundred megabytes at a time (decision 0176).
 */
export function keepLittle(): void {
  setFlagsFromString(`--heap-growing-percent=${growing}`)
}

/**
 * A start reads some thousand files' worth of code and leaves garbage that nobody needs again and the
 * runtime would keep for the better part of a minute. Once, when the start has settled; some 80 ms in
 * which nobody has signed in yet.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    // An ordinary collection frees the pages but keeps them.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    setFlagsFromString('--no-expose-gc')
  }, rest_ms).unref()
}
