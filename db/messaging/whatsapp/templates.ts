// Templates that the provider approved (MSG-504, MSG-511): its records, kept here as they were last
// heard of, because a send is judged here before the provider is asked.

import { clock, hours, instantIn, minutes } from '../../core/clock.ts'
import { within } from '../../store/connection.ts'
import { isId, newId } from '../../core/ids.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { noneHere, refuse, wrong } from '../refusals.ts'
import { type NumberRow, numberOf } from './numbers.ts'
import { isObject, objectsIn, type Parameters, parametersOf, wordOf } from './provider.ts'
import type { WhatsappTemplate } from './shapes.ts'
import { msg_whatsapp_numbers, msg_whatsapp_templates } from './tables.ts'
import {
  heard_states,
  isOneOf,
  template_categories,
  type TemplateCategory,
  type TemplateState,
  template_states,
} from './words.ts'

export type TemplateRow = RowOf<(typeof msg_whatsapp_templates)['columns']>

export async function list(
  caller: MessagingCaller,
  asked: Asked & {
    status?: TemplateState
    language?: string
    category?: TemplateCategory
    number?: string
  },
): Promise<Listed<WhatsappTemplate>> {
  const { account_id, mode } = caller
  const number = asked.number !== undefined || mode === 'test'
  const of_number = number ? await numberOf(caller, asked.number) : undefined
  const found = await msg_whatsapp_templates.read(
    sql`select ${msg_whatsapp_templates.selection()} from msg_whatsapp_templates${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      when(asked.number, sql`number_id = ${of_number?.id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.language, sql`language = ${asked.language}`),
      when(asked.category, sql`category = ${asked.category}`),
      afterId(asked, 'asc'),
    ])} order by id limit ${limitOf(asked) + 1}`,
  )
  return listed(asked, found, shown, ({ id }) => cursorOf(id))
}

export const shown = (one: TemplateRow): WhatsappTemplate => {
  const { header, body, buttons } = parametersOf(one.components)
  return {
    id: one.id,
    numberId: one.number_id,
    name: one.name,
    language: one.language,
    category: one.category,
    status: one.status,
    components: one.components,
    parameterCount: header + body + buttons,
    syncedAt: one.synced_at,
    createdAt: one.created_at,
    updatedAt: one.updated_at,
  }
}

export async function rowOf(owner: Owner, id: string): Promise<TemplateRow> {
  if (owner.mode === 'test') await numberOf(owner, undefined)
  const found = isId(id) ? await msg_whatsapp_templates.find({ ...ownerOf(owner), id }) : undefined
  if (found === undefined) throw noneHere('WhatsApp template')
  return found
}

export const find = async (caller: MessagingCaller, id: string): Promise<WhatsappTemplate> =>
  shown(await rowOf(caller, id))

export interface TemplateAsked {
  name: string
  language: string
  parameters?: { header?: string[]; body?: string[]; buttons?: string[] }
}

/** MSG-504: approved, and exactly its parameters. */
export async function mustBeSendable(
  { id, hospital_id }: NumberRow,
  { name, language, parameters = {} }: TemplateAsked,
): Promise<{ category: TemplateCategory; parameters: Parameters }> {
  const found = await msg_whatsapp_templates.find({ hospital_id, number_id: id, name, language })
  if (found?.status !== 'APPROVED') {
    const state = found === undefined ? 'unknown' : found.status
    throw refuse(
      'whatsapp_template_not_approved',
      `The template ${name.slice(0, 80).toWellFormed()} (${language}) is ${state}.`,
      { field: 'template.name' },
    )
  }
  const given = { header: [], body: [], buttons: [], ...parameters }
  const wanted = parametersOf(found.components)
  for (const part of ['header', 'body', 'buttons'] as const) {
    if (given[part].length === wanted[part]) continue
    throw wrong(
      'template.parameters',
      `template.parameters.${part} must hold ${wanted[part]}; this has ${given[part].length}.`,
    )
  }
  return { category: found.category, parameters: given }
}

/** Numbers whose templates were not looked at for an hour. */
export const numbersDue = (): Promise<NumberRow[]> =>
  msg_whatsapp_numbers.read(
    sql`select ${msg_whatsapp_numbers.selection()} from msg_whatsapp_numbers
        where provider = 'meta' and status <> 'disabled'
          and templates_due_at <= ${clock.instant()} order by templates_due_at limit 20`,
  )

export interface Synced {
  created: number
  updated: number
  gone: number
}

/** The provider's whole list takes the place of what was known. */
export async function keepTemplates(
  number: NumberRow,
  found: readonly Record<string, unknown>[],
): Promise<Synced> {
  const at = clock.instant()
  return within(async () => {
    const counts = { created: 0, updated: 0, gone: 0 }
    const mine = { hospital_id: number.hospital_id, number_id: number.id }
    const known = await msg_whatsapp_templates.all(mine, { lock: true })
    const by_name = new Map(known.map((one) => [`${one.language} ${one.name}`, one]))
    for (const read of found.flatMap(readTemplate)) {
      const name = `${read.language} ${read.name}`
      const before = by_name.get(name)
      by_name.delete(name)
      if (before === undefined) {
        counts.created += 1
        await msg_whatsapp_templates.insert({
          id: newId(),
          ...ownerOf(number),
          number_id: number.id,
          ...read,
          synced_at: at,
        })
        continue
      }
      if (isOther(before, read)) counts.updated += 1
      await msg_whatsapp_templates.change({ ...mine, id: before.id }, { ...read, synced_at: at })
    }
    for (const { id } of by_name.values()) await msg_whatsapp_templates.remove({ ...mine, id })
    counts.gone = by_name.size
    await msg_whatsapp_numbers.change(
      { hospital_id: number.hospital_id, id: number.id, status: heard_states },
      { status: 'connected', last_error: null, templates_due_at: instantIn(hours(1)) },
    )
    return counts
  }, 'jobs')
}

const isOther = (before: TemplateRow, read: ReadTemplate): boolean =>
  before.status !== read.status ||
  before.category !== read.category ||
  JSON.stringify(before.components) !== JSON.stringify(read.components)

/** The list could not be had: the number says so, and it is asked again in a few minutes. */
export const noteTemplatesFailed = (number: NumberRow, why: string): Promise<unknown> =>
  within(
    () =>
      msg_whatsapp_numbers.change(
        { hospital_id: number.hospital_id, id: number.id, status: heard_states },
        {
          status: 'error',
          last_error: why.slice(0, 300),
          templates_due_at: instantIn(minutes(5)),
        },
      ),
    'jobs',
  )

type ReadTemplate = ReturnType<typeof readTemplate>[number]

function readTemplate(one: Record<string, unknown>) {
  const { name, language, components } = one
  const provider_id = wordOf(one['id'], 60)
  const category = String(one['category']).toLowerCase()
  const status = stateOf(one['status'])
  if (typeof name !== 'string' || name.length > 512) return []
  if (typeof language !== 'string' || language.length > 20) return []
  if (!isOneOf(template_categories, category) || status === null) return []
  return [
    {
      name,
      language,
      category,
      status,
      components: objectsIn(components),
      ...(provider_id === null ? {} : { provider_id }),
    },
  ]
}

/** States of the provider that are none of ours do not send. */
function stateOf(word: unknown): TemplateState | null {
  if (typeof word !== 'string') return null
  return isOneOf(template_states, word) ? word : 'DISABLED'
}

/** What the provider tells of one template counts at once (MSG-511). */
export async function hearTemplate(
  { hospital_id, id: number_id }: NumberRow,
  value: unknown,
): Promise<boolean> {
  if (!isObject(value)) return false
  const name = value['message_template_name']
  const language = value['message_template_language']
  const event = value['event'] === 'REINSTATED' ? 'APPROVED' : value['event']
  const status = stateOf(event)
  if (typeof name !== 'string' || typeof language !== 'string' || status === null) return false
  const changed = await msg_whatsapp_templates.change(
    { hospital_id, number_id, name, language },
    { status },
  )
  return changed > 0
}
