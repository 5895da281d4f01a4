// Schemes and their members (billing 5.7, 5.8).

import * as life from '../../../db/hospital/money/tariff/membership-life.ts'
import * as memberships from '../../../db/hospital/money/tariff/memberships.ts'
import {
  EndInput,
  Membership,
  MembershipChange,
  MembershipFilters,
  MembershipInput,
  Scheme,
  SchemeChange,
  SchemeFilters,
  SchemeInput,
  WithReason,
} from '../../../db/hospital/money/tariff/scheme-shapes.ts'
import * as schemes from '../../../db/hospital/money/tariff/schemes.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, get, list, patch, post } from '../words.ts'

const membership = byId(memberships.membershipRecord.get)

export const door = area('schemes', [
  list('/billing/schemes', {
    summary: 'Schemes',
    access: 'scheme:read',
    opens: 'nobody',
    filters: SchemeFilters,
    each: Scheme,
    run: ({ caller, query }) => schemes.list(caller, query),
  }),
  create('/billing/schemes', {
    summary: 'Add a scheme',
    access: 'scheme:manage',
    opens: 'nobody',
    body: SchemeInput,
    reply: Scheme,
    says: 'Scheme added.',
    run: ({ caller, body }) => schemes.open(caller, body),
  }),
  get('/billing/schemes/:id', {
    summary: 'One scheme',
    access: 'scheme:read',
    opens: 'nobody',
    reply: Scheme,
    run: ({ caller, params }) => schemes.find(caller, params.id),
  }),
  patch('/billing/schemes/:id', {
    summary: 'Change the terms of a scheme',
    access: 'scheme:manage',
    opens: 'nobody',
    record: byId(schemes.schemeRecord.get),
    body: SchemeChange,
    reply: Scheme,
    says: 'Scheme changed.',
    run: ({ caller, params, body }) => schemes.change(caller, params.id, body),
  }),
  list('/billing/memberships', {
    summary: 'Who is a member of which scheme',
    access: 'membership:read',
    opens: 'many',
    audit: 'membership.list',
    filters: MembershipFilters,
    each: Membership,
    run: ({ caller, query }) => memberships.list(caller, query),
  }),
  create('/billing/memberships', {
    summary: 'Enter a membership',
    access: 'membership:manage',
    opens: inBody('desk', 'patient_id'),
    body: MembershipInput,
    reply: Membership,
    says: 'Membership entered.',
    run: ({ caller, body }) => memberships.open(caller, body),
  }),
  patch('/billing/memberships/:id', {
    summary: 'Change a membership',
    access: 'membership:manage',
    opens: 'desk',
    record: membership,
    body: MembershipChange,
    reply: Membership,
    says: 'Membership changed.',
    run: ({ caller, params, body }) => memberships.change(caller, params.id, body),
  }),
  post('/billing/memberships/:id/suspend', {
    summary: 'Suspend a membership',
    access: 'membership:manage',
    opens: 'desk',
    record: membership,
    body: WithReason,
    reply: Membership,
    says: 'Membership suspended.',
    run: ({ caller, params, body }) => life.suspend(caller, params.id, body.reason),
  }),
  post('/billing/memberships/:id/resume', {
    summary: 'Let a suspended membership count again',
    access: 'membership:manage',
    opens: 'desk',
    record: membership,
    reply: Membership,
    says: 'Membership resumed.',
    run: ({ caller, params }) => life.resume(caller, params.id),
  }),
  post('/billing/memberships/:id/end', {
    summary: 'End a membership',
    access: 'membership:manage',
    opens: 'desk',
    record: membership,
    body: EndInput,
    reply: Membership,
    says: 'Membership ended.',
    run: ({ caller, params, body }) => life.end(caller, params.id, body),
  }),
])
