import {
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  partial,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import { modes } from '../caller.ts'
import { key_kinds, key_states, revoked_reasons } from './words.ts'

const key_fields = {
  id: Id,
  name: Words(0, 60),
  mode: choice(modes),
  kind: choice(key_kinds),
  prefix: Words(0, 40),
  lastFour: Words(0, 4),
  scopes: list(Words(0, 40)),
  ipAllowlist: list(Words(0, 60)),
  expiresAt: nullable(Words(0, 24)),
  status: choice(key_states),
  lastUsedAt: nullable(Words(0, 24)),
  lastUsedIp: nullable(Words(0, 45)),
  revokedAt: nullable(Words(0, 24)),
  revokedReason: nullable(choice(revoked_reasons)),
  replacedBy: nullable(Id),
  createdBy: Words(0, 160),
  createdAt: Words(0, 24),
  updatedAt: Words(0, 24),
  moves: list(Words(0, 20)),
}

export const Key = named('ApiKey', form(key_fields))
export type Key = Static<typeof Key>

/** The clear key stands in this reply alone. */
export const NewKey = named('NewApiKey', form({ ...key_fields, key: Words(0, 80) }))

const name = Words(1, 60)
const scopes = list(Words(1, 40), { min: 1, max: 50, blank: 'must name at least one scope.' })
const ipAllowlist = list(Words(1, 60), { max: 50, complaint: 'must be a list of addresses.' })

export const KeyInput = form({
  name,
  mode: choice(modes),
  scopes: optional(scopes),
  ipAllowlist: optional(ipAllowlist),
  expiresAt: optional(nullable(Moment)),
})
export const KeyChange = partial({
  name,
  scopes,
  ipAllowlist,
  expiresAt: nullable(Moment),
  confirmLockout: Flag,
})
export type KeyInput = Static<typeof KeyInput>
export type KeyChange = Static<typeof KeyChange>

export const RevokeInput = partial({ reason: Words(3, 300) })

export const ThisKey = named(
  'ThisKey',
  form({ ...key_fields, account: Words(0, 80), rateLimit: Count(1) }),
)
