import { answer } from '../../../core/question.ts'
import {
  dueVaccines as due_vaccines,
  immunisationsOf as immunisations_of,
} from '../../neighbours/care.ts'
import type { Brings } from '../../registry.ts'
import { performedServices, repointPatient } from './for-areas.ts'
import { immunisation_gates } from './gates.ts'
import { shipped_schedules } from './shipped/schedules.ts'
import { shipped_vaccines, vaccines_edition, vaccines_source } from './shipped/vaccines.ts'
import { vaccines_table } from './vaccines.ts'
import { dueVaccines, immunisationsOf } from './view.ts'

export const brings: Brings = {
  area: 'immunisation',
  reads: {
    immunisation: 'immunisation:read',
    immunisation_deferral: 'immunisation:read',
    vial: 'immunisation:read',
  },
  clinicalTables: [
    {
      key: vaccines_table,
      title: 'Vaccines and their schedules',
      edition: vaccines_edition,
      source: vaccines_source,
      rows: () =>
        shipped_vaccines.length + shipped_schedules.reduce((n, { lines }) => n + lines.length, 0),
    },
  ],
  repointPatient,
  performedServices,
  gates: immunisation_gates,
  answers: [answer(immunisations_of, immunisationsOf), answer(due_vaccines, dueVaccines)],
}
