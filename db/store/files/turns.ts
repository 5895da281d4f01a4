// One at a time about the same bytes: keeping them with their row, and erasing them because no row
// is left, must not cross.

const last = new Map<string, Promise<unknown>>()

export function inTurn<T>(hashes: readonly string[], work: () => Promise<T>): Promise<T> {
  // Taken in one order, so that two who want the same two never wait for each other.
  return [...new Set(hashes)]
    .sort()
    .reduceRight<() => Promise<T>>((inner, sha256) => () => after(sha256, inner), work)()
}

function after<T>(sha256: string, work: () => Promise<T>): Promise<T> {
  const turn = (last.get(sha256) ?? Promise.resolve()).then(work, work)
  last.set(sha256, turn)
  const leave = (): void => {
    if (last.get(sha256) === turn) last.delete(sha256)
  }
  turn.then(leave, leave)
  return turn
}
