// Closing a fiscal year (4.10): looked at outside, then written in one transaction that looks again.

import { createHash } from 'node:crypto'
import type { Caller } from '../../caller.ts'
import { clock, instantIn, minutes } from '../../clock.ts'
import { dialect, run, snapshot, within } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { conflict, noSuch, Refusal } from '../../refusal.ts'
import { anchorAfter } from '../auditing/after-closing.ts'
import { backupNow } from '../neighbours/books.ts'
import { tell } from '../neighbours/telling.ts'
import { type Books, booksOf, restamp, type YearRow } from './books.ts'
import { type BranchFigures, type Figures, snapshotHash } from './close-figures.ts'
import { type Accepting, type Looked, look } from './close-plan.ts'
import { lines_max } from './lines.ts'
import { facilityNames } from './parties.ts'
import type { Head } from './held.ts'
import { lockHead } from './post.ts'
import { otherPerson } from './second-person.ts'
import { sums } from './sums.ts'
import { accounting_preferences, fiscal_closes, fiscal_years, ledger_heads } from './tables.ts'
import type { Plan } from './year-shapes.ts'
import { note, rowOf, year_life } from './years.ts'
import { type Posted, write } from './write.ts'

export interface Closing extends Accepting {
  plan?: string | null | undefined
}

/** What a close leaves behind; `waits` when a second person is asked. */
export interface Outcome {
  did: 'closed' | 'already' | 'waits'
  year: YearRow
  plan: string
}

export async function close(caller: Caller, id: string, asked: Closing): Promise<Outcome> {
  const year = await rowOf(caller, id)
  if (year.status === 'CLOSED') return { did: 'already', year, plan: year.close_plan ?? '' }
  year_life.move('close', year.status, year.name)
  const plan = asked.plan ?? ''
  if (plan === '') throw new Refusal(400, 'invalid', 'plan is required: read close-plan first.')
  const { preferences } = await booksOf(caller)
  if (preferences.second_approver.close) return record(caller, year, plan, asked)
  return commit(caller, year, plan, asked, null)
}

/** The same checks now; the books are closed when somebody else agrees. */
async function record(
  caller: Caller,
  year: YearRow,
  plan: string,
  asked: Closing,
): Promise<Outcome> {
  const looked = await snapshot(() => look(caller, year.id, asked))
  mayClose(looked, plan)
  const awaiting = {
    kind: 'CLOSE' as const,
    plan: looked.figures.plan,
    asked_by_id: caller.user_id,
    asked_by_name: asker(caller),
    at: clock.instant(),
    accepted: [...(asked.accept ?? [])],
    reason: asked.reason ?? null,
  }
  await within(async () => {
    await fiscal_years.change({ hospital_id: caller.hospital_id, id: year.id }, { awaiting })
    await restamp(caller)
    note(caller, 'fiscal_year.ask_close', year, { reason: asked.reason ?? null })
  })
  return { did: 'waits', year: await rowOf(caller, year.id), plan: looked.figures.plan }
}

const asker = ({ name }: Caller): string => name.slice(0, 160)
const waits_ms = 72 * 3_600_000

/** What was asked and is still in time, by somebody else (3.4). */
export async function agreed(
  caller: Caller,
  id: string,
  kind: 'CLOSE' | 'REOPEN',
  plan: string | null | undefined,
): Promise<NonNullable<YearRow['awaiting']>> {
  const year = await rowOf(caller, id)
  const { awaiting } = year
  if (awaiting === null || awaiting.kind !== kind) {
    throw conflict(`Nobody asked for anything about ${year.name}.`)
  }
  await otherPerson(
    caller,
    awaiting.asked_by_id,
    kind === 'CLOSE' ? 'fiscalyear:close' : 'fiscalyear:reopen',
    'You asked for this: somebody else must approve it.',
  )
  if (Date.parse(awaiting.at) + waits_ms < clock.ms()) {
    throw conflict('It was asked more than 72 hours ago: ask again.')
  }
  if ((plan ?? '') !== '' && !samePlan(awaiting.plan ?? '', plan ?? '')) throw moved()
  return awaiting
}

