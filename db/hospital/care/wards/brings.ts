import { answer } from '../../../core/question.ts'
import { admitPatient, caredForInWards } from '../../neighbours/bedside.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import * as admissions from './admissions/admissions.ts'
import { onDeath } from './admissions/death.ts'
import * as for_areas from './admissions/for-areas.ts'
import { admissions as admission_rows } from './admissions/tables.ts'
import * as team from './admissions/team.ts'
import { ward_gates } from './gate-kinds.ts'
import { running_gate } from './running-gate.ts'
import { performedServices } from './stays/performed.ts'

const notice = (
  kind: string,
  label: string,
  audience: string,
  urgency: 'INFO' | 'WARNING' | 'URGENT' = 'INFO',
) =>
  ({
    kind,
    label,
    area: 'wards',
    urgency,
    default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'wards',
  sequences: [
    {
      kind: 'admission',
      label: 'Admission',
      area: 'wards',
      pattern: 'ADM-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'gate_pass',
      label: 'Gate pass',
      area: 'wards',
      pattern: 'GP-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
    },
  ],
  entities: [
    {
      type: 'admission',
      read: 'admission:read',
      write: 'admission:request',
      async exists(caller, id) {
        const found = await admission_rows.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number } = found
        const asked = { patient_id, ...(visit_id === null ? {} : { visit_id }) }
        return (await canSee(caller, asked)) ? { label: number, patient_id } : undefined
      },
    },
  ],
  reads: {
    ward: 'ward:read',
    room: 'ward:read',
    bed: 'ward:read',
    bed_class: 'ward:read',
    bed_transfer: 'admission:read',
    census: 'admission:read',
  },
  gates: [...ward_gates, running_gate],
  notifications: [
    notice('admission.requested', 'A bed is asked for', 'Holders of admission:accept', 'WARNING'),
    notice('admission.answered', 'A request for a bed was answered', 'Who asked'),
    notice('admission.discharge_ordered', 'A discharge is ordered', 'Holders of admission:clear'),
    notice('admission.uncleared', 'Discharged and not cleared', 'Managers, welfare', 'WARNING'),
    notice('admission.absconded', 'A patient left without a word', 'Welfare', 'WARNING'),
    notice(
      'admission.missing',
      'Somebody who cannot look after himself left the ward',
      'Welfare, ward in-charges',
      'URGENT',
    ),
    notice(
      'census.unconfirmed',
      'Nobody confirmed the census',
      'Holders of census:confirm',
      'WARNING',
    ),
    notice('admission.passed', 'An account has passed the deposit', 'Ward clerks', 'WARNING'),
    notice('bed.ready', 'A bed that somebody waits for is cleaned', 'Holders of admission:accept'),
  ],
  onDeath,
  repointPatient: for_areas.repointPatient,
  placeWork: for_areas.placeWork,
  performedServices,
  workLeftBy: for_areas.workLeftBy,
  answers: [
    answer(admissionOf, admissions.admissionOf),
    answer(admitPatient, for_areas.admitPatient),
    answer(caredForInWards, team.caredForInWards),
  ],
}
