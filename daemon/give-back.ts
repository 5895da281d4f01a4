// A start reads some thousand files' worth of code and leaves garbage that nobody needs again. The
// runtime would keep it for the better part of a minute; a small machine has better uses for 35 MB.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const rest_ms = 1000

/** Once, when the start has settled; some 80 ms in which nobody has signed in yet. */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    // An ordinary collection frees the pages but keeps them.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    setFlagsFromString('--no-expose-gc')
  }, rest_ms).unref()
}
