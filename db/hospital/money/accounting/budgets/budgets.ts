// Budgets (3.3, 4.5): planned beside spent, approved by somebody else.

import type { Caller } from '../../../../core/caller.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { accountIn } from '../chart/accounts.ts'
import { type Actuals, actualsOf, percentOf } from './actuals.ts'
import { type Books, booksOf } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import type { Budget, BudgetInput } from './shapes.ts'
import { budgets } from './tables.ts'
import { labelOf } from '../chart/chart.ts'
import { yearCovering } from '../posting/locks.ts'
import { facilityNames } from '../reports/parties.ts'
import { otherPerson } from '../second-person.ts'
import { type AccountKind, budget_states } from '../words.ts'

type Row = RowOf<(typeof budgets)['columns']>

export const budget_life = life('budget', budget_states, {
  approve: { from: ['DRAFT'], to: 'APPROVED', permission: 'budget:approve' },
  revise: { from: ['APPROVED'], to: 'SUPERSEDED', permission: 'budget:manage' },
  close: { from: ['APPROVED'], to: 'CLOSED', house: true },
})

export interface BudgetFilter extends PageAsked {
  year?: number
  month?: number
  account_id?: string
  kind?: AccountKind
  department?: string
  facility_id?: string
  status?: (typeof budget_states)[number]
  over?: number
}

export async function list(caller: Caller, asked: BudgetFilter): Promise<Page<Budget>> {
  const { hospital_id } = caller
  const { year } = asked
  if (year === undefined) throw invalid('year', 'is required.')
  const books = await booksAsked(caller, asked)
  const found = await budgets.all({
    hospital_id,
    period_year: year,
    period_month: asked.month,
    account_id: asked.account_id,
    department: asked.department,
    facility_key: asked.facility_id,
    status: asked.status ?? ['DRAFT', 'APPROVED', 'CLOSED'],
  })
  const actuals = await actualsOf(books, year)
  const shown = found
    .filter(
      ({ account_id }) =>
        asked.kind === undefined || books.chart.by_id.get(account_id)?.kind === asked.kind,
    )
    .map((row) => ({ row, ...figures(books, actuals, row) }))
    .filter(({ used_pct }) => asked.over === undefined || (used_pct ?? 0) > asked.over)
    .sort((a, b) => (placeOf(books, a.row) < placeOf(books, b.row) ? -1 : 1))
  const page = pageOf(asked, shown)
  const total = (pick: (one: (typeof shown)[number]) => number): number =>
    books.purse.major(shown.reduce((sum, one) => sum + pick(one), 0))
  const meta = {
    ...page.meta,
    totals: {
      amount: total(({ row }) => row.amount),
      actual: total(({ actual }) => actual),
      variance: total(({ variance }) => variance),
      committed: total(({ committed }) => committed),
    },
  }
  return { rows: page.rows.map(({ row }) => view(books, actuals, row)), meta }
}

const placeOf = ({ chart }: Books, row: Row): string =>
  [
    chart.by_id.get(row.account_id)?.code ?? '',
    row.department,
    String(row.period_month).padStart(2, '0'),
    row.id,
  ].join('|')

function figures({ chart }: Books, actuals: Actuals, row: Row) {
  const actual = actuals.spent(row)
  const committed = actuals.promised(row)
  const is_income = chart.by_id.get(row.account_id)?.kind === 'INCOME'
  return {
    actual,
    committed,
    variance: is_income ? actual - row.amount : row.amount - actual,
    used_pct: percentOf(actual, row.amount),
    remaining: row.amount - actual - committed,
  }
}

function view(books: Books, actuals: Actuals, row: Row): Budget {
  const account = accountIn(books.chart, row.account_id)
  const { actual, committed, variance, used_pct, remaining } = figures(books, actuals, row)
  const { major } = books.purse
  return {
    ...row,
    account_code: account.code ?? '',
    account_name: account.name,
    kind: account.kind,
    amount: major(row.amount),
    actual: major(actual),
    variance: major(variance),
    used_pct,
    committed: major(committed),
    remaining: major(remaining),
    department: row.department === '' ? null : row.department,
    facility_id: row.facility_key === '' ? null : row.facility_key,
    period_month: row.period_month === 0 ? null : row.period_month,
  }
}

