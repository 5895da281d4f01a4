// Revoking a workstation: its sessions end, its certificates stand on the list, and it never comes back.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { afterCommit, run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { closeAtDevice } from '../access/sign-in/sessions.ts'
import { record } from '../audit/record.ts'
import { wantList } from './list-wanted.ts'
import { type DeviceRow, noteEvent } from './rows.ts'
import type { Revocation } from './shapes.ts'
import { devices } from './tables.ts'
import { device_states } from './words.ts'

export const device_life = life('workstation', device_states, {
  lapse: { from: ['ACTIVE'], to: 'LAPSED' },
  renew: { from: ['ACTIVE', 'LAPSED'], to: 'ACTIVE' },
  extend: { from: ['ACTIVE', 'LAPSED'], to: 'ACTIVE', permission: 'device:update' },
  revoke: { from: ['ACTIVE', 'LAPSED'], to: 'REVOKED', permission: 'device:revoke' },
})

export async function retire(
  caller: Caller,
  device: DeviceRow,
  { reason, note = null }: Revocation,
): Promise<void> {
  const { hospital_id, id } = device
  device_life.move('revoke', device.status, device.label)
  const now = clock.instant()
  await devices.change(
    { hospital_id, id },
    {
      status: 'REVOKED',
      revoked_at: now,
      revoked_by_name: caller.name,
      revoke_reason: reason,
      revoke_note: note,
    },
  )
  await run(
    sql`update device_certificates set revoked_at = ${now}, reason = ${reason}
        where device_id = ${id} and revoked_at is null and not_after > ${now}`,
  )
  await closeAtDevice(device, 'device_revoked')
  await noteEvent(device, 'REVOKED', { user_name: caller.name, detail: reason })
  record(caller, 'device.revoke', {
    entity_type: 'device',
    entity_id: id,
    entity_label: device.label,
    from_state: device.status,
    to_state: 'REVOKED',
    reason: note ?? reason,
  })
  afterCommit(wantList)
}
