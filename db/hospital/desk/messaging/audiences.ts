// Patients as a group to write to (MSG-609): the number, the first name and the language of those who agreed,
// and nothing else of any record.

import type { Caller } from '../../../core/caller.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { makeAudience, reachable } from '../../../messaging/messages/hospital-audiences.ts'
import { record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import { contactsForPatients } from '../patient-messages/contacts.ts'
import type { Audience, AudienceInput } from './shapes.ts'

export async function audience(
  caller: Caller,
  { name, patient_ids }: Static<typeof AudienceInput>,
): Promise<Static<typeof Audience>> {
  const found = (await contactsForPatients(caller, { patient_ids })).map((one) => ({
    ...one,
    phone: reachable(one.phone),
  }))
  const with_phone = found.flatMap(({ phone, ...one }) => (phone === null ? [] : { ...one, phone }))
  const agreed = with_phone.filter(({ consent }) => consent)
  const made = await makeAudience(
    { actor: `user:${caller.user_id ?? caller.name}`, address: caller.ip },
    factsFor(await hospitalOf(caller)),
    name.trim(),
    agreed.map(({ phone, first_name, language }) => ({
      phone,
      first_name,
      language: language === 'en' ? 'en' : 'sw',
    })),
  )
  record(caller, 'messaging.audience', {
    entity_type: 'message_group',
    entity_id: made.group_id,
    entity_label: `${name.trim()}: ${made.added} of ${patient_ids.length}`,
  })
  return {
    ...made,
    without_phone: found.length - with_phone.length,
    without_consent: with_phone.length - agreed.length,
  }
}
