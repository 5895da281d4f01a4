// Opt-outs (MSG-450, MSG-455): one open row for a number, which a new wish widens and never
// narrows; both directions keep source, time and evidence.

import { batchesOf } from '../../store/batches.ts'
import { insertBulk } from '../../store/bulk.ts'
import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { oneOf, raw, type Sql, sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { note } from '../accounts/audit.ts'
import { instantOf } from '../accounts/clock.ts'
import { type Actor, type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { numberOf } from '../contacts/contacts.ts'
import { kept } from '../contacts/opt-outs.ts'
import type { OptOut, OptOutInput } from '../contacts/shapes.ts'
import type { OptOutScope, opt_out_sources } from '../contacts/words.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { noneHere } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import { emitMany } from '../webhooks/emit.ts'
import { msg_opt_outs } from './tables.ts'

type Row = RowOf<(typeof msg_opt_outs)['columns']>
export type OptOutSource = (typeof opt_out_sources)[number]

export interface Wish {
  phones: readonly string[]
  scope: OptOutScope
  source: OptOutSource
  evidence?: Record<string, unknown> | null
  note?: string | null
}

export interface Taken {
  created: number
  widened: number
  already: number
}

/** Also fails what waits unsubmitted for these numbers; codes go on. */
export async function takeOut(by: Actor, owner: Owner, wish: Wish): Promise<Taken> {
  const phones = [...new Set(wish.phones)]
  const open = await openAmong(owner, phones)
  const missing = phones.filter((phone) => !open.has(phone))
  const narrow =
    wish.scope === 'all' ? phones.filter((phone) => open.get(phone)?.scope === 'promotional') : []
  if (missing.length > 0) await insert(by, owner, wish, missing)
  if (narrow.length > 0) await widen(owner, wish, narrow)
  await tell(owner, 'opt_out.created', wish, [...missing, ...narrow])
  const changed = [...missing, ...narrow]
  if (changed.length > 0) {
    const classes = wish.scope === 'all' ? ['transactional', 'promotional'] : ['promotional']
    await endUnsubmitted(
      by,
      owner,
      sql`phone${oneOf(changed)} and class${oneOf(classes)}`,
      'opted_out',
    )
  }
  return {
    created: missing.length,
    widened: narrow.length,
    already: phones.length - changed.length,
  }
}

async function openAmong(owner: Owner, phones: readonly string[]): Promise<Map<string, Row>> {
  const names = await kept(owner, phones)
  const found = await msg_opt_outs.read(
    sql`select ${msg_opt_outs.selection()} from msg_opt_outs
        where account_id = ${owner.account_id} and mode = ${owner.mode} and lifted_at is null
          and phone${oneOf([...names.keys()])}`,
  )
  return new Map(found.map((one) => [names.get(one.phone) ?? one.phone, one]))
}

/** Whom somebody else takes out at this moment is met again, as taken out, when this begins anew. */
async function insert(
  by: Actor,
  owner: Owner,
  wish: Wish,
  phones: readonly string[],
): Promise<void> {
  const { scope, source, evidence = null } = wish
  const at = clock.instant()
  await insertBulk(
    msg_opt_outs,
    {
      ...ownerOf(owner),
      scope,
      source,
      evidence: { ...evidence, by: by.actor },
      note: wish.note ?? null,
      created_at: at,
      updated_at: at,
    },
    phones.map((phone) => ({ phone })),
  )
}

const widened = { scope: 'all', told_at: null } as const

async function widen(owner: Owner, wish: Wish, phones: readonly string[]): Promise<void> {
  if (wish.scope !== 'all') return
  for (const phone of (await kept(owner, phones)).keys()) {
    await msg_opt_outs.change({ ...ownerOf(owner), phone, lifted_at: null }, widened)
  }
}

async function tell(
  owner: Owner,
  event: 'opt_out.created' | 'opt_out.removed',
  { scope, source }: Pick<Wish, 'scope' | 'source'>,
  phones: readonly string[],
): Promise<void> {
  const at = await instantOf(owner)
  await emitMany(
    owner,
    event,
    phones.map((phone) => ({ data: { id: newId(), phone, scope, source, at } })),
    at,
  )
}

export interface Lifting {
  source: OptOutSource
  /** Needed by API and desk; the number itself needs none. */
  consent_note: string | null
}

/** Null when nothing was open. */
export async function lift(
  by: Actor,
  owner: Owner,
  phone: string,
  { source, consent_note }: Lifting,
): Promise<Row | null> {
  const open = (await openAmong(owner, [phone])).get(phone)
  if (open === undefined) return null
  const lifted = {
    lifted_at: clock.instant(),
    lifted_by: by.actor.slice(0, 160),
    consent_note,
    told_at: null,
  }
  const count = await msg_opt_outs.change(
    { ...ownerOf(owner), id: open.id, lifted_at: null },
    lifted,
  )
  if (count === 0) return null
  await tell(owner, 'opt_out.removed', { scope: open.scope, source }, [phone])
  await note(by, 'opt_out.lift', {
    owner,
    entity: 'opt_out',
    entity_id: open.id,
    reason: consent_note,
  })
  return { ...open, ...lifted }
}

// What the API asks.

export async function create(caller: MessagingCaller, given: OptOutInput): Promise<Taken> {
  const phones = given.phones.map((typed, at) => numberOf(typed, `phones[${at}]`))
  return takeOut(caller, caller, {
    phones,
    scope: given.scope ?? 'all',
    source: 'api',
    note: given.note ?? null,
  })
}

export async function find(caller: Owner, typed: string): Promise<OptOut & { history: OptOut[] }> {
  const phone = readNumber(typed)
  const rows = phone === null ? [] : await allOf(caller, phone)
  const [latest] = rows
  if (latest === undefined) throw noneHere('opt-out')
  return { ...shown(latest), history: rows.map(shown) }
}

async function allOf(owner: Owner, phone: string): Promise<Row[]> {
  const names = await kept(owner, [phone])
  return msg_opt_outs.read(
    sql`select ${msg_opt_outs.selection()} from msg_opt_outs
        where account_id = ${owner.account_id} and mode = ${owner.mode}
          and phone${oneOf([...names.keys()])}
        order by case when lifted_at is null then 0 else 1 end, id desc limit 200`,
  )
}

export async function liftByApi(
  caller: MessagingCaller,
  typed: string,
  consent_note: string,
): Promise<OptOut> {
  const phone = readNumber(typed)
  const lifted =
    phone === null ? null : await lift(caller, caller, phone, { source: 'api', consent_note })
  if (lifted === null) throw noneHere('opt-out')
  return shown(lifted)
}

export interface OptOutsAsked extends Asked {
  scope?: string
  source?: string
  lifted?: boolean
  since?: string
  until?: string
}

export async function list(caller: Owner, asked: OptOutsAsked): Promise<Listed<OptOut>> {
  const found = await read(caller, asked, afterId(asked, 'desc'), 'desc', limitOf(asked) + 1)
  return listed(asked, found, shown, ({ id }) => cursorOf(id))
}

function read(
  { account_id, mode }: Owner,
  asked: OptOutsAsked,
  after: Sql | undefined,
  order: 'asc' | 'desc',
  limit: number,
): Promise<Row[]> {
  return msg_opt_outs.read(
    sql`select ${msg_opt_outs.selection()} from msg_opt_outs ${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      when(asked.scope, sql`scope = ${asked.scope}`),
      when(asked.source, sql`source = ${asked.source}`),
      asked.lifted === undefined
        ? undefined
        : sql`lifted_at is ${raw(asked.lifted ? 'not null' : 'null')}`,
      when(asked.since, sql`created_at >= ${utc(asked.since)}`),
      when(asked.until, sql`created_at < ${utc(asked.until)}`),
      after,
    ])} order by id ${raw(order)} limit ${limit}`,
  )
}

const utc = (moment: string | undefined): string =>
  moment === undefined ? '' : new Date(moment).toISOString()

/** The evidence file, from the first to the last. */
export async function* everyOne(caller: Owner, asked: OptOutsAsked): AsyncGenerator<OptOut[]> {
  const batches = batchesOf<Row>((last, limit) =>
    read(caller, asked, last === undefined ? undefined : sql`id > ${last.id}`, 'asc', limit),
  )
  for await (const batch of batches) yield batch.map(shown)
}

const shown = (one: Row): OptOut => ({
  id: one.id,
  phone: one.phone,
  scope: one.scope,
  source: one.source,
  evidence: one.evidence,
  note: one.note,
  createdAt: one.created_at,
  liftedAt: one.lifted_at,
  liftedBy: one.lifted_by,
  consentNote: one.consent_note,
})
