// A contact as it was just written, with what follows from it (maternity 5).

import type { Caller } from '../../../../core/caller.ts'
import type { ContactMade } from './contacts.ts'
import { contactsOf, dueFor } from './known.ts'
import { contactShown } from './view.ts'

export async function contactWritten(caller: Caller, made: ContactMade) {
  const { row, pregnancy, alerts, warnings } = made
  const { due } = await dueFor(caller, pregnancy, await contactsOf(caller, pregnancy.id))
  return {
    ...contactShown(row),
    next_contact_on: pregnancy.next_contact_on,
    due,
    alerts,
    warnings,
  }
}
