// Fields of a record as flags. They are judged by the shape that the API reads, so that both refuse
// the same words with the same sentence.

import { choice, text } from '../../../db/appliance/configuration/kinds.ts'
import type { Static, TSchema } from '../../../db/core/kinds/kinds.ts'
import { type Input, maybe, words } from './command.ts'

const anything = text('text', /^[^\0]{0,2000}$/)

export const field = (says: string): Input<string | undefined> => maybe(anything, says)
/** On or off is always said: left out, it stays as it is. */
export const onOrOff = (says: string): Input<'on' | 'off' | undefined> =>
  maybe(choice(['on', 'off']), says)
export const truth = (said: 'on' | 'off' | undefined): boolean | undefined =>
  said === undefined ? undefined : said === 'on'

/** Fields that are made empty by name, because nothing typed is nothing said. */
export const emptied = <const V extends string>(names: readonly V[]): Input<readonly V[]> =>
  words({ ...choice(names), takes: `one of ${names.join(', ')}` }, 'a field to empty')

/** What was said, as the API would have got it. */
export async function said<T extends TSchema>(
  shape: T,
  given: Readonly<Record<string, unknown>>,
  empty: readonly string[] = [],
): Promise<Static<T>> {
  const { read } = await import('../../../db/core/validate.ts')
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const known = read(shape, body, 'words')
  return {
    ...(known as object),
    ...Object.fromEntries(empty.map((name) => [name, null])),
  } as Static<T>
}

/** Numbers are typed as text; what is no number is left for the shape to refuse. */
export const numeric = (typed: string | undefined): unknown =>
  typed !== undefined && /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed
