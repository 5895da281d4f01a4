import { DatabaseSync } from 'node:sqlite'

/** Of the SQLite that this process works with, not of one on the machine. */
export function driverVersion(): string {
  const database = new DatabaseSync(':memory:')
  try {
    return String(database.prepare('select sqlite_version() as version').get()?.['version'])
  } finally {
    database.close()
  }
}
