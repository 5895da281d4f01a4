// How often a piece of work waits for PostgreSQL: statements that leave together are one trip.

import pg from 'pg'

type Called = (this: pg.Client, ...args: unknown[]) => unknown

async function ended(answer: unknown): Promise<void> {
  await Promise.allSettled([answer])
}

export async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const own = Reflect.get(pg.Client.prototype, 'query') as Called
  const under_way = new Map<pg.Client, number>()
  let trips = 0
  Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...args: unknown[]) {
    const waiting = under_way.get(this) ?? 0
    if (waiting === 0) trips += 1
    under_way.set(this, waiting + 1)
    const answer = own.apply(this, args)
    void ended(answer).then(() => under_way.set(this, (under_way.get(this) ?? 1) - 1))
    return answer
  })
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', own)
  }
  return trips
}
