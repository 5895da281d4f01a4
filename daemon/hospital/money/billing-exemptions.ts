// Exemptions: certificates of patients, and who is treated free without one (billing 5.5).

import * as rules from '../../../db/hospital/money/billing/relief/exemption-rules.ts'
import {
  ApproveExemption,
  Exemption,
  ExemptionFilters,
  ExemptionInput,
  ExemptionOpened,
  ExemptionRules,
  ExemptionRulesInput,
} from '../../../db/hospital/money/billing/relief/exemption-shapes.ts'
import {
  find,
  list as exemptions,
} from '../../../db/hospital/money/billing/relief/exemption-list.ts'
import {
  approve,
  decline,
  exemptionRecord,
  request,
  revoke,
} from '../../../db/hospital/money/billing/relief/exemptions.ts'
import { WithReason } from '../../../db/hospital/money/billing/credit/shapes.ts'
import { WithNote } from '../../../db/hospital/money/billing/relief/waiver-shapes.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { inBody } from '../../edge/opens.ts'
import { create, get, list, put } from '../words.ts'

const move = movesOf({
  path: '/billing/exemptions',
  row: exemptionRecord.get,
  reply: ExemptionOpened,
  find,
})

export const door = area('billing-exemptions', [
  list('/billing/exemptions', {
    summary: 'Exemptions',
    access: 'waiver:read',
    opens: 'many',
    audit: 'exemption.list',
    filters: ExemptionFilters,
    each: Exemption,
    run: ({ caller, query }) => exemptions(caller, query),
  }),
  create('/billing/exemptions', {
    summary: 'Ask that a patient be treated free, whole or in part',
    access: 'waiver:request',
    opens: inBody('desk', 'patient_id'),
    body: ExemptionInput,
    reply: ExemptionOpened,
    says: 'Exemption requested.',
    run: async ({ caller, body }) => find(caller, (await request(caller, body)).id),
  }),
  move('approve', {
    summary: 'Approve an exemption that somebody else asked for',
    access: 'waiver:approve',
    body: ApproveExemption,
    body_may_miss: true,
    says: 'Exemption approved.',
    run: (caller, id, body) => approve(caller, id, body ?? {}),
  }),
  move('decline', {
    summary: 'Decline an exemption',
    access: 'waiver:approve',
    body: WithNote,
    says: 'Exemption declined.',
    run: (caller, id, { note }) => decline(caller, id, note),
  }),
  move('revoke', {
    summary: 'Take an exemption back; bills already issued stay',
    access: 'waiver:approve',
    body: WithReason,
    says: 'Exemption revoked.',
    run: (caller, id, { reason }) => revoke(caller, id, reason),
  }),
  get('/billing/exemption-rules', {
    summary: 'Who is treated free without a certificate',
    access: 'waiver:read',
    opens: 'nobody',
    reply: ExemptionRules,
    run: ({ caller }) => rules.exemptionRules(caller),
  }),
  put('/billing/exemption-rules', {
    summary: 'Set who is treated free without a certificate: the whole table',
    access: 'exemption:configure',
    opens: 'nobody',
    body: ExemptionRulesInput,
    reply: ExemptionRules,
    says: 'Exemption rules changed.',
    run: ({ caller, body }) => rules.setExemptionRules(caller, body.rules),
  }),
])
