import type { Brings } from '../../registry.ts'
import { isInScope } from '../staff/records/scope.ts'
import { genuineCertificate } from './certificate.ts'
import { staff_exits } from './tables.ts'

export const brings: Brings = {
  area: 'exits',
  papers: [
    {
      kind: 'service_certificate',
      title: { en: 'Certificate of service', sw: 'Cheti cha utumishi' },
      read: genuineCertificate,
    },
  ],
  sequences: [
    {
      kind: 'exit',
      label: 'Exit of staff',
      area: 'exits',
      pattern: 'EX-{YYYY}-{SEQ:4}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'exit',
      read: 'exit:read',
      write: 'exit:write',
      async exists(caller, id) {
        const found = await staff_exits.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined || !(await isInScope(caller, found.staff_id))) return undefined
        return { label: found.number }
      },
    },
  ],
}
