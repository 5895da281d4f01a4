// What closing a year prints, to the letter of accounting 8.1, and the question it asks.

import { localTime } from '../../db/core/local-time.ts'
import type { CommandLine, Document } from '../../db/appliance/deployment/line.ts'
import type { Plan } from '../../db/hospital/money/accounting/years/shapes.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { plain } from '../frame/page.ts'
import type { Terminal } from '../frame/terminal.ts'

export type Shown = Plan & {
  did: 'looked' | 'closed' | 'already' | 'waits'
  asked_by?: string | null
  time_zone?: string
}

/** `1,204,550,000`; decimals only where there are any. */
export function amount(major: number): string {
  const is_whole = Number.isInteger(major)
  return major.toLocaleString('en-US', {
    minimumFractionDigits: is_whole ? 0 : 2,
    maximumFractionDigits: is_whole ? 0 : 2,
  })
}

const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

export function viewClose(data: Shown): string {
  switch (data.did) {
    case 'looked':
      return data.fiscal_year.status === 'CLOSED'
        ? `Fiscal year ${data.fiscal_year.name} is already closed, version ${data.fiscal_year.close_version}.`
        : viewPlan(data)
    case 'waits':
      return `Recorded. Fiscal year ${data.fiscal_year.name} waits for a second person: plan ${data.plan.slice(0, 12)}, asked by ${data.asked_by ?? ''}.`
    case 'already':
      return `Fiscal year ${data.fiscal_year.name} is already closed, version ${data.closed?.version}, ${whenIn(data)}. Certificate ${data.closed?.certificate.number}.`
    case 'closed':
      return viewClosed(data)
  }
}

function viewPlan(data: Shown): string {
  const { fiscal_year: year, checks, warnings, branches, total, to_account, plan } = data
  const blocked = checks.filter(({ state }) => state === 'FAIL').length
  const open = warnings.filter(({ accepted }) => !accepted).length
  const row = (name: string, one: Plan['total']): string =>
    `  ${name.padEnd(24)}${amount(one.income).padStart(20)}${amount(one.expense).padStart(20)}${amount(one.surplus).padStart(20)}`
  return [
    `Fiscal year ${year.name}   ${year.starts_on} to ${year.ends_on}   ${year.status}   branches ${branches.length}   entries ${amount(data.entries)}`,
    'Checks',
    ...checks.map(
      ({ code, state, message, fix }) =>
        `  ${(state === 'OK' ? '[ok]' : '[FAIL]').padEnd(6)} ${code} ${message}${fix === null ? '' : ` -> ${fix}`}`,
    ),
    ...warnings.map(({ code, accepted, message }) =>
      accepted
        ? `  [acc]  ${code} ${message}  accepted`
        : `  [warn] ${code} ${message} -> mend, or --accept ${code}`,
    ),
    `${'Result by branch'.padEnd(26)}${'Income'.padStart(20)}${'Expense'.padStart(20)}${'Surplus'.padStart(20)}`,
    ...branches.map((branch) => row(branch.name, branch)),
    row('Total', total),
    `To ${to_account?.code ?? '-'} ${to_account?.name ?? ''}`.trimEnd(),
    branches.length === 0
      ? 'Closing entries: none'
      : `Closing entries: ${branches.length} (${branches.map(({ name, lines }) => `${name} ${many(lines, 'line', 'lines')}`).join(', ')})`,
    `Plan ${plan}`,
    data.ready
      ? `Nothing was written. Ready: kituo fiscal-year close ${year.name} --plan ${plan.slice(0, 12)}${accepting(warnings)}`
      : `Nothing was written. ${many(blocked, 'check blocks', 'checks block')}, ${many(open, 'warning', 'warnings')} to accept.`,
  ].join('\n')
}

const accepting = (warnings: Plan['warnings']): string => {
  const accepted = warnings.filter(({ accepted: yes }) => yes).map(({ code }) => code)
  return accepted.length === 0 ? '' : ` --accept ${accepted.join(',').replace('W16', 'C11')}`
}

function viewClosed(data: Shown): string {
  const { fiscal_year: year, total, to_account, closed } = data
  if (closed === undefined) return `Fiscal year ${year.name} closed.`
  const approved = closed.approved_by === null ? '' : `, approved by ${closed.approved_by}`
  const entries = closed.entries.map(
    ({ reference, facility, lines }) => `${reference} ${facility} ${many(lines, 'line', 'lines')}`,
  )
  return [
    `Fiscal year ${year.name} closed, version ${closed.version}, ${whenIn(data)}, by ${closed.by}${approved}`,
    `Closing entries  ${entries.length === 0 ? 'none' : entries.join(', ')}`,
    `Surplus          ${amount(total.surplus)} to ${to_account?.code ?? ''} ${to_account?.name ?? ''}`,
    `Lock date        ${closed.lock_date_before ?? 'none'} -> ${closed.lock_date ?? 'none'}`,
    `Backup           ${closed.backup ?? 'none'}`,
    `Certificate      ${closed.certificate.number}  sha256 ${closed.certificate.sha256}`,
  ].join('\n')
}

/** In the hospital's own time: `2027-02-03 10:15`. */
const whenIn = ({ closed, time_zone }: Shown): string =>
  closed === undefined ? '' : localTime(time_zone ?? 'UTC', closed.at)

/** On a terminal without a plan: the dry run is shown, and the year's name is what closes it. */
export async function converseClose(
  line: CommandLine,
  terminal: Terminal,
  run: (line: CommandLine) => Promise<Document>,
): Promise<CommandLine | Document> {
  const { flags } = line
  if (flags['plan'] !== undefined || flags['resume'] !== undefined) return line
  const looked = await run({ ...line, flags: { ...flags, dry_run: true } })
  const data = looked.data as Shown | null
  if (!looked.success || data === null || data.fiscal_year.status === 'CLOSED') {
    return data?.fiscal_year.status === 'CLOSED'
      ? { ...line, flags: { ...flags, resume: true } }
      : looked
  }
  terminal.out(`${viewClose(data)}\n`)
  const { name } = data.fiscal_year
  const typed = await terminal.ask(`Type ${plain(name)} to close the year: `)
  if (typed?.trim() !== name) throw new Refusal(400, 'confirm.needed', 'Nothing was written.')
  return { ...line, flags: { ...flags, plan: data.plan } }
}
