// Look-backs: what became of units that a later finding casts doubt on (blood-bank 5.4).

import { follow } from '../../../db/hospital/diagnostics/blood-bank/look-backs/following.ts'
import { lookBackRecord } from '../../../db/hospital/diagnostics/blood-bank/look-backs/record.ts'
import {
  LookBack,
  LookBackChange,
  LookBackFilters,
} from '../../../db/hospital/diagnostics/blood-bank/look-backs/shapes.ts'
import * as look_backs from '../../../db/hospital/diagnostics/blood-bank/look-backs/view.ts'
import { area } from '../../edge/route.ts'
import { byId, list, patch } from '../words.ts'

const module = 'blood_bank'

export const door = area('look-backs', [
  list('/blood-bank/look-backs', {
    summary: 'Look-backs, with who got each unit',
    access: 'haemovigilance:manage',
    module,
    opens: 'many',
    audit: 'look_back.list',
    filters: LookBackFilters,
    each: LookBack,
    run: ({ caller, query }) => look_backs.list(caller, query),
  }),
  patch('/blood-bank/look-backs/:id', {
    summary: 'Say what became of the units, and close it',
    access: 'haemovigilance:manage',
    module,
    opens: 'many',
    record: byId(lookBackRecord.get),
    body: LookBackChange,
    reply: LookBack,
    says: 'Look-back written.',
    run: async ({ caller, params, body }) => {
      await follow(caller, params.id, body)
      return look_backs.whole(caller, params.id)
    },
  }),
])
