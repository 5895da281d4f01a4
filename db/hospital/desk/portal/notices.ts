// What was written to the patient, read in the portal.

import type { Caller } from '../../../core/caller.ts'
import type { PageAsked } from '../../../store/pages.ts'
import * as inbox from '../patient-messages/inbox.ts'
import { whose } from './whose.ts'

export async function list(caller: Caller, asked: PageAsked & { unread?: boolean }) {
  const { patient, caller: by } = await whose(caller, 'MESSAGES')
  return inbox.list(by, patient.id, asked)
}

export async function read(caller: Caller, id: string) {
  const { patient, caller: by } = await whose(caller, 'MESSAGES')
  return inbox.read(by, patient.id, id)
}
