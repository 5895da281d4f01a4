// Stand-in: exports are built beside this and take this file's place.

import type { Caller } from '../../caller.ts'
import { newId } from '../../ids.ts'

export interface Wanted {
  dataset: string
  filters: Record<string, unknown>
  format: 'csv' | 'xlsx' | 'jsonl'
}

export const stand_in: (Wanted & { caller: Caller })[] = []

export async function open(caller: Caller, wanted: Wanted): Promise<{ id: string }> {
  stand_in.push({ ...wanted, caller })
  return { id: newId() }
}
