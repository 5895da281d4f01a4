// Drafts of campaigns: written, edited, copied, thrown away (MSG-480).

import { accountNow } from '../accounts/accounts.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { mustBeGroups } from '../contacts/contacts.ts'
import { freshHere, refuse, wrong, wrongState } from '../refusals.ts'
import { piecesOf, rowOf as templateOf } from '../templates/templates.ts'
import { mustTakeCallbacks } from '../webhooks/reach.ts'
import { find } from './campaigns.ts'
import { shown } from './counts.ts'
import { type CampaignRow, mustAllow, rowOf } from './rows.ts'
import type { Campaign, CampaignChange, CampaignInput } from './shapes.ts'
import { type Audience, msg_campaigns } from './tables.ts'

export async function create(caller: MessagingCaller, given: CampaignInput): Promise<Campaign> {
  const account = await accountNow(caller.account_id)
  await mustFit(caller, given)
  const made = await msg_campaigns.insert({
    ...ownerOf(caller),
    ...columnsOf(given),
    name: given.name,
    class: given.class,
    sender_id: given.senderId,
    audience: given.audience as Audience,
    currency: account.currency,
    actor: caller.actor,
    key_id: caller.key_id,
  })
  return shown(made, undefined)
}

export async function change(
  caller: MessagingCaller,
  id: string,
  given: CampaignChange,
): Promise<Campaign> {
  const before = await rowOf(caller, id, true)
  if (before.status !== 'draft')
    throw wrongState(`This campaign is ${before.status}; only a draft is edited.`)
  freshHere(caller, before)
  // What takes the place of the other one need not be cleared by hand.
  const message = given.message ?? (given.templateId ? null : before.message)
  const templateId = given.templateId ?? (given.message ? null : before.template_id)
  await mustFit(caller, {
    message,
    templateId,
    audience: given.audience ?? (before.audience as CampaignInput['audience']),
    ...(given.callbackUrl === undefined ? {} : { callbackUrl: given.callbackUrl }),
    ignoreQuietHours: given.ignoreQuietHours ?? before.ignore_quiet_hours,
  })
  await msg_campaigns.change(
    { ...ownerOf(caller), id },
    {
      ...columnsOf(given),
      message,
      template_id: templateId,
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.class === undefined ? {} : { class: given.class }),
      ...(given.senderId === undefined ? {} : { sender_id: given.senderId }),
      ...(given.audience === undefined ? {} : { audience: given.audience as Audience }),
    },
  )
  return find(caller, id)
}

const columnsOf = (given: Partial<CampaignInput>): Partial<CampaignRow> => ({
  ...(given.message === undefined ? {} : { message: given.message }),
  ...(given.templateId === undefined ? {} : { template_id: given.templateId }),
  ...(given.scheduleAt === undefined
    ? {}
    : {
        schedule_at: given.scheduleAt === null ? null : new Date(given.scheduleAt).toISOString(),
      }),
  ...(given.validitySeconds === undefined ? {} : { validity_s: given.validitySeconds }),
  ...(given.reference === undefined ? {} : { reference: given.reference }),
  ...(given.callbackUrl === undefined ? {} : { callback_url: given.callbackUrl }),
  ...(given.smartEncoding === undefined ? {} : { smart_encoding: given.smartEncoding }),
  ...(given.ignoreQuietHours === undefined ? {} : { ignore_quiet_hours: given.ignoreQuietHours }),
  ...(given.maxPerMinute === undefined ? {} : { max_per_minute: given.maxPerMinute }),
})

type Judged = Pick<
  CampaignInput,
  'message' | 'templateId' | 'audience' | 'callbackUrl' | 'ignoreQuietHours'
>

/** MSG-478: also where somebody who may has left it so, and other words go out under it now. */
function mustBeAllowed(caller: MessagingCaller, ignores_quiet_hours: boolean): void {
  if (ignores_quiet_hours && !caller.permissions.has('campaigns:override'))
    throw refuse('insufficient_scope', 'This API key lacks the scope campaigns:override.')
}

async function mustFit(caller: MessagingCaller, given: Judged): Promise<void> {
  mustBeAllowed(caller, given.ignoreQuietHours === true)
  const has_text = given.message !== null && given.message !== undefined
  const has_template = given.templateId !== null && given.templateId !== undefined
  if (has_text === has_template)
    throw wrong('message', 'Exactly one of message and templateId must be given.')
  if (has_text) piecesOf(given.message as string)
  else await templateOf(caller, given.templateId as string)
  const { groupIds = [], excludeGroupIds = [], contactIds = [], recipients = [] } = given.audience
  if (groupIds.length + contactIds.length + recipients.length === 0)
    throw wrong('audience', 'audience must name at least one group, contact or recipient.')
  await mustBeGroups(caller, [...new Set([...groupIds, ...excludeGroupIds])])
  if (typeof given.callbackUrl === 'string') await mustTakeCallbacks(given.callbackUrl)
}

export async function remove(caller: MessagingCaller, id: string): Promise<void> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'delete')
  await msg_campaigns.remove({ ...ownerOf(caller), id })
}

export async function copy(
  caller: MessagingCaller,
  id: string,
  name: string | undefined,
): Promise<Campaign> {
  const one = await rowOf(caller, id)
  mustBeAllowed(caller, one.ignore_quiet_hours)
  const made = await msg_campaigns.insert({
    ...ownerOf(caller),
    name: name ?? one.name,
    class: one.class,
    sender_id: one.sender_id,
    message: one.message,
    template_id: one.template_id,
    audience: one.audience,
    validity_s: one.validity_s,
    reference: one.reference,
    callback_url: one.callback_url,
    smart_encoding: one.smart_encoding,
    ignore_quiet_hours: one.ignore_quiet_hours,
    max_per_minute: one.max_per_minute,
    currency: one.currency,
    actor: caller.actor,
    key_id: caller.key_id,
  })
  return shown(made, undefined)
}
