// The rows of every table from one database to the other (OPS-149): only what differs is written.

import type { Engine } from '../../store/engines/engine.ts'
import { type Made, makeEqual } from './equal.ts'
import { inLanes } from './lanes.ts'
import { atOneMoment } from './moment.ts'
import { openSink } from './sink.ts'
import type { Carried } from './tables.ts'

interface Copying {
  from: Engine
  into: Engine
  tables: readonly Carried[]
  /** Tables at once. */
  parallel: number
  onRows: (table: string, done: number) => void
}

export interface Copied {
  name: string
  rows: number
  added: number
  removed: number
  /** Both sides were read whole, and hold the same. */
  digest_equal: boolean
}

const told_rows = 500

/** From one moment of the source, in the order of the references. */
export async function copyAll({
  from,
  into,
  tables,
  parallel,
  onRows,
}: Copying): Promise<Copied[]> {
  const sink = await openSink(into)
  const made = new Map<string, Made>()
  let done = 0
  let told = 0
  await atOneMoment(from, async (connection) => {
    const side = { dialect: from.dialect, all: connection.all.bind(connection) }
    await inLanes(tables, parallel, async (table) => {
      const one = await makeEqual(side, into, table, (more) => {
        done += more
        if (done - told < told_rows) return
        told = done
        onRows(table.name, done)
      })
      made.set(table.name, one)
    })
  })
  onRows('references', done)
  await sink.settle()
  return tables.map(({ name }) => {
    const { read = 0, added = 0, removed = 0, was_equal = false } = made.get(name) ?? {}
    return { name, rows: read, added, removed, digest_equal: was_equal }
  })
}
