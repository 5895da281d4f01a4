// A study from the order to its images, and the report of it from the first word to the last (3.7).

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { imaging_studies, imaging_study_history } from '../tables.ts'
import { report_states, study_states } from '../words.ts'

export type StudyRow = RowOf<(typeof imaging_studies)['columns']>

export const study_life = life('study', study_states, {
  schedule: { from: ['ORDERED', 'SCHEDULED'], to: 'SCHEDULED', permission: 'imaging:schedule' },
  unschedule: {
    from: ['SCHEDULED', 'ARRIVED'],
    to: 'ORDERED',
    permission: 'imaging:schedule',
    reason: 'required',
  },
  // Whoever books and whoever takes the images may say that somebody came: the door knows both.
  arrive: { from: ['ORDERED', 'SCHEDULED'], to: 'ARRIVED' },
  start: { from: ['ORDERED', 'ARRIVED'], to: 'IN_PROGRESS', permission: 'imaging:perform' },
  finish: { from: ['IN_PROGRESS'], to: 'ACQUIRED', permission: 'imaging:perform' },
  stop: {
    from: ['IN_PROGRESS'],
    to: 'ARRIVED',
    permission: 'imaging:perform',
    reason: 'required',
  },
  cancel: { from: ['ORDERED', 'SCHEDULED', 'ARRIVED'], to: 'CANCELLED', house: true },
})

export const report_life = life('report', report_states, {
  write: {
    from: ['NONE', 'DRAFT', 'PRELIMINARY'],
    to: ['DRAFT', 'PRELIMINARY'],
    permission: 'imaging:report',
  },
  'sign PRELIMINARY': { from: ['DRAFT'], to: 'PRELIMINARY', permission: 'imaging:report' },
  // Hospitals without a radiologist let who performs sign it: the rule knows (DIA-125).
  'sign FINAL': { from: ['DRAFT', 'PRELIMINARY'], to: 'FINAL' },
  addendum: { from: ['FINAL'], to: 'FINAL', permission: 'imaging:finalise' },
})

export const studyRecord = recordWithLife(imaging_studies, {
  life: study_life,
  type: 'imaging_study',
  called: ({ accession }) => accession,
  history: historyIn(imaging_study_history),
})
