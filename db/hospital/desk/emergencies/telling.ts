// Who is told in the emergency room: triage, clinicians on duty, who is in charge, welfare.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { onCall, onDuty } from '../../neighbours/on-duty.ts'
import { notify, type To } from '../../office/notifications/notify.ts'
import type { Row } from './emergencies.ts'

type About = Pick<Row, 'id' | 'number' | 'facility_id' | 'department'>

const place = 'Emergency room'

async function say(
  caller: Caller,
  row: About,
  to: To,
  kind: string,
  title: string,
  body: string,
): Promise<void> {
  await notify(caller, {
    to: { ...to, facility_id: row.facility_id },
    kind,
    title,
    body: `${row.number}: ${body}`,
    entity: { type: 'emergency', id: row.id },
    outside: { title: 'Kituo', body: `${title}: ${place}.` },
  })
}

export const tellTriage = (caller: Caller, row: About, body: string): Promise<void> =>
  say(caller, row, { permission: 'emergency:triage' }, 'emergency.triage', 'Triage needed', body)

/** EMG-8, EMG-7: who is on duty, and on call when it must be at once; else who may treat here. */
export async function tellClinicians(
  caller: Caller,
  row: About,
  body: string,
  also_on_call = false,
): Promise<void> {
  const { department, facility_id } = row
  const at = clock.instant()
  const duty = (await onDuty(caller, { department, facility_id, at })) ?? []
  const called = also_on_call ? ((await onCall(caller, { department, at })) ?? []) : []
  const ids = [...duty, ...called].flatMap(({ user_id }) => user_id ?? [])
  const to: To = ids.length > 0 ? { user: [...new Set(ids)] } : { permission: 'emergency:dispose' }
  await say(caller, row, to, 'emergency.urgent', 'Emergency waits for you', body)
}

export const tellChief = (caller: Caller, row: About, body: string): Promise<void> =>
  say(
    caller,
    row,
    { role: 'medical_in_charge' },
    'emergency.urgent',
    'Emergency waits too long',
    body,
  )

/** EMG-9: that somebody needs help, and not what happened. */
export const tellWelfare = (caller: Caller, row: About): Promise<void> =>
  say(
    caller,
    row,
    { role: 'welfare' },
    'emergency.welfare',
    'A patient needs social welfare',
    'please come to the emergency room.',
  )
