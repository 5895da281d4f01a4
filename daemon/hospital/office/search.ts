// The search over everything.

import { search as find } from '../../../db/hospital/office/search/search.ts'
import { Found, SearchWords } from '../../../db/hospital/office/search/shapes.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { get } from '../words.ts'

export const door = area('search', [
  get('/search', {
    summary: 'Find people, places and records by name, number or reference',
    access: 'self:use',
    opens: ruled('each kind of record masks what it finds (PLT-120)'),
    query: SearchWords,
    reply: Found,
    run: ({ caller, query }) => find(caller, query),
  }),
])
