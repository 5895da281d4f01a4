// Cards of patients: printed, replaced, read.

import { clock } from '../../../db/core/clock.ts'
import {
  CardSerial,
  CardWords,
  ReissueInput,
  ScanWords,
} from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import * as cards from '../../../db/hospital/desk/patients/record/cards.ts'
import { PatientRow } from '../../../db/hospital/desk/patients/register/row-shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { cardReply, wristbandReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, file, get, post } from '../words.ts'

const patient = byId(patientRecord.get)

export const door = area('patient-cards', [
  get('/patients/scan', {
    summary: 'Whose card, wristband or number this is',
    access: 'patient:read',
    opens: ruled(
      'a card in the hand shows its row and no more (PRV-1, decision 0151); the rule notes whose',
    ),
    query: ScanWords,
    reply: PatientRow,
    run: ({ caller, query }) => cards.scan(caller, query.code),
  }),
  file('/patients/:id/card', {
    summary: 'A patient’s card to print',
    access: 'patient:card',
    opens: 'record',
    audit: 'patient.card',
    record: patient,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...card } = await cards.cardOf(caller, params.id, query.language)
      const { house, accent, phone } = await letterheadOf(caller, facility_id)
      const hospital = {
        hospital: house.name,
        branch: house.branch,
        accent,
        emergency_phone: phone,
      }
      return cardReply({ ...hospital, ...card, issued_at: clock.instant() })
    },
  }),
  file('/patients/:id/wristband', {
    summary: 'A patient’s wristband to print',
    access: 'patient:card',
    opens: 'record',
    audit: 'patient.wristband',
    record: patient,
    content_type: 'application/pdf',
    run: async ({ caller, params }) => {
      const { facility_id, ...band } = await cards.bandOf(caller, params.id)
      const { house, date_format } = await letterheadOf(caller, facility_id)
      return wristbandReply({
        ...band,
        hospital: house.name,
        date_format,
        issued_at: clock.instant(),
      })
    },
  }),
  post('/patients/:id/card/reissue', {
    summary: 'Replace a card; the old one stops working',
    access: 'patient:card',
    opens: 'record',
    record: patient,
    body: ReissueInput,
    reply: CardSerial,
    says: 'Card replaced.',
    run: ({ caller, params, body }) => cards.reissue(caller, params.id, body.reason),
  }),
])
