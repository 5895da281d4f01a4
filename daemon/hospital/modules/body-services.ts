// What is done with a body in the mortuary: embalming, post-mortems and the rest (modules B).

import { bodyRecord } from '../../../db/hospital/modules/mortuary/record.ts'
import { serviceRecord } from '../../../db/hospital/modules/mortuary/services/record.ts'
import * as services from '../../../db/hospital/modules/mortuary/services/services.ts'
import {
  AuthoriseInput,
  BodyService,
  CompleteInput,
  ServiceCancel,
  ServiceInput,
} from '../../../db/hospital/modules/mortuary/services/shapes.ts'
import { whole } from '../../../db/hospital/modules/mortuary/services/view.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { area } from '../../edge/route.ts'
import { byId, create, post } from '../words.ts'

const module = 'mortuary'

/** The service, with whose body it is. */
async function record(caller: Caller, { id }: { readonly id: string }) {
  const service = await serviceRecord.get(caller, id)
  const { patient_id } = await bodyRecord.get(caller, service.body_id)
  return { ...service, patient_id }
}

export const door = area('body-services', [
  create('/bodies/:id/services', {
    summary: 'Ask for something to be done with a body',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    once: true,
    record: byId(bodyRecord.get),
    body: ServiceInput,
    reply: BodyService,
    says: 'Asked for.',
    run: async ({ caller, params, body }) =>
      whole(caller, await services.ask(caller, params.id, body)),
  }),
  post('/body-services/:id/authorise', {
    summary: 'Authorise what was asked for, or decline it',
    access: 'mortuary:certify',
    module,
    opens: 'desk',
    record,
    body: AuthoriseInput,
    reply: BodyService,
    says: 'Decided.',
    run: async ({ caller, params, body }) =>
      whole(caller, await services.authorise(caller, params.id, body)),
  }),
  post('/body-services/:id/complete', {
    summary: 'It is done: by whom, when, and what was found',
    access: ['mortuary:update', 'mortuary:certify'],
    module,
    opens: 'desk',
    once: true,
    record,
    body: CompleteInput,
    reply: BodyService,
    says: 'Done.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await services.complete(caller, params.id, body)
      return whole(caller, row, warnings)
    },
  }),
  post('/body-services/:id/cancel', {
    summary: 'It is not done after all',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    once: true,
    record,
    body: ServiceCancel,
    reply: BodyService,
    says: 'Cancelled.',
    run: async ({ caller, params, body }) =>
      whole(caller, await services.cancel(caller, params.id, body.reason)),
  }),
])
