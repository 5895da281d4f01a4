// How long changes wait for the one writer, kept of the newest (operations 5.7, 5.14): in the memory of
// the daemon, gone with it.

const kept_most = 4096
/** Of fewer a percentile says nothing. */
const kept_least = 100

let waits: number[] = []
let next = 0

export function noteWait(waited_s: number): void {
  waits[next] = waited_s * 1000
  next = (next + 1) % kept_most
}

/** In whole milliseconds; null where too few writes were seen. */
export function waitP99(): number | null {
  if (waits.length < kept_least) return null
  const sorted = waits.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0)
}

/** Tests begin anew. */
export function forgetWaits(): void {
  waits = []
  next = 0
}
