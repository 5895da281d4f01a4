// Whether somebody else must agree with the prices of a quotation or an order (COM-18, COM-22, COM-23).

import type { Caller } from '../../../../core/caller.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { ClientRow } from '../../clients/record.ts'
import { settingsOf } from '../../clients/settings/settings.ts'
import { type FreeAsked, freeOff, freeRules } from '../../discounts/free.ts'
import type { ApprovalReason, ApprovalState } from '../words.ts'

interface Line {
  code: string | null
  product_id: string | null
  description: string
  quantity: number
  unit_price: number
  list_price: number | null
  below_cost: boolean
}

export interface Judged {
  document: FreeAsked['document']
  client: Pick<ClientRow, 'kind' | 'discount_bp'> | null
  discount_bp: number
  discount_amount: number
  lines: readonly Line[]
}

export async function reasonsFor(caller: Caller, asked: Judged): Promise<ApprovalReason[]> {
  const { document, client, discount_bp, discount_amount, lines } = asked
  const day = await today(caller)
  const rules = await freeRules(caller, { document, kind: client?.kind ?? null, day })
  const { allow_below_cost } = await settingsOf(caller)
  const own = client?.discount_bp ?? 0
  const reasons: ApprovalReason[] = []
  if (discount_bp > freeOff(own, rules, discount_amount)) reasons.push('DISCOUNT')
  if (!allow_below_cost && lines.some(({ below_cost }) => below_cost)) reasons.push('BELOW_COST')
  const cheap = lines.some((line) => {
    const off = dropOf(line)
    return off > 0 && isMore(off, line, freeOff(own, rules, off))
  })
  return cheap ? [...reasons, 'BELOW_LIST'] : reasons
}

/** By how much the whole line lies below its list. */
const dropOf = ({ list_price, unit_price, quantity }: Line): number =>
  list_price === null ? 0 : Math.round(((list_price - unit_price) * quantity) / 1000)

const isMore = (off: number, { list_price, quantity }: Line, free_bp: number): boolean =>
  BigInt(off) * 10_000n * 1000n > BigInt(list_price ?? 0) * BigInt(quantity) * BigInt(free_bp)

interface Priced {
  discount_bp: number
  lines: readonly Line[]
}

/** COM-23: more is taken off, or something is sold that was not there. */
export function isWorse(before: Priced, after: Priced): boolean {
  if (after.discount_bp > before.discount_bp) return true
  const left = [...before.lines]
  return after.lines.some((line) => {
    const at = left.findIndex((one) => sameThing(one, line) && line.unit_price >= one.unit_price)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

const sameThing = (a: Line, b: Line): boolean =>
  a.product_id === b.product_id &&
  a.code === b.code &&
  (a.product_id !== null || a.code !== null || a.description === b.description)

export interface Approval {
  approval_status: ApprovalState
  approval_reasons: ApprovalReason[]
  approved_by_name?: string | null
  approval_note?: string | null
}

const asked_anew = { approved_by_name: null, approval_note: null } as const

interface Stood extends Priced, Pick<Approval, 'approval_status'> {
  /** Of an accepted quotation: what the client accepted needs nobody's word (COM-30). */
  accepted: boolean
}

/** What was agreed on stays agreed on while nothing of it became worse. */
export function approvalAfter(
  approval_reasons: ApprovalReason[],
  before: Stood | null,
  after: Priced,
): Approval {
  const { approval_status: stood, accepted } = before ?? { accepted: false }
  const agreed = stood === 'APPROVED' || (accepted && stood === 'NOT_NEEDED')
  if (before !== null && stood !== undefined && agreed && !isWorse(before, after)) {
    return { approval_status: stood, approval_reasons }
  }
  const approval_status = approval_reasons.length === 0 ? 'NOT_NEEDED' : 'PENDING'
  return { approval_status, approval_reasons, ...asked_anew }
}
