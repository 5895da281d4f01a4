// A client as it is kept: found, moved, and what only one of them may hold.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { client_moves, clients } from './tables.ts'
import { client_states } from './words.ts'

export type ClientRow = RowOf<(typeof clients)['columns']>

export const client_life = life('client', client_states, {
  activate: { from: ['PROSPECT', 'SUSPENDED'], to: 'ACTIVE', permission: 'client:status' },
  suspend: {
    from: ['ACTIVE'],
    to: 'SUSPENDED',
    permission: 'client:status',
    reason: 'required',
  },
  close: {
    from: ['PROSPECT', 'ACTIVE', 'SUSPENDED'],
    to: 'CLOSED',
    permission: 'client:status',
    reason: 'required',
  },
  reopen: { from: ['CLOSED'], to: 'PROSPECT', permission: 'client:status', reason: 'required' },
})

export const clientRecord = recordWithLife(clients, {
  life: client_life,
  called: ({ name }) => name,
  label: ({ number, name }) => `${number} ${name}`,
  history: historyIn(client_moves),
  sequence: 'client',
  clash,
})

/** COM-1, COM-3: whose it is already is said. */
async function clash(caller: Caller, error: unknown, wanted: ClientRow): Promise<unknown> {
  const { hospital_id } = caller
  const { tin, scheme_id } = wanted
  if (isTaken(error, 'tin')) {
    const all = await clients.all({ hospital_id, tin })
    const other = all.find(({ status }) => status !== 'CLOSED')
    return other === undefined ? error : already(`TIN ${tin ?? ''}`, other)
  }
  if (isTaken(error, 'scheme_id')) {
    const other = await clients.find({ hospital_id, scheme_id })
    return other === undefined ? error : already('This scheme', other)
  }
  return error
}

export const already = (what: string, { number }: Pick<ClientRow, 'number'>): Error =>
  conflict(`${what} is already client ${number}.`)
