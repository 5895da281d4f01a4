// The night's look at what brought no money (BIL-138): of yesterday and the seven days before. What was found is
// kept once; what is cured meanwhile ends by itself.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { mainBranch } from '../../../office/places/briefs.ts'
import type { Days, Found } from './found.ts'
import { is_one, ofLines, oldDrafts } from './of-lines.ts'
import { leakages } from './tables.ts'
import { consulted, uncharged, withoutConsultation } from './uncharged.ts'
import { isUncharged, type LeakageKind } from './words.ts'

export interface Looked {
  found: number
  gone: number
}

const looks_back = 7
const piece = 500

export async function lookForLeakage(caller: Caller, signal?: AbortSignal): Promise<Looked> {
  const to = nextDay(await today(caller), -1)
  const days = { from: nextDay(to, -looks_back), to }
  const seen = new Set<string>()
  let found = 0
  for await (const some of everything(caller, days)) {
    if (signal?.aborted === true) return { found, gone: 0 }
    for (const one of some) seen.add(keyOf(one))
    found += await within(() => keep(caller, some), 'jobs')
  }
  return { found, gone: await endCured(caller, days, seen) }
}

async function* everything(caller: Caller, days: Days): AsyncGenerator<Found[]> {
  const main_id = await mainBranch(caller)
  yield* uncharged(caller, days, main_id)
  yield await withoutConsultation(caller, days, main_id)
  yield* ofLines(caller, days)
  yield* oldDrafts(caller)
}

const keyOf = ({ kind, source, source_id }: Pick<Found, 'kind' | 'source' | 'source_id'>): string =>
  `${kind}|${source}|${source_id}`

/** Found before: what is over stays so, unless it had only gone. */
async function keep(caller: Caller, some: readonly Found[]): Promise<number> {
  const { hospital_id } = caller
  let fresh = 0
  for (const [kind, of] of Map.groupBy(some, (one) => one.kind)) {
    const known = await leakages.all({
      hospital_id,
      kind,
      source_id: of.map(({ source_id }) => source_id),
    })
    for (const one of of) {
      const before = known.find((row) => keyOf(row) === keyOf(one))
      if (before === undefined) {
        await leakages.insert({ hospital_id, status: 'OPEN', ...one })
        fresh += 1
      } else if (before.status === 'GONE') {
        const again = { status: 'OPEN' as const, ended_at: null, value: one.value }
        await leakages.change({ hospital_id, id: before.id }, again)
        fresh += 1
      }
    }
  }
  return fresh
}

type Open = Awaited<ReturnType<typeof openAfter>>[number]

const openAfter = ({ hospital_id }: Caller, after: string) =>
  leakages.read(
    sql`select ${leakages.selection()} from leakages where hospital_id = ${hospital_id}
      and status = 'OPEN' and id > ${after} order by id limit ${piece}`,
  )

/** Every row that is open, however old: whether a line stands by now, or the line is as it should be. */
async function endCured(caller: Caller, days: Days, seen: ReadonlySet<string>): Promise<number> {
  let gone = 0
  for (let after = ''; ; ) {
    const open = await openAfter(caller, after)
    const cured = await curedOf(caller, open, days, seen)
    gone += await within(() => end(caller, cured), 'jobs')
    if (open.length < piece) return gone
    after = open.at(-1)?.id ?? ''
  }
}

async function end({ hospital_id }: Caller, cured: readonly Open[]): Promise<number> {
  if (cured.length === 0) return 0
  const changes = { status: 'GONE' as const, ended_at: clock.instant() }
  return leakages.change({ hospital_id, id: cured.map(({ id }) => id), status: 'OPEN' }, changes)
}

async function curedOf(
  caller: Caller,
  open: readonly Open[],
  { from, to }: Days,
  seen: ReadonlySet<string>,
): Promise<Open[]> {
  const unseen = open.filter((one) => !seen.has(keyOf(one)))
  const standing = await stillSo(caller, unseen)
  return unseen.filter((one) => {
    // Looked at this night, and not found: the act itself was taken back.
    if (isUncharged(one.kind) && one.found_on >= from && one.found_on <= to) return true
    return !standing.has(one.id)
  })
}

async function stillSo(caller: Caller, unseen: readonly Open[]): Promise<ReadonlySet<string>> {
  const so = new Set<string>()
  for (const [kind, of] of Map.groupBy(unseen, (one) => one.kind)) {
    for (const id of await stillOf(caller, kind, of)) so.add(id)
  }
  return so
}

async function stillOf(
  caller: Caller,
  kind: LeakageKind,
  of: readonly Open[],
): Promise<readonly string[]> {
  if (kind === 'VISIT_WITHOUT_CONSULTATION') {
    const charged = await consulted(
      caller,
      of.flatMap(({ visit_id }) => visit_id ?? []),
    )
    return of.filter(({ visit_id }) => !charged.has(visit_id ?? '')).map(({ id }) => id)
  }
  if (kind === 'DRAFT_OLD' || kind === 'QUANTITY_DIFFERS') return []
  if (isUncharged(kind)) {
    const lines = await sourcesCharged(caller, of)
    return of
      .filter(({ source, source_id }) => !lines.has(`${source}|${source_id}`))
      .map(({ id }) => id)
  }
  const same = await rows<{ id: string }>(
    sql`select i.id from bill_items i join bills b on b.id = i.bill_id
      where i.hospital_id = ${caller.hospital_id} and i.id${oneOf(of.map(({ source_id }) => source_id))}
        and b.status not in ('CANCELLED', 'DISCARDED', 'CREDITED') and ${is_one[kind]}`,
  )
  const ids = new Set(same.map(({ id }) => id))
  return of.filter(({ source_id }) => ids.has(source_id)).map(({ id }) => id)
}

async function sourcesCharged(
  { hospital_id }: Caller,
  of: readonly Open[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ source: string; source_id: string }>(
    sql`select source, source_id from bill_items where hospital_id = ${hospital_id}
      and source${oneOf([...new Set(of.map(({ source }) => source))])}
      and source_id${oneOf(of.map(({ source_id }) => source_id))} and service_status <> 'CANCELLED'`,
  )
  return new Set(found.map(({ source, source_id }) => `${source}|${source_id}`))
}
