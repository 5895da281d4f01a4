// Regions, districts, wards, streets.

import { within } from '../../../db/store/connection.ts'
import { isTrial } from '../../../db/hospital/office/imports/list-file.ts'
import { ListImported } from '../../../db/hospital/office/imports/shapes.ts'
import { importAreas } from '../../../db/hospital/desk/patients/areas/areas-import.ts'
import {
  AdministrativeArea,
  AreaChange,
  AreaFilters,
  AreaInput,
  AreaWhy,
  OpenArea,
} from '../../../db/hospital/desk/patients/areas/shapes.ts'
import * as areas from '../../../db/hospital/desk/patients/areas/areas.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post, upload } = nobodys

const record = byId(areas.areaRecord.get)

export const door = area('administrative-areas', [
  list('/administrative-areas', {
    summary: 'Regions, districts, wards and streets',
    access: 'area:read',
    filters: AreaFilters,
    each: AdministrativeArea,
    run: ({ caller, query }) => areas.list(caller, query),
  }),
  get('/administrative-areas/:id', {
    summary: 'One area, with those it lies in',
    access: 'area:read',
    record,
    reply: OpenArea,
    run: ({ caller, params }) => areas.find(caller, params.id),
  }),
  create('/administrative-areas', {
    summary: 'Add an area',
    access: 'area:manage',
    body: AreaInput,
    reply: AdministrativeArea,
    says: 'Area added.',
    run: ({ caller, body }) => areas.open(caller, body),
  }),
  patch('/administrative-areas/:id', {
    summary: 'Change an area',
    access: 'area:manage',
    record,
    body: AreaChange,
    reply: AdministrativeArea,
    says: 'Area changed.',
    run: ({ caller, params, body }) => areas.change(caller, params.id, body),
  }),
  post('/administrative-areas/:id/deactivate', {
    summary: 'Take an area out of use',
    access: 'area:manage',
    record,
    body: AreaWhy,
    reply: AdministrativeArea,
    says: 'Area taken out of use.',
    run: ({ caller, params, body }) => areas.use(caller, params.id, false, body.reason),
  }),
  post('/administrative-areas/:id/activate', {
    summary: 'Put an area back into use',
    access: 'area:manage',
    record,
    reply: AdministrativeArea,
    says: 'Area back in use.',
    run: ({ caller, params }) => areas.use(caller, params.id, true),
  }),
  upload('POST', '/administrative-areas/import', {
    summary: 'Areas from a file: code, parent code, level, name',
    access: 'area:manage',
    max_mb: 10,
    reply: ListImported,
    says: 'File read.',
    run: ({ caller, body: { bytes, fields } }) =>
      within(() => importAreas(caller, bytes, isTrial(fields))),
  }),
])