export async function approve(caller: Caller, id: string, plan?: string | null): Promise<Outcome> {
  const awaiting = await within(() => agreed(caller, id, 'CLOSE', plan))
  const year = await rowOf(caller, id)
  return commit(
    caller,
    year,
    awaiting.plan ?? '',
    { accept: awaiting.accepted, reason: awaiting.reason },
    awaiting.asked_by_name,
  )
}

export async function withdraw(caller: Caller, id: string): Promise<YearRow> {
  const year = await rowOf(caller, id)
  if (year.awaiting === null) throw conflict(`Nobody asked for anything about ${year.name}.`)
  await fiscal_years.change({ hospital_id: caller.hospital_id, id }, { awaiting: null })
  await restamp(caller)
  note(caller, 'fiscal_year.withdraw', year, {})
  return rowOf(caller, id)
}

/** 64 hex, or as many of the first as somebody copied, twelve at least. */
export const samePlan = (now: string, given: string): boolean =>
  given.length >= 12 && now.startsWith(given.toLowerCase())

export const moved = (): Refusal =>
  conflict('The books moved since that plan: read close-plan again.', 'plan.moved')

export function mayClose({ year, checks, warnings, figures }: Looked, plan: string): void {
  if (!samePlan(figures.plan, plan)) throw moved()
  const failed = checks.find(({ state }) => state === 'FAIL')
  if (failed !== undefined) {
    const said = failed.message.replace('in the year', `in ${year.name}`)
    throw conflict(`${said} (${failed.code}).`, 'check.failed')
  }
  const open = warnings.find(({ accepted }) => !accepted)
  if (open !== undefined) {
    throw conflict(
      `Accept ${open.code} or mend it: ${open.said ?? `${open.message}.`}`,
      'check.failed',
    )
  }
}

async function commit(
  caller: Caller,
  first: YearRow,
  plan: string,
  accepting: Accepting,
  asked_by: string | null,
): Promise<Outcome> {
  await begin(caller, first)
  try {
    // Outside, where nobody waits: the whole chain. Inside, only what came since.
    const looked = await snapshot(() => look(caller, first.id, accepting))
    mayClose(looked, plan)
    const seen = await snapshot(() => headNow(caller))
    const backup = await backupNow(caller, {
      tag: `before-close-${first.name}`,
      reason: `Fiscal year ${first.name} is being closed`,
      verify: true,
    })
    const year = await within(async () => {
      const head = await lockHead(caller)
      const now = await look(caller, first.id, accepting, { from: seen })
      mayClose(now, plan)
      year_life.move('close', now.year.status, now.year.name)
      return writeClose(caller, head, now, accepting, { asked_by, backup: backup?.name ?? null })
    })
    return { did: 'closed', year, plan: year.close_plan ?? '' }
  } finally {
    await end(caller, first)
  }
}

async function headNow(caller: Caller): Promise<Head> {
  const head = await ledger_heads.find({ hospital_id: caller.hospital_id })
  if (head === undefined) throw noSuch('fiscal year')
  return head
}

const closing_ms = minutes(10)

/** One close of a year at a time, whoever runs it and wherever (exit 5). */
async function begin(caller: Caller, { id, name }: YearRow): Promise<void> {
  await within(async () => {
    const { hospital_id } = caller
    const year = await fiscal_years.find({ hospital_id, id }, { lock: true })
    const busy = year?.closing ?? null
    if (busy !== null && busy.until > clock.instant()) {
      throw conflict(
        `fiscal year ${name} is being closed by ${busy.by_name} since ${busy.at.slice(11, 16)}; nothing was written`,
        'lock.held',
      )
    }
    const closing = { by_name: asker(caller), at: clock.instant(), until: instantIn(closing_ms) }
    await fiscal_years.change({ hospital_id, id }, { closing })
    note(caller, 'fiscal_year.begin_close', { id, name } as YearRow, {})
  })
}

async function end(caller: Caller, { id, name }: YearRow): Promise<void> {
  await within(async () => {
    await fiscal_years.change({ hospital_id: caller.hospital_id, id }, { closing: null })
    note(caller, 'fiscal_year.end_close', { id, name } as YearRow, {})
  })
}

