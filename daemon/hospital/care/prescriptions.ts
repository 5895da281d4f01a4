// Prescriptions: written, checked, signed, changed and stopped (care 5.6), and how often medicines are taken.

import type { Caller } from '../../../db/core/caller.ts'
import { check } from '../../../db/hospital/care/medicines/prescribing/check.ts'
import { Frequency } from '../../../db/hospital/care/medicines/prescribing/frequencies.ts'
import {
  frequenciesOf,
  FrequencyQuery,
} from '../../../db/hospital/care/medicines/prescribing/ward-times.ts'
import {
  itemRecord,
  prescriptionRecord,
} from '../../../db/hospital/care/medicines/prescribing/record.ts'
import * as renewing from '../../../db/hospital/care/medicines/prescribing/renewing.ts'
import {
  ItemHold,
  ItemRenew,
  ItemRevise,
  ItemStop,
  ItemVoid,
  OwnPrescriptionFilters,
  PatientMedicines,
  Prescription,
  PrescriptionCancel,
  PrescriptionChange,
  PrescriptionChecked,
  PrescriptionFilters,
  PrescriptionInput,
  PrescriptionItemWhole,
  PrescriptionPrint,
  PrescriptionSendBack,
  PrescriptionWhole,
  SignPrescription,
} from '../../../db/hospital/care/medicines/prescribing/shapes.ts'
import * as signing from '../../../db/hospital/care/medicines/prescribing/signing.ts'
import * as stopping from '../../../db/hospital/care/medicines/prescribing/stopping.ts'
import {
  list as listed_of,
  medicinesOfPatient,
  whole,
  wholeItem,
} from '../../../db/hospital/care/medicines/prescribing/view.ts'
import * as writing from '../../../db/hospital/care/medicines/prescribing/writing.ts'
import { prescriptionOnPaper } from '../../../db/hospital/care/medicines/dispensing/on-paper.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { prescriptionPaper } from '../../../templates/medicine-papers.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, patch, post } from '../words.ts'

const record = byId(prescriptionRecord.get)
const item = byId(itemRecord.get)
const patient = byId(patientRecord.get)

const signed = async (caller: Caller, done: Promise<signing.Signed>) => {
  const { row, warnings } = await done
  return whole(caller, row.id, warnings)
}
const moved = async (caller: Caller, done: Promise<stopping.ItemMoved>) => {
  const { row, warnings } = await done
  return wholeItem(caller, row.id, warnings)
}

