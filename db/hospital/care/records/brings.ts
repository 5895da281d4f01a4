import { answer } from '../../../core/question.ts'
import {
  clinicalOn as clinical_on,
  diagnosesOf as diagnoses_of,
  mustBeInChart,
} from '../../neighbours/care.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import {
  clinicalOn,
  diagnosesOf,
  inChart,
  performedServices,
  repointPatient,
  workLeftBy,
} from './for-areas.ts'
import { code_tables, codes_edition, codes_source, selectableIn } from './codes/codes.ts'
import { record_gates } from './gate-kinds.ts'
import { mayBeSeen } from './record.ts'
import { clinical_records } from './tables.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'records',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'records',
  clinicalTables: code_tables.map(({ key, title, system }) => ({
    key,
    title,
    edition: codes_edition,
    source: codes_source,
    rows: () => selectableIn(system),
  })),
  reads: { clinical_table: 'gate:read' },
  gates: record_gates,
  repointPatient,
  performedServices,
  workLeftBy,
  notifications: [
    notice('record.to_cosign', 'A note waits for a co-signature', 'Who may co-sign'),
    notice('record.sent_back', 'A note came back unsigned', 'Who wrote it'),
    notice('record.cosign_late', 'Notes wait too long for a co-signature', 'Who may co-sign'),
    notice('record.draft_old', 'Drafts lie for days', 'Who wrote them'),
  ],
  entities: [
    {
      type: 'clinical_record',
      read: 'record:read',
      write: 'record:write',
      async exists(caller, id) {
        const found = await clinical_records.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined || !(await mayBeSeen(caller, found))) return undefined
        const { patient_id, visit_id, title } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        return (await canSee(caller, of)) ? { label: title, patient_id } : undefined
      },
    },
  ],
  answers: [
    answer(diagnoses_of, diagnosesOf),
    answer(clinical_on, clinicalOn),
    answer(mustBeInChart, inChart),
  ],
}
