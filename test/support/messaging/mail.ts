// The way a house's mail goes, and a letter to send by it.

import type { Caller } from '../../../db/core/caller.ts'
import { within } from '../../../db/store/connection.ts'
import { sendMail } from '../../../db/hospital/office/outbox/send.ts'
import { email_settings } from '../../../db/hospital/office/settings/tables.ts'

/** By a server on this machine; without a port by one that nobody asks. */
export const mailGoes = (
  hospital_id: string,
  { port = 25, is_active = true }: { port?: number; is_active?: boolean } = {},
): Promise<void> =>
  within(async () => {
    await email_settings.remove({ hospital_id })
    await email_settings.insert({
      hospital_id,
      from_email: 'desk@stmary.example',
      from_name: 'St Mary',
      host: '127.0.0.1',
      port,
      encryption: 'none',
      is_active,
    })
  })

/** Answers the id of its row in the outbox. */
export const letterTo = (caller: Caller, to: string, more: object = {}): Promise<string> =>
  within(() => sendMail(caller, { to, subject: 'About stock', text: 'All is well.', ...more }))
