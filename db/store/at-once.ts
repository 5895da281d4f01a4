// Questions that wait for nothing of each other are asked at once: on PostgreSQL they share one round trip.

type Answers<T extends readonly unknown[]> = { [K in keyof T]: Awaited<T[K]> }

/** Judged in their order: the first that refuses is what is told, whichever answer came first. */
export async function atOnce<T extends readonly unknown[]>(...asked: T): Promise<Answers<T>> {
  const answers = await Promise.allSettled(asked)
  return answers.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }) as Answers<T>
}
