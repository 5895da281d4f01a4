// What is asked of a thread or a process that has a connection of its own, and what it answers: one order
// after the other.

import { type Found, type Opening, SqliteCore } from './sqlite-core.ts'
import { type Fault, faultOf } from './sqlite-faults.ts'

export type Task =
  | { do: 'open'; opening: Opening }
  | { do: 'all' | 'run'; text: string; values: readonly unknown[] }
  | { do: 'exec'; text: string }
  | { do: 'close' }

export interface Order {
  id: number
  task: Task
  /** Where it stands whether it was begun; whoever asked may take it back until then. */
  place?: number | undefined
}

export type Answer = { id: number } & (
  | { found: Found }
  | { changes: number }
  | { fault: Fault }
  | object
)

/** Of an order that has begun, and of one that was taken back. Until then its own number stands there. */
const begun = 0
const taken_back = -1

export const placesFor = (orders: number): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * orders))

/** Before the order is sent. */
export const setWaiting = (places: Int32Array, place: number, id: number): void =>
  void Atomics.store(places, place, id)

/** True where it will not be answered: somebody else may be asked. */
export const takeBack = (places: Int32Array, place: number, id: number): boolean =>
  Atomics.compareExchange(places, place, id, taken_back) === id

export const mayBegin = (places: Int32Array, { id, place }: Order): boolean =>
  place === undefined || Atomics.compareExchange(places, place, id, begun) === id

export function answering(): (order: Order) => Answer {
  const held: { core: SqliteCore | null } = { core: null }
  return ({ id, task }) => {
    try {
      return { id, ...performed(held, task) }
    } catch (error) {
      return { id, fault: faultOf(error) }
    }
  }
}

function performed(held: { core: SqliteCore | null }, task: Task): object {
  if (task.do === 'open') {
    held.core = new SqliteCore(task.opening)
    return {}
  }
  const { core } = held
  if (core === null) throw new Error('no file is open')
  switch (task.do) {
    case 'all':
      return { found: core.all(task.text, task.values) }
    case 'run':
      return { changes: core.run(task.text, task.values) }
    case 'exec':
      core.exec(task.text)
      return {}
    case 'close':
      held.core = null
      core.close()
      return {}
  }
}
