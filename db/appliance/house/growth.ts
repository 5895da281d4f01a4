// How fast the disk of the data fills: what was free, noted once a day, and when it will be full at
// this rate.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clock, days } from '../../core/clock.ts'
import { writeWhole } from '../../core/disk.ts'

interface Point {
  at: string
  free: number
}

const points_most = 30
const points_least_ms = days(3)
const fileIn = (dir: string): string => join(dir, 'cache', 'disk-growth.json')

export function pointsIn(dir: string): Point[] {
  try {
    return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Point[]
  } catch {
    return []
  }
}

/** Once a day; a disk that is full keeps no more of it. */
export function noteRoom(dir: string, free: number): void {
  const points = pointsIn(dir)
  const last = points.at(-1)
  if (last !== undefined && clock.ms() - Date.parse(last.at) < days(1)) return
  const kept = [...points, { at: clock.instant(), free }].slice(-points_most)
  try {
    writeWhole(fileIn(dir), JSON.stringify(kept))
  } catch {
    // What is only looked at stops nothing.
  }
}

/** Days until nothing is free; null where it does not shrink, or was not watched for long enough. */
export function daysUntilFull(points: readonly Point[]): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const passed = Date.parse(last.at) - Date.parse(first.at)
  const taken = first.free - last.free
  if (passed < points_least_ms || taken <= 0) return null
  return Math.floor(last.free / (taken / (passed / days(1))))
}
