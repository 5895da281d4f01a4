// Numbers of an account and how the provider is spoken to about them (MSG 2.17). Secrets are sealed
// and never read back; the verify token is shown once.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { clock } from '../../core/clock.ts'
import { attempt, within } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { isId } from '../../core/ids.ts'
import { seal, unseal } from '../../appliance/secrets/seal.ts'
import { sql, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { note } from '../accounts/audit.ts'
import { type Actor, type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { nudge } from '../nudges.ts'
import { freshHere, noneHere, refuse, taken, wrong } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import { setting } from '../settings/settings.ts'
import { mustBeCallable } from '../webhooks/reach.ts'
import type {
  ChangedNumber,
  NewNumber,
  NumberChange,
  NumberInput,
  WhatsappNumber,
} from './shapes.ts'
import { msg_whatsapp_numbers, msg_whatsapp_templates } from './tables.ts'
import { heard_states } from './words.ts'

export type NumberRow = RowOf<(typeof msg_whatsapp_numbers)['columns']>

const graph_url = 'https://graph.facebook.com/v23.0'

/** Tanzanian forms, or `+` and 8 to 15 digits of any country (MSG-500); null for others. */
export const readAnyNumber = (typed: string): string | null =>
  readNumber(typed) ??
  // A number that begins like one of ours is judged as one of ours.
  (/^\+[1-9][0-9]{7,14}$/.test(typed) && !typed.startsWith('+255') ? typed.slice(1) : null)

export function mustBeNumber(typed: string, field: string): string {
  const read = readAnyNumber(typed)
  if (read !== null) return read
  const shown = typed.slice(0, 20).toWellFormed()
  throw refuse('invalid_phone_number', `${shown} is not a mobile number.`, { field })
}

export async function list(
  caller: MessagingCaller,
  asked: Asked,
  base_url: string,
): Promise<Listed<WhatsappNumber>> {
  await openTestNumber(caller)
  const { account_id, mode } = caller
  const found = await msg_whatsapp_numbers.read(
    sql`select ${msg_whatsapp_numbers.selection()} from msg_whatsapp_numbers${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      afterId(asked, 'asc'),
    ])} order by id limit ${limitOf(asked) + 1}`,
  )
  const base = await baseOf(base_url)
  const show = (one: NumberRow): WhatsappNumber => shown(one, base)
  return listed(asked, found, show, ({ id }) => cursorOf(id))
}

export async function create(
  caller: MessagingCaller,
  given: NumberInput,
  base_url: string,
): Promise<NewNumber> {
  const phone = mustBeNumber(given.phone, 'phone')
  if (given.graphUrl !== undefined) await mustBeCallable(given.graphUrl, 'graphUrl')
  const first = (await msg_whatsapp_numbers.count(ownerOf(caller))) === 0
  const is_default = given.isDefault ?? first
  if (is_default) await noDefault(caller)
  const verify_token = randomBytes(24).toString('base64url')
  const made = await orTaken(phone, () =>
    msg_whatsapp_numbers.insert({
      ...ownerOf(caller),
      phone,
      display_name: given.displayName,
      provider: 'meta',
      phone_number_id: given.phoneNumberId,
      business_account_id: given.businessAccountId,
      graph_url: (given.graphUrl ?? graph_url).replace(/\/+$/, ''),
      ...sealed(given.accessToken, given.appSecret, verify_token),
      messages_per_second: given.messagesPerSecond ?? 80,
      is_default,
      templates_due_at: clock.instant(),
    }),
  )
  await note(caller, 'whatsapp.number_add', {
    owner: caller,
    entity: 'whatsapp_number',
    entity_id: made.id,
    label: phone,
  })
  nudge('whatsapp')
  return { ...shown(made, await baseOf(base_url)), verifyToken: verify_token }
}

export async function find(
  caller: MessagingCaller,
  id: string,
  base_url: string,
): Promise<WhatsappNumber> {
  return shown(await numberOf(caller, mustBeId(id)), await baseOf(base_url))
}

/** In a path a number is named by its id alone. */
export function mustBeId(id: string): string {
  if (!isId(id)) throw noneHere('WhatsApp number')
  return id
}

export async function change(
  caller: MessagingCaller,
  id: string,
  given: NumberChange,
  base_url: string,
): Promise<ChangedNumber> {
  const before = await numberOf(caller, mustBeId(id))
  freshHere(caller, before)
  const phone = given.phone === undefined ? before.phone : mustBeNumber(given.phone, 'phone')
  if (given.graphUrl !== undefined) await mustBeCallable(given.graphUrl, 'graphUrl')
  const verify_token =
    given.rotateVerifyToken === true ? randomBytes(24).toString('base64url') : null
  if (given.isDefault === true) await noDefault(caller)
  const secrets = changedSecrets(before, given)
  const { hospital_id } = before
  await orTaken(phone, () =>
    msg_whatsapp_numbers.change(
      { hospital_id, id },
      {
        phone,
        ...secrets,
        ...(verify_token === null ? {} : { verify_token: seal(verify_token) }),
        ...(given.displayName === undefined ? {} : { display_name: given.displayName }),
        ...(given.phoneNumberId === undefined ? {} : { phone_number_id: given.phoneNumberId }),
        ...(given.businessAccountId === undefined
          ? {}
          : { business_account_id: given.businessAccountId }),
        ...(given.graphUrl === undefined ? {} : { graph_url: given.graphUrl.replace(/\/+$/, '') }),
        ...(given.messagesPerSecond === undefined
          ? {}
          : { messages_per_second: given.messagesPerSecond }),
        ...(given.isDefault === undefined ? {} : { is_default: given.isDefault }),
        // With other credentials it is asked anew.
        ...(before.status === 'error' ? { status: 'connected' as const, last_error: null } : {}),
        templates_due_at: clock.instant(),
      },
    ),
  )
  const now = await numberOf(caller, id)
  await noteNumber(caller, 'whatsapp.number_change', now, { from: before.status, to: now.status })
  nudge('whatsapp')
  const shown_now = shown(now, await baseOf(base_url))
  return verify_token === null ? shown_now : { ...shown_now, verifyToken: verify_token }
}

function changedSecrets(before: NumberRow, given: NumberChange): Partial<NumberRow> {
  const changed: Partial<NumberRow> = {}
  const { accessToken, appSecret } = given
  if (accessToken !== undefined && accessToken !== masked(before.access_token_end))
    Object.assign(changed, {
      access_token: seal(accessToken),
      access_token_end: endOf(accessToken),
    })
  if (appSecret !== undefined && appSecret !== masked(before.app_secret_end))
    Object.assign(changed, { app_secret: seal(appSecret), app_secret_end: endOf(appSecret) })
  return changed
}

const masked = (end: string): string => `••••${end}`

const noDefault = (owner: Owner): Promise<unknown> =>
  msg_whatsapp_numbers.change({ ...ownerOf(owner), is_default: true }, { is_default: false })

const sealed = (access: string, secret: string, verify_token: string) => ({
  access_token: seal(access),
  app_secret: seal(secret),
  verify_token: seal(verify_token),
  access_token_end: endOf(access),
  app_secret_end: endOf(secret),
})

/** The last four, of what is long enough that four give nothing away. */
const endOf = (secret: string): string =>
  secret.length >= 16 ? secret.slice(-4).replace(/[^\x21-\x7e]/g, '?') : ''

async function orTaken<T>(phone: string, work: () => Promise<T>): Promise<T> {
  try {
    return await attempt(work)
  } catch (error) {
    if (isTaken(error, 'phone_number_id')) throw taken('phoneNumberId', 'This phone number id')
    if (isTaken(error, 'phone')) throw taken('phone', `A WhatsApp number ${phone}`)
    throw error
  }
}

/** Named by its id or by its digits; without a word the account's default. */
export async function numberOf(owner: Owner, typed: string | undefined): Promise<NumberRow> {
  await openTestNumber(owner)
  const mine = ownerOf(owner)
  const found =
    typed === undefined
      ? await msg_whatsapp_numbers.find({ ...mine }, { order: ['-is_default', 'id'] })
      : isId(typed)
        ? await msg_whatsapp_numbers.find({ ...mine, id: typed })
        : await msg_whatsapp_numbers.find({ ...mine, phone: readAnyNumber(typed) ?? '' })
  if (found !== undefined) return found
  if (typed === undefined) throw wrong('from', 'from: this account has no WhatsApp number.')
  throw noneHere('WhatsApp number')
}

/** For the provider, who knows its id and nothing of accounts. */
export const numberById = async (id: string): Promise<NumberRow | undefined> =>
  isId(id) ? msg_whatsapp_numbers.findAnywhere({ id, provider: 'meta' }) : undefined

/** MSG-501: the challenge of a provider that knows the verify token; null otherwise. */
export async function challengeOf(
  number_id: string,
  query: Record<string, string>,
): Promise<string | null> {
  const found = await numberById(number_id)
  const given = query['hub.verify_token'] ?? ''
  if (found === undefined || query['hub.mode'] !== 'subscribe') return null
  return isSame(given, unseal(found.verify_token)) ? (query['hub.challenge'] ?? '') : null
}

/** What its provider said of it (MSG 3.7). */
export async function noteChecked(
  by: Actor,
  found: NumberRow,
  cause: string | null,
): Promise<void> {
  const status = cause === null ? ('connected' as const) : ('error' as const)
  const changed = await msg_whatsapp_numbers.change(
    { hospital_id: found.hospital_id, id: found.id, status: heard_states },
    { status, last_error: cause?.slice(0, 300) ?? null },
  )
  if (changed === 0) return
  await noteNumber(by, 'whatsapp.number_check', found, { from: found.status, to: status })
  nudge('whatsapp')
}

/** Disabled: nothing of it leaves and no templates are asked for; what comes in is still taken. */
export async function switchNumber(
  by: Actor,
  found: NumberRow,
  on: boolean,
  reason: string | null,
): Promise<boolean> {
  if ((found.status !== 'disabled') === on) return false
  const status = on ? ('connected' as const) : ('disabled' as const)
  await msg_whatsapp_numbers.change(
    { hospital_id: found.hospital_id, id: found.id },
    { status, last_error: null, ...(on ? { templates_due_at: clock.instant() } : {}) },
  )
  await noteNumber(by, on ? 'whatsapp.number_enable' : 'whatsapp.number_disable', found, {
    from: found.status,
    to: status,
    reason,
  })
  nudge('whatsapp')
  return true
}

const noteNumber = (
  by: Actor,
  action: string,
  found: NumberRow,
  about: { from: string; to: string; reason?: string | null },
): Promise<void> =>
  note(by, action, {
    owner: ownerOf(found),
    entity: 'whatsapp_number',
    entity_id: found.id,
    label: found.phone,
    ...about,
  })

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b))

