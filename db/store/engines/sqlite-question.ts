// One question to an SQLite file on a connection of its own, which can be broken off.

import sqlite3 from 'sqlite3'
import type { DatabaseRow } from './engine.ts'

const there = sqlite3.OPEN_READWRITE | sqlite3.OPEN_FULLMUTEX

export async function askSqlite(
  file: string,
  text: string,
  patience_ms: number,
): Promise<DatabaseRow[]> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, there, (error) =>
      error === null ? resolve(opened) : reject(error),
    )
  })
  const late = setTimeout(() => database.interrupt(), patience_ms)
  try {
    await exec(
      database,
      'pragma query_only=on; pragma busy_timeout=5000; pragma trusted_schema=off',
    )
    return await new Promise((resolve, reject) => {
      database.all(text, (error: Error | null, rows: DatabaseRow[]) =>
        error === null ? resolve(rows) : reject(error),
      )
    })
  } finally {
    clearTimeout(late)
    await new Promise<void>((resolve) => database.close(() => resolve()))
  }
}

const exec = (database: sqlite3.Database, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    database.exec(text, (error) => (error === null ? resolve() : reject(error)))
  })
