// Values as a file shows them: instants by the hospital's clock, money as plain decimals.

import { offsetAt } from '../../../core/zones.ts'
import type { DatasetColumn } from '../../registry.ts'

export interface Manner {
  time_zone: string
  decimals: number
}

/** Offsets change at full quarters of an hour and nowhere else. */
const quarter_ms = 900_000

/** `2026-03-31 08:30:00`, many thousand times a second. */
export function localTimes(time_zone: string): (instant: string) => string {
  const offsets = new Map<number, number>()
  return (instant) => {
    const at = Date.parse(instant)
    const quarter = Math.floor(at / quarter_ms)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      if (offsets.size > 5000) offsets.clear()
      offsets.set(quarter, (offset = offsetAt(time_zone, at)))
    }
    return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}

export type Cell = string | number | boolean | null

/** How the cells of one column are read from what the dataset gave. */
export function reader(column: DatasetColumn, { time_zone }: Manner): (value: unknown) => Cell {
  const local = localTimes(time_zone)
  return (value) => {
    if (value === null || value === undefined) return null
    switch (column.type) {
      case 'instant':
        return local(value as string)
      case 'number':
      case 'money':
        return Number(value)
      case 'flag':
        return value === true
      case 'date':
        return (value as string).slice(0, 10)
      case 'text':
        return typeof value === 'string' ? value : JSON.stringify(value)
    }
  }
}
