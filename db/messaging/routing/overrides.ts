// Numbers that are of another operator than their prefix says (MSG-204): set by people, one by one
// or as a file of the regulator's. What receipts taught is in learned.ts.

import { clock } from '../../core/clock.ts'
import { row, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { type Page, type PageAsked, paged } from '../../store/pages.ts'
import { invalid, noneCalled } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { refuse } from '../refusals.ts'
import { readNumber } from './numbers.ts'
import { operatorCalled } from './operator-care.ts'
import { allOperators, forgetRouting } from './operators.ts'
import { msg_number_overrides } from './tables.ts'

export interface OverrideLine {
  phone: string
  operator: string
  source: 'manual' | 'learned'
  expires_at: string | null
}

export function listOverrides(
  asked: PageAsked & {
    operator?: string | undefined
    source?: OverrideLine['source'] | undefined
    search?: string | undefined
  },
): Promise<Page<OverrideLine>> {
  const digits = asked.search?.replace(/\D/g, '').replace(/^0/, '')
  return paged<OverrideLine>(asked, {
    select: sql`phone, operator_code as operator, source, expires_at`,
    from: sql` from msg_number_overrides${where([
      sql`(expires_at is null or expires_at > ${clock.instant()})`,
      when(asked.operator, sql`operator_code = ${asked.operator}`),
      when(asked.source, sql`source = ${asked.source}`),
      when(digits, sql`phone like ${`%${digits}%`}`),
    ])}`,
    order: sql` order by phone`,
  })
}

function mustBeNumber(typed: string): string {
  const phone = readNumber(typed)
  if (phone === null)
    throw refuse('invalid_phone_number', `${typed} is not a Tanzanian mobile number.`)
  return phone
}

function later(typed: string | undefined): string | null {
  if (typed === undefined) return null
  const at = new Date(typed).toISOString()
  if (at <= clock.instant()) throw invalid('expires', 'must be in the future.')
  return at
}

export async function setOverride(
  by: Actor,
  typed: string,
  about: { operator: string; expires?: string | undefined },
): Promise<OverrideLine> {
  const phone = mustBeNumber(typed)
  const { code } = await operatorCalled(about.operator)
  const expires_at = later(about.expires)
  await write([{ phone, operator_code: code, expires_at }])
  await note(by, 'override.set', {
    entity: 'override',
    entity_id: phone,
    label: phone,
    to: code,
    changes: { expires_at },
  })
  return { phone, operator: code, source: 'manual', expires_at }
}

export async function removeOverride(by: Actor, typed: string): Promise<string> {
  const phone = mustBeNumber(typed)
  if ((await msg_number_overrides.remove({ phone })) === 0) throw noneCalled('override of', phone)
  forgetRouting()
  await note(by, 'override.remove', { entity: 'override', entity_id: phone, label: phone })
  return phone
}

export interface ImportError {
  row: number
  message: string
}
export interface Imported {
  received: number
  written: number
  duplicates: number
  rejected: number
  errors: ImportError[]
}

const rows_max = 200_000
const chunk = 5000

interface Line {
  phone: string
  operator_code: string
  expires_at: string | null
}

/**
 * `phone,operator[,expires]` with a head or without one. A wrong row is told and left out; the last
 * row of a number counts.
 */
export async function importOverrides(by: Actor, text: string): Promise<Imported> {
  const codes = new Set((await allOperators()).map(({ code }) => code as string))
  const typed = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line: line.trim(), row: at + 1 }))
    .filter(({ line, row: at }) => line !== '' && !(at === 1 && /^phone\b/i.test(line)))
  if (typed.length === 0) throw invalid('file', 'holds no rows of phone,operator.')
  if (typed.length > rows_max) throw invalid('file', `may hold ${rows_max} rows at most.`)
  const read = new Map<string, Line>()
  const errors: ImportError[] = []
  for (const { line, row: at } of typed) {
    const one = readLine(line, codes)
    if (typeof one === 'string') errors.push({ row: at, message: one })
    else read.set(one.phone, one)
  }
  const lines = [...read.values()]
  for (let from = 0; from < lines.length; from += chunk)
    await write(lines.slice(from, from + chunk))
  const found = {
    received: typed.length,
    written: lines.length,
    duplicates: typed.length - errors.length - lines.length,
    rejected: errors.length,
  }
  await note(by, 'override.import', { entity: 'override', changes: found })
  return { ...found, errors }
}

function readLine(line: string, codes: ReadonlySet<string>): Line | string {
  const [number = '', operator = '', expires = ''] = line
    .split(line.includes(';') ? ';' : ',')
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const phone = readNumber(number)
  if (phone === null) return `${number.slice(0, 20)} is not a Tanzanian mobile number.`
  const operator_code = operator.toLowerCase()
  if (!codes.has(operator_code)) return `${operator.slice(0, 20)} is no operator.`
  if (expires === '') return { phone, operator_code, expires_at: null }
  const at = new Date(expires)
  if (Number.isNaN(at.getTime())) return `${expires.slice(0, 30)} is no moment.`
  if (at.toISOString() <= clock.instant()) return `${expires.slice(0, 30)} has passed.`
  return { phone, operator_code, expires_at: at.toISOString() }
}

/** One statement for all of them; what a receipt taught gives way to what a person says. */
async function write(lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const now = clock.instant()
  const types = { phone: 'text', operator_code: 'text', expires_at: 'text' } as const
  await run(sql`insert into msg_number_overrides
      (phone, operator_code, source, expires_at, created_at, updated_at)
    select given.phone, given.operator_code, 'manual', given.expires_at, ${now}, ${now}
    from ${given(
      'given',
      types,
      lines.map((line) => ({ ...line })),
    )} where true
    on conflict (phone) do update set operator_code = excluded.operator_code, source = 'manual',
      expires_at = excluded.expires_at, updated_at = excluded.updated_at`)
  forgetRouting()
}

/** What a number is of by itself, and by an override that still holds. */
export async function overrideOf(phone: string): Promise<OverrideLine | undefined> {
  return row<OverrideLine>(sql`select phone, operator_code as operator, source, expires_at
    from msg_number_overrides
    where phone = ${phone} and (expires_at is null or expires_at > ${clock.instant()})`)
}

/** Every day: what has expired teaches nothing any more. */
export async function sweepOverrides(): Promise<number> {
  const swept = await run(
    sql`delete from msg_number_overrides where expires_at <= ${clock.instant()}`,
  )
  if (swept > 0) forgetRouting()
  return swept
}
