// Several pieces of work at once.

/** In the order given; the first fault is told when all that was begun has come to rest. */
export async function inLanes<T>(
  all: readonly T[],
  lanes: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values()
  let failed = false
  const lane = async (): Promise<void> => {
    for (const one of left) {
      if (failed) return
      await work(one).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault !== undefined) throw fault.reason
}
