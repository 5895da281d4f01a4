// The tag on a body: its number is given once and never again, and says itself whose it is (MOR-3).

import { randomInt } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import type { Witness } from '../../neighbours/stock.ts'
import { takeWitness } from '../../neighbours/stock.ts'
import type { Body } from './record.ts'
import { bodies } from './tables.ts'

/** Without the letters that are read as a number. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const tag_length = 10

export const newTag = (): string =>
  Array.from({ length: tag_length }, () => letters[randomInt(letters.length)]).join('')

const read = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

export interface Tagged {
  tag?: string | null | undefined
  /** The token of the second person who read the number. */
  two_people?: string | null | undefined
}

/** Of another body it is refused whatever anybody says. */
export async function confirmTag(
  caller: Caller,
  body: Pick<Body, 'tag_no'>,
  { tag, two_people }: Tagged,
): Promise<void> {
  if (tag) {
    if (read(tag) === body.tag_no) return
    const { hospital_id } = caller
    const other = await bodies.find({ hospital_id, tag_no: read(tag).slice(0, tag_length) })
    throw conflict(
      other === undefined
        ? 'This tag is of no body here: read it again.'
        : `This tag is ${other.number}: another body.`,
      'tag',
    )
  }
  if (!two_people) throw invalid('tag', 'is required, or two people who read its number.')
  await secondPerson(caller, two_people, 'two_people')
}

/** Somebody else, who signed beside the caller. */
export async function secondPerson(
  caller: Caller,
  token: string | null | undefined,
  field: string,
): Promise<Witness> {
  if (!token) throw invalid(field, 'is required: a second person signs this.')
  const witness = await takeWitness(caller, token, 'OTHER')
  if (witness === null) throw conflict('A second person must witness this.', 'witness')
  return witness
}
