// What checks of medicines are made by, and whose word it is (care 5.5, 5.7).

import * as clinical_tables from '../../../db/hospital/care/medicines/safety/clinical-tables.ts'
import * as rules from '../../../db/hospital/care/medicines/safety/rules.ts'
import {
  AdoptInput,
  ClinicalTable,
  SafetyFilters,
  SafetyInput,
  SafetyRow,
  SafetyWritten,
} from '../../../db/hospital/care/medicines/safety/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { list, listed, post, put } = nobodys

export const door = area('safety-tables', [
  list('/pharmacy/rules/:table', {
    summary: 'One table of safety: what ships, and what the hospital wrote',
    access: 'medicine:read',
    filters: SafetyFilters,
    each: SafetyRow,
    run: ({ caller, params, query }) => rules.list(caller, params.table, query),
  }),
  put('/pharmacy/rules/:table', {
    summary: 'Write rows of a table of safety, or strike them',
    access: 'medicine:rules',
    body: SafetyInput,
    reply: SafetyWritten,
    says: 'Rows written.',
    run: ({ caller, params, body }) => rules.put(caller, params.table, body),
  }),
  listed('/clinical/tables', {
    summary: 'Every clinical table, and whether this hospital has adopted it',
    access: 'gate:read',
    each: ClinicalTable,
    run: ({ caller }) => clinical_tables.list(caller),
  }),
  post('/clinical/tables/:key/adopt', {
    summary: 'Adopt a clinical table: from here on it blocks as it says',
    access: 'clinical:settings',
    body: AdoptInput,
    reply: ClinicalTable,
    says: 'Table adopted.',
    run: ({ caller, params, body }) => clinical_tables.adopt(caller, params.key, body.note),
  }),
])
