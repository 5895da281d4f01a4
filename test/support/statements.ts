// How many statements a piece of work sends to the database, so that a list that asks once for every
// row is seen in a test and not in a hospital.

import { database } from '../../db/store/connection.ts'
import type { Connection, Engine } from '../../db/store/engines/engine.ts'
import { forgetAllKept } from '../../db/store/kept.ts'

/**
 * The texts of what `work` asks, in order; begin and commit are not counted. What is kept for some seconds
 * is forgotten before, so that a slow machine counts what a fast one does.
 */
export function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  forgetAllKept()
  return heardOf(work)
}

/** Of somebody who asked something a moment ago: the moment lasts, however slow the machine is. */
export async function statementsOnceKnown(
  work: () => Promise<unknown>,
  before = work,
): Promise<string[]> {
  const moment = performance.now()
  forgetAllKept()
  Object.defineProperty(performance, 'now', { value: () => moment, configurable: true })
  try {
    await before()
    return await heardOf(work)
  } finally {
    Reflect.deleteProperty(performance, 'now')
  }
}

async function heardOf(work: () => Promise<unknown>): Promise<string[]> {
  const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
  const { read, write, snapshot } = engine
  const said: string[] = []
  const heard = (connection: Connection): Connection => ({
    all(text, values) {
      said.push(text)
      return connection.all(text, values)
    },
    run(text, values) {
      said.push(text)
      return connection.run(text, values)
    },
  })
  engine.read = (text, values, by_key) => {
    said.push(text)
    return read(text, values, by_key)
  }
  engine.write = (piece, lane) => write((connection) => piece(heard(connection)), lane)
  engine.snapshot = (piece) => snapshot((connection) => piece(heard(connection)))
  try {
    await work()
  } finally {
    Object.assign(engine, { read, write, snapshot })
  }
  return said
}
