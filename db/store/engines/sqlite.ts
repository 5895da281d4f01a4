// SQLite: one writer behind a queue, readers that never wait for it. By the SQLite of the runtime, or by
// the driver sqlite3 where that was chosen.

import type { Engine } from './engine.ts'
import { openBeside, openByAddon } from './sqlite-elsewhere.ts'
import { openHere } from './sqlite-here.ts'
import type { WritingOptions } from './sqlite-writing.ts'

export const drivers = ['node', 'sqlite3'] as const
export type Driver = (typeof drivers)[number]

export interface SqliteAsked extends WritingOptions {
  driver?: Driver | undefined
  /** Not the live file: nothing of it runs on this thread. */
  beside?: boolean | undefined
}

/** Of this process: two copies of SQLite on one file do not see each other's locks. */
let chosen: Driver = 'node'
export function chooseDriver(driver: Driver): void {
  chosen = driver
}
export const driverInUse = (): Driver => chosen

export function openSqlite(asked: SqliteAsked): Promise<Engine> {
  if ((asked.driver ?? chosen) === 'sqlite3') return openByAddon(asked)
  return asked.beside === true ? openBeside(asked) : openHere(asked)
}
