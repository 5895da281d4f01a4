// Who hears of a case: people of its team by their account; never more of a patient than a number.

import type { Caller } from '../../../core/caller.ts'
import { accountsOf } from '../../office/access/users/staff-link.ts'
import { notify } from '../../office/notifications/notify.ts'
import type { CaseRow } from './cases/record.ts'

export async function tellTeam(
  caller: Caller,
  row: CaseRow,
  staff_ids: readonly string[],
  { kind, title, body }: { kind: string; title: string; body: string },
): Promise<void> {
  if (staff_ids.length === 0) return
  const accounts = await accountsOf(caller, staff_ids)
  const user = [...accounts.values()].map(({ user_id }) => user_id)
  if (user.length === 0) return
  await notify(caller, {
    to: { user },
    kind,
    title,
    body,
    entity: { type: 'theatre_case', id: row.id },
  })
}

/** The in-charge of theatre at this branch. */
export const tellInCharge = (
  caller: Caller,
  row: Pick<CaseRow, 'id' | 'facility_id'>,
  { kind, title, body }: { kind: string; title: string; body: string },
) =>
  notify(caller, {
    to: { permission: 'theatre:book', facility_id: row.facility_id },
    kind,
    title,
    body,
    entity: { type: 'theatre_case', id: row.id },
  })
