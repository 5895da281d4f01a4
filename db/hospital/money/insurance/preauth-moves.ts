// Asking, answering and taking back a pre-authorisation (3.6, BIL-110, BIL-111).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { coverChanged } from '../../neighbours/cover.ts'
import { tell } from '../../neighbours/telling.ts'
import { memberships } from '../tariff/scheme-tables.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import { membership_life } from '../tariff/membership-states.ts'
import { codeOf } from '../tariff/prices.ts'
import { type PreauthRow, preauthRecord } from './preauth-life.ts'
import type { PreauthOpened, RespondInput } from './preauth-shapes.ts'
import { find, itemsOf, type ItemRow, noneAt } from './preauths.ts'
import { preauthorisation_items } from './tables.ts'

export async function request(caller: Caller, id: string): Promise<PreauthOpened> {
  const row = await preauthRecord.begin(caller, id, 'request')
  if (row.diagnosis_codes.length === 0) throw conflict('A pre-authorisation needs a diagnosis.')
  const member = await memberships.find({ hospital_id: caller.hospital_id, id: row.membership_id })
  if (member?.status !== 'ACTIVE') {
    throw membership_life.refusal(member?.status ?? 'ENDED', member?.member_no ?? '')
  }
  await preauthRecord.moved(caller, row, 'request', {
    requested_at: clock.instant(),
    requested_by_id: caller.user_id,
    requested_by_name: caller.name,
  })
  return find(caller, id)
}

export async function respond(
  caller: Caller,
  id: string,
  input: RespondInput,
): Promise<PreauthOpened> {
  const row = await preauthRecord.begin(caller, id, 'respond')
  const { result } = input
  if (result === 'DECLINED') {
    if (!input.note) throw invalid('note', 'is required for DECLINED.')
  } else await approve(caller, row, input)
  await preauthRecord.moved(
    caller,
    row,
    result === 'APPROVED' ? 'respond' : result === 'DECLINED' ? 'decline' : 'approve_part',
    {
      reference: input.reference || null,
      valid_from: input.valid_from ?? (await hospitalDay(caller)),
      valid_to: input.valid_to ?? null,
      response_note: input.note || null,
      answered_at: clock.instant(),
      answered_by_name: caller.name,
    },
    input.note ?? null,
  )
  await told(caller, row, result)
  await coverChanged(caller, { membership_id: row.membership_id })
  return find(caller, id)
}

async function approve(caller: Caller, row: PreauthRow, input: RespondInput): Promise<void> {
  if (!input.reference) throw invalid('reference', 'is required for an approval.')
  if (!input.valid_to) throw invalid('valid_to', 'is required for an approval.')
  const from = input.valid_from ?? (await hospitalDay(caller))
  if (input.valid_to < from) throw invalid('valid_to', 'is before valid_from.')
  const purse = await purseOf(caller)
  const items = await itemsOf(caller, row.id)
  const said = new Map<string, { approved_quantity: number; approved_amount: number }>()
  for (const [at, one] of (input.items ?? []).entries()) {
    const item = items.find(
      ({ id, code }) => id === one.id || (one.code !== undefined && code === codeOf(one.code)),
    )
    if (item === undefined) throw noneAt(`items[${at}]`, 'item')
    said.set(item.id, given(purse, at, item, one))
  }
  const whole = input.result === 'APPROVED'
  if (!whole && said.size === 0) throw invalid('items', 'is required for PARTLY_APPROVED.')
  for (const item of items) {
    const { quantity: approved_quantity, amount: approved_amount } = item
    const all = { approved_quantity, approved_amount }
    const none = { approved_quantity: 0, approved_amount: 0 }
    const changes = said.get(item.id) ?? (whole ? all : none)
    const { hospital_id } = caller
    await preauthorisation_items.change({ hospital_id, id: item.id }, changes)
  }
}

type Given = NonNullable<RespondInput['items']>[number]

/** 3.6: never more than was asked. */
function given(
  purse: Purse,
  at: number,
  item: ItemRow,
  one: Given,
): { approved_quantity: number; approved_amount: number } {
  const approved_quantity =
    one.approved_quantity === null || one.approved_quantity === undefined
      ? item.quantity
      : Math.round(one.approved_quantity * 1000)
  const field = `items[${at}].approved_amount`
  const approved_amount =
    one.approved_amount === null || one.approved_amount === undefined
      ? item.amount
      : purse.minor(field, one.approved_amount)
  if (approved_quantity < 0)
    throw invalid(`items[${at}].approved_quantity`, 'must not be negative.')
  if (approved_amount < 0) throw invalid(field, 'must not be negative.')
  if (approved_quantity > item.quantity) {
    throw invalid(`items[${at}].approved_quantity`, 'is more than asked.')
  }
  if (approved_amount > item.amount) throw invalid(field, 'is more than asked.')
  return { approved_quantity, approved_amount }
}

/** BIL-111: who asked is told; where it is less than asked, the desk too. */
async function told(caller: Caller, row: PreauthRow, result: string): Promise<void> {
  const { hospital_id } = caller
  const scheme = await schemes.find({ hospital_id, id: row.scheme_id })
  const about = {
    kind: 'preauth.answered',
    title: `Pre-authorisation ${row.number}: ${result.toLowerCase().replace('_', ' ')}`,
    body: `${scheme?.name ?? 'The scheme'} answered pre-authorisation ${row.number}.`,
    entity: { type: 'preauthorisation', id: row.id },
  }
  if (row.requested_by_id !== null)
    await tell(caller, { ...about, to: { user: row.requested_by_id } })
  if (result !== 'APPROVED') await tell(caller, { ...about, to: { role: 'reception' } })
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<PreauthOpened> {
  const row = await preauthRecord.begin(caller, id, 'cancel')
  const items = await itemsOf(caller, id)
  if (items.some(({ used_amount }) => used_amount > 0)) {
    throw conflict(`Pre-authorisation ${row.number} was used: it cannot be cancelled.`, 'used')
  }
  await preauthRecord.moved(caller, row, 'cancel', {}, reason)
  await coverChanged(caller, { membership_id: row.membership_id })
  return find(caller, id)
}
