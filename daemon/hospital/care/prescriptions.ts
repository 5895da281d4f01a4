// What the checks say of a prescription, and how often medicines are taken (care 5.6, 5.7).

import { check } from '../../../db/hospital/care/medicines/prescribing/check.ts'
import {
  frequencies,
  Frequency,
} from '../../../db/hospital/care/medicines/prescribing/frequencies.ts'
import {
  PrescriptionChecked,
  PrescriptionCheckInput,
} from '../../../db/hospital/care/medicines/prescribing/shapes.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { listed, post } from '../words.ts'

export const door = area('prescriptions', [
  post('/prescriptions/check', {
    summary: 'What the checks say of a prescription, before it is signed',
    access: ['prescription:write', 'dispense:verify'],
    opens: inBody('clinical', 'patient_id'),
    audit: 'prescription.check',
    silent: true,
    body: PrescriptionCheckInput,
    reply: PrescriptionChecked,
    says: 'OK',
    run: ({ caller, body }) => check(caller, body),
  }),
  listed('/pharmacy/frequencies', {
    summary: 'How often medicines are taken, with times of the day',
    access: 'medicine:read',
    opens: 'nobody',
    audit: 'medicine.frequencies',
    each: Frequency,
    run: async () => [...frequencies],
  }),
])
