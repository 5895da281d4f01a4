// Stand-in: the job runner is built beside this and takes this file's place.

import type { Caller } from '../../caller.ts'
import { newId } from '../../ids.ts'
import { registry } from '../registry.ts'

export interface Wanted {
  kind: string
  input: unknown
  entity?: { type: string; id: string } | undefined
  max_attempts?: number | undefined
  run_at?: string | undefined
}

export const stand_in: (Wanted & { caller: Caller; id: string })[] = []

export async function enqueue(caller: Caller, wanted: Wanted): Promise<{ id: string }> {
  if (!registry.jobs.has(wanted.kind)) throw new Error(`no job is called ${wanted.kind}`)
  const id = newId()
  stand_in.push({ ...wanted, caller, id })
  return { id }
}