/** A daemon that died while it closed (7). On SQLite there is no other, so its mark goes at once. */
export async function clearCutOff(): Promise<number> {
  const dead = (await fiscal_years.allAnywhere({})).filter(
    ({ closing }) =>
      closing !== null && (dialect() === 'sqlite' || closing.until < clock.instant()),
  )
  for (const { id } of dead) await fiscal_years.changeAnywhere({ id }, { closing: null })
  return dead.length
}

async function writeClose(
  caller: Caller,
  head: Head,
  looked: Looked,
  accepting: Accepting,
  { asked_by, backup }: { asked_by: string | null; backup: string | null },
): Promise<YearRow> {
  const { books, year, figures } = looked
  const { hospital_id } = caller
  const version = year.close_version + 1
  const entries = await closingEntries(caller, books, head, year, version, figures.branches)
  await mustBeNothing(books, year, figures, entries)
  const result = figures.branches.reduce((total, { surplus }) => total + surplus, 0)
  const closed_at = clock.instant()
  const lock_date_before = books.preferences.lock_date
  const lock_date =
    lock_date_before !== null && lock_date_before > year.ends_on ? lock_date_before : year.ends_on
  const names = await facilityNames(caller)
  const by = asked_by ?? asker(caller)
  const approved_by_name = asked_by === null ? null : asker(caller)
  const certificate_number = `FYC-${year.name}-${version}`
  const entry_references = entries.map(({ reference, lines }) => ({
    reference,
    facility: names.get(lines[0]?.facility_id ?? '') ?? '',
    lines: lines.length,
  }))
  const certificate = {
    number: certificate_number,
    fiscal_year: { id: year.id, name: year.name, starts_on: year.starts_on, ends_on: year.ends_on },
    version,
    plan: figures.plan,
    entries: entry_references,
    result,
    snapshot: snapshotHash(figures.totals),
    chain_no: head.chain_no,
    chain_hash: head.hash,
    closed_at,
    closed_by: by,
    approved_by: approved_by_name,
    without_entries: entries.length === 0,
  }
  const certificate_sha256 = createHash('sha256').update(JSON.stringify(certificate)).digest('hex')
  await fiscal_closes.insert({
    hospital_id,
    fiscal_year_id: year.id,
    close_version: version,
    plan: figures.plan,
    accepted: [...(accepting.accept ?? [])],
    reason: accepting.reason ?? null,
    result,
    snapshot: { totals: figures.totals },
    snapshot_hash: snapshotHash(figures.totals),
    entry_references,
    lock_date_before,
    lock_date,
    backup,
    certificate_number,
    certificate,
    certificate_sha256,
    closed_at,
    closed_by_name: by,
    approved_by_name,
  })
  await fiscal_years.change(
    { hospital_id, id: year.id },
    {
      status: 'CLOSED',
      close_version: version,
      result,
      closed_at,
      closed_by_id: asked_by === null ? caller.user_id : (year.awaiting?.asked_by_id ?? null),
      closed_by_name: by,
      approved_by_name,
      close_plan: figures.plan,
      awaiting: null,
      closing: null,
      certificate_number,
      certificate_sha256,
      lock_date_before,
    },
  )
  await accounting_preferences.change({ hospital_id }, { lock_date })
  await moveBudgets(hospital_id, year, 'APPROVED', 'CLOSED')
  await restamp(caller)
  note(caller, 'fiscal_year.close', year, {
    from_state: 'OPEN',
    to_state: 'CLOSED',
    reason: accepting.reason ?? null,
  })
  anchorAfter(caller)
  await tell(caller, {
    to: { permission: 'report:finance' },
    kind: 'accounting.year',
    title: `Fiscal year ${year.name} is closed`,
    body: `Version ${version}, surplus ${books.purse.said(result)}. Certificate ${certificate_number}.`,
    entity: { type: 'fiscal_year', id: year.id },
  })
  return rowOf(caller, year.id)
}

