// API keys of the account itself (MSG 4.1, 5.1).

import { choice } from '../../db/core/kinds/kinds.ts'
import { findAccount } from '../../db/messaging/accounts/accounts.ts'
import { modes } from '../../db/messaging/caller.ts'
import * as keys from '../../db/messaging/keys/keys.ts'
import {
  Key,
  KeyChange,
  KeyInput,
  NewKey,
  RevokeInput,
  ThisKey,
} from '../../db/messaging/keys/shapes.ts'
import { key_states } from '../../db/messaging/keys/words.ts'
import { setting } from '../../db/messaging/settings/settings.ts'
import { area } from '../edge/route.ts'
import { create, get, list, post, put } from './words.ts'

export const door = area('keys', [
  get('/account/key', {
    summary: 'The key of this call',
    access: 'signed in',
    reply: ThisKey,
    run: async ({ caller }) => {
      const account = await findAccount(caller.account_id)
      return {
        ...keys.shown(await keys.findKey(caller, caller.key_id ?? '')),
        account: account.name,
        rateLimit: await setting('rate_limit_per_minute'),
      }
    },
  }),
  list('/account/keys', {
    summary: 'API keys, newest first',
    access: 'account:read',
    filters: { mode: choice(modes), status: choice(key_states) },
    each: Key,
    run: ({ caller, query }) => keys.listKeys(caller, query),
  }),
  create('/account/keys', {
    summary: 'Make an API key; it is shown once',
    access: 'account:manage',
    live_only: true,
    sealed: true,
    body: KeyInput,
    reply: NewKey,
    run: async ({ caller, body }) =>
      keys.createKey(caller, await findAccount(caller.account_id), body),
  }),
  get('/account/keys/:id', {
    summary: 'One API key',
    access: 'account:read',
    reply: Key,
    run: async ({ caller, params }) => keys.shown(await keys.findKey(caller, params.id)),
  }),
  put('/account/keys/:id', {
    summary: 'Change name, scopes, allowlist or expiry',
    access: 'account:manage',
    live_only: true,
    body: KeyChange,
    reply: Key,
    run: async ({ caller, params, body }) =>
      keys.changeKey(caller, await keys.findKey(caller, params.id), body),
  }),
  create('/account/keys/:id/rotate', {
    summary: 'Replace a key; the old one ends at once',
    access: 'account:manage',
    live_only: true,
    sealed: true,
    reply: NewKey,
    run: async ({ caller, params }) =>
      keys.rotateKey(caller, await keys.findKey(caller, params.id)),
  }),
  post('/account/keys/:id/revoke', {
    summary: 'End a key',
    access: 'account:manage',
    live_only: true,
    body: RevokeInput,
    body_may_miss: true,
    reply: Key,
    run: async ({ caller, params, body }) =>
      keys.revokeKey(caller, await keys.findKey(caller, params.id), body.reason),
  }),
])
