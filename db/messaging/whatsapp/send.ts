// Sending over WhatsApp (MSG-504 to MSG-506): judged here before the provider is asked, priced,
// paid and written in one transaction; the daemon posts it from the row.

import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { type Currency, toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { type AccountRow, accountNow } from '../accounts/accounts.ts'
import { instantOf } from '../accounts/clock.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { optedOutAmong } from '../contacts/opt-outs.ts'
import { usageDay } from '../messages/usage.ts'
import { nudge } from '../nudges.ts'
import { refuse, wrong, wrongState } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { pricesAt } from '../wallet/prices.ts'
import { insufficient, tryBook, walletOf } from '../wallet/wallets.ts'
import { mustBeCallable } from '../webhooks/reach.ts'
import { isSuppressed } from './consent.ts'
import { mediaToSend } from './media.ts'
import { type MessageRow, rowOf, shown } from './messages.ts'
import { mustBeNumber, type NumberRow, numberOf } from './numbers.ts'
import type { Content } from './provider.ts'
import type { WhatsappInput, WhatsappSent } from './shapes.ts'
import { count, tell } from './statuses.ts'
import { msg_whatsapp_messages, msg_whatsapp_moves, msg_whatsapp_windows } from './tables.ts'
import { mustBeSendable } from './templates.ts'
import { counted } from '../measured.ts'

export async function send(caller: MessagingCaller, input: WhatsappInput): Promise<WhatsappSent> {
  mustHaveItsPart(input)
  const number = await numberOf(caller, input.from)
  const answered = input.replyTo === undefined ? null : await rowOf(caller, input.replyTo)
  if (input.media?.url !== undefined) await mustBeCallable(input.media.url, 'media.url')
  if (number.status === 'disabled') throw wrongState('This WhatsApp number is disabled.')
  const phone = mustBeNumber(input.to, 'to')
  if (answered !== null && (answered.phone !== phone || answered.number_id !== number.id))
    throw wrong('replyTo', 'replyTo is no message of this conversation.')
  const { content, category } = await judged(caller, number, phone, input)
  const account = await accountNow(caller.account_id)
  const currency = currencyOf(account.currency)
  const suppressed = await suppresses(caller, number, phone, category)
  const id = newId()
  const cost = suppressed ? 0 : await priceOf(caller, account, category)
  const balance = await pay(caller, account, { cost, currency, message_id: id })
  const made = await write(caller, account, {
    id,
    number,
    phone,
    input,
    content,
    category,
    cost,
    suppressed,
    reply_to: answered?.id ?? null,
  })
  return { ...shown(made), balance: toMajor(balance, currency) }
}

const part_of = (type: WhatsappInput['type']): 'text' | 'template' | 'media' =>
  type === 'text' || type === 'template' ? type : 'media'

/** Exactly the member that `type` names. */
function mustHaveItsPart(input: WhatsappInput): void {
  const wanted = part_of(input.type)
  for (const part of ['text', 'template', 'media'] as const) {
    if (part === wanted && input[part] === undefined) throw wrong(part, `${part} is required.`)
    if (part !== wanted && input[part] !== undefined)
      throw wrong(part, `${part} does not belong to a message of type ${input.type}.`)
  }
  const { media } = input
  if (media === undefined) return
  if ((media.id === undefined) === (media.url === undefined))
    throw wrong('media', 'media must hold id or url.')
}

/** MSG-504: free-form inside the window, a template at any time. */
async function judged(
  caller: MessagingCaller,
  number: NumberRow,
  phone: string,
  { type, text, template, media }: WhatsappInput,
): Promise<{ content: Content; category: string }> {
  if (template !== undefined) {
    const { category, parameters } = await mustBeSendable(number, template)
    const { name, language } = template
    return { content: { template: { name, language, parameters } }, category }
  }
  const uploaded = media?.id === undefined ? undefined : await mediaToSend(caller, type, media.id)
  await mustBeOpen(caller, number, phone)
  if (type === 'text' && text !== undefined) return { content: { text }, category: 'session' }
  return {
    content: { media: { id: null, mimeType: null, size: null, ...uploaded, ...media } },
    category: 'session',
  }
}

async function mustBeOpen(
  caller: MessagingCaller,
  { id, hospital_id }: NumberRow,
  phone: string,
): Promise<void> {
  const window = await msg_whatsapp_windows.find({ hospital_id, number_id: id, phone })
  if (window !== undefined && window.expires_at > (await instantOf(caller))) return
  throw refuse(
    'whatsapp_window_closed',
    window === undefined
      ? `The 24-hour window with ${phone} was never opened.`
      : `The 24-hour window with ${phone} closed at ${window.expires_at}.`,
    { field: 'to' },
  )
}

async function suppresses(
  caller: MessagingCaller,
  number: NumberRow,
  phone: string,
  category: string,
): Promise<boolean> {
  const scope = (await optedOutAmong(caller, [phone])).get(phone)
  return scope !== undefined && isSuppressed(number, phone, category, scope)
}

async function priceOf(
  { mode }: MessagingCaller,
  account: AccountRow,
  category: string,
): Promise<number> {
  if (account.billing === 'unmetered' && mode === 'live') return 0
  return (await pricesAt(account.price_list_id, 'whatsapp', clock.instant()))(category)
}

/** The debit is conditional: of two sends racing for the last shilling one has it (MSG-262). */
async function pay(
  caller: MessagingCaller,
  account: AccountRow,
  { cost, currency, message_id }: { cost: number; currency: Currency; message_id: string },
): Promise<number> {
  if (cost === 0) {
    const { balance } = await walletOf(caller)
    const free = account.billing === 'unmetered' && caller.mode === 'live'
    if (balance < 0 && !free) throw insufficient(0, balance, currency)
    return balance
  }
  const booked = await tryBook(caller, {
    kind: 'charge',
    amount: -cost,
    actor: caller.actor,
    message_id,
  })
  if (booked === null) throw insufficient(cost, (await walletOf(caller)).balance, currency)
  return booked.wallet.balance
}

interface New {
  id: string
  number: NumberRow
  phone: string
  input: Pick<WhatsappInput, 'type' | 'reference'>
  content: Content
  category: string
  cost: number
  suppressed: boolean
  reply_to: string | null
}

export async function write(
  caller: MessagingCaller,
  account: AccountRow,
  { id, number, phone, input, content, category, cost, suppressed, reply_to }: New,
): Promise<MessageRow> {
  const at = await instantOf(caller)
  const status = suppressed ? ('failed' as const) : ('accepted' as const)
  const failure_reason = suppressed ? 'opted_out' : null
  const made = await msg_whatsapp_messages.insert({
    id,
    ...ownerOf(caller),
    number_id: number.id,
    direction: 'outbound',
    own_phone: number.phone,
    phone,
    type: input.type,
    content,
    reply_to,
    reference: input.reference ?? '',
    status,
    failure_reason,
    category,
    cost,
    currency: account.currency,
    key_id: caller.key_id,
    usage_day: usageDay(account.time_zone ?? (await setting('time_zone')), at),
    posting: suppressed ? 'ended' : 'waiting',
    post_after: clock.instant(),
    created_at: at,
    updated_at: at,
  })
  await msg_whatsapp_moves.insert({
    ...ownerOf(caller),
    message_id: id,
    status,
    reason: failure_reason,
    at,
  })
  if (caller.mode === 'live') counted('whatsapp', 1, { direction: 'outbound', status })
  await count(made, { messages: 1, cost, ...(suppressed ? { opted_out: 1 } : { segments: 1 }) })
  await tell(made, at)
  nudge('whatsapp')
  return made
}
