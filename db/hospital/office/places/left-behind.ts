// What other areas still have at a place that somebody wants to close (platform 3.3). Places know
// nothing of visits, wards and workstations: each area says what it would leave behind.

import type { Caller } from '../../../core/caller.ts'
import { type PlaceInHand, registry } from '../../registry.ts'

export interface Left {
  label: string
  count: number
}

export async function leftBehind(caller: Caller, place: PlaceInHand): Promise<Left[]> {
  const found = await Promise.all(registry.place_work.map((ask) => ask(caller, place)))
  return found.flat().filter(({ count }) => count > 0)
}

export const named = (left: readonly Left[]): string =>
  left.map(({ label, count }) => `${label} (${count})`).join(', ')
