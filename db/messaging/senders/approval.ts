// Whether a name may stand as the sender, and at which operators (MSG-412).

import { rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { Owner } from '../caller.ts'
import { kept } from '../../store/kept.ts'
import { refuse } from '../refusals.ts'
import type { SenderState } from './words.ts'

export interface Approval {
  status: SenderState
  /** Operators that approved it. */
  operators: ReadonlySet<string>
  /** The account has the name in another case. */
  meant: string | null
}

const approvals = kept<Approval>(async (name) => {
  const [account_id, mode, ...rest] = name.split(' ')
  const sender_id = rest.join(' ')
  const key = nameKey(sender_id)
  const found = await rows<{
    sender_id: string
    status: SenderState
    operator_code: string | null
  }>(
    sql`select s.sender_id, s.status, o.operator_code from msg_sender_ids s
        left join msg_sender_operators o on o.sender_row_id = s.id and o.status = 'approved'
        where s.account_id = ${account_id} and s.mode = ${mode} and s.removed_at is null
          and s.name_key = ${key}`,
  )
  const own = found.filter((one) => one.sender_id === sender_id)
  return {
    status: own[0]?.status ?? 'rejected',
    operators: new Set(own.flatMap(({ operator_code }) => operator_code ?? [])),
    meant: own.length > 0 ? null : (found[0]?.sender_id ?? null),
  }
})

/** Without case and blanks: who else holds it, and what is reserved (MSG-410). */
export const nameKey = (sender_id: string): string => sender_id.replaceAll(' ', '').toUpperCase()

/** Called by whoever changes a sender ID of this account. */
export const forgetApprovals = (): void => approvals.forget()

export const approvalOf = ({ account_id, mode }: Owner, sender_id: string): Promise<Approval> =>
  approvals.get(`${account_id} ${mode} ${sender_id}`)

/** Step 14: pending, rejected, unknown and another account's get the same answer. */
export async function mustBeApproved(owner: Owner, sender_id: string): Promise<Approval> {
  const approval = await approvalOf(owner, sender_id)
  if (approval.status === 'approved') return approval
  const meant = approval.meant === null ? '' : ` Did you mean ${approval.meant}?`
  throw refuse(
    'sender_id_not_approved',
    `The sender ID ${sender_id.slice(0, 40)} is not approved for this account.${meant}`,
    { field: 'senderId' },
  )
}
