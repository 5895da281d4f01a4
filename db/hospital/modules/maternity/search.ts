import { byNumber } from '../parts/by-number.ts'
import { labours } from './labours/tables.ts'
import { pregnancies } from './pregnancies/tables.ts'

const of = { permission: 'maternity:read', module: 'maternity' } as const

export const searches = [
  byNumber({
    ...of,
    type: 'pregnancy',
    called: 'Pregnancy',
    path: '/pregnancies',
    find: ({ hospital_id }, number, limit) => pregnancies.all({ hospital_id, number }, { limit }),
  }),
  byNumber({
    ...of,
    type: 'labour',
    called: 'Labour',
    path: '/labours',
    find: ({ hospital_id }, number, limit) => labours.all({ hospital_id, number }, { limit }),
  }),
]
