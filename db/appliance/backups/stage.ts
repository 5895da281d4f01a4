// What is inside a backup, as a database again: the copy as it is where it fits, its rows carried over
// where the backup comes from the other engine. Nothing that is live is touched.

import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { linesOf, type Line } from '../carry/rows.ts'
import { openSink } from '../carry/sink.ts'
import { type Carried, carriedAt } from '../carry/tables.ts'
import { onDatabase } from '../../store/connection.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { openPostgres } from '../../store/engines/postgres.ts'
import { openSqlite } from '../../store/engines/sqlite.ts'
import { migrate } from '../../store/migrate.ts'
import { newId } from '../../core/ids.ts'
import type { Reading } from './container.ts'
import type { OnPart } from './image.ts'
import { damaged } from './sealed-stream.ts'
import type { Manifest } from './words.ts'

export type Target =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; schema: string }

export interface Staging {
  reading: Reading
  master: Buffer
  manifest: Manifest
  /** For files in between. */
  tmp: string
  onPart: OnPart
}

/** Fills the target, which is empty, and leaves it at the backup's own schema. */
export async function stage(target: Target, staging: Staging): Promise<void> {
  const { engine } = staging.manifest
  if (engine === 'sqlite' && target.engine === 'sqlite') return writeImage(target.file, staging)
  const into = await openTarget(target)
  try {
    const tables = await carriedAt(staging.manifest.migrations)
    await onDatabase(into, () => migrate(() => undefined, staging.manifest.migrations))
    if (engine === 'sqlite') await carryImage(into, tables, staging)
    else await carryLines(into, tables, staging)
  } finally {
    await into.close()
  }
}

export const openTarget = (target: Target, connections = 4): Promise<Engine> =>
  target.engine === 'sqlite'
    ? openSqlite({ file: target.file, readers: 2, beside: true })
    : openPostgres({
        url: target.url,
        schema: target.schema,
        pool_max: connections,
        statement_timeout_ms: 0,
      })

async function writeImage(
  file: string,
  { reading, master, manifest, onPart }: Staging,
): Promise<void> {
  const stream = createWriteStream(file, { flags: 'w', mode: 0o600, flush: true })
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => undefined)
  const hash = createHash('sha256')
  let done = 0
  try {
    for await (const part of reading.section('database', master)) {
      hash.update(part)
      done += part.length
      onPart('database', done, manifest.database.bytes)
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), failed])
    }
  } finally {
    stream.end()
  }
  await Promise.race([once(stream, 'close'), failed])
  if (hash.digest('hex') !== manifest.database.sha256) throw damaged(reading.head.name)
}

/** From a copy of SQLite into PostgreSQL. */
async function carryImage(
  into: Engine,
  tables: readonly Carried[],
  staging: Staging,
): Promise<void> {
  const file = join(staging.tmp, `image-${newId()}.db`)
  try {
    await writeImage(file, staging)
    const from = await openSqlite({ file, readers: 1, read_only: true, beside: true })
    try {
      await copyTables(from, into, tables, staging.onPart)
    } finally {
      await from.close()
    }
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  }
}

/** Every table of one database into another that has the same, empty. */
export async function copyTables(
  from: Engine,
  into: Engine,
  tables: readonly Carried[],
  onPart: OnPart,
): Promise<void> {
  const sink = await openSink(into)
  await from.snapshot(async (connection) => {
    for (const [index, table] of tables.entries()) {
      onPart('carrying tables', index, tables.length)
      for await (const lines of linesOf(connection, from.dialect, table)) {
        await sink.write(table, lines)
      }
    }
  })
  onPart('references', tables.length, tables.length)
  await sink.settle()
}

async function carryLines(
  into: Engine,
  tables: readonly Carried[],
  { reading, master, onPart }: Staging,
): Promise<void> {
  const sink = await openSink(into)
  let table: Carried | undefined
  let held: Line[] = []
  const flush = async (): Promise<void> => {
    if (table !== undefined && held.length > 0) await sink.write(table, held)
    held = []
  }
  for await (const line of jsonLines(reading.section('database', master))) {
    if (Array.isArray(line)) {
      if (held.push(line as Line) === lines_at_once) await flush()
      continue
    }
    await flush()
    const { table: name } = line as { table?: string }
    if (name === undefined) continue
    const index = tables.findIndex((one) => one.name === name)
    table = tables[index]
    if (table === undefined) throw damaged(`${reading.head.name}: the table ${name}`)
    onPart('carrying tables', index, tables.length)
  }
  await flush()
  await sink.settle()
}

const lines_at_once = 1000

async function* jsonLines(parts: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of parts) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    let from = 0
    for (;;) {
      const end = rest.indexOf(10, from)
      if (end < 0) break
      yield JSON.parse(rest.toString('utf8', from, end))
      from = end + 1
    }
    rest = rest.subarray(from)
  }
}
