// What schemes cover: plans, rules, the simulator, authorisations and pre-authorisations (billing 5.7
// to 5.9).

import * as authorisations from '../../../db/hospital/money/insurance/authorisations.ts'
import {
  Authorisation,
  AuthorisationFilters,
  AuthorisationInput,
  MembershipOpened,
  VerifyInput,
} from '../../../db/hospital/money/insurance/authorisation-shapes.ts'
import * as rules from '../../../db/hospital/money/insurance/coverage-rules.ts'
import {
  Estimate,
  EstimateFilters,
  Simulated,
  SimulateInput,
} from '../../../db/hospital/money/insurance/estimate-shapes.ts'
import { list as estimates } from '../../../db/hospital/money/insurance/estimates.ts'
import * as members from '../../../db/hospital/money/insurance/members.ts'
import * as moves from '../../../db/hospital/money/insurance/preauth-moves.ts'
import { preauthRecord } from '../../../db/hospital/money/insurance/preauth-life.ts'
import {
  Preauth,
  PreauthChange,
  PreauthFilters,
  PreauthInput,
  PreauthOpened,
  RespondInput,
} from '../../../db/hospital/money/insurance/preauth-shapes.ts'
import * as preauths from '../../../db/hospital/money/insurance/preauths.ts'
import {
  Rule,
  RuleChange,
  RuleFilters,
  RuleInput,
} from '../../../db/hospital/money/insurance/rule-shapes.ts'
import { simulate } from '../../../db/hospital/money/insurance/simulate.ts'
import { membershipRecord } from '../../../db/hospital/money/tariff/memberships.ts'
import { Plan, PlanChange, PlanInput } from '../../../db/hospital/money/tariff/plan-shapes.ts'
import * as plans from '../../../db/hospital/money/tariff/plans.ts'
import { WithReason } from '../../../db/hospital/money/tariff/scheme-shapes.ts'
import { schemeRecord } from '../../../db/hospital/money/tariff/schemes.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, get, list, listed, patch, post } from '../words.ts'

const scheme = byId(schemeRecord.get)
const preauth = byId(preauthRecord.get)

