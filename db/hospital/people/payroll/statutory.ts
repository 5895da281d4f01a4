// Statutory tables: data with a date and a source, only added to (HR-92, HR-93).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { toBasisPoints, toPercent } from '../../../core/kinds/percent.ts'
import { conflict, invalid, invalidAs } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageOf } from '../../../store/pages.ts'
import type { Of } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { accountThere } from './accounts.ts'
import { type Applies, type Band, reckon, tablesFor } from './reckon.ts'
import type { Breakdown, StatutoryFilter, StatutoryInput, StatutoryTable, Trial } from './shapes.ts'
import { statutory_tables } from './tables.ts'

type Row = RowOf<(typeof statutory_tables)['columns']>

/** The same whom it is for gives the same text. */
export const keyOf = (applies: Applies): string =>
  Object.entries(applies)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')

const allOf = ({ hospital_id }: Of): Promise<Row[]> =>
  statutory_tables.all({ hospital_id }, { order: ['code', 'applies_key', 'effective_from'] })

export async function list(
  caller: Caller,
  asked: StatutoryFilter & PageAsked,
): Promise<Page<StatutoryTable>> {
  const purse = await purseOf(caller)
  const all = await allOf(caller)
  const wanted = asked.code === undefined ? undefined : capitals(asked.code)
  const found = all
    .map((row) => shown(purse, row, all))
    .filter(({ code }) => wanted === undefined || code === wanted)
    .filter(({ effective_from, effective_to }) =>
      asked.as_of === undefined
        ? true
        : effective_from <= asked.as_of && (effective_to === null || asked.as_of <= effective_to),
    )
  return pageOf(asked, found)
}

function shown({ major }: Purse, row: Row, all: readonly Row[]): StatutoryTable {
  const next = all.find(
    (one) =>
      one.code === row.code &&
      one.applies_key === row.applies_key &&
      one.effective_from > row.effective_from,
  )
  const percent = (bp: number | null): number | null => (bp === null ? null : toPercent(bp))
  return {
    ...row,
    applies: row.applies as StatutoryTable['applies'],
    effective_to: next === undefined ? null : nextDay(next.effective_from, -1),
    employee_pct: percent(row.employee_bp),
    employer_pct: percent(row.employer_bp),
    cap: row.cap === null ? null : major(row.cap),
    round_to: major(row.round_to),
    bands: row.bands?.map(({ from, bp }) => ({ from: major(from), pct: toPercent(bp) })) ?? null,
  }
}

export async function open(caller: Caller, input: StatutoryInput): Promise<StatutoryTable> {
  const purse = await purseOf(caller)
  const applies = appliesRead(input.applies ?? {})
  const { code: typed, name, effective_from, base, due_day, filing_kind, source_note } = input
  await accountThere(caller, input.liability_account_id)
  const row = {
    hospital_id: caller.hospital_id,
    code: capitals(typed),
    name,
    effective_from,
    applies,
    applies_key: keyOf(applies),
    base,
    ...ratesRead(purse, input),
    reduces_taxable: input.reduces_taxable ?? false,
    min_headcount: input.min_headcount ?? null,
    due_day,
    filing_kind,
    liability_account_id: input.liability_account_id ?? null,
    source_note,
  }
  const made = await attempt(() => statutory_tables.insert(row)).catch((error: unknown) => {
    if (!isTaken(error, 'applies_key')) throw error
    throw conflict(`${row.code} of ${effective_from} is there already: give a later date.`)
  })
  record(caller, 'statutory_table.create', {
    entity_type: 'statutory_table',
    entity_id: made.id,
    entity_label: `${made.code} ${effective_from}`,
  })
  return shown(purse, made, await allOf(caller))
}

const appliesRead = (given: NonNullable<StatutoryInput['applies']>): Applies =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Applies

function ratesRead(
  { minor, currency }: Purse,
  input: StatutoryInput,
): Pick<Row, 'employee_bp' | 'employer_bp' | 'cap' | 'bands' | 'round_to'> {
  const { employee_pct = null, employer_pct = null, cap = null, bands = null, round_to } = input
  if (employee_pct === null && employer_pct === null && bands === null) {
    throw invalidAs('employee_pct', 'give a rate of the employee, of the employer, or bands.')
  }
  if (employee_pct !== null && bands !== null) {
    throw invalidAs('bands', 'stand in the place of employee_pct: give one of the two.')
  }
  if (cap !== null && cap <= 0) throw invalid('cap', 'must be more than 0.')
  const step = round_to ?? 1
  if (step <= 0) throw invalid('round_to', 'must be more than 0.')
  const bp = (field: string, percent: number | null): number | null =>
    percent === null ? null : toBasisPoints(percent, field)
  return {
    employee_bp: bp('employee_pct', employee_pct),
    employer_bp: bp('employer_pct', employer_pct),
    cap: cap === null ? null : minor('cap', cap),
    bands: bands === null ? null : bandsRead(minor, bands),
    round_to:
      round_to === undefined || round_to === null
        ? 10 ** currency.decimals
        : minor('round_to', step),
  }
}

/** They begin at 0 and go up. */
function bandsRead(minor: Purse['minor'], given: NonNullable<StatutoryInput['bands']>): Band[] {
  const bands = given.map(({ from, pct }, at) => ({
    from: minor(`bands[${at}].from`, from),
    bp: toBasisPoints(pct, `bands[${at}].pct`),
  }))
  for (const [at, { from }] of bands.entries()) {
    const before = bands[at - 1]?.from
    if (before === undefined ? from !== 0 : from <= before) {
      throw invalid(`bands[${at}].from`, at === 0 ? 'must be 0.' : 'must be above the one before.')
    }
  }
  return bands
}

/** In minor units: what rates are reckoned from stays a whole number. */
const most_a_month = 10 ** 14

/** What would be taken; nothing is stored. */
export async function attemptPay(caller: Caller, asked: Trial): Promise<Breakdown> {
  const { minor, major } = await purseOf(caller)
  const { gross, basic, flags, headcount } = asked
  if (gross < 0) throw invalid('gross', 'must be 0 or more.')
  const whole = minor('gross', gross)
  if (whole > most_a_month) throw invalid('gross', 'is more than anybody is paid in a month.')
  const of_basic = basic === undefined || basic === null ? whole : minor('basic', basic)
  if (of_basic < 0 || of_basic > whole) throw invalid('basic', 'must be between 0 and gross.')
  const { secondary_employment = false, ...set } = flags ?? {}
  const who = {
    residency: asked.residency ?? 'RESIDENT',
    pension_scheme: asked.pension_scheme ?? null,
    flags: Object.entries(set).flatMap(([name, on]) => (on ? [name] : [])),
    secondary_employment,
  }
  const tables = tablesFor(await allOf(caller), who, asked.as_of ?? (await today(caller)))
  const month = { gross: whole, basic: of_basic, pensionable: whole, taxable: whole }
  const found = reckon(tables, month, headcount ?? Number.MAX_SAFE_INTEGER)
  return {
    gross,
    taxable: major(found.taxable),
    taken: found.taken.map(({ employee, employer, ...one }) => ({
      ...one,
      employee: major(employee),
      employer: major(employer),
    })),
    employee: major(found.employee),
    employer: major(found.employer),
    net: major(found.net),
  }
}
