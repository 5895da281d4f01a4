import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { post_mortems, service_states } from '../words.ts'
import { body_service_moves, body_services } from './tables.ts'

export type ServiceRow = RowOf<(typeof body_services)['columns']>

export const service_life = life('service', service_states, {
  authorise: { from: ['REQUESTED'], to: 'AUTHORISED', permission: 'mortuary:certify' },
  decline: {
    from: ['REQUESTED'],
    to: 'DECLINED',
    permission: 'mortuary:certify',
    reason: 'required',
  },
  complete: { from: ['REQUESTED', 'AUTHORISED'], to: 'DONE', house: true },
  cancel: {
    from: ['REQUESTED', 'AUTHORISED'],
    to: 'CANCELLED',
    permission: 'mortuary:update',
    reason: 'required',
  },
})

export const serviceRecord = recordWithLife(body_services, {
  life: service_life,
  type: 'body_service',
  called: ({ number }) => number,
  history: historyIn(body_service_moves),
  sequence: 'body_service',
})

export const servicesOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  body_id: string,
): Promise<ServiceRow[]> => body_services.all({ hospital_id, body_id }, { order: ['number'] })

/** Post-mortems that were asked for and are neither done nor given up. */
export const openPostMortems = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  body_id: string,
): Promise<ServiceRow[]> =>
  body_services.all(
    { hospital_id, body_id, kind: [...post_mortems], status: ['REQUESTED', 'AUTHORISED'] },
    { order: ['number'] },
  )
