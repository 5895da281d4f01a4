// Which approved requests this process carries out now. A process that lives on after one, the screens or
// a daemon, may not have been able to write down how it ended; its mark alone would say that it is still
// at work.

import { holderHere } from '../house/holder.ts'

const carried = new Set<string>()

export const carrierHere = (): string => holderHere('alone').slice(0, 160)

/** Before it is written down, so that nobody finds it approved and carried by nobody. */
export const begins = (id: string): void => void carried.add(id)
export const ends = (id: string): void => void carried.delete(id)

export const isLeft = (id: string, process: string): boolean =>
  process === carrierHere() && !carried.has(id)
