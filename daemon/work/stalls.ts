// How long nothing else could run (OPS-16): a beat that comes late tells of it.

const beat_ms = 250
const noted_ms = 1000
/** A house that was deaf for longer is given no sign of life (OPS-15). */
export const stall_max_ms = 10_000

export interface Stalls {
  /** Those of more than a second, since the start. */
  readonly count: number
  readonly longest_ms: number
  /** The longest since the same asker asked before. */
  longestSince(asker: string): number
  stop(): void
}

export function watchStalls(
  note: (ms: number) => void,
  now: () => number = () => performance.now(),
): Stalls {
  let expected = now() + beat_ms
  let [count, longest] = [0, 0]
  const since = new Map<string, number>()
  const look = (): number => {
    const late = Math.max(0, now() - expected)
    for (const [asker, before] of since) since.set(asker, Math.max(before, late))
    return late
  }
  const timer = setInterval(() => {
    const late = look()
    expected = now() + beat_ms
    if (late < noted_ms) return
    count += 1
    longest = Math.max(longest, Math.round(late))
    note(Math.round(late))
  }, beat_ms)
  timer.unref()
  return {
    get count() {
      return count
    },
    get longest_ms() {
      return longest
    },
    longestSince(asker) {
      // A beat that is still due counts too: it may be the very one this asker waited for.
      look()
      const found = since.get(asker) ?? 0
      since.set(asker, 0)
      return found
    },
    stop: () => clearInterval(timer),
  }
}
