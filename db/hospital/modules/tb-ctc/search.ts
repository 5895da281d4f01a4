// Cases of TB by either of their numbers; of HIV care nothing is found but by who reads it (MOD-23, TBC-22).

import type { Caller } from '../../../core/caller.ts'
import { isRefusal } from '../../../core/refusal.ts'
import { byNumber } from '../parts/by-number.ts'
import { type ClientRow, openedClient } from './ctc/record.ts'
import { ctc_clients } from './ctc/tables.ts'
import { caseNumber } from './tb/record.ts'
import { tb_cases } from './tb/tables.ts'

export const searches = [
  byNumber({
    type: 'tb_case',
    permission: 'tb:read',
    module: 'tb_ctc',
    called: 'TB case',
    path: '/tb-cases',
    async find({ hospital_id }, number, limit) {
      const registered = await tb_cases.all({ hospital_id, number }, { limit })
      const found =
        registered.length > 0
          ? registered
          : await tb_cases.all({ hospital_id, presumptive_no: number }, { limit })
      return found.map((one) => ({ ...one, number: caseNumber(one) }))
    },
  }),
  byNumber({
    type: 'ctc_client',
    permission: 'ctc:read',
    module: 'tb_ctc',
    called: 'Client',
    path: '/ctc-clients',
    async find(caller, number, limit) {
      const { hospital_id } = caller
      const found = await ctc_clients.all({ hospital_id, number }, { limit })
      const open = await Promise.all(found.map((one) => isOpen(caller, one)))
      return found.filter((_one, at) => open[at])
    },
  }),
]

/** A colleague's record is for few (TBC-24). */
async function isOpen(caller: Caller, { id }: ClientRow): Promise<boolean> {
  try {
    await openedClient(caller, id)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
