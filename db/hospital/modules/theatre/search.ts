import { byNumber } from '../parts/by-number.ts'
import { theatre_cases } from './cases/tables.ts'

export const searches = [
  byNumber({
    permission: 'theatre:read',
    module: 'theatre',
    type: 'theatre_case',
    called: 'Theatre case',
    path: '/theatre-cases',
    find: ({ hospital_id }, number, limit) => theatre_cases.all({ hospital_id, number }, { limit }),
  }),
]
