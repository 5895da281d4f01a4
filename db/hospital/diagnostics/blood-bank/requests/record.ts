// A request for blood goes from state to state by what is received, reserved and issued (3.4).

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { request_states, type RequestState } from '../words.ts'
import { isMassive } from './packs.ts'
import { blood_request_history, blood_requests } from './tables.ts'

export type RequestRow = RowOf<(typeof blood_requests)['columns']>

export const open_states = [
  'REQUESTED',
  'SAMPLE_RECEIVED',
  'READY',
  'PART_ISSUED',
  'ISSUED',
] as const satisfies RequestState[]

export const isOpen = ({ status }: { status: RequestState }): boolean =>
  open_states.some((state) => state === status)

/** Of an operation, and of a haemorrhage, several units are out at once (BLD-64, BLD-73). */
export const goesTogether = (
  request: Pick<RequestRow, 'massive' | 'source' | 'created_at'>,
): boolean => isMassive(request) || request.source === 'theatre_case'

export const request_life = life('request', request_states, {
  crossmatch: { from: open_states, to: open_states, permission: 'blood:test' },
  issue: { from: open_states, to: open_states, permission: 'blood:issue' },
  cancel: { from: open_states, to: ['CANCELLED', ...open_states], reason: 'required' },
  progress: { from: open_states, to: [...open_states, 'COMPLETED'], house: true },
  lapse: { from: open_states, to: 'LAPSED', house: true },
})

export const requestRecord = recordWithLife(blood_requests, {
  life: request_life,
  type: 'blood_request',
  called: ({ number }) => number,
  history: historyIn(blood_request_history),
  sequence: 'blood_request',
})
