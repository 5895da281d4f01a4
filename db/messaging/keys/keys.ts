// API keys: made, changed, rotated, revoked (MSG 2.3, 3.2, 4.1).

import { clock, instantIn, minutes } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { refuseUnlicensedHouse } from '../../core/licensed.ts'
import { noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { NewRow, RowOf } from '../../store/table.ts'
import { ownerIn, type AccountRow, findAccount } from '../accounts/accounts.ts'
import { note } from '../accounts/audit.ts'
import { type Actor, type MessagingCaller, type Mode, ownerOf } from '../caller.ts'
import { type Asked, afterId, cursorOf, type Listed, limitOf, listed } from '../cursors.ts'
import { noneHere, wrong, wrongState } from '../refusals.ts'
import { expanded, isScope } from '../scopes.ts'
import { setting } from '../settings/settings.ts'
import { isAllowed, isRange, isWithin } from '../../core/networks.ts'
import { makeKey, prefixOf } from './key.ts'
import { forgetKeys } from './opening.ts'
import type { Key, KeyChange, KeyInput } from './shapes.ts'
import { msg_keys } from './tables.ts'
import type { key_states, revoked_reasons } from './words.ts'

export type KeyRow = RowOf<(typeof msg_keys)['columns']>

/** MSG-110: of an account in one mode, console keys apart. */
const active_max = 50

/** A key that manages keys, or somebody who may grant anything: the platform, the command line. */
export type Manager = Actor | MessagingCaller

const isKey = (by: Manager): by is MessagingCaller =>
  'key_id' in by && (by as MessagingCaller).key_id !== null

export async function createKey(
  by: Manager,
  account: AccountRow,
  input: KeyInput,
): Promise<Key & { key: string }> {
  const { mode } = input
  checkScopes(by, account, mode, input.scopes ?? ['*'])
  checkLimits(input)
  await mustHaveRoom(account, mode)
  // Of a hospital alone: an account that belongs to none stands by itself. What a house holds already is
  // rotated and looked through as ever.
  if (account.hospital_id !== account.id) {
    await refuseUnlicensedHouse(account.hospital_id, 'make an API key')
  }
  const { made, key } = await insertKey(account, mode, {
    name: input.name.trim(),
    scopes: [...new Set(input.scopes ?? ['*'])],
    ip_allowlist: input.ipAllowlist ?? [],
    expires_at: asInstant(input.expiresAt),
    created_by: by.actor,
  })
  await noteKey(by, 'key.create', made, { to: 'active' })
  return { ...shown(made), key }
}

const asInstant = (text: string | null | undefined): string | null =>
  typeof text === 'string' ? new Date(text).toISOString() : null

export async function changeKey(by: Manager, found: KeyRow, changes: KeyChange): Promise<Key> {
  mustBe(found, ['active'], 'changed')
  if (found.kind === 'console') throw wrongState('A console key is not changed; ask for a new one.')
  const account = await findAccount(found.account_id)
  if (changes.scopes !== undefined) checkScopes(by, account, found.mode, changes.scopes)
  checkLimits(changes)
  if (isKey(by) && by.key_id === found.id) checkOwn(by, found, changes)
  const { expiresAt } = changes
  await msg_keys.change(
    { hospital_id: found.hospital_id, id: found.id },
    {
      ...(changes.name === undefined ? {} : { name: changes.name.trim() }),
      ...(changes.scopes === undefined ? {} : { scopes: [...new Set(changes.scopes)] }),
      ...(changes.ipAllowlist === undefined ? {} : { ip_allowlist: changes.ipAllowlist }),
      ...(expiresAt === undefined ? {} : { expires_at: asInstant(expiresAt), noticed_days: [] }),
    },
  )
  forgetKeys()
  await noteKey(by, 'key.change', found, { changes: { ...changes } })
  return shown(await keyById(found.id))
}

/** The same name, mode, scopes, allowlist and expiry under a new secret and a full budget. */
export async function rotateKey(by: Manager, found: KeyRow): Promise<Key & { key: string }> {
  mustBe(found, ['active'], 'rotated')
  if (found.kind === 'console') throw wrongState('A console key is not rotated; ask for a new one.')
  mustHold(by, found.scopes)
  const account = await findAccount(found.account_id)
  const { made, key } = await insertKey(account, found.mode, {
    name: found.name,
    scopes: found.scopes,
    ip_allowlist: found.ip_allowlist,
    expires_at: found.expires_at,
    created_by: by.actor,
  })
  await end(found, 'rotated', made.id)
  await noteKey(by, 'key.rotate', found, { from: 'active', to: 'revoked', reason: 'rotated' })
  return { ...shown(made), key }
}

export async function revokeKey(
  by: Manager,
  found: KeyRow,
  reason: string | null = null,
): Promise<Key> {
  const from = stateOf(found)
  mustBe(found, ['active', 'expired'], 'revoked')
  if (isKey(by) && (await isLastManager(found)))
    throw wrongState("This is the account's last key that can manage keys.")
  await end(found, 'revoked', null)
  await noteKey(by, 'key.revoke', found, { from, to: 'revoked', reason })
  return shown(await keyById(found.id))
}

/** Every key of an account ends with its business (MSG 3.1). */
export async function revokeAll(by: Actor, account_id: string): Promise<void> {
  await msg_keys.changeAnywhere(
    { account_id, active: true },
    { active: false, revoked_at: clock.instant(), revoked_reason: 'account_closed' },
  )
  forgetKeys()
  const { hospital_id } = await findAccount(account_id)
  await note(by, 'key.revoke', {
    owner: { account_id, hospital_id },
    entity: 'key',
    reason: 'account_closed',
  })
}

/** MSG-112: lives some minutes, dies with the session, bound to the caller's address. */
export async function createConsoleKey(
  by: Actor,
  account: AccountRow,
  asked: {
    name: string
    scopes: readonly string[]
    session_id?: string | null
    address: string | null
    reason?: string | undefined
  },
): Promise<Key & { key: string }> {
  const life_ms = minutes(await setting('console_key_minutes'))
  const { made, key } = await insertKey(account, 'live', {
    name: asked.name.slice(0, 60),
    kind: 'console',
    scopes: [...asked.scopes],
    ip_allowlist: asked.address === null ? [] : [asked.address],
    expires_at: instantIn(life_ms),
    session_id: asked.session_id ?? null,
    created_by: by.actor,
  })
  await noteKey(by, 'key.console', made, { to: 'active', reason: asked.reason ?? null })
  return { ...shown(made), key }
}

/** Of the caller's own account, whatever its mode. */
export async function findKey(
  { account_id, hospital_id }: Pick<MessagingCaller, 'account_id' | 'hospital_id'>,
  id: string,
): Promise<KeyRow> {
  const found = await msg_keys.find({ hospital_id, account_id, id })
  if (found === undefined) throw noneHere('key')
  return found
}

/** Of any account: for the platform, in the words of its own API. */
export async function keyById(id: string): Promise<KeyRow> {
  const found = await msg_keys.findAnywhere({ id })
  if (found === undefined) throw noSuch('key')
  return found
}

export async function listKeys(
  { account_id }: { account_id: string },
  asked: Asked & { mode?: Mode | undefined; status?: (typeof key_states)[number] | undefined },
): Promise<Listed<Key>> {
  const now = clock.instant()
  const status = {
    active: sql`active and (expires_at is null or expires_at > ${now})`,
    expired: sql`active and expires_at <= ${now}`,
    revoked: sql`not active`,
  }
  const found = await msg_keys.read(
    sql`select ${msg_keys.selection()} from msg_keys${where([
      sql`account_id = ${account_id}`,
      when(asked.mode, sql`mode = ${asked.mode}`),
      asked.status === undefined ? undefined : status[asked.status],
      afterId(asked, 'desc'),
    ])} order by id desc limit ${limitOf(asked) + 1}`,
  )
  return listed(asked, found, shown, ({ id }) => cursorOf(id))
}

export const stateOf = (key: KeyRow): Key['status'] => {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && key.expires_at <= clock.instant() ? 'expired' : 'active'
}

export const shown = (key: KeyRow): Key => {
  const status = stateOf(key)
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    kind: key.kind,
    prefix: prefixOf(key.mode, key.public_id),
    lastFour: key.last_four,
    scopes: key.scopes,
    ipAllowlist: key.ip_allowlist,
    expiresAt: key.expires_at,
    status,
    lastUsedAt: key.last_used_at,
    lastUsedIp: key.last_used_ip,
    revokedAt: key.revoked_at,
    revokedReason: key.revoked_reason,
    replacedBy: key.replaced_by,
    createdBy: key.created_by,
    createdAt: key.created_at,
    updatedAt: key.updated_at,
    moves: movesOf(key, status),
  }
}

