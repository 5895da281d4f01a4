// What patients agreed to before something was done to them.

import { choice, code, day, id, nullable, ref, text, uuid } from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { lateralities } from '../records/words.ts'
import { care_consent_kinds, care_consent_states, signatory_relations } from './words.ts'

export const care_consents = table(
  'care_consents',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    kind: choice(care_consent_kinds),
    procedure_code: nullable(code(40)),
    procedure_title: nullable(text(200)),
    side: nullable(choice(lateralities)),
    status: choice(care_consent_states),
    signatory_name: text(160),
    signatory_relation: choice(signatory_relations),
    second_doctor_id: nullable(uuid()),
    reason: nullable(text(500)),
    thumbprint_photo_id: nullable(uuid()),
    language: code(8),
    interpreter: nullable(text(160)),
    witness_staff_id: nullable(uuid()),
    explained_by_id: nullable(uuid()),
    explained_by_name: text(160),
    expires_on: nullable(day()),
    told_by: nullable(text(160)),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'created_at'] },
      { columns: ['hospital_id', 'created_at'] },
    ],
  },
)
export const care_consent_history = historyTable('care_consent_history', 'care_consents')
