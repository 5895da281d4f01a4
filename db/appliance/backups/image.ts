// The database as bytes, at one moment, while everybody goes on working: a copy made by SQLite
// itself (OPS-107), or PostgreSQL's rows as lines that either database can take back (OPS-108).

import { createHash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { Digest, factsOf, linesOf } from '../carry/rows.ts'
import { carriedAt } from '../carry/tables.ts'
import type { Connection, Engine } from '../../store/engines/engine.ts'
import { openSqlite } from '../../store/engines/sqlite.ts'
import { copyApart } from '../../store/engines/sqlite-question.ts'
import type { TableFacts } from './words.ts'

export interface ImageFacts {
  engine_version: string
  sha256: string
  bytes: number
  tables: Record<string, TableFacts>
  migrations: string[]
  hospitals: { id: string; code: string; name: string }[]
  audit: { hospital_id: string; seq: number; hash: string }[]
}

export interface Image {
  bytes(): AsyncIterable<Uint8Array>
  /** Once all bytes were taken. */
  facts(): Promise<ImageFacts>
}

export type OnPart = (phase: string, done: number, total: number) => void

/** `work` has the image until it ends; nothing of it stays. */
export async function withSqliteImage<T>(
  live: string,
  aside: string,
  onPart: OnPart,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  try {
    await vacuumInto(live, aside)
    return await beside(
      (onFact) => factsOfFile(aside, onFact),
      onPart,
      (known) => {
        const size = statSync(aside).size
        const hash = createHash('sha256')
        return work({
          async *bytes() {
            let done = 0
            for await (const part of createReadStream(aside, { highWaterMark: 1 << 20 })) {
              hash.update(part as Buffer)
              done += (part as Buffer).length
              onPart('database', done, size)
              yield part as Buffer
            }
          },
          facts: async () => ({ ...(await known()), sha256: hash.digest('hex'), bytes: size }),
        })
      },
    )
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${aside}${end}`, { force: true })
  }
}

/**
 * Tables are counted while the copy they stand in is compressed: each keeps a processor busy for half of
 * a backup. Its progress is told from when somebody waits for it, and nothing of it goes on after `work`.
 */
async function beside<F, T>(
  count: (onPart: OnPart) => Promise<F>,
  onPart: OnPart,
  work: (known: () => Promise<F>) => Promise<T>,
): Promise<T> {
  let is_over = false
  let is_waited_for = false
  const counting = count((...part) => {
    if (is_over) throw new Error('nobody wants to know any more')
    if (is_waited_for) onPart(...part)
  })
  // Whoever asks hears of its fault.
  counting.catch(() => undefined)
  try {
    return await work(() => {
      is_waited_for = true
      return counting
    })
  } finally {
    is_over = true
    await counting.catch(() => undefined)
  }
}

/** A copy made by SQLite itself, while others write (OPS-107). */
export async function vacuumInto(live: string, aside: string): Promise<void> {
  await copyApart(live, aside)
}

/** Of a database file that nobody works on. */
export async function factsOfFile(
  file: string,
  onPart: OnPart = () => undefined,
): Promise<Omit<ImageFacts, 'sha256' | 'bytes'>> {
  const engine = await openSqlite({ file, readers: 1, read_only: true, beside: true })
  try {
    return await engine.snapshot((connection) => readFacts(connection, engine, onPart))
  } finally {
    await engine.close()
  }
}

async function readFacts(
  connection: Connection,
  { dialect }: Engine,
  onPart: OnPart,
): Promise<Omit<ImageFacts, 'sha256' | 'bytes'>> {
  const heads = await headsOf(connection, dialect)
  const tables = await carriedAt(heads.migrations)
  return {
    ...heads,
    tables: await factsOf(connection, dialect, tables, (name, index) =>
      onPart('reading tables', index, tables.length),
    ),
  }
}

async function headsOf(
  connection: Connection,
  dialect: Engine['dialect'],
): Promise<Pick<ImageFacts, 'engine_version' | 'migrations' | 'hospitals' | 'audit'>> {
  const ask = (text: string) => connection.all(text, [])
  const version = dialect === 'sqlite' ? 'select sqlite_version() as v' : 'select version() as v'
  return {
    engine_version: String((await ask(version))[0]?.['v']),
    migrations: (await ask('select name from migrations order by name')).map(({ name }) =>
      String(name),
    ),
    hospitals: (await ask('select id, code, name from hospitals order by code')) as never,
    audit: (await ask(
      'select hospital_id, seq, hash from audit_heads order by hospital_id',
    )) as never,
  }
}

/** Rows as lines: a table's name and columns, then its rows, in one snapshot. */
export function withPostgresImage<T>(
  engine: Engine,
  onPart: OnPart,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  return engine.snapshot(async (connection) => {
    const heads = await headsOf(connection, 'postgres')
    const tables = await carriedAt(heads.migrations)
    const known: Record<string, TableFacts> = {}
    const hash = createHash('sha256')
    let bytes = 0
    const asBytes = (lines: readonly unknown[]): Buffer => {
      const part = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      hash.update(part)
      bytes += part.length
      return part
    }
    return work({
      async *bytes() {
        yield asBytes([{ migrations: heads.migrations }])
        for (const [index, table] of tables.entries()) {
          onPart('writing tables', index, tables.length)
          const digest = new Digest(table)
          yield asBytes([{ table: table.name, columns: table.columns }])
          for await (const lines of linesOf(connection, 'postgres', table)) {
            digest.add(lines)
            yield asBytes(lines)
          }
          known[table.name] = digest.facts()
        }
      },
      facts: async () => ({ ...heads, sha256: hash.digest('hex'), bytes, tables: known }),
    })
  })
}