const movesOf = ({ kind }: KeyRow, status: Key['status']): string[] => {
  if (status === 'revoked') return []
  if (status === 'expired') return ['revoke']
  return kind === 'console' ? ['revoke'] : ['change', 'rotate', 'revoke']
}

async function insertKey(
  account: AccountRow,
  mode: Mode,
  about: Omit<
    NewRow<(typeof msg_keys)['columns']>,
    'hospital_id' | 'account_id' | 'mode' | 'public_id' | 'hash' | 'last_four'
  >,
): Promise<{ made: KeyRow; key: string }> {
  const { key, public_id, hash, last_four } = makeKey(mode)
  const owner = ownerOf(ownerIn(account, mode))
  const made = await msg_keys.insert({ ...owner, ...about, public_id, hash, last_four })
  return { made, key }
}

async function end(
  { hospital_id, id }: KeyRow,
  revoked_reason: (typeof revoked_reasons)[number],
  replaced_by: string | null,
): Promise<void> {
  const now = clock.instant()
  // Of two that end it at once one does: a key is never replaced by two.
  const ended = await msg_keys.change(
    { hospital_id, id, active: true },
    { active: false, revoked_at: now, revoked_reason, replaced_by },
  )
  if (ended === 0) throw wrongState('This API key was ended a moment ago.')
  forgetKeys()
}

