// The tables by which vital signs are judged.

import {
  Adoption,
  VitalTable,
  VitalTableFilters,
  VitalTableInput,
  VitalTableVersion,
} from '../../../db/hospital/desk/vitals/table-shapes.ts'
import * as tables from '../../../db/hospital/desk/vitals/vital-tables.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { create, get, listed, post } = nobodys

export const door = area('vital-tables', [
  listed('/vital-tables', {
    summary: 'Tables of ranges, limits and scores: in force and drafts',
    access: 'clinical-table:read',
    query: VitalTableFilters,
    each: VitalTable,
    run: ({ caller, query }) => tables.list(caller, query.code),
  }),
  get('/vital-tables/:code', {
    summary: 'One table, in force or as one of its versions',
    access: 'clinical-table:read',
    record: (caller, { code }) => tables.rowOf(caller, code),
    query: VitalTableVersion,
    reply: VitalTable,
    run: ({ caller, params, query }) => tables.find(caller, params.code, query.version),
  }),
  create('/vital-tables/:code/versions', {
    summary: 'Write a new version of a table, as a draft',
    access: 'clinical-table:manage',
    record: (caller, { code }) => tables.rowOf(caller, code),
    body: VitalTableInput,
    reply: VitalTable,
    says: 'Draft written.',
    run: ({ caller, params, body }) => tables.write(caller, params.code, body),
  }),
  post('/vital-tables/:code/versions/:version/adopt', {
    summary: 'Put a version in force',
    access: 'clinical-table:manage',
    record: (caller, { code, version }) => tables.versionOf(caller, code, version),
    body: Adoption,
    reply: VitalTable,
    says: 'In force.',
    run: ({ caller, params, body }) => tables.adopt(caller, params.code, params.version, body.note),
  }),
])
