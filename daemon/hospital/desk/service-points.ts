// Service points.

import * as points from '../../../db/hospital/desk/service-points/service-points.ts'
import {
  ServicePoint,
  ServicePointChange,
  ServicePointFilters,
  ServicePointInput,
} from '../../../db/hospital/desk/service-points/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch } = nobodys

const point = byId(points.servicePointRecord.get)

export const door = area('service-points', [
  list('/service-points', {
    summary: 'Service points of the branch',
    access: 'queue:read',
    filters: ServicePointFilters,
    each: ServicePoint,
    run: ({ caller, query }) => points.list(caller, query),
  }),
  create('/service-points', {
    summary: 'Set up a service point',
    access: 'queue:manage',
    body: ServicePointInput,
    reply: ServicePoint,
    says: 'Service point set up.',
    run: ({ caller, body }) => points.open(caller, body),
  }),
  get('/service-points/:id', {
    summary: 'One service point',
    access: 'queue:read',
    record: point,
    reply: ServicePoint,
    run: ({ caller, params }) => points.find(caller, params.id),
  }),
  patch('/service-points/:id', {
    summary: 'Change a service point',
    access: 'queue:manage',
    record: point,
    body: ServicePointChange,
    reply: ServicePoint,
    says: 'Service point changed.',
    run: ({ caller, params, body }) => points.change(caller, params.id, body),
  }),
])