/** MSG-105: only scopes the granting key holds; codes and test tools where they are allowed. */
function checkScopes(
  by: Manager,
  account: AccountRow,
  mode: Mode,
  scopes: readonly string[],
): void {
  for (const scope of scopes) {
    if (scope !== '*' && !isScope(scope)) throw wrong('scopes', `Unknown scope ${scope}.`)
  }
  const asked = expanded(scopes)
  if (asked.has('sms:otp') && !account.otp_allowed)
    throw wrong('scopes', 'scopes: sms:otp is not allowed for this account.')
  if (asked.has('test:manage') && mode !== 'test')
    throw wrong('scopes', 'scopes: test:manage is for test keys.')
  mustHold(by, scopes)
}

/** Whoever is shown a key can use it: what was made with more is not taken over by less (MSG-105). */
function mustHold(by: Manager, scopes: readonly string[]): void {
  if (!isKey(by)) return
  const missing = [...expanded(scopes)].find(
    (scope) => !by.permissions.has(scope) && scope !== 'test:manage',
  )
  if (missing !== undefined)
    throw wrong('scopes', `scopes: this key does not hold ${missing} and cannot grant it.`)
}

function checkLimits({
  ipAllowlist,
  expiresAt,
}: Pick<KeyChange, 'ipAllowlist' | 'expiresAt'>): void {
  const range = ipAllowlist?.find((one) => !isRange(one))
  if (range !== undefined)
    throw wrong('ipAllowlist', `ipAllowlist: ${range} is no address or range.`)
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= clock.ms())
    throw wrong('expiresAt', 'expiresAt must be in the future.')
}

/** MSG-105, MSG-106: a key widens nothing of its own, and does not lock itself out unasked. */
function checkOwn(by: MessagingCaller, found: KeyRow, changes: KeyChange): void {
  const { ipAllowlist, expiresAt } = changes
  if (ipAllowlist !== undefined) {
    if (!isWithin(ipAllowlist, found.ip_allowlist))
      throw wrong('ipAllowlist', 'ipAllowlist: a key cannot lift its own allowlist.')
    if (!isAllowed(ipAllowlist, by.ip) && changes.confirmLockout !== true) {
      throw wrong(
        'ipAllowlist',
        `ipAllowlist would shut out this call's own address ${by.ip}; confirm with confirmLockout.`,
      )
    }
  }
  if (expiresAt === undefined || found.expires_at === null) return
  if (expiresAt === null || new Date(expiresAt).toISOString() > found.expires_at)
    throw wrong('expiresAt', 'expiresAt: a key cannot prolong its own life.')
}

async function mustHaveRoom({ id }: AccountRow, mode: Mode): Promise<void> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_keys where account_id = ${id} and mode = ${mode}
        and kind = 'standard' and active and (expires_at is null or expires_at > ${clock.instant()})`,
  )
  if (Number(found?.n ?? 0) >= active_max)
    throw wrongState(`This account has ${active_max} active ${mode} keys; revoke one first.`)
}

async function isLastManager(found: KeyRow): Promise<boolean> {
  if (!expanded(found.scopes).has('account:manage')) return false
  const others = await msg_keys.all({
    hospital_id: found.hospital_id,
    account_id: found.account_id,
    active: true,
    kind: 'standard',
  })
  return !others.some(
    (key) =>
      key.id !== found.id &&
      stateOf(key) === 'active' &&
      expanded(key.scopes).has('account:manage'),
  )
}

function mustBe(key: KeyRow, states: readonly string[], done: string): void {
  const state = stateOf(key)
  if (states.includes(state)) return
  throw wrongState(`This API key is ${state} and cannot be ${done}.`)
}

const noteKey = (
  by: Actor,
  action: string,
  key: KeyRow,
  about: {
    from?: string
    to?: string
    reason?: string | null
    changes?: Record<string, unknown>
  },
): Promise<void> =>
  note(by, action, {
    owner: ownerOf(key),
    entity: 'key',
    entity_id: key.id,
    label: key.name,
    ...about,
  })
