// Bank statements and reconciliations (accounting 5.7).

import {
  MatchInput,
  Reconciliation,
  ReconciliationAsked,
  ReconciliationBrief,
  ReconciliationFilters,
  ReconciliationInput,
  StatementFilters,
  StatementImport,
  StatementLine,
  SubmitInput,
  UnmatchInput,
} from '../../../db/hospital/money/accounting/bank/shapes.ts'
import { match, unmatch } from '../../../db/hospital/money/accounting/bank/matching.ts'
import { reconciliationFacts } from '../../../db/hospital/money/accounting/bank/paper-facts.ts'
import * as reconciliations from '../../../db/hospital/money/accounting/bank/reconciliations.ts'
import * as statements from '../../../db/hospital/money/accounting/bank/statements.ts'
import { reconciliationParts } from '../../../templates/books.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { formatted } from './accounting-papers.ts'

const { create, get, list, post, upload } = nobodys

const line = byId(statements.statementLineRecord.get)

export const door = area('accounting-bank', [
  upload('POST', '/accounting/statement-imports', {
    summary: 'Bring in a bank statement: CSV, OFX, MT940 or CAMT.053',
    access: 'bank:import',
    max_mb: 10,
    status: 201,
    reply: StatementImport,
    says: 'Statement brought in.',
    run: ({ caller, body }) => statements.bringIn(caller, body),
  }),
  list('/accounting/statement-lines', {
    summary: 'Lines of bank statements',
    access: 'bank:read',
    filters: StatementFilters,
    each: StatementLine,
    totals: true,
    run: ({ caller, query }) => statements.list(caller, query),
  }),
  post('/accounting/statement-lines/:id/match', {
    summary: 'Match a statement line with lines of the ledger',
    access: 'bank:match',
    record: line,
    body: MatchInput,
    reply: StatementLine,
    says: 'Matched.',
    once: true,
    run: ({ caller, params, body }) => match(caller, params.id, body),
  }),
  post('/accounting/statement-lines/:id/unmatch', {
    summary: 'Take a match back',
    access: 'bank:match',
    record: line,
    body: UnmatchInput,
    body_may_miss: true,
    reply: StatementLine,
    says: 'Unmatched.',
    run: ({ caller, params, body }) => unmatch(caller, params.id, body.line_id),
  }),
  list('/accounting/reconciliations', {
    summary: 'Reconciliations of banks',
    access: 'bank:read',
    filters: ReconciliationFilters,
    each: ReconciliationBrief,
    run: ({ caller, query }) => reconciliations.list(caller, query),
  }),
  create('/accounting/reconciliations', {
    summary: 'Begin the reconciliation of a statement',
    access: 'bank:match',
    body: ReconciliationInput,
    reply: Reconciliation,
    says: 'Reconciliation begun.',
    run: ({ caller, body }) => reconciliations.open(caller, body),
  }),
  get('/accounting/reconciliations/:id', {
    summary: 'A reconciliation with what is outstanding, as data or on paper',
    access: 'bank:read',
    query: ReconciliationAsked,
    reply: Reconciliation,
    run: async ({ caller, params, query }) => {
      if (query.format !== 'pdf') return reconciliations.find(caller, params.id)
      const facts = await reconciliationFacts(caller, params.id)
      const name = `reconciliation-${facts.statement_date}`
      return formatted(caller, query, name, facts, { parts: reconciliationParts })
    },
  }),
  post('/accounting/reconciliations/:id/submit', {
    summary: 'Hand in a reconciliation',
    access: 'bank:match',
    record: byId(reconciliations.reconciliationRecord.locked),
    body: SubmitInput,
    body_may_miss: true,
    reply: Reconciliation,
    says: 'Handed in.',
    run: ({ caller, params, body }) => reconciliations.submit(caller, params.id, body.note),
  }),
  post('/accounting/reconciliations/:id/approve', {
    summary: 'Approve a reconciliation',
    access: 'bank:approve',
    reply: Reconciliation,
    says: 'Approved.',
    run: ({ caller, params }) => reconciliations.approve(caller, params.id),
  }),
])
