// The entries of moves between the hospital's own accounts built anew from the moves (ACC-93).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Replaying, ReplayEvent } from '../../../neighbours/books.ts'
import { funding_moves } from '../funding/tables.ts'
import { moveLines, moveSource, receivedLines } from '../funding/move-lines.ts'
import { at_once, inBatches } from './replayed.ts'

export const replayOfMoves = (caller: Caller): Replaying => ({
  sources: [
    'FUNDING_DEPOSIT',
    'FUNDING_WITHDRAWAL',
    'FUNDING_TRANSFER',
    'FUNDING_SEND',
    'FUNDING_RECEIVE',
  ],
  events: events(caller),
})

async function* events(caller: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const made = (after: string) =>
    funding_moves.read(
      sql`select ${funding_moves.selection()} from funding_moves where hospital_id = ${hospital_id}
        and id > ${after} order by id limit ${at_once}`,
    )
  const of = (move: RowOf<(typeof funding_moves)['columns']>): ReplayEvent[] => {
    const about = { source_id: move.id, reference: move.number }
    const sent: ReplayEvent = {
      ...about,
      source: moveSource(move),
      date: move.moved_on,
      lines: moveLines(move),
    }
    if (move.received_at === null) return [sent]
    const date = dayIn(timezone, new Date(move.received_at))
    return [sent, { ...about, source: 'FUNDING_RECEIVE', date, lines: receivedLines(move) }]
  }
  for await (const batch of inBatches(made)) yield batch.flatMap(of)
}
