import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Brings, Repoint } from '../../registry.ts'
import type { Row as Admission } from '../wards/admissions/record.ts'
import { diseaseOf } from './diseases.ts'
import { unsentOf } from './notices.ts'

const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const chosen = only === undefined ? sql`` : sql` and id${oneOf(only['case_notices'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from case_notices where hospital_id = ${hospital_id}
      and patient_id = ${from}${chosen}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await run(
    sql`update case_notices set patient_id = ${to}
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return { case_notices: ids }
}

export const brings: Brings = {
  area: 'notices',
  reads: { case_notice: 'notice:read' },
  repointPatient,
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
