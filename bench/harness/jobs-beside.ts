// Loaded into the house of a bench: told `jobs`, 200 changes of jobs want the writer at once; told `hold`,
// one holds it for 15 seconds. Says how long its first and its last of them took.

import { setTimeout as pause } from 'node:timers/promises'
import { run, within } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'

const many = 200
const held_ms = 15_000

export async function filling(hospital_id: string): Promise<void> {
  process.on('message', (word) => {
    if (word === 'jobs') void tell(many, () => change(hospital_id))
    if (word === 'hold') void tell(1, () => pause(held_ms))
  })
}

const change = (hospital_id: string): Promise<unknown> =>
  run(sql`update departments set sort_order = sort_order where hospital_id = ${hospital_id}`)

async function tell(count: number, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const took: number[] = []
  await Promise.all(
    Array.from({ length: count }, async () => {
      await within(work, 'jobs')
      took.push(performance.now() - began)
    }),
  )
  process.send?.({
    wrote: took.length,
    first_ms: Math.round(Math.min(...took)),
    last_ms: Math.round(Math.max(...took)),
  })
}
