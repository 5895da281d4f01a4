// Who hears of what cannot wait in maternity: the midwives on duty, who is on call, the medical officer in charge.
// Outside the house there is no name and no value (MAT-6, MAT-15).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { onCall, type OnDuty, onDuty } from '../../neighbours/on-duty.ts'
import { notify, type To } from '../../office/notifications/notify.ts'
import type { PregnancyRow } from './pregnancies/record.ts'
import type { ContactAlert } from './pregnancies/shapes.ts'

const department = 'Maternity'

const people = (found: readonly OnDuty[] | undefined): string[] =>
  (found ?? []).flatMap(({ user_id }) => user_id ?? [])

/** Whoever the roster names; where nobody keeps one, whoever may sign in maternity there. */
export async function onCallTo(caller: Caller, facility_id: string): Promise<To> {
  const user = people(await onCall(caller, { department, at: clock.instant() }))
  return user.length > 0 ? { user } : { permission: 'maternity:sign', facility_id }
}

export async function onDutyTo(caller: Caller, facility_id: string): Promise<To> {
  const user = people(await onDuty(caller, { department, facility_id, at: clock.instant() }))
  return user.length > 0 ? { user } : { permission: 'maternity:write', facility_id }
}

export async function tellClinician(
  caller: Caller,
  { id, number, facility_id }: PregnancyRow,
  alerts: readonly ContactAlert[],
): Promise<void> {
  await notify(caller, {
    to: await onCallTo(caller, facility_id),
    kind: 'maternity.danger',
    title: 'A pregnancy to look at now',
    body: `${number}: ${alerts.map(({ message }) => message).join(' ')}`,
    entity: { type: 'pregnancy', id },
    outside: { title: 'Maternity', body: 'Maternity: a woman to review now. Sign in to read it.' },
  })
}
