// Signing in, and what an account does about itself.

import * as auth from '../../../db/hospital/office/access/sign-in/shapes.ts'
import { login, verify } from '../../../db/hospital/office/access/sign-in/login.ts'
import * as me from '../../../db/hospital/office/access/own/me.ts'
import * as contact from '../../../db/hospital/office/access/own/own-contact.ts'
import * as password from '../../../db/hospital/office/access/own/own-password.ts'
import * as own_sessions from '../../../db/hospital/office/access/own/own-sessions.ts'
import { refresh } from '../../../db/hospital/office/access/sign-in/sessions.ts'
import * as sign_ins from '../../../db/hospital/office/access/sign-in/sign-ins.ts'
import * as two_factor from '../../../db/hospital/office/access/sign-in/two-factor.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { unreadCount } from '../../../db/hospital/office/notifications/unread.ts'
import { optional, Day } from '../../../db/core/kinds/kinds.ts'
import { readProof } from '../../../db/hospital/office/access/sign-in/stations.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, list, listed, patch, post } = nobodys

/** Hashing and sending come before or between the transactions, so these rules open their own. */
const own = { transaction: 'rule' } as const
const open = { access: 'open', guarded: true, ...own } as const
const mine = { access: 'signed in' } as const

/** Notices stand below accounts: what an account is told of them is put together here. */
const withNotices = async (caller: Caller, found: auth.MeReply): Promise<auth.MeReply> => ({
  ...found,
  unread_notifications: await unreadCount(caller),
})

export const door = area('auth', [
  post('/auth/login', {
    summary: 'Sign in',
    ...open,
    body: auth.LoginRequest,
    reply: auth.LoginReply,
    run: async ({ caller, body, facts }) => {
      const entry = await login(caller, body, readProof(facts.headers, facts.certificate))
      const { message, reply } = await me.afterEntry(entry)
      return said(message, reply)
    },
  }),
  post('/auth/verify-2fa', {
    summary: 'Show the second factor',
    ...open,
    body: auth.VerifyTwoFactorRequest,
    reply: auth.LoginReply,
    run: async ({ caller, body, facts }) => {
      const entry = await verify(caller, body, readProof(facts.headers, facts.certificate))
      const { message, reply } = await me.afterEntry(entry)
      return said(message, reply)
    },
  }),
  post('/auth/refresh', {
    summary: 'A new pair of tokens for a refresh token, which works once',
    ...open,
    body: auth.RefreshRequest,
    reply: auth.Refreshed,
    run: async ({ body, facts }) => {
      const proof = readProof(facts.headers, facts.certificate)
      return { tokens: await refresh(body.refresh_token, proof, facts.ip) }
    },
  }),
  post('/auth/logout', {
    summary: 'Sign out, here or everywhere',
    ...mine,
    body: auth.LogoutRequest,
    body_may_miss: true,
    reply: auth.Closed,
    says: 'Signed out.',
    run: ({ caller, body }) => own_sessions.logOut(caller, body.all_devices),
  }),
  get('/auth/me', {
    summary: 'The signed-in account',
    ...mine,
    reply: auth.MeReply,
    run: async ({ caller }) => withNotices(caller, await me.find(caller)),
  }),
  patch('/auth/me', {
    summary: 'Change language, usual branch and preferences',
    ...mine,
    body: auth.MeChange,
    reply: auth.MeReply,
    says: 'Saved.',
    run: async ({ caller, body }) => withNotices(caller, await me.change(caller, body)),
  }),
  post('/auth/me/contact', {
    summary: 'Ask for a code at a new address or number',
    ...mine,
    ...own,
    body: auth.ContactChange,
    reply: auth.CodeSent,
    says: 'A code is on its way.',
    run: ({ caller, body }) => contact.ask(caller, body),
  }),
  post('/auth/me/contact/confirm', {
    summary: 'Confirm the new address or number with its code',
    ...mine,
    ...own,
    body: auth.CodeGiven,
    reply: auth.MeReply,
    says: 'Changed.',
    run: ({ caller, body }) => contact.confirm(caller, body.code),
  }),
  post('/auth/change-password', {
    summary: 'Change the password',
    ...mine,
    ...own,
    body: auth.ChangePasswordRequest,
    reply: auth.ClosedSessions,
    says: 'Password changed.',
    run: ({ caller, body }) => password.change(caller, body),
  }),
  post('/auth/forgot-password', {
    summary: 'Ask for a code to choose a new password',
    ...open,
    body: auth.ForgotPasswordRequest,
    reply: auth.Nothing,
    says: 'If an account has this address or number, a code is on its way.',
    run: async ({ caller, body }) => {
      await password.forgot(caller, body)
      return null
    },
  }),
  post('/auth/reset-password', {
    summary: 'Choose a new password with a code, also an invitation’s',
    ...open,
    body: auth.ResetPasswordRequest,
    reply: auth.Nothing,
    says: 'Password changed. Sign in with it.',
    run: async ({ caller, body }) => {
      await password.reset(caller, body)
      return null
    },
  }),
  get('/auth/2fa', {
    summary: 'Whether two-factor sign-in is on',
    ...mine,
    reply: auth.TwoFactorState,
    run: ({ caller }) => two_factor.find(caller),
  }),
  post('/auth/2fa/setup', {
    summary: 'A new secret for an authenticator',
    ...mine,
    ...own,
    body: auth.PasswordGiven,
    reply: auth.TwoFactorSetup,
    run: ({ caller, body }) => two_factor.setUp(caller, body.password),
  }),
  post('/auth/2fa/enable', {
    summary: 'Turn two-factor sign-in on with a first code',
    ...mine,
    ...own,
    body: auth.CodeGiven,
    reply: auth.RecoveryCodes,
    says: 'Two-factor sign-in is on. Keep these codes: they are shown this once.',
    run: ({ caller, body }) => two_factor.enable(caller, body.code),
  }),
  post('/auth/2fa/disable', {
    summary: 'Turn two-factor sign-in off',
    ...mine,
    ...own,
    body: auth.PasswordAndCode,
    reply: auth.TwoFactorState,
    says: 'Two-factor sign-in is off.',
    run: ({ caller, body }) => two_factor.disable(caller, body),
  }),
  post('/auth/2fa/recovery-codes', {
    summary: 'New recovery codes; the old ones die',
    ...mine,
    ...own,
    body: auth.PasswordAndCode,
    reply: auth.RecoveryCodes,
    says: 'Keep these codes: they are shown this once.',
    run: ({ caller, body }) => two_factor.newRecoveryCodes(caller, body),
  }),
  listed('/auth/sessions', {
    summary: 'Own open sessions, newest first',
    ...mine,
    each: auth.Session,
    run: ({ caller }) => own_sessions.list(caller),
  }),
  post('/auth/sessions/:id/close', {
    summary: 'Close one of one’s own sessions',
    ...mine,
    reply: auth.Closed,
    says: 'Session closed.',
    run: ({ caller, params }) => own_sessions.close(caller, params.id),
  }),
  post('/auth/sessions/close-others', {
    summary: 'Close every own session but this one',
    ...mine,
    reply: auth.Closed,
    says: 'The other sessions are closed.',
    run: ({ caller }) => own_sessions.closeOthers(caller),
  }),
  list('/auth/sign-ins', {
    summary: 'Own sign-ins, right and wrong, newest first',
    ...mine,
    filters: { from: optional(Day), to: optional(Day) },
    each: auth.SignIn,
    run: ({ caller, query }) => sign_ins.list(caller, query),
  }),
])
