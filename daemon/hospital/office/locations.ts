// Locations: buildings, rooms, counters.

import * as locations from '../../../db/hospital/office/places/locations.ts'
import { MaybeWhy } from '../../../db/hospital/office/places/shapes.ts'
import {
  Location,
  LocationChange,
  LocationFilters,
  LocationInput,
  LocationNode,
  TreeFilters,
} from '../../../db/hospital/office/places/unit-shapes.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const location = byId(locations.locationRecord.get)

export const door = area('locations', [
  list('/locations', {
    summary: 'Locations',
    access: 'self:use',
    filters: LocationFilters,
    each: Location,
    run: ({ caller, query }) => locations.list(caller, query),
  }),
  get('/locations/tree', {
    summary: 'The locations of a branch as a tree',
    access: 'self:use',
    query: TreeFilters,
    reply: listOf(LocationNode),
    run: ({ caller, query }) => locations.tree(caller, query.facility_id),
  }),
  create('/locations', {
    summary: 'Open a location',
    access: 'location:manage',
    body: LocationInput,
    reply: Location,
    says: 'Location opened.',
    run: ({ caller, body }) => locations.open(caller, body),
  }),
  get('/locations/:id', {
    summary: 'One location',
    access: 'self:use',
    reply: Location,
    run: ({ caller, params }) => locations.find(caller, params.id),
  }),
  patch('/locations/:id', {
    summary: 'Change a location',
    access: 'location:manage',
    record: location,
    body: LocationChange,
    reply: Location,
    says: 'Location changed.',
    run: ({ caller, params, body }) => locations.change(caller, params.id, body),
  }),
  post('/locations/:id/deactivate', {
    summary: 'Close a location',
    access: 'location:manage',
    record: location,
    body: MaybeWhy,
    body_may_miss: true,
    reply: Location,
    says: 'Location closed.',
    run: ({ caller, params, body }) => locations.deactivate(caller, params.id, body.reason),
  }),
  post('/locations/:id/activate', {
    summary: 'Open a closed location again',
    access: 'location:manage',
    reply: Location,
    says: 'Location opened again.',
    run: ({ caller, params }) => locations.activate(caller, params.id),
  }),
])
