// Two people at one record: whoever opened it earlier is told (PLT-13).

import type { Caller } from './caller.ts'
import { conflict } from './refusal.ts'

export function fresh(caller: Pick<Caller, 'expected_version'>, record: { version: number }): void {
  if (caller.expected_version === null || caller.expected_version === record.version) return
  throw conflict('Someone else changed this after you opened it. Look at it again.', 'stale')
}
