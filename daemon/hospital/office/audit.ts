// The audit log: read, proved, taken out as a file.

import * as rows from '../../../db/hospital/office/audit/rows.ts'
import {
  AnchorFilters,
  AuditAnchor,
  AuditFilters,
  AuditRow,
  JobStarted,
  VerifyAsked,
  VerifyResult,
} from '../../../db/hospital/office/audit/shapes.ts'
import * as anchors from '../../../db/hospital/office/auditing/anchors.ts'
import * as exports from '../../../db/hospital/office/auditing/exports.ts'
import * as proofs from '../../../db/hospital/office/auditing/proofs.ts'
import { ExportAsked } from '../../../db/hospital/office/auditing/shapes.ts'
import { Export } from '../../../db/hospital/office/exports/shapes.ts'
import { nullable } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { get, list, start } from '../words.ts'

export const door = area('audit', [
  list('/audit', {
    summary: 'The audit log, newest first',
    access: 'audit:read',
    opens: ruled(
      'numbers and acts, no names; what a row changed is shown to who may read the record (PLT-114)',
    ),
    filters: AuditFilters,
    each: AuditRow,
    run: ({ caller, query }) => rows.list(caller, query),
  }),
  get('/audit/verify', {
    summary: 'What the last proof of the audit log found',
    access: 'audit:read',
    opens: 'nobody',
    reply: nullable(VerifyResult),
    run: ({ caller }) => proofs.last(caller),
  }),
  start('/audit/verify', {
    summary: 'Prove that nothing was changed in the audit log or removed from it',
    access: 'audit:verify',
    opens: 'nobody',
    body: VerifyAsked,
    body_may_miss: true,
    reply: JobStarted,
    says: 'The proof is on its way.',
    run: ({ caller, body }) => proofs.start(caller, body),
  }),
  list('/audit/anchors', {
    summary: 'Where the audit log ended at each midnight and each start',
    access: 'audit:read',
    opens: 'nobody',
    filters: AnchorFilters,
    each: AuditAnchor,
    run: ({ caller, query }) => anchors.list(caller, query),
  }),
  start('/audit/export', {
    summary: 'Take the audit log out as a file',
    access: 'audit:export',
    opens: ruled('the rows of the audit log that the caller may read (PLT-119)'),
    body: ExportAsked,
    // Rows are counted before the transaction that writes the order.
    transaction: 'rule',
    reply: Export,
    says: 'The file is being made.',
    run: ({ caller, body }) => exports.start(caller, body),
  }),
  list('/audit/entities/:entity_type/:entity_id', {
    summary: 'The history of one record, oldest first',
    access: 'audit:read',
    opens: ruled(
      'numbers and acts, no names; what a row changed is shown to who may read the record (PLT-114)',
    ),
    each: AuditRow,
    run: ({ caller, params, query }) =>
      rows.listOf(caller, { type: params.entity_type, id: params.entity_id }, query),
  }),
  get('/audit/:id', {
    summary: 'One row of the audit log with what it changed',
    access: 'audit:read',
    opens: ruled(
      'numbers and acts, no names; what a row changed is shown to who may read the record (PLT-114)',
    ),
    reply: AuditRow,
    run: ({ caller, params }) => rows.find(caller, params.id),
  }),
])
