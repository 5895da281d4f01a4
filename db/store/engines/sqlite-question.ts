// What is asked of an SQLite file by a process of its own: one question, which is ended when the answer
// takes too long, and a copy of the whole.

import type { DatabaseRow } from './engine.ts'
import { FarLine } from './sqlite-far.ts'
import { SqliteProcess } from './sqlite-process.ts'
import { patient } from './sqlite-setup.ts'
import { untilStopped } from './stopping.ts'

const setup = [patient, 'pragma query_only=on', 'pragma trusted_schema=off']

/** A copy made by SQLite itself while others write; it ends with the work around it. */
export async function copyApart(file: string, into: string): Promise<void> {
  const opening = { file, setup: [patient], makes: false }
  const line = await FarLine.open(new SqliteProcess(), opening)
  try {
    const text = `vacuum into '${into.replaceAll("'", "''")}'`
    await untilStopped(
      () => line.exec(text),
      () => line.interrupt(),
    )
  } finally {
    await line.close()
  }
}

/** Undefined where there was no answer in time. */
export async function askSqlite(
  file: string,
  text: string,
  patience_ms: number,
): Promise<DatabaseRow[] | undefined> {
  const line = await FarLine.open(new SqliteProcess(), { file, setup, makes: false })
  let is_late = false
  const late = setTimeout(() => {
    is_late = true
    line.interrupt()
  }, patience_ms)
  try {
    return await line.all(text, [])
  } catch (error) {
    if (is_late) return undefined
    throw error
  } finally {
    clearTimeout(late)
    await line.close()
  }
}
