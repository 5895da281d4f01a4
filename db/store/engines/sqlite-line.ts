// A connection to an SQLite file as the engine has it, wherever it is: on this thread, on another, in a
// process of its own, or behind the other driver.

import type { Connection, DatabaseRow } from './engine.ts'
import { type Opening, SqliteCore } from './sqlite-core.ts'
import { translated } from './sqlite-errors.ts'
import { errorOf, faultOf } from './sqlite-faults.ts'
import { rowsOf } from './sqlite-rows.ts'

export interface Line extends Connection {
  exec(text: string): Promise<void>
  close(): Promise<void>
  /** What it is at fails, and perhaps all that comes after; absent where it cannot be ended. */
  interrupt?(): void
  /** It cannot be asked any more. */
  readonly is_over?: boolean
}

/** Asked and answered on this thread. */
export class InlineLine implements Line {
  private readonly core: SqliteCore
  private readonly file: string

  constructor(opening: Opening) {
    this.file = opening.file
    this.core = this.told(() => new SqliteCore(opening))
  }

  async all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return this.allNow(text, values)
  }

  /** Between two turns of everything else. */
  allNow(text: string, values: readonly unknown[]): DatabaseRow[] {
    return this.told(() => rowsOf(this.core.all(text, values)), text)
  }

  async run(text: string, values: readonly unknown[]): Promise<number> {
    return this.told(() => this.core.run(text, values), text)
  }

  async exec(text: string): Promise<void> {
    this.execNow(text)
  }

  execNow(text: string): void {
    this.told(() => this.core.exec(text), text)
  }

  async close(): Promise<void> {
    this.closeNow()
  }

  closeNow(): void {
    this.told(() => this.core.close())
  }

  private told<T>(work: () => T, text?: string): T {
    try {
      return work()
    } catch (error) {
      const fault = faultOf(error)
      // What is no fault of SQLite's keeps where it came from.
      const said = fault.code === '' ? (error as Error) : errorOf(fault)
      // It does not wait for the file, so that somebody has it means little: who asks again says so.
      throw translated(said, this.file, { text, tells_held: false })
    }
  }
}