export async function open(caller: Caller, input: BudgetInput): Promise<Budget> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const account = books.chart.by_id.get(input.account_id)
  if (account === undefined) throw new Refusal(404, 'not_found', 'account_id: no such account.')
  if (account.role === 'GROUP') throw conflict('Budget an account or a control account.')
  const amount = books.purse.minor('amount', input.amount)
  if (amount < 0) throw invalid('amount', 'must not be negative.')
  const facility_key = input.facility_id ?? ''
  if (facility_key !== '' && !(await facilityNames(caller)).has(facility_key)) {
    throw noSuch('facility')
  }
  const place = {
    account_id: account.id,
    department: await departmentOf(caller, books, input.department),
    facility_key,
    period_year: input.period_year,
    period_month: input.period_month ?? 0,
  }
  await refuseMixed(hospital_id, labelOf(account), place)
  const made = await budgets
    .insert({
      ...place,
      hospital_id,
      amount,
      notes: input.notes ?? null,
      control: input.control ?? 'WARN',
      status: 'DRAFT',
      author_id: caller.user_id,
      author_name: caller.name,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'account_id') ? takenBy(labelOf(account), place) : error
    })
  note(caller, 'budget.create', made.id, labelOf(account), 'DRAFT')
  return view(books, await actualsOf(books, place.period_year), made)
}

async function departmentOf(
  caller: Caller,
  { preferences }: Books,
  typed: string | null | undefined,
): Promise<string> {
  if (typed === null || typed === undefined || typed === '') return ''
  if (typed === preferences.default_department) return typed
  return (await resolveDepartment(caller, typed)).name
}

type Key = Pick<Row, 'account_id' | 'department' | 'facility_key' | 'period_year' | 'period_month'>

/** ACC-32: one live line of a key; a year and its months do not mix. */
async function refuseMixed(hospital_id: string, label: string, place: Key): Promise<void> {
  const { period_month, ...key } = place
  const live = await budgets.all({ hospital_id, ...key, status: ['DRAFT', 'APPROVED'] })
  if (live.some((one) => one.period_month === period_month)) throw takenBy(label, place)
  if (live.length === 0) return
  if (period_month === 0) throw conflict(`${label} has monthly budgets in ${place.period_year}.`)
  if (live.some((one) => one.period_month === 0)) {
    throw conflict(`${label} has a budget for the whole of ${place.period_year}.`)
  }
}

function takenBy(label: string, { department, period_year, period_month }: Key): Refusal {
  const period =
    period_month === 0
      ? `${period_year}`
      : `${period_year}-${String(period_month).padStart(2, '0')}`
  const words = [label, ...(department === '' ? [] : [department]), period].join(', ')
  return conflict(`${words} has a budget already.`)
}

export async function approve(caller: Caller, id: string): Promise<Budget> {
  const { hospital_id } = caller
  const row = await budgets.find({ hospital_id, id }, { lock: true })
  if (row === undefined) throw noSuch('budget')
  const books = await booksOf(caller)
  const account = accountIn(books.chart, row.account_id)
  const status = budget_life.move('approve', row.status, labelOf(account))
  await otherPerson(
    caller,
    row.author_id,
    'budget:approve',
    'You wrote this budget: somebody else must approve it.',
  )
  const year = yearCovering(
    books,
    `${row.period_year}-${String(row.period_month || 1).padStart(2, '0')}-01`,
  )
  if (year !== undefined && (year.status === 'CLOSED' || year.status === 'SEALED')) {
    throw conflict(`Fiscal year ${year.name} is ${year.status}.`)
  }
  await budgets.change({ hospital_id, id }, { status, approved_by_name: caller.name })
  note(caller, 'budget.approve', id, labelOf(account), status)
  const actuals = await actualsOf(books, row.period_year)
  return view(books, actuals, (await budgets.find({ hospital_id, id })) as Row)
}

function note(caller: Caller, action: string, id: string, label: string, to_state: string): void {
  record(caller, action, { entity_type: 'budget', entity_id: id, entity_label: label, to_state })
}
