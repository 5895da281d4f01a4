// What a close writes (4.10): the closing entries, the year, its certificate, the lock date. Runs in
// the transaction that looked again.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { anchorAfter } from '../../../office/auditing/after-closing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { type Books, restamp, type YearRow } from '../books.ts'
import { asker } from './close-agreed.ts'
import { moveBudgets } from './close-budgets.ts'
import { type BranchFigures, type Figures, snapshotHash } from './close-figures.ts'
import type { Accepting, Looked } from './close-plan.ts'
import { lines_max } from '../entries/lines.ts'
import { facilityNames } from '../reports/parties.ts'
import type { Head } from '../posting/held.ts'
import { sums } from '../reports/sums.ts'
import { accounting_preferences, fiscal_closes, fiscal_years } from '../tables.ts'
import { note, rowOf } from './years.ts'
import { type Posted, write } from '../posting/write.ts'

export async function writeClose(
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
