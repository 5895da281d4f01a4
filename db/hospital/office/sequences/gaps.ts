// Whether the numbers that were given stand on records, each of them once (ACC-107). What a restore left
// behind counts as there (OPS-129).

import { rows } from '../../../store/connection.ts'
import { batchesOf } from '../../../store/batches.ts'
import { raw, sql, when, where } from '../../../store/sql.ts'
import { type NumbersStand, registry, type SequenceKind } from '../../registry.ts'
import { formOf } from './forms.ts'
import { howMany } from './lost.ts'
import { type Form, type Token, tokensOf } from './patterns.ts'
import { sequence_counters, sequences } from './tables.ts'

export interface Gaps {
  series: number
  /** The first that is missing, double or nowhere given, in words. */
  bad: string | null
}

interface Years {
  from: string
  to: string
}

/** Of some years alone: the series that begin anew with one of them. */
export async function gaps(
  hospital_id: string,
  /** Branches by the code that stands in a number. */
  places: ReadonlyMap<string, string>,
  years?: Years,
): Promise<Gaps> {
  const result: Gaps = { series: 0, bad: null }
  const of = (period: string): boolean =>
    years === undefined || (period.slice(0, 4) >= years.from && period.slice(0, 4) <= years.to)
  for (const kind of registry.sequences.values()) {
    const { stand } = kind
    if (stand === undefined) continue
    const found = await ofKind(hospital_id, { ...kind, stand }, { of, places })
    result.series += found.series
    result.bad ??= found.bad
  }
  if (years === undefined) {
    const own = await ofOwnSeries(hospital_id)
    result.series += own.series
    result.bad ??= own.bad
  }
  return result
}

type Gapless = SequenceKind & { stand: NumbersStand }

interface Asked {
  of: (period: string) => boolean
  places: ReadonlyMap<string, string>
}

interface Given {
  first: number
  last: number
  /** Which numbers stand on a record, or were left behind. */
  seen: Uint8Array
}

async function ofKind(
  hospital_id: string,
  kind: Gapless,
  { of: isOf, places }: Asked,
): Promise<Gaps> {
  const counters = await sequence_counters.all({ hospital_id, kind: kind.kind })
  const given = new Map<string, Given>()
  for (const { place, period, next_value, first_value, lost } of counters) {
    if (!isOf(period)) continue
    const last = next_value - 1
    const seen = new Uint8Array(last + 1)
    for (const range of lost ?? []) seen.fill(1, range.first, range.last + 1)
    const first = first_value ?? 1
    given.set(`${place} ${period}`, { first, last, seen })
  }
  const readers = (await formsOf(hospital_id, kind)).map((form) => readerOf(form, places))
  for await (const batch of numbersOf(hospital_id, kind.stand)) {
    for (const number of batch) {
      const read = readers.map((of) => of(number)).find((one) => one !== undefined)
      if (read === undefined)
        return { series: given.size, bad: `${number} is no number of its series` }
      if (!isOf(read.period)) continue
      const of = given.get(`${read.place} ${read.period}`)
      if (of === undefined || read.n < of.first || read.n > of.last) {
        return { series: given.size, bad: `${number} was never given` }
      }
      if (of.seen[read.n] === 1) return { series: given.size, bad: `${number} stands twice` }
      of.seen[read.n] = 1
    }
  }
  for (const [name, { first, last, seen }] of given) {
    const missing = seen.indexOf(0, first)
    if (missing !== -1 && missing <= last) {
      const [place = '', period = ''] = name.split(' ')
      const branch = [...places].find(([, id]) => id === place)?.[0]
      const of = [kind.label, branch, period === '*' ? undefined : period].filter(Boolean).join(' ')
      return { series: given.size, bad: `${of}: number ${missing} is missing` }
    }
  }
  return { series: given.size, bad: null }
}

async function* numbersOf(
  hospital_id: string,
  { table, only }: NumbersStand,
): AsyncGenerator<string[]> {
  const batches = batchesOf<{ id: string; number: string }>(
    (after, limit) =>
      rows(
        sql`select id, number from ${raw(table)}${where([
          sql`hospital_id = ${hospital_id}`,
          sql`number is not null`,
          when(only, sql`(${only})`),
          when(after, sql`id > ${after?.id}`),
        ])} order by id limit ${limit}`,
      ),
    4000,
  )
  for await (const batch of batches) yield batch.map(({ number }) => number)
}

/** Every form by which a number of the kind may have been made, the newest first. */
async function formsOf(hospital_id: string, kind: SequenceKind): Promise<Form[]> {
  const row = await sequences.find({ hospital_id, kind: kind.kind })
  if (row === undefined) return [formOf(kind)]
  const pending = row.pending === null ? [] : [row.pending]
  return [...pending, formOf(row), ...row.past, formOf(kind)]
}

interface Read {
  place: string
  period: string
  n: number
}

/** What stands where in a reference of this form. */
function readerOf(
  { pattern, scope, reset }: Form,
  places: ReadonlyMap<string, string>,
): (reference: string) => Read | undefined {
  const text = new RegExp(`^${(tokensOf(pattern) ?? []).map(expressionOf).join('')}$`)
  return (reference) => {
    const found = text.exec(reference)?.groups
    if (found === undefined) return undefined
    const year = found['YYYY'] ?? `20${found['YY'] ?? ''}`
    const day = [year, found['MM'], found['DD']]
    const length = { NEVER: 0, YEARLY: 1, MONTHLY: 2, DAILY: 3 }[reset]
    return {
      place: scope === 'HOSPITAL' ? '*' : (places.get(found['FAC'] ?? '') ?? '?'),
      period: length === 0 ? '*' : day.slice(0, length).join('-'),
      n: Number(found['SEQ']),
    }
  }
}

/** A token may stand more than once: the first of a kind is read. */
function expressionOf(token: Token, at: number, all: readonly Token[]): string {
  if (token.kind === 'literal') return RegExp.escape(token.text)
  const name = all.findIndex(({ kind }) => kind === token.kind) === at ? `?<${token.kind}>` : '?:'
  if (token.kind === 'FAC') return `(${name}[A-Z0-9]{2,8})`
  return `(${name}\\d{${token.kind === 'SEQ' ? `${token.width},` : token.kind.length}})`
}

/** What an area counts in a table of its own and can say where it stands: the Z numbers of drawers. */
async function ofOwnSeries(hospital_id: string): Promise<Gaps> {
  const result: Gaps = { series: 0, bad: null }
  for (const own of registry.series) {
    if (own.standing === undefined) continue
    const standing = new Map(
      (await own.standing(hospital_id)).map((one) => [`${one.place} ${one.period}`, one]),
    )
    for (const { kind, place, period, given, lost } of await own.all(hospital_id)) {
      const found = standing.get(`${place} ${period}`)
      const { called = place, records = 0, numbers = 0, least = 1, highest = 0 } = found ?? {}
      result.series += 1
      standing.delete(`${place} ${period}`)
      const whole = records + howMany(lost) === given && numbers === records
      if (whole && least >= 1 && highest <= given) continue
      result.bad ??= `${kind} ${called}: ${records} of ${given - howMany(lost)} numbers stand`
    }
    const [stray] = standing.keys()
    if (stray !== undefined) result.bad ??= `${stray} was never given`
  }
  return result
}
