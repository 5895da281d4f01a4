// The certificate of service: a code on it says to anybody that this house gave it.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { printOf } from '../../../db/hospital/office/papers/codes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { certificateOf } from '../../../db/hospital/people/exits/certificate.ts'
import { serviceCertificate } from '../../../templates/service-certificate.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

export async function printCertificate(
  caller: Caller,
  id: string,
  lang: Language | undefined,
  base_url: string,
): Promise<FileReply> {
  const { facility_id, facts } = await certificateOf(caller, id)
  const { number } = facts
  const { code } = await printOf(caller, { kind: 'service_certificate', entity_id: id, number })
  return paperReply(
    serviceCertificate({
      ...facts,
      head: await letterheadOf(caller, facility_id),
      language: lang ?? (await hospitalOf(caller)).language,
      verify: verifyAt(base_url, code),
      printed: { at: clock.instant(), by: caller.name },
    }),
    number,
  )
}
