// Templates of texts (MSG-470, MSG-480): words with merge fields, in one or both languages.

import { attempt } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { isId } from '../../core/ids.ts'
import { matching } from '../../store/search.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { accountNow } from '../accounts/accounts.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import * as contacts from '../contacts/contacts.ts'
import { afterWord, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import {
  isOdd,
  merged,
  namesOf,
  type OddBraces,
  type Piece,
  readMerge,
  type Values,
} from '../merge.ts'
import { measure } from '../messages/segments.ts'
import { freshHere, noneHere, taken, wrong } from '../refusals.ts'
import type { Rendered, RenderInput, Template, TemplateChange, TemplateInput } from './shapes.ts'
import { msg_templates } from './tables.ts'
import type { Bodies } from './words.ts'

export type TemplateRow = RowOf<(typeof msg_templates)['columns']>

/** Pieces of a text, or the refusal that names the place. */
export function piecesOf(text: string, field = 'message'): Piece[] {
  const read = readMerge(text)
  if (isOdd(read)) throw wrong(field, `${field} ${complaintAbout(read)}`)
  return read
}

function complaintAbout({ position, inside }: OddBraces): string {
  if (inside === null) return `has braces that are not closed at position ${position}.`
  const shown = inside.length > 40 ? `${inside.slice(0, 40).toWellFormed()}…` : inside
  return `has no merge field {{${shown}}} (position ${position}): write {{firstName}} or {{firstName|mteja}}, without spaces in the name.`
}

function mustBeBodies(bodies: Bodies): void {
  const written = (['sw', 'en'] as const).filter((language) => bodies[language] !== undefined)
  if (written.length === 0) throw wrong('bodies', 'bodies must hold sw, en or both.')
  for (const language of written) piecesOf(bodies[language] as string, `bodies.${language}`)
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

export async function list(
  caller: MessagingCaller,
  asked: Asked & { class?: string; active?: boolean; search?: string },
): Promise<Listed<Template>> {
  const { account_id, mode } = caller
  const found = await msg_templates.read(
    sql`select ${msg_templates.selection('c')} from msg_templates c ${where([
      sql`c.account_id = ${account_id}`,
      sql`c.mode = ${mode}`,
      when(asked.class, sql`c.class = ${asked.class}`),
      asked.active === undefined ? undefined : asked.active ? sql`c.active` : sql`not c.active`,
      matching('msg_templates', asked.search, 'c'),
      afterWord(asked, 'c.name_key', 'c.id'),
    ])} order by c.name_key, c.id limit ${limitOf(asked) + 1}`,
  )
  return listed(asked, found, shown, (one) => cursorOf(one.name_key, one.id))
}

export async function rowOf(owner: Owner, id: string, lock = false): Promise<TemplateRow> {
  const found = isId(id) ? await msg_templates.find({ ...ownerOf(owner), id }, { lock }) : undefined
  if (found === undefined) throw noneHere('template')
  return found
}

export const find = async (owner: Owner, id: string): Promise<Template> =>
  shown(await rowOf(owner, id))

export async function create(caller: MessagingCaller, given: TemplateInput): Promise<Template> {
  mustBeBodies(given.bodies)
  const made = await orTaken(given.name, () =>
    msg_templates.insert({ ...ownerOf(caller), ...given, name_key: keyOf(given.name) }),
  )
  return shown(made)
}

export async function change(
  caller: MessagingCaller,
  id: string,
  given: TemplateChange,
): Promise<Template> {
  if (given.bodies !== undefined) mustBeBodies(given.bodies)
  freshHere(caller, await rowOf(caller, id, true))
  await orTaken(given.name ?? '', () =>
    msg_templates.change(
      { ...ownerOf(caller), id },
      { ...given, ...(given.name === undefined ? {} : { name_key: keyOf(given.name) }) },
    ),
  )
  return find(caller, id)
}

async function orTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await attempt(work)
  } catch (error) {
    if (isTaken(error, 'name_key')) throw taken('name', `A template named ${name}`)
    throw error
  }
}

/** Campaigns that name it keep their text; it is only no longer offered. */
export async function remove(caller: MessagingCaller, id: string): Promise<void> {
  await rowOf(caller, id, true)
  await msg_templates.change({ ...ownerOf(caller), id }, { active: false })
}

/** By the person's language, else the account's, else the only one. */
export const bodyFor = (bodies: Bodies, ...languages: (string | null | undefined)[]): string =>
  languages
    .map((language) => (language === 'sw' || language === 'en' ? bodies[language] : undefined))
    .find((body) => body !== undefined) ??
  bodies.sw ??
  bodies.en ??
  ''

export async function render(
  caller: MessagingCaller,
  id: string,
  { contactId, fields = {}, language }: RenderInput,
): Promise<Rendered> {
  const one = await rowOf(caller, id)
  const person = contactId === undefined ? null : await contacts.find(caller, contactId)
  const account = await accountNow(caller.account_id)
  const body = bodyFor(one.bodies, language, person?.language, account.language)
  const values: Values = {
    ...person?.attributes,
    ...(person === null
      ? {}
      : { firstName: person.firstName, lastName: person.lastName, phone: person.phone }),
    ...(fields as Values),
  }
  const { text, missing } = merged(piecesOf(body), values)
  const { encoding, segments } = measure(text)
  return { text, encoding, segments, missing }
}

const shown = (one: TemplateRow): Template => ({
  id: one.id,
  name: one.name,
  class: one.class,
  bodies: one.bodies,
  fields: [
    ...new Set(
      [one.bodies.sw, one.bodies.en].flatMap((body) =>
        body === undefined ? [] : namesOf(piecesOf(body)),
      ),
    ),
  ],
  active: one.active,
  version: one.version,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})
