// SQLite: one writer behind a queue, readers that never wait for it. By the SQLite of the runtime, or by
// the driver sqlite3 where that was chosen.

import { type Driver, driverInUse } from './driver.ts'
import type { Engine } from './engine.ts'
import { openBeside, openByAddon } from './sqlite-elsewhere.ts'
import { openHere } from './sqlite-here.ts'
import type { WritingOptions } from './sqlite-writing.ts'

export interface SqliteAsked extends WritingOptions {
  driver?: Driver | undefined
  /** Not the live file: nothing of it runs on this thread. */
  beside?: boolean | undefined
}

export function openSqlite(asked: SqliteAsked): Promise<Engine> {
  if ((asked.driver ?? driverInUse()) === 'sqlite3') return openByAddon(asked)
  return asked.beside === true ? openBeside(asked) : openHere(asked)
}
