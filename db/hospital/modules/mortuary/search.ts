import { byNumber } from '../parts/by-number.ts'
import { bodies } from './tables.ts'

export const searches = [
  byNumber({
    type: 'body',
    permission: 'mortuary:read',
    module: 'mortuary',
    called: 'Body',
    path: '/bodies',
    find: ({ hospital_id }, number, limit) => bodies.all({ hospital_id, number }, { limit }),
  }),
]