export const door = area('prescriptions', [
  list('/prescriptions', {
    summary: 'Prescriptions',
    access: 'prescription:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'prescription.list',
    filters: PrescriptionFilters,
    each: Prescription,
    run: ({ caller, query }) => listed_of(caller, query),
  }),
  list('/patients/:id/prescriptions', {
    summary: 'What was prescribed for a patient',
    access: 'prescription:read',
    opens: 'clinical',
    audit: 'prescription.of_patient',
    record: patient,
    filters: OwnPrescriptionFilters,
    each: Prescription,
    run: ({ caller, params, query }) =>
      listed_of(caller, { ...query, patient_id: params.id }, true),
  }),
  get('/patients/:id/medicines', {
    summary: 'What a patient takes, what rests, and what ended last',
    access: 'prescription:read',
    opens: 'clinical',
    audit: 'prescription.medicines',
    record: patient,
    reply: PatientMedicines,
    run: ({ caller, params }) => medicinesOfPatient(caller, params.id),
  }),
  create('/prescriptions', {
    summary: 'Write a prescription, and sign it',
    access: 'prescription:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    again: true,
    body: PrescriptionInput,
    reply: PrescriptionWhole,
    says: 'Prescription written.',
    run: ({ caller, body }) => signed(caller, writing.open(caller, body)),
  }),
  post('/prescriptions/check', {
    summary: 'What the checks say of a prescription, before it is signed',
    access: ['prescription:write', 'dispense:verify'],
    opens: inBody('clinical', 'patient_id'),
    audit: 'prescription.check',
    silent: true,
    body: PrescriptionInput,
    reply: PrescriptionChecked,
    says: 'OK',
    run: ({ caller, body }) => check(caller, body),
  }),
  get('/prescriptions/:id', {
    summary: 'One prescription',
    access: 'prescription:read',
    opens: 'clinical',
    audit: 'prescription.read',
    record,
    reply: PrescriptionWhole,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  patch('/prescriptions/:id', {
    summary: 'Change a draft, or where it is handed out',
    access: 'prescription:write',
    opens: 'clinical',
    signs: true,
    record,
    body: PrescriptionChange,
    reply: PrescriptionWhole,
    says: 'Prescription changed.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await writing.change(caller, params.id, body)).id),
  }),
  post('/prescriptions/:id/sign', {
    summary: 'Sign a draft',
    access: 'prescription:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: SignPrescription,
    body_may_miss: true,
    reply: PrescriptionWhole,
    says: 'Prescription signed.',
    run: ({ caller, params, body }) =>
      signed(caller, signing.sign(caller, params.id, body.overrides)),
  }),
  post('/prescriptions/:id/cosign', {
    summary: 'Co-sign what a learner wrote',
    access: 'record:cosign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: SignPrescription,
    body_may_miss: true,
    reply: PrescriptionWhole,
    says: 'Prescription co-signed.',
    run: ({ caller, params, body }) =>
      signed(caller, signing.cosign(caller, params.id, body.overrides)),
  }),
  post('/prescriptions/:id/send-back', {
    summary: 'Send what a learner wrote back unsigned',
    access: 'record:cosign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: PrescriptionSendBack,
    reply: PrescriptionWhole,
    says: 'Prescription sent back.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await signing.sendBack(caller, params.id, body.reason)).id),
  }),
  post('/prescriptions/:id/cancel', {
    summary: 'Take a prescription back, or some of its items',
    access: 'prescription:stop',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: PrescriptionCancel,
    reply: PrescriptionWhole,
    says: 'Prescription cancelled.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await stopping.cancel(caller, params.id, body)).id),
  }),
  file('/prescriptions/:id/pdf', {
    summary: 'A prescription on paper, for any pharmacy',
    access: 'prescription:read',
    opens: 'clinical',
    audit: 'prescription.print',
    record,
    query: PrescriptionPrint,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const { facility_id, code, ...made } = await prescriptionOnPaper(caller, params.id, query)
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(prescriptionPaper({ ...made, verify, head }), made.number)
    },
  }),
  get('/prescription-items/:id', {
    summary: 'One medicine of a prescription, with its line of therapy',
    access: 'prescription:read',
    opens: 'clinical',
    audit: 'prescription.item',
    record: item,
    reply: PrescriptionItemWhole,
    run: ({ caller, params }) => wholeItem(caller, params.id),
  }),
  post('/prescription-items/:id/hold', {
    summary: 'A medicine rests',
    access: 'prescription:stop',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: ItemHold,
    reply: PrescriptionItemWhole,
    says: 'On hold.',
    run: async ({ caller, params, body }) =>
      wholeItem(caller, (await stopping.hold(caller, params.id, body)).id),
  }),
  post('/prescription-items/:id/resume', {
    summary: 'A medicine that rested goes on',
    access: 'prescription:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: SignPrescription,
    body_may_miss: true,
    reply: PrescriptionItemWhole,
    says: 'Goes on.',
    run: ({ caller, params, body }) =>
      moved(caller, stopping.resume(caller, params.id, body.overrides)),
  }),
  post('/prescription-items/:id/revise', {
    summary: 'Another dose, way or time: the old item ends, a new one begins',
    access: 'prescription:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: ItemRevise,
    reply: PrescriptionItemWhole,
    says: 'Changed.',
    run: ({ caller, params, body }) => moved(caller, renewing.revise(caller, params.id, body)),
  }),
  post('/prescription-items/:id/discontinue', {
    summary: 'Stop a medicine',
    access: 'prescription:stop',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: ItemStop,
    reply: PrescriptionItemWhole,
    says: 'Stopped.',
    run: async ({ caller, params, body }) =>
      wholeItem(caller, (await stopping.discontinue(caller, params.id, body)).id),
  }),
  post('/prescription-items/:id/renew', {
    summary: 'More of the same, on a prescription of its own',
    access: 'prescription:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: ItemRenew,
    reply: PrescriptionItemWhole,
    says: 'Renewed.',
    run: ({ caller, params, body }) => moved(caller, renewing.renew(caller, params.id, body)),
  }),
  post('/prescription-items/:id/void', {
    summary: 'A medicine was entered in error',
    access: 'record:void',
    opens: 'clinical',
    signs: true,
    once: true,
    record: item,
    body: ItemVoid,
    reply: PrescriptionItemWhole,
    says: 'Voided.',
    run: async ({ caller, params, body }) =>
      wholeItem(caller, (await stopping.voidItem(caller, params.id, body)).id),
  }),
  listed('/pharmacy/frequencies', {
    summary: 'How often medicines are taken, with times of the day',
    access: 'medicine:read',
    opens: 'nobody',
    audit: 'medicine.frequencies',
    query: FrequencyQuery,
    each: Frequency,
    run: ({ caller, query }) => frequenciesOf(caller, query.ward_id),
  }),
])
