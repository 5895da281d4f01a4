// Claims, their batches, remittances and denials (billing 5.10, 5.11).

import {
  Batch,
  BatchFilters,
  BatchInput,
  BatchOpened,
  ClaimIds,
  ExportAsked,
  SubmitInput,
} from '../../../db/hospital/money/claims/batch-shapes.ts'
import * as batches from '../../../db/hospital/money/claims/batches.ts'
import * as moves from '../../../db/hospital/money/claims/claim-moves.ts'
import * as claims from '../../../db/hospital/money/claims/claims.ts'
import * as decide from '../../../db/hospital/money/claims/decide.ts'
import { denials } from '../../../db/hospital/money/claims/denials.ts'
import { exported } from '../../../db/hospital/money/claims/export.ts'
import { reasonsOf, setReasons } from '../../../db/hospital/money/claims/reasons.ts'
import {
  postRemittance,
  reverseRemittance,
} from '../../../db/hospital/money/claims/remittance-post.ts'
import {
  Denial,
  DenialFilters,
  Reasons,
  ReasonsInput,
  Remittance,
  RemittanceChange,
  RemittanceFilters,
  RemittanceInput,
  RemittanceOpened,
} from '../../../db/hospital/money/claims/remittance-shapes.ts'
import * as remittances from '../../../db/hospital/money/claims/remittances.ts'
import { batchRow, claimRow } from '../../../db/hospital/money/claims/rows.ts'
import {
  AcknowledgeInput,
  AppealInput,
  Claim,
  ClaimChange,
  ClaimFilters,
  ClaimOpened,
  DecideInput,
  Validated,
  ValidateInput,
} from '../../../db/hospital/money/claims/shapes.ts'
import { WithReason } from '../../../db/hospital/money/tariff/scheme-shapes.ts'
import { area } from '../../edge/route.ts'
import { create, file, get, list, patch, post, put } from '../words.ts'

type Caller = Parameters<typeof claimRow>[0]
const claim = (caller: Caller, { id }: { id: string }) => claimRow(caller, id)
const batch = (caller: Caller, { id }: { id: string }) => batchRow(caller, id)
const remittance = (caller: Caller, { id }: { id: string }) => remittances.rowOf(caller, id)

