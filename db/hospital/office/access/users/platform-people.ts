// The operator's own people, by what they may do.

import { platform_id } from '../../../../core/caller.ts'
import { users } from '../tables.ts'

export async function platformHolders(code: string): Promise<string[]> {
  const active = await users.all({ hospital_id: platform_id, kind: 'PLATFORM', status: 'ACTIVE' })
  return active
    .filter(({ platform_permissions }) => platform_permissions?.includes(code))
    .map(({ id }) => id)
}
