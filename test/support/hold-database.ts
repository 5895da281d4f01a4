// A process that holds an SQLite file for itself until it is told to let go: hold-database.ts FILE

import sqlite3 from 'sqlite3'

const [, , file = ''] = process.argv
const held = new sqlite3.Database(file)
held.exec('pragma busy_timeout=5000; begin exclusive', (error) => {
  process.send?.(error === null ? 'held' : String(error))
})
process.once('message', () => {
  held.exec('rollback', () => held.close(() => process.disconnect?.()))
})
