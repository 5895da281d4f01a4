// A board is sent with its tag; who holds that one may wait for another (MOD-20).

import type { Seen, Waiting } from '../../../../db/hospital/modules/parts/boards.ts'
import type { Facts } from '../../../edge/facts.ts'

export async function shownBoard<T>(
  facts: Facts,
  see: (waiting: Pick<Waiting, 'held' | 'gone'>) => Promise<Seen<T>>,
): Promise<T> {
  const { held_tags } = facts
  const held = held_tags.length === 0 ? {} : { held: held_tags }
  const { board, tag } = await see({ ...held, gone: facts.signal })
  facts.tag = tag
  return board
}
