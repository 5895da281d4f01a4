// Templates as an account writes them: proposed to the provider and taken back from it. The provider is
// asked by the daemon, between the two halves of each (MSG-511).

import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { note } from '../accounts/audit.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { refuse, taken, wrong, wrongState } from '../refusals.ts'
import { type NumberRow, numberOf } from './numbers.ts'
import { wordOf } from './provider.ts'
import type { TemplateInput, WhatsappTemplate } from './shapes.ts'
import { msg_whatsapp_numbers, msg_whatsapp_templates } from './tables.ts'
import { rowOf, shown, type TemplateRow } from './templates.ts'
import { isOneOf, template_states, type TemplateCategory, type TemplateState } from './words.ts'

export interface NewTemplate {
  name: string
  language: string
  category: TemplateCategory
  components: Record<string, unknown>[]
}

/** What the provider made of a question. */
export interface Told {
  status: number | null
  read: Record<string, unknown> | null
  cause: string | null
}

export async function mayPropose(
  caller: MessagingCaller,
  { name, language, number }: TemplateInput,
): Promise<NumberRow> {
  const own = await numberOf(caller, number)
  if (own.status === 'disabled') throw wrongState('This WhatsApp number is disabled.')
  const known = await msg_whatsapp_templates.find({
    hospital_id: own.hospital_id,
    number_id: own.id,
    name,
    language,
  })
  if (known !== undefined) throw taken('name', `A template ${name} (${language})`)
  return own
}

export async function keepProposed(
  caller: MessagingCaller,
  number: NumberRow,
  { name, language, category, components }: TemplateInput,
  told: Told | null,
): Promise<WhatsappTemplate> {
  if (told !== null) mustBeDone(told, 'components')
  const word = told?.read?.['status']
  const status: TemplateState = isOneOf(template_states, word) ? word : 'PENDING'
  const made = await msg_whatsapp_templates.insert({
    id: newId(),
    ...ownerOf(caller),
    number_id: number.id,
    name,
    language,
    category,
    components: components as Record<string, unknown>[],
    status,
    provider_id: wordOf(told?.read?.['id'], 60),
    synced_at: clock.instant(),
  })
  await noteTemplate(caller, 'whatsapp.template_add', made)
  return shown(made)
}

/** With its number, and whether the provider would take other languages with it. */
export async function mayDrop(
  caller: MessagingCaller,
  id: string,
): Promise<{ template: TemplateRow; number: NumberRow }> {
  const template = await rowOf(caller, id)
  const { hospital_id, number_id, name } = template
  const number = await msg_whatsapp_numbers.find({ hospital_id, id: number_id })
  if (number === undefined) throw wrongState('The number of this template is gone.')
  const others = await msg_whatsapp_templates.count({ hospital_id, number_id, name })
  if (number.provider === 'meta' && template.provider_id === null && others > 1)
    throw wrongState('Its id at the provider is not known yet: sync the templates first.')
  return { template, number }
}

export async function noteDropped(
  caller: MessagingCaller,
  template: TemplateRow,
  told: Told | null,
): Promise<void> {
  // What the provider does not know any more is gone here too.
  if (told !== null && told.status !== 404) mustBeDone(told, 'name')
  await msg_whatsapp_templates.remove({ hospital_id: template.hospital_id, id: template.id })
  await noteTemplate(caller, 'whatsapp.template_remove', template)
}

/** Of test mode: what was proposed is approved with the next look (MSG-580). */
export async function syncInTest(number: NumberRow): Promise<{ updated: number }> {
  const mine = { hospital_id: number.hospital_id, number_id: number.id }
  const updated = await msg_whatsapp_templates.change(
    { ...mine, status: 'PENDING' },
    { status: 'APPROVED', synced_at: clock.instant() },
  )
  return { updated }
}

/** The provider's no in its own words; what did not answer may be asked again. */
export function mustBeDone({ status, cause }: Told, field: string): void {
  if (cause === null) return
  if (status !== null && status >= 400 && status < 500 && status !== 429)
    throw wrong(field, `${field}: the provider refused it: ${cause.slice(0, 200)}`)
  throw notReached(cause)
}

export const notReached = (cause: string): Error =>
  refuse('upstream_unavailable', `The provider did not do it: ${cause.slice(0, 200)}`, {
    retry_after_s: 10,
  })

const noteTemplate = (caller: MessagingCaller, action: string, one: TemplateRow): Promise<void> =>
  note(caller, action, {
    owner: ownerOf(caller),
    entity: 'whatsapp_template',
    entity_id: one.id,
    label: `${one.name} ${one.language}`.slice(0, 200),
  })