export const door = area('claims', [
  list('/billing/claims', {
    summary: 'Claims',
    access: 'claim:read',
    filters: ClaimFilters,
    each: Claim,
    run: ({ caller, query }) => claims.list(caller, query),
  }),
  post('/billing/claims/validate', {
    summary: 'Check the claims of a month',
    access: 'claim:manage',
    body: ValidateInput,
    reply: Validated,
    says: 'Claims checked.',
    run: ({ caller, body }) => claims.validateMonth(caller, body),
  }),
  get('/billing/claims/:id', {
    summary: 'One claim with its lines',
    access: 'claim:read',
    reply: ClaimOpened,
    run: ({ caller, params }) => claims.find(caller, params.id),
  }),
  patch('/billing/claims/:id', {
    summary: 'Complete a claim',
    access: 'claim:manage',
    record: claim,
    body: ClaimChange,
    reply: ClaimOpened,
    says: 'Claim changed.',
    run: ({ caller, params, body }) => claims.change(caller, params.id, body),
  }),
  post('/billing/claims/:id/validate', {
    summary: 'Check a claim: READY, or with everything that is wrong with it',
    access: 'claim:manage',
    record: claim,
    reply: ClaimOpened,
    says: 'Claim checked.',
    run: ({ caller, params }) => claims.validate(caller, params.id),
  }),
  post('/billing/claims/:id/reopen', {
    summary: 'Make a ready claim a draft again',
    access: 'claim:manage',
    record: claim,
    reply: ClaimOpened,
    says: 'Claim reopened.',
    run: ({ caller, params }) => claims.reopen(caller, params.id),
  }),
  post('/billing/claims/:id/acknowledge', {
    summary: 'Enter whether the scheme took a claim',
    access: 'claim:manage',
    record: claim,
    body: AcknowledgeInput,
    reply: ClaimOpened,
    says: 'Answer entered.',
    run: ({ caller, params, body }) => moves.acknowledge(caller, params.id, body),
  }),
  post('/billing/claims/:id/appeal', {
    summary: 'Appeal denied lines',
    access: 'claim:decide',
    once: true,
    record: claim,
    body: AppealInput,
    reply: ClaimOpened,
    says: 'Appeal entered.',
    run: ({ caller, params, body }) => decide.appeal(caller, params.id, body),
  }),
  post('/billing/claims/:id/decide', {
    summary: 'Decide who bears denied lines',
    access: 'claim:decide',
    once: true,
    record: claim,
    body: DecideInput,
    reply: ClaimOpened,
    says: 'Decided.',
    run: ({ caller, params, body }) => decide.decide(caller, params.id, body),
  }),
  post('/billing/claims/:id/close', {
    summary: 'Close a claim that is answered and decided',
    access: 'claim:decide',
    record: claim,
    reply: ClaimOpened,
    says: 'Claim closed.',
    run: ({ caller, params }) => moves.close(caller, params.id),
  }),
  post('/billing/claims/:id/cancel', {
    summary: 'Cancel a claim that nobody owes',
    access: 'claim:manage',
    record: claim,
    body: WithReason,
    reply: ClaimOpened,
    says: 'Claim cancelled.',
    run: ({ caller, params, body }) => moves.cancel(caller, params.id, body.reason),
  }),
  list('/billing/claim-batches', {
    summary: 'Batches of claims',
    access: 'claim:read',
    filters: BatchFilters,
    each: Batch,
    run: ({ caller, query }) => batches.list(caller, query),
  }),
  create('/billing/claim-batches', {
    summary: 'Open a batch of a scheme and month',
    access: 'claim:manage',
    body: BatchInput,
    reply: BatchOpened,
    says: 'Batch opened.',
    run: ({ caller, body }) => batches.open(caller, body),
  }),
  get('/billing/claim-batches/:id', {
    summary: 'One batch with its claims',
    access: 'claim:read',
    reply: BatchOpened,
    run: ({ caller, params }) => batches.find(caller, params.id),
  }),
  post('/billing/claim-batches/:id/add', {
    summary: 'Put ready claims into a batch',
    access: 'claim:manage',
    record: batch,
    body: ClaimIds,
    reply: BatchOpened,
    says: 'Claims added.',
    run: ({ caller, params, body }) => batches.add(caller, params.id, body.claim_ids),
  }),
  post('/billing/claim-batches/:id/remove', {
    summary: 'Take claims out of a batch',
    access: 'claim:manage',
    record: batch,
    body: ClaimIds,
    reply: BatchOpened,
    says: 'Claims removed.',
    run: ({ caller, params, body }) => batches.remove(caller, params.id, body.claim_ids),
  }),
  post('/billing/claim-batches/:id/seal', {
    summary: 'Seal a batch: its claims get their folio numbers',
    access: 'claim:submit',
    once: true,
    record: batch,
    reply: BatchOpened,
    says: 'Batch sealed.',
    run: ({ caller, params }) => batches.seal(caller, params.id),
  }),
  post('/billing/claim-batches/:id/reopen', {
    summary: 'Open the latest sealed batch again',
    access: 'claim:submit',
    record: batch,
    body: WithReason,
    reply: BatchOpened,
    says: 'Batch reopened.',
    run: ({ caller, params, body }) => batches.reopen(caller, params.id, body.reason),
  }),
  post('/billing/claim-batches/:id/submit', {
    summary: 'Submit a sealed batch',
    access: 'claim:submit',
    once: true,
    record: batch,
    body: SubmitInput,
    body_may_miss: true,
    reply: BatchOpened,
    says: 'Batch submitted.',
    run: ({ caller, params, body }) => batches.submit(caller, params.id, body ?? {}),
  }),
  file('/billing/claim-batches/:id/export', {
    summary: 'A sealed batch as a file for its scheme',
    access: 'claim:read',
    record: batch,
    query: ExportAsked,
    content_type: 'application/json',
    async run({ caller, params, query }) {
      const { file_name, content_type, text } = await exported(caller, params.id, query.format)
      return { content_type, file_name, bytes: text }
    },
  }),
  list('/billing/remittances', {
    summary: 'What schemes paid',
    access: 'remittance:read',
    filters: RemittanceFilters,
    each: Remittance,
    run: ({ caller, query }) => remittances.list(caller, query),
  }),
  create('/billing/remittances', {
    summary: 'Enter what a scheme paid and denied',
    access: 'remittance:create',
    body: RemittanceInput,
    reply: RemittanceOpened,
    says: 'Remittance entered.',
    run: ({ caller, body }) => remittances.open(caller, body),
  }),
  get('/billing/remittances/:id', {
    summary: 'One remittance with its lines',
    access: 'remittance:read',
    reply: RemittanceOpened,
    run: ({ caller, params }) => remittances.find(caller, params.id),
  }),
  patch('/billing/remittances/:id', {
    summary: 'Change a remittance that is not posted',
    access: 'remittance:create',
    record: remittance,
    body: RemittanceChange,
    reply: RemittanceOpened,
    says: 'Remittance changed.',
    run: ({ caller, params, body }) => remittances.change(caller, params.id, body),
  }),
  post('/billing/remittances/:id/post', {
    summary: 'Post a remittance: claims, bills and ledger follow',
    access: 'remittance:post',
    once: true,
    record: remittance,
    reply: RemittanceOpened,
    says: 'Remittance posted.',
    run: ({ caller, params }) => postRemittance(caller, params.id),
  }),
  post('/billing/remittances/:id/reverse', {
    summary: 'Take a posted remittance back',
    access: 'remittance:post',
    once: true,
    record: remittance,
    body: WithReason,
    reply: RemittanceOpened,
    says: 'Remittance reversed.',
    run: ({ caller, params, body }) => reverseRemittance(caller, params.id, body.reason),
  }),
  list('/billing/denials', {
    summary: 'Lines that schemes denied',
    access: 'claim:read',
    filters: DenialFilters,
    each: Denial,
    run: ({ caller, query }) => denials(caller, query),
  }),
  get('/billing/denial-reasons', {
    summary: 'Why schemes deny',
    access: 'claim:read',
    reply: Reasons,
    run: ({ caller }) => reasonsOf(caller),
  }),
  put('/billing/denial-reasons', {
    summary: 'Set why schemes deny: the whole list',
    access: 'claim:decide',
    body: ReasonsInput,
    reply: Reasons,
    says: 'Reasons changed.',
    run: ({ caller, body }) => setReasons(caller, body),
  }),
])
