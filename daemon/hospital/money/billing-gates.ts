// Finer charge rules, services let through unpaid, and stays that end (billing 5.1).

import * as rules from '../../../db/hospital/money/billing/charges/charge-rules.ts'
import * as overrides from '../../../db/hospital/money/billing/charges/gate-overrides.ts'
import {
  ChargeRule,
  ChargeRuleChange,
  ChargeRuleFilters,
  ChargeRuleNew,
  DischargeClearance,
  GateOverride,
  OverrideFilters,
  OverrideInput,
  ReviewInput,
} from '../../../db/hospital/money/billing/charges/rule-shapes.ts'
import { shownDischarge } from '../../../db/hospital/money/billing/charges/stays.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, create, get, list, patch, post } from '../words.ts'

const rule = byId(rules.chargeRuleRecord.get)
const override = byId(overrides.overrideRecord.get)

export const door = area('billing-gates', [
  list('/billing/charge-rules', {
    summary: 'Finer rules of what a visit is charged',
    access: 'tariff:read',
    opens: 'nobody',
    filters: ChargeRuleFilters,
    each: ChargeRule,
    run: ({ caller, query }) => rules.listRules(caller, query),
  }),
  create('/billing/charge-rules', {
    summary: 'Add a charge rule',
    access: 'billing:configure',
    opens: 'nobody',
    body: ChargeRuleNew,
    reply: ChargeRule,
    says: 'Charge rule added.',
    run: ({ caller, body }) => rules.openRule(caller, body),
  }),
  patch('/billing/charge-rules/:id', {
    summary: 'Change a charge rule',
    access: 'billing:configure',
    opens: 'nobody',
    record: rule,
    body: ChargeRuleChange,
    reply: ChargeRule,
    says: 'Charge rule changed.',
    run: ({ caller, params, body }) => rules.changeRule(caller, params.id, body),
  }),
  list('/billing/gate-overrides', {
    summary: 'Services that somebody let go ahead unpaid',
    access: 'gate:read',
    opens: 'many',
    audit: 'gate_override.list',
    filters: OverrideFilters,
    each: GateOverride,
    run: ({ caller, query }) => overrides.listOverrides(caller, query),
  }),
  create('/billing/gate-overrides', {
    summary: 'Let a service go ahead unpaid',
    access: 'gate:override',
    opens: 'many',
    body: OverrideInput,
    reply: GateOverride,
    says: 'Let through.',
    run: ({ caller, body }) => overrides.openOverride(caller, body),
  }),
  post('/billing/gate-overrides/:id/review', {
    summary: 'Say that an override was looked at',
    access: 'gate:review',
    opens: 'many',
    record: override,
    body: ReviewInput,
    body_may_miss: true,
    reply: GateOverride,
    says: 'Override reviewed.',
    run: ({ caller, params, body }) =>
      overrides.reviewOverride(caller, params.id, body?.note ?? null),
  }),
  get('/billing/admissions/:id/clearance', {
    summary: 'What stands against letting a patient go home',
    access: 'bill:read',
    opens: ruled('says what stands against going home, and names nobody'),
    reply: DischargeClearance,
    run: ({ caller, params }) => shownDischarge(caller, params.id),
  }),
])
