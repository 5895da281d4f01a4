import { answer } from '../../../core/question.ts'
import { nextDosesOf as next_doses_of } from '../../neighbours/bedside.ts'
import {
  openPrescriptions as open_prescriptions,
  patientPrescriptions,
} from '../../neighbours/care.ts'
import {
  activeMedicines as active_medicines,
  clinicalFactChanged,
  counterCheck,
  medicinesAtDischarge as medicines_at_discharge,
} from '../../neighbours/medicines.ts'
import type { Brings } from '../../registry.ts'
import * as for_areas from './for-areas.ts'
import { medicine_gates } from './checks/gates.ts'
import { counterChecked } from './counter/counter.ts'
import { pharmacy_gates } from './dispensing/gates.ts'
import { leaving_gates } from './dispensing/leaving-gates.ts'
import { dose_gates } from './doses/gates.ts'
import { nextDosesOf } from './doses/next.ts'
import { medicines } from './formulary/tables.ts'
import { medicinesAtDischarge } from './prescribing/at-discharge.ts'
import { genuinePrescription } from './prescribing/genuine.ts'
import { recheck } from './prescribing/rechecking.ts'
import { prescriptions } from './prescribing/tables.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'

const sequence = (
  kind: string,
  label: string,
  pattern: string,
): NonNullable<Brings['sequences']>[number] => ({
  kind,
  label,
  area: 'medicines',
  pattern,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: false,
})

const notice = (
  kind: string,
  label: string,
  audience: string,
): NonNullable<Brings['notifications']>[number] => ({
  kind,
  label,
  area: 'medicines',
  urgency: 'INFO',
  default: { sms: false, whatsapp: false, email: false },
  locked: false,
  audience,
})

export const brings: Brings = {
  area: 'medicines',
  reads: {
    prescription_item: 'prescription:read',
    ingredient: 'medicine:read',
    safety_table: 'medicine:read',
  },
  sequences: [
    sequence('prescription', 'Prescription', 'RX-{YYYY}-{SEQ:6}'),
    sequence('dispense', 'Dispense', 'DSP-{YYYY}-{SEQ:6}'),
    sequence('pharmacy_return', 'Return to the pharmacy', 'PHR-{YYYY}-{SEQ:5}'),
  ],
  notifications: [
    notice('prescription.to_cosign', 'A prescription waits for a co-signature', 'Who may co-sign'),
    notice('prescription.sent_back', 'A prescription came back unsigned', 'Who wrote it'),
    notice('dose.unprescribed', 'A dose without a prescription', 'Who may answer for it'),
    notice('dose.left_out', 'Two doses in a row were not given', 'Who prescribed'),
    notice('prescription.pharmacy', 'The pharmacy on a prescription', 'Who prescribed'),
    notice(
      'prescription.recheck',
      'Something new is known: medicines are looked at again',
      'Who prescribed; the ward or the pharmacy that has them',
    ),
    notice('prescription.reserve', 'A reserve antibiotic was prescribed', 'The pharmacy'),
  ],
  papers: [
    {
      kind: 'prescription',
      title: { en: 'Prescription', sw: 'Cheti cha dawa' },
      read: genuinePrescription,
    },
  ],
  repointPatient: for_areas.repointPatient,
  performedServices: for_areas.performedServices,
  workLeftBy: for_areas.workLeftBy,
  onDeath: for_areas.onDeath,
  onStayEnd: for_areas.onStayEnd,
  answers: [
    answer(counterCheck, counterChecked),
    answer(clinicalFactChanged, recheck),
    answer(next_doses_of, nextDosesOf),
    answer(active_medicines, for_areas.activeMedicines),
    answer(medicines_at_discharge, medicinesAtDischarge),
    answer(open_prescriptions, for_areas.openPrescriptions),
    answer(patientPrescriptions, for_areas.ofPatient),
  ],
  gates: [...medicine_gates, ...pharmacy_gates, ...leaving_gates, ...dose_gates],
  entities: [
    {
      type: 'prescription',
      read: 'prescription:read',
      write: 'prescription:write',
      async exists(caller, id) {
        const found = await prescriptions.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number } = found
        const asked = { patient_id, ...(visit_id === null ? {} : { visit_id }) }
        return (await canSee(caller, asked)) ? { label: number, patient_id } : undefined
      },
    },
    {
      type: 'medicine',
      read: 'medicine:read',
      write: 'medicine:write',
      async exists({ hospital_id }, id) {
        const found = await medicines.find({ hospital_id, id })
        return found && { label: found.name }
      },
    },
  ],
}
