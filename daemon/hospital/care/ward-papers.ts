// What a ward prints: the form of an admission, the card at a bed, the chart of medicines (care 5.9, 5.12).

import { cardOnPaper, formOnPaper } from '../../../db/hospital/care/wards/admissions/on-paper.ts'
import { admissionRecord } from '../../../db/hospital/care/wards/admissions/record.ts'
import { chartOnPaper } from '../../../db/hospital/care/medicines/doses/on-paper.ts'
import { ChartQuery } from '../../../db/hospital/care/medicines/doses/shapes.ts'
import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { admissionForm, bedCard } from '../../../templates/admission-papers.ts'
import { medicineChart } from '../../../templates/medicine-chart.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, file } from '../words.ts'

const record = byId(admissionRecord.get)

export const door = area('ward-papers', [
  file('/admissions/:id/admission-form', {
    summary: 'The form that is signed at admission',
    access: 'admission:read',
    opens: 'clinical',
    audit: 'admission_form.print',
    record,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await formOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(admissionForm({ ...made, head }), `${made.number}-form`)
    },
  }),
  file('/admissions/:id/bed-card', {
    summary: 'The card at the bed: no diagnosis stands on it',
    access: 'admission:read',
    opens: 'clinical',
    audit: 'bed_card.print',
    record,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await cardOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(bedCard({ ...made, head }), `${made.number}-bed`)
    },
  }),
  file('/admissions/:id/mar/pdf', {
    summary: 'The chart of medicines of some days, as a PDF',
    access: 'dose:read',
    opens: 'clinical',
    audit: 'dose.chart',
    record,
    query: ChartQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await chartOnPaper(caller, params.id, query)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(medicineChart({ ...made, head }), `${made.number}-medicines`)
    },
  }),
])
