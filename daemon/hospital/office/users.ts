// Staff accounts: who they are, what they may do, where they are signed in.

import * as explained from '../../../db/hospital/office/access/roles/explain.ts'
import * as review from '../../../db/hospital/office/access/users/review.ts'
import {
  Closed,
  CloseSessions,
  ExplainWords,
  Explanation,
  FacilitiesInput,
  HeldPermission,
  Invited,
  OneUser,
  PasswordReset,
  PerhapsReason,
  ReviewFilters,
  ReviewRow,
  RolesInput,
  User,
  UserChange,
  UserCreated,
  UserFilters,
  UserInput,
  UserSession,
  WithReason,
} from '../../../db/hospital/office/access/users/shapes.ts'
import * as keys from '../../../db/hospital/office/access/users/keys.ts'
import * as moves from '../../../db/hospital/office/access/users/moves.ts'
import * as opening from '../../../db/hospital/office/access/users/open.ts'
import * as granting from '../../../db/hospital/office/access/users/roles.ts'
import * as accounts from '../../../db/hospital/office/access/users/users.ts'
import { optional, form, Id } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post, put } = nobodys

const user = byId(accounts.userRecord.get)

export const door = area('users', [
  list('/users', {
    summary: 'Staff accounts',
    access: 'user:read',
    filters: UserFilters,
    each: User,
    run: ({ caller, query }) => accounts.list(caller, query),
  }),
  create('/users', {
    summary: 'Open a staff account and invite its owner',
    access: 'user:create',
    transaction: 'rule',
    body: UserInput,
    reply: UserCreated,
    says: 'Account opened.',
    run: ({ caller, body }) => opening.open(caller, body),
  }),
  list('/users/access-review', {
    summary: 'Who may do what, who sleeps, and what should be looked at',
    access: 'user:read',
    filters: ReviewFilters,
    each: ReviewRow,
    run: ({ caller, query }) => review.list(caller, query),
  }),
  get('/users/:id', {
    summary: 'One staff account',
    access: 'user:read',
    reply: OneUser,
    run: ({ caller, params }) => accounts.find(caller, params.id),
  }),
  patch('/users/:id', {
    summary: 'Change a staff account',
    access: 'user:update',
    record: user,
    body: UserChange,
    reply: OneUser,
    says: 'Account changed.',
    run: ({ caller, params, body }) => accounts.change(caller, params.id, body),
  }),
  put('/users/:id/roles', {
    summary: 'Give and take roles: the whole list',
    access: 'user:grant',
    record: user,
    body: RolesInput,
    reply: OneUser,
    says: 'Roles changed.',
    run: ({ caller, params, body }) => granting.setRoles(caller, params.id, body),
  }),
  put('/users/:id/facilities', {
    summary: 'The branches an account works at: the whole list',
    access: 'user:update',
    record: user,
    body: FacilitiesInput,
    reply: OneUser,
    says: 'Branches changed.',
    run: ({ caller, params, body }) => granting.setFacilities(caller, params.id, body),
  }),
  post('/users/:id/invite', {
    summary: 'Send a new invitation; the old one dies',
    access: 'user:create',
    transaction: 'rule',
    reply: Invited,
    says: 'Invitation made.',
    run: ({ caller, params }) => opening.invite(caller, params.id),
  }),
  post('/users/:id/suspend', {
    summary: 'Suspend an account and close its sessions',
    access: 'user:suspend',
    record: user,
    body: WithReason,
    reply: OneUser,
    says: 'Account suspended.',
    run: ({ caller, params, body }) => moves.suspend(caller, params.id, body.reason),
  }),
  post('/users/:id/reinstate', {
    summary: 'Let a suspended account in again',
    access: 'user:suspend',
    record: user,
    body: PerhapsReason,
    body_may_miss: true,
    reply: OneUser,
    says: 'Account reinstated.',
    run: ({ caller, params, body }) => moves.reinstate(caller, params.id, body.reason),
  }),
  post('/users/:id/close', {
    summary: 'Close an account for good',
    access: 'user:close',
    record: user,
    body: WithReason,
    reply: OneUser,
    says: 'Account closed.',
    run: ({ caller, params, body }) => moves.close(caller, params.id, body.reason),
  }),
  post('/users/:id/unlock', {
    summary: 'Lift the lock that wrong sign-ins left',
    access: 'user:reset',
    reply: OneUser,
    says: 'Account unlocked.',
    run: ({ caller, params }) => keys.unlock(caller, params.id),
  }),
  post('/users/:id/reset-password', {
    summary: 'Close the sessions and send a code to choose a new password',
    access: 'user:reset',
    transaction: 'rule',
    reply: PasswordReset,
    says: 'Password reset begun.',
    run: ({ caller, params }) => keys.resetPassword(caller, params.id),
  }),
  post('/users/:id/reset-2fa', {
    summary: 'Take two-factor sign-in off an account',
    access: 'user:reset',
    record: user,
    body: WithReason,
    reply: OneUser,
    says: 'Two-factor sign-in taken off.',
    run: ({ caller, params, body }) => keys.resetTwoFactor(caller, params.id, body.reason),
  }),
  listed('/users/:id/permissions', {
    summary: 'What an account may do, and through which role',
    access: 'user:read',
    record: user,
    query: form({ facility_id: optional(Id) }),
    each: HeldPermission,
    run: ({ caller, params }) => explained.permissionsOf(caller, params.id),
  }),
  get('/users/:id/permissions/explain', {
    summary: 'What a refusal would say to an account, and why',
    access: 'user:read',
    record: user,
    query: ExplainWords,
    reply: Explanation,
    run: ({ caller, params, query }) => explained.explain(caller, params.id, query),
  }),
  listed('/users/:id/sessions', {
    summary: 'Where an account is signed in',
    access: 'user:read',
    each: UserSession,
    run: ({ caller, params }) => keys.sessionsOf(caller, params.id),
  }),
  post('/users/:id/close-sessions', {
    summary: 'Close all sessions of an account, or one',
    access: 'user:suspend',
    record: user,
    body: CloseSessions,
    body_may_miss: true,
    reply: Closed,
    says: 'Sessions closed.',
    run: ({ caller, params, body }) => keys.closeSessions(caller, params.id, body.session_id),
  }),
])
