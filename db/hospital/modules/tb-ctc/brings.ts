import { answer } from '../../../core/question.ts'
import {
  closedPatients,
  closedPrescriptions,
  keptByClinic,
  isOfClosedClinic,
  openPrescriptionsIn,
} from '../../neighbours/medicines.ts'
import { enrolledIn, enrolmentsAmong, enrolmentsOf } from '../../neighbours/to-care.ts'
import { everyRow, repointing } from '../../care/clinical/repointing.ts'
import { can } from '../../../core/caller.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { closedPatientsTo, closedTo, isClient, isOfClinic, openIn } from './ctc/closed.ts'
import { enrolments, enrolmentsOfOne, patientsEnrolled } from './enrolments.ts'
import { onDeath, onResult, openWork, refuseTwoOpen } from './for-areas.ts'
import { caseNumber } from './tb/record.ts'
import { tb_cases } from './tb/tables.ts'
import { searches } from './search.ts'

const sequence = (
  kind: string,
  label: string,
  pattern: string,
  scope: 'HOSPITAL' | 'FACILITY',
  reset: 'NEVER' | 'YEARLY',
) => ({ kind, label, area: 'tb-ctc', pattern, scope, reset, gapless: false })

export const brings: Brings = {
  area: 'tb-ctc',
  searches,
  papers: [
    {
      kind: 'transfer_letter',
      title: { en: 'Transfer letter', sw: 'Barua ya uhamisho' },
      // What it said is kept with its code: no record is asked.
      read: async () => undefined,
    },
  ],
  sequences: [
    sequence('tb_presumptive', 'Presumptive TB', 'PTB-{YYYY}-{SEQ:5}', 'HOSPITAL', 'YEARLY'),
    sequence('ctc_client', 'Client of a clinic', '00-00-0000-{SEQ:6}', 'HOSPITAL', 'NEVER'),
    sequence('tb_case', 'TB case', 'TB/{FAC}/{YYYY}/{SEQ:5}', 'FACILITY', 'YEARLY'),
  ],
  entities: [
    {
      type: 'tb_case',
      read: 'tb:read',
      write: 'tb:update',
      module: 'tb_ctc',
      async exists(caller, id) {
        const found = await tb_cases.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined || !can(caller, 'tb:read')) return undefined
        const { patient_id } = found
        return (await canSee(caller, { patient_id }))
          ? { label: caseNumber(found), patient_id }
          : undefined
      },
    },
  ],
  // The audit log says of HIV care only that a programme was seen to (TBC-22).
  reads: { programme_enrolment: 'ctc:read' },
  notifications: [
    {
      kind: 'tb.positive',
      label: 'A positive result of somebody with signs',
      area: 'tb-ctc',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of tb:update',
    },
  ],
  openWork,
  onDeath,
  onResult,
  async repointPatient(caller, asked) {
    await refuseTwoOpen(caller, asked)
    return repointing({
      tb_cases: everyRow,
      ctc_clients: everyRow,
      ctc_visits: everyRow,
      ctc_sessions: everyRow,
    })(caller, asked)
  },
  answers: [
    answer(closedPrescriptions, closedTo),
    answer(closedPatients, closedPatientsTo),
    answer(keptByClinic, isClient),
    answer(isOfClosedClinic, isOfClinic),
    answer(openPrescriptionsIn, openIn),
    answer(enrolmentsOf, enrolmentsOfOne),
    answer(enrolmentsAmong, enrolments),
    answer(enrolledIn, patientsEnrolled),
  ],
}