export const test_number = '255700000099'
const test_templates = [
  { name: 'hello', language: 'en', text: 'Hello from the test number.' },
  { name: 'hello', language: 'sw', text: 'Habari kutoka namba ya majaribio.' },
  { name: 'appointment', language: 'en', text: 'Your appointment is on {{1}} at {{2}}.' },
  { name: 'appointment', language: 'sw', text: 'Miadi yako ni tarehe {{1}} saa {{2}}.' },
]

/** MSG-581: made when a test key first looks for it. */
async function openTestNumber(owner: Owner): Promise<void> {
  if (owner.mode !== 'test') return
  const mine = ownerOf(owner)
  if ((await msg_whatsapp_numbers.find({ ...mine, phone: test_number })) !== undefined) return
  try {
    await within(() => attempt(() => insertTestNumber(mine)))
  } catch (error) {
    if (!isTaken(error, 'phone')) throw error
  }
}

async function insertTestNumber(mine: Owner): Promise<void> {
  const at = clock.instant()
  const made = await msg_whatsapp_numbers.insert({
    ...mine,
    phone: test_number,
    display_name: 'Test',
    provider: 'simulator',
    phone_number_id: '0',
    business_account_id: '0',
    graph_url: '',
    ...sealed('', '', randomBytes(24).toString('base64url')),
    is_default: true,
    templates_due_at: '9999-12-31T00:00:00.000Z',
  })
  await msg_whatsapp_templates.insertMany(
    test_templates.map(({ text, ...one }) => ({
      ...mine,
      ...one,
      number_id: made.id,
      category: 'utility' as const,
      status: 'APPROVED' as const,
      components: [{ type: 'BODY', text }],
      synced_at: at,
    })),
  )
}

const baseOf = async (base_url: string): Promise<string> =>
  ((await setting('public_url')) ?? base_url).replace(/\/$/, '')

const shown = (one: NumberRow, base: string): WhatsappNumber => ({
  id: one.id,
  phone: one.phone,
  displayName: one.display_name,
  provider: one.provider,
  phoneNumberId: one.phone_number_id,
  businessAccountId: one.business_account_id,
  graphUrl: one.graph_url,
  accessToken: masked(one.access_token_end),
  appSecret: masked(one.app_secret_end),
  webhookUrl: `${base}/v1/providers/whatsapp/${one.id}`,
  messagesPerSecond: one.messages_per_second,
  isDefault: one.is_default,
  status: one.status,
  lastError: one.last_error,
  version: one.version,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})
