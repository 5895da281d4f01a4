// Long messages of people, joined when the last part is there, or given up for whole after a day.

import { row, rows, run } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { Encoding } from '../messages/words.ts'
import type { Arrived, Whole } from './arrive.ts'
import { msg_inbound_pieces } from './tables.ts'

interface Place {
  reference: number
  total: number
  number: number
}
interface Piece {
  number: number
  text: string
  encoding: Encoding
}

const same = (link_id: string | null, one: Arrived, { reference, total }: Place) =>
  sql`link_id = ${link_id ?? nowhere} and phone = ${one.from.slice(0, 64)}
    and to_number = ${one.to.slice(0, 20)} and reference = ${reference} and total = ${total}`

const nowhere = '00000000-0000-7000-8000-000000000000'

export async function joined(
  link_id: string | null,
  one: Arrived,
  place: Place,
  at: string,
): Promise<Whole | null> {
  const known = await row(
    sql`select 1 as one from msg_inbound_pieces where ${same(link_id, one, place)}
      and number = ${place.number}`,
  )
  if (known === undefined)
    await msg_inbound_pieces.insert({
      link_id: link_id ?? nowhere,
      phone: one.from.slice(0, 64),
      to_number: one.to.slice(0, 20),
      reference: place.reference,
      total: place.total,
      number: place.number,
      text: one.text.slice(0, 1000),
      encoding: one.encoding,
      received_at: at,
    })
  const pieces = await rows<Piece>(sql`select number, text, encoding from msg_inbound_pieces
    where ${same(link_id, one, place)} order by number`)
  if (pieces.length < place.total) return null
  await run(sql`delete from msg_inbound_pieces where ${same(link_id, one, place)}`)
  return { ...one, ...together(pieces), parts: place.total, incomplete: false }
}

const together = (pieces: readonly Piece[]): { text: string; encoding: Encoding } => ({
  text: pieces.map(({ text }) => text).join(''),
  encoding: pieces.some(({ encoding }) => encoding === 'UCS-2') ? 'UCS-2' : 'GSM-7',
})

export interface GivenUp {
  link_id: string | null
  whole: Whole
}

/** Parts whose last one did not come in a day: what there is, marked as incomplete. */
export async function takeIncomplete(before: string, limit: number): Promise<GivenUp[]> {
  const old = await rows<{
    link_id: string
    phone: string
    to_number: string
    reference: number
    total: number
  }>(sql`select link_id, phone, to_number, reference, total from msg_inbound_pieces
    group by link_id, phone, to_number, reference, total
    having max(received_at) <= ${before} limit ${limit}`)
  const taken: GivenUp[] = []
  for (const one of old) {
    const at = sql`link_id = ${one.link_id} and phone = ${one.phone}
      and to_number = ${one.to_number} and reference = ${one.reference} and total = ${one.total}`
    const pieces = await rows<Piece>(
      sql`select number, text, encoding from msg_inbound_pieces where ${at} order by number`,
    )
    await run(sql`delete from msg_inbound_pieces where ${at}`)
    taken.push({
      link_id: one.link_id === nowhere ? null : one.link_id,
      whole: {
        id: null,
        from: one.phone,
        to: one.to_number,
        ...together(pieces),
        parts: one.total,
        incomplete: true,
      },
    })
  }
  return taken
}
