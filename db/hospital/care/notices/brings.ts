import type { Brings } from '../../registry.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import type { Row as Admission } from '../wards/admissions/record.ts'
import { diseaseOf, diseases, diseases_edition, diseases_source } from './diseases.ts'
import { unsentOf } from './notices.ts'

export const brings: Brings = {
  area: 'notices',
  reads: { case_notice: 'notice:read' },
  clinicalTables: [
    {
      key: 'diseases',
      title: 'Diseases that are told to the authority',
      edition: diseases_edition,
      source: diseases_source,
      rows: () => diseases.length,
    },
  ],
  repointPatient: repointing({ case_notices: everyRow }),
  sequences: [
    {
      kind: 'case_notice',
      label: 'Notice of a disease',
      area: 'notices',
      pattern: 'DZN-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  notifications: [
    {
      kind: 'notice.late',
      label: 'Cases that are told late to the authority',
      area: 'notices',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Who tells the health authority',
    },
    {
      kind: 'notice.opened',
      label: 'A case that must be told to the authority',
      area: 'notices',
      urgency: 'URGENT',
      default: { sms: true, whatsapp: false, email: false },
      locked: false,
      audience: 'Who tells the health authority',
    },
  ],
  gates: [
    {
      key: 'DIS_NOTICE',
      title: 'Notice',
      title_sw: 'Taarifa',
      actions: ['discharge.clinical'],
      reasons: [
        { code: 'TOLD_BY_PHONE', text: 'Told by telephone', needs_text: true },
        { code: 'OTHER', text: 'Other', needs_text: true },
      ],
      emergency_bypass: false,
      rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'notice:write' }],
      async check(caller, { subject }) {
        const { patient_id } = subject['admission'] as Admission
        const found = await unsentOf(caller, patient_id)
        return found.map(({ disease_key, number }) => ({
          what: `${diseaseOf(disease_key).name} notice ${number} is not sent.`,
        }))
      },
    },
  ],
}