/** A branch's entry; one of more than 5,000 lines is cut, each part on retained earnings by itself. */
async function closingEntries(
  caller: Caller,
  books: Books,
  head: Head,
  year: YearRow,
  version: number,
  branches: readonly BranchFigures[],
): Promise<Posted[]> {
  const posted: Posted[] = []
  const retained = books.map.roles['retained'] ?? ''
  for (const { facility_id, lines } of branches) {
    const own = lines.filter(({ account_id }) => account_id !== retained)
    const parts = Math.max(1, Math.ceil(own.length / (lines_max - 1)))
    for (let part = 0; part < parts; part++) {
      const cut = own.slice(part * (lines_max - 1), (part + 1) * (lines_max - 1))
      const rest = cut.reduce((total, { debit, credit }) => total + debit - credit, 0)
      const [model] = cut
      if (model === undefined) continue
      const balancing = {
        ...model,
        account_id: retained,
        department: null,
        debit: rest < 0 ? -rest : 0,
        credit: rest > 0 ? rest : 0,
      }
      posted.push(
        await write(caller, books, head, {
          source: 'FISCAL_YEAR_CLOSE',
          source_id: `${year.id}:${version}:${facility_id}${part === 0 ? '' : `:${part}`}`,
          kind: 'CLOSING',
          entry_date: year.ends_on,
          memo: `Fiscal year ${year.name} closed, version ${version}`,
          lines: rest === 0 ? cut : [...cut, balancing],
          document: {
            kind: 'fiscal year',
            id: year.id,
            reference: year.name,
            path: `/accounting/fiscal-years/${year.id}`,
          },
        }),
      )
    }
  }
  return posted
}

/** ACC-71: what does not hold now undoes everything. */
async function mustBeNothing(
  { hospital_id, chart, map, preferences }: Books,
  { name, starts_on: from, ends_on: to }: YearRow,
  figures: Figures,
  entries: readonly Posted[],
): Promise<void> {
  const left = await sums(hospital_id, ['account_id', 'facility_id', 'department'], { from, to })
  const open = left.find(({ account_id, debit, credit }) => {
    const kind = chart.by_id.get(account_id)?.kind
    return (kind === 'INCOME' || kind === 'EXPENSE') && debit !== credit
  })
  if (open !== undefined) throw new Error(`closing ${name} left ${open.account_id} open`)
  const branches = await sums(hospital_id, ['facility_id'], { to })
  if (branches.some(({ debit, credit }) => debit !== credit)) {
    throw new Error(`closing ${name} left a trial balance that is not zero`)
  }
  const retained = map.roles['retained'] ?? ''
  const change = entries
    .flatMap(({ lines }) => lines)
    .filter(({ account_id }) => account_id === retained)
    .reduce((total, { debit, credit }) => total + credit - debit, 0)
  const result = figures.branches.reduce((total, { surplus }) => total + surplus, 0)
  const drawn = preferences.drawings_to_retained ? drawnOf(entries, map.roles['drawings'] ?? '') : 0
  if (change !== result + drawn) throw new Error(`closing ${name} moved ${change}, not ${result}`)
}

const drawnOf = (entries: readonly Posted[], drawings: string): number =>
  entries
    .flatMap(({ lines }) => lines)
    .filter(({ account_id }) => account_id === drawings)
    .reduce((total, { debit, credit }) => total + debit - credit, 0)

/** Budgets of the year's months and of the year itself go with it. */
export const moveBudgets = (
  hospital_id: string,
  { starts_on, ends_on }: YearRow,
  from: 'APPROVED' | 'CLOSED',
  to: 'APPROVED' | 'CLOSED',
): Promise<number> =>
  run(
    sql`update budgets set status = ${to}, version = version + 1
      where hospital_id = ${hospital_id} and status = ${from}
        and period_year * 100 + case when period_month = 0 then 1 else period_month end
          between ${Number(starts_on.slice(0, 7).replace('-', ''))}
          and ${Number(ends_on.slice(0, 7).replace('-', ''))}`,
  )

/** What the last close of a year left, as the command line and the API show it. */
export async function closedOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  year: YearRow,
): Promise<NonNullable<Plan['closed']> | undefined> {
  const found = await fiscal_closes.find({
    hospital_id,
    fiscal_year_id: year.id,
    close_version: year.close_version,
  })
  if (found === undefined) return undefined
  return {
    version: found.close_version,
    at: found.closed_at,
    by: found.closed_by_name,
    approved_by: found.approved_by_name,
    entries: found.entry_references,
    lock_date_before: found.lock_date_before,
    lock_date: found.lock_date,
    backup: found.backup,
    certificate: { number: found.certificate_number, sha256: found.certificate_sha256 },
  }
}
