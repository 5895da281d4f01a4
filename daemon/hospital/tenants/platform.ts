// The operator of a hosted service: hospitals opened, listed, suspended, reinstated.

import * as hospitals from '../../../db/hospital/tenants/platform/hospitals.ts'
import {
  Hospital,
  HospitalFilters,
  HospitalInput,
  HospitalOpened,
  Reinstate,
  Suspend,
} from '../../../db/hospital/tenants/platform/shapes.ts'
import { area, hosted } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { create, get, list, post } = nobodys

const hospital = (_: unknown, { id }: { id: string }) => hospitals.rowOf(id)

export const door = area(
  'platform',
  hosted([
    list('/platform/hospitals', {
      summary: 'Hospitals of this service',
      access: 'platform:read',
      filters: HospitalFilters,
      each: Hospital,
      run: ({ caller, query }) => hospitals.list(caller, query),
    }),
    create('/platform/hospitals', {
      summary: 'Open a hospital with its main branch and its first administrator',
      access: 'platform:hospital',
      body: HospitalInput,
      reply: HospitalOpened,
      says: 'Hospital opened.',
      transaction: 'rule',
      run: ({ caller, body }) => hospitals.open(caller, body),
    }),
    get('/platform/hospitals/:id', {
      summary: 'One hospital',
      access: 'platform:read',
      reply: Hospital,
      run: ({ caller, params }) => hospitals.find(caller, params.id),
    }),
    post('/platform/hospitals/:id/suspend', {
      summary: 'Suspend a hospital; nothing is erased',
      access: 'platform:hospital',
      record: hospital,
      body: Suspend,
      reply: Hospital,
      says: 'Hospital suspended.',
      run: ({ caller, params, body }) => hospitals.suspend(caller, params.id, body),
    }),
    post('/platform/hospitals/:id/reinstate', {
      summary: 'Reinstate a hospital, or take an announced suspension back',
      access: 'platform:hospital',
      record: hospital,
      body: Reinstate,
      reply: Hospital,
      says: 'Hospital reinstated.',
      run: ({ caller, params, body }) => hospitals.reinstate(caller, params.id, body.reason),
    }),
  ]),
)
