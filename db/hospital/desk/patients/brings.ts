import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { frailtyOf as frailty_of } from '../../neighbours/frailty.ts'
import { answer } from '../../../core/question.ts'
import type { Brings } from '../../registry.ts'
import { patients_dataset } from './register/dataset.ts'
import { hiddenPhotos } from './privacy/hidden-photos.ts'
import { patients_import } from './register/patients-import.ts'
import { merge_gate } from './duplicates/merge-guard.ts'
import { canSee } from './privacy/privacy.ts'
import { repointPatient } from './duplicates/repoint.ts'
import { patient_search } from './register/search.ts'
import { patients } from './tables.ts'
import { frailtyOf } from './groups/vulnerability.ts'

const morning = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'patients',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience: `${audience}, each morning`,
  }) as const

export const brings: Brings = {
  area: 'patients',
  sequences: [
    {
      kind: 'patient',
      label: 'Patient',
      area: 'patients',
      pattern: 'PT-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'patient',
      read: 'patient:read',
      write: 'patient:update',
      photo: true,
      photoHidden: async (caller, id) => (await hiddenPhotos(caller, [id])).has(id),
      async exists(caller, id) {
        const found = await patients.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined || !(await canSee(caller, { patient_id: id }))) return undefined
        return { label: `${found.number} ${found.full_name}`, patient_id: id }
      },
    },
  ],
  gates: [merge_gate],
  repointPatient,
  searches: [patient_search],
  datasets: [patients_dataset],
  imports: [patients_import],
  answers: [answer(frailty_of, frailtyOf)],
  reads: {
    patient_merge: 'patient:merge',
    duplicate_pair: 'patient:merge',
    next_of_kin: 'patient:read',
    identifier: 'patient:read',
    patient_alert: 'patient:read',
    administrative_area: 'area:read',
    break_glass: 'patient:review-access',
    vulnerable_group: 'vulnerability:read',
  },
  notifications: [
    {
      kind: 'patient.deceased',
      label: 'A patient whom nobody looks after has died',
      area: 'patients',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of vulnerability:confirm',
    },
    {
      kind: 'privacy.not_justified',
      label: 'Broken glass was not justified',
      area: 'patients',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Managers',
    },
    {
      kind: 'privacy.break_glass',
      label: 'A restricted record was opened',
      area: 'patients',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of patient:review-access',
    },
    morning('patient.unidentified', 'Patients not identified yet', 'Welfare and records'),
    morning('privacy.unreviewed', 'Broken glass to review', 'Holders of patient:review-access'),
    morning('privacy.unreviewed_long', 'Broken glass unreviewed for a week', 'Managers'),
  ],
  /** Phones, identity numbers and regions were read by the country (PLT-62). */
  async locks({ hospital_id }, setting) {
    if (setting !== 'country') return null
    const one = await row(
      sql`select 1 as yes from patients where hospital_id = ${hospital_id} limit 1`,
    )
    return one === undefined ? null : 'patients are'
  },
}
