// What the owner of an account is told about it (PLT-102). Every warning is also in the audit log.

import { system } from '../../caller.ts'
import { record } from '../audit/record.ts'
import type { Session } from './callers.ts'

export async function warnTokenReused(session: Session): Promise<void> {
  record(system(session.hospital_id), 'account.token_reused', {
    entity_type: 'user',
    entity_id: session.user_id,
  })
}