export const door = area('insurance', [
  listed('/billing/schemes/:id/plans', {
    summary: 'The plans of a scheme',
    access: 'scheme:read',
    opens: 'nobody',
    each: Plan,
    run: ({ caller, params }) => plans.list(caller, params.id),
  }),
  create('/billing/schemes/:id/plans', {
    summary: 'Add a plan to a scheme',
    access: 'scheme:manage',
    opens: 'nobody',
    record: scheme,
    body: PlanInput,
    reply: Plan,
    says: 'Plan added.',
    run: ({ caller, params, body }) => plans.open(caller, params.id, body),
  }),
  patch('/billing/schemes/:id/plans/:plan_id', {
    summary: 'Change a plan',
    access: 'scheme:manage',
    opens: 'nobody',
    record: (caller, { id, plan_id }) => plans.rowOf(caller, id, plan_id),
    body: PlanChange,
    reply: Plan,
    says: 'Plan changed.',
    run: ({ caller, params, body }) => plans.change(caller, params.id, params.plan_id, body),
  }),
  list('/billing/schemes/:id/coverage-rules', {
    summary: 'What a scheme covers',
    access: 'scheme:read',
    opens: 'nobody',
    record: scheme,
    filters: RuleFilters,
    each: Rule,
    run: ({ caller, params, query }) => rules.list(caller, params.id, query),
  }),
  create('/billing/schemes/:id/coverage-rules', {
    summary: 'Add a coverage rule',
    access: 'scheme:manage',
    opens: 'nobody',
    record: scheme,
    body: RuleInput,
    reply: Rule,
    says: 'Coverage rule added.',
    run: ({ caller, params, body }) => rules.open(caller, params.id, body),
  }),
  patch('/billing/schemes/:id/coverage-rules/:rule_id', {
    summary: 'Change a coverage rule; another follows one that was used',
    access: 'scheme:manage',
    opens: 'nobody',
    record: (caller, { id, rule_id }) => rules.rowOf(caller, id, rule_id),
    body: RuleChange,
    reply: Rule,
    says: 'Coverage rule changed.',
    run: ({ caller, params, body }) => rules.change(caller, params.id, params.rule_id, body),
  }),
  get('/billing/memberships/:id', {
    summary: 'One membership with what it has left',
    access: 'membership:read',
    opens: 'desk',
    audit: 'membership.read',
    record: byId(membershipRecord.get),
    reply: MembershipOpened,
    run: ({ caller, params }) => members.find(caller, params.id),
  }),
  post('/billing/memberships/:id/verify', {
    summary: 'Ask the scheme whether a card is good, or enter its answer',
    access: 'membership:read',
    opens: 'desk',
    record: byId(membershipRecord.get),
    body: VerifyInput,
    body_may_miss: true,
    reply: MembershipOpened,
    says: 'Membership verified.',
    run: ({ caller, params, body }) => members.verify(caller, params.id, body ?? {}),
  }),
  list('/billing/authorisations', {
    summary: 'What schemes said to visits',
    access: 'membership:read',
    opens: 'many',
    audit: 'authorisation.list',
    filters: AuthorisationFilters,
    each: Authorisation,
    run: ({ caller, query }) => authorisations.list(caller, query),
  }),
  create('/billing/authorisations', {
    summary: 'Ask a scheme for a visit, or enter its number',
    access: 'membership:manage',
    opens: 'many',
    once: true,
    body: AuthorisationInput,
    reply: Authorisation,
    says: 'Authorisation entered.',
    run: ({ caller, body }) => authorisations.give(caller, body),
  }),
  post('/billing/authorisations/:id/cancel', {
    summary: 'Cancel an authorisation',
    access: 'membership:manage',
    opens: 'desk',
    record: byId(authorisations.authorisationRecord.get),
    body: WithReason,
    reply: Authorisation,
    says: 'Authorisation cancelled.',
    run: ({ caller, params, body }) => authorisations.cancel(caller, params.id, body.reason),
  }),
  post('/billing/coverage/simulate', {
    summary: 'What a scheme would pay of services',
    access: 'coverage:read',
    opens: inBody('desk', 'patient_id'),
    audit: 'coverage.simulate',
    silent: true,
    body: SimulateInput,
    reply: Simulated,
    run: ({ caller, body }) => simulate(caller, body),
  }),
  list('/billing/estimates', {
    summary: 'Saved simulations',
    access: 'coverage:read',
    opens: 'many',
    audit: 'estimate.list',
    filters: EstimateFilters,
    each: Estimate,
    run: ({ caller, query }) => estimates(caller, query),
  }),
  list('/billing/preauthorisations', {
    summary: 'Pre-authorisations',
    access: 'preauth:read',
    opens: 'many',
    audit: 'preauth.list',
    filters: PreauthFilters,
    each: Preauth,
    run: ({ caller, query }) => preauths.list(caller, query),
  }),
  create('/billing/preauthorisations', {
    summary: 'Prepare a pre-authorisation',
    access: 'preauth:create',
    opens: 'many',
    body: PreauthInput,
    reply: PreauthOpened,
    says: 'Pre-authorisation prepared.',
    run: ({ caller, body }) => preauths.open(caller, body),
  }),
  get('/billing/preauthorisations/:id', {
    summary: 'One pre-authorisation with its history',
    access: 'preauth:read',
    opens: 'desk',
    audit: 'preauth.read',
    record: preauth,
    reply: PreauthOpened,
    run: ({ caller, params }) => preauths.find(caller, params.id),
  }),
  patch('/billing/preauthorisations/:id', {
    summary: 'Change a pre-authorisation that was not asked yet',
    access: 'preauth:create',
    opens: 'desk',
    record: preauth,
    body: PreauthChange,
    reply: PreauthOpened,
    says: 'Pre-authorisation changed.',
    run: ({ caller, params, body }) => preauths.change(caller, params.id, body),
  }),
  post('/billing/preauthorisations/:id/request', {
    summary: 'Ask the scheme',
    access: 'preauth:create',
    opens: 'desk',
    once: true,
    record: preauth,
    reply: PreauthOpened,
    says: 'Pre-authorisation requested.',
    run: ({ caller, params }) => moves.request(caller, params.id),
  }),
  post('/billing/preauthorisations/:id/respond', {
    summary: 'Enter what the scheme answered',
    access: 'preauth:respond',
    opens: 'desk',
    record: preauth,
    body: RespondInput,
    reply: PreauthOpened,
    says: 'Answer entered.',
    run: ({ caller, params, body }) => moves.respond(caller, params.id, body),
  }),
  post('/billing/preauthorisations/:id/cancel', {
    summary: 'Take a pre-authorisation back',
    access: 'preauth:create',
    opens: 'desk',
    record: preauth,
    body: WithReason,
    reply: PreauthOpened,
    says: 'Pre-authorisation cancelled.',
    run: ({ caller, params, body }) => moves.cancel(caller, params.id, body.reason),
  }),
])
