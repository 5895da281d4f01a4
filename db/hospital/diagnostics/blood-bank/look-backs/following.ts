// People say what became of each unit and of who got it; then it is closed (BLD-91, BLD-92).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { look_back_life, type LookBackRow, lookBackRecord, look_back_content } from './record.ts'
import type { LookBackChange } from './shapes.ts'
import { look_back_lines } from './tables.ts'

export async function follow(
  caller: Caller,
  id: string,
  { lines = [], close = false, close_note }: LookBackChange,
): Promise<LookBackRow> {
  const before = await lookBackRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'OPEN') throw look_back_life.refusal(before.status, before.number)
  await written(caller, id, lines)
  if (!close) return lookBackRecord.changed(caller, before, 'follow', {})
  const open = (await look_back_content.of(caller, id)).filter(({ state }) => state === 'TO_DO')
  const note = close_note?.trim() || null
  if (open.length > 0 && note === null) {
    throw conflict(
      `${open.length} units of it are still to do: say why in close_note.`,
      'open_lines',
    )
  }
  return lookBackRecord.moved(caller, before, 'close', { close_note: note }, note)
}

async function written(
  caller: Caller,
  look_back_id: string,
  lines: NonNullable<LookBackChange['lines']>,
): Promise<void> {
  const { hospital_id } = caller
  for (const { id, state, note } of lines) {
    const said = { state, by_id: caller.user_id, by_name: caller.name, at: clock.instant() }
    const changes = note === undefined ? said : { ...said, note: note?.trim() || null }
    if ((await look_back_lines.change({ hospital_id, look_back_id, id }, changes)) === 0) {
      throw noSuch('line')
    }
  }
}
