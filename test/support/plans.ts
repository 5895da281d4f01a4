// How the database goes about what it is asked, by its own word.

import { database, dialect } from '../../db/store/connection.ts'

export interface Said {
  text: string
  values: readonly unknown[]
}

/** What `work` reads outside of any transaction, as it asks it. */
export async function heard(work: () => Promise<unknown>): Promise<Said[]> {
  const engine = database() as { read: (text: string, values: readonly unknown[]) => unknown }
  const { read } = engine
  const said: Said[] = []
  engine.read = (text, values) => {
    said.push({ text, values })
    return read(text, values)
  }
  try {
    await work()
  } finally {
    engine.read = read
  }
  return said
}

export async function planOf({ text, values }: Said): Promise<string[]> {
  if (dialect() === 'sqlite') {
    const plan = await database().read(`explain query plan ${text}`, [...values])
    return plan.map((row) => String(row['detail']))
  }
  // On a small table reading all of it is cheapest; forbidden, it is chosen where nothing else is.
  let plan: string[] = []
  await database().write(async (connection) => {
    await connection.run('set local enable_seqscan = off', [])
    const rows = await connection.all(`explain ${text}`, [...values])
    plan = rows.map((row) => String(row['QUERY PLAN']))
  }, 'jobs')
  return plan
}
