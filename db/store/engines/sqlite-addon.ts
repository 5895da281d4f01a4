// One connection to an SQLite file by the other driver, sqlite3: each statement runs in the thread pool of
// the runtime, so that a disk that lets a page wait holds up nobody. It is built only where it was chosen,
// and a process that uses it has no file open by the runtime's own SQLite as well: two copies of SQLite do
// not see each other's locks.

import type sqlite3 from 'sqlite3'
import { Refusal } from '../../core/refusal.ts'
import type { DatabaseRow } from './engine.ts'
import type { Opening } from './sqlite-core.ts'
import { translated } from './sqlite-errors.ts'
import type { Line } from './sqlite-line.ts'

const statements_kept_max = 600

export class AddonLine implements Line {
  private readonly statements = new Map<string, sqlite3.Statement>()
  private readonly database: sqlite3.Database
  private readonly file: string

  private constructor(database: sqlite3.Database, file: string) {
    this.database = database
    this.file = file
  }

  static async open({ file, setup, makes }: Opening): Promise<AddonLine> {
    const { Database, OPEN_CREATE, OPEN_FULLMUTEX, OPEN_READWRITE } = await addon()
    const mode = OPEN_READWRITE | OPEN_FULLMUTEX | (makes ? OPEN_CREATE : 0)
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new Database(file, mode, (error) =>
        error === null ? resolve(opened) : reject(translated(error, file)),
      )
    })
    const line = new AddonLine(database, file)
    for (const pragma of setup) await line.exec(pragma)
    return line
  }

  exec(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.exec(text, (error) =>
        error === null ? resolve() : reject(translated(error, this.file)),
      )
    })
  }

  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => allOf(this.file, made, values))
      : allOf(this.file, known, values)
  }

  run(text: string, values: readonly unknown[]): Promise<number> {
    const known = this.statements.get(text)
    return known === undefined
      ? this.prepare(text).then((made) => runOf(this.file, made, values))
      : runOf(this.file, known, values)
  }

  /** What it is at fails; what has not begun runs. */
  interrupt(): void {
    this.database.interrupt()
  }

  close(): Promise<void> {
    for (const statement of this.statements.values()) statement.finalize()
    this.statements.clear()
    return new Promise((resolve, reject) => {
      this.database.close((error) => (error === null ? resolve() : reject(error)))
    })
  }

  private async prepare(text: string): Promise<sqlite3.Statement> {
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const made: sqlite3.Statement = this.database.prepare(text, (error: Error | null) =>
        error === null ? resolve(made) : reject(translated(error, this.file, { text })),
      )
    })
    // Two callers may have prepared the same text side by side; the second copy is let go.
    const raced = this.statements.get(text)
    if (raced !== undefined) {
      statement.finalize()
      return raced
    }
    if (this.statements.size >= statements_kept_max) this.forgetOldest()
    this.statements.set(text, statement)
    return statement
  }

  private forgetOldest(): void {
    const [text, statement] = this.statements.entries().next().value ?? []
    if (text === undefined || statement === undefined) return
    this.statements.delete(text)
    statement.finalize()
  }
}

const allOf = (
  file: string,
  statement: sqlite3.Statement,
  values: readonly unknown[],
): Promise<DatabaseRow[]> =>
  new Promise((resolve, reject) => {
    statement.all(values as unknown[], (error: Error | null, rows: DatabaseRow[]) =>
      error === null ? resolve(rows) : reject(translated(error, file)),
    )
  })

const runOf = (
  file: string,
  statement: sqlite3.Statement,
  values: readonly unknown[],
): Promise<number> =>
  new Promise((resolve, reject) => {
    statement.run(values as unknown[], function (this: sqlite3.RunResult, error: Error | null) {
      if (error === null) resolve(this.changes)
      else reject(translated(error, file))
    })
  })

export async function addon(): Promise<typeof sqlite3> {
  try {
    return (await import('sqlite3')).default
  } catch (error) {
    throw Object.assign(notBuilt(), { cause: error })
  }
}

const notBuilt = (): Refusal =>
  new Refusal(
    503,
    'resources.driver',
    'The driver sqlite3 is not part of this program. Set database.driver to "node", or build it: npm run driver',
  )
