// A file that comes in by another door than the staff's: the area that has the door asks who may,
// how large it may be and which kinds; it is looked at as every file is (PLT-104, PLT-105).

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { adopt } from '../../../store/files/store.ts'
import { inTurn } from '../../../store/files/turns.ts'
import { type Examiners, keep, noteThreat } from './attachments.ts'
import type { Inspected } from './inspect.ts'
import { requireRoom, tooLarge } from './limits.ts'
import type { Attachment } from './shapes.ts'

export interface Arrived {
  path: string
  file_name: string
}

export interface Wanted {
  entity: { type: string; id: string; patient_id: string | null; label: string }
  description: string
  max_mb: number
  mustTake: (found: Inspected) => void
  /** In the transaction that keeps the file. */
  kept: (made: Attachment) => Promise<void>
}

/** Not inside a transaction. */
export async function receive(
  caller: Caller,
  file: Arrived,
  { inspect, scan }: Examiners,
  { entity, description, max_mb, mustTake, kept }: Wanted,
): Promise<Attachment> {
  await requireRoom()
  const found = await inspect(file)
  mustTake(found)
  if (found.size > max_mb * 1024 * 1024) throw tooLarge(max_mb)
  const { type: entity_type, ...owner } = entity
  const scan_state = await scan(found.path).catch(async (error: unknown) => {
    await noteThreat(caller, { ...owner, type: entity_type }, found, error)
    throw error
  })
  return inTurn([found.sha256], async () => {
    await adopt(found.path, found.sha256)
    return within(async () => {
      const made = await keep(caller, owner, { ...found, entity_type, description, scan_state })
      await kept(made)
      return made
    })
  })
}
