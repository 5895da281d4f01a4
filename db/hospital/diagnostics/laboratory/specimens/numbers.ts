// The number of a specimen is its barcode too (DIA-40): two digits of the year, the day of the year, five
// digits that begin anew each day, and a check digit, so that a misread scan is never another's tube.

import type { Caller } from '../../../../core/caller.ts'
import { invalidAs, Refusal } from '../../../../core/refusal.ts'
import { returning, rows, run } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { OwnSeries } from '../../../registry.ts'
import { today } from '../../../office/hospitals/hospitals.ts'

type Of = Pick<Caller, 'hospital_id'>

/** Luhn: every second digit from the right is doubled. */
export function checkDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

export function numberOn(day: string, count: number): string {
  const year = Number(day.slice(0, 4))
  const of_year = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(year, 0, 1)) / 86_400_000 + 1
  const digits = `${day.slice(2, 4)}${String(of_year).padStart(3, '0')}${String(count).padStart(5, '0')}`
  return digits + checkDigit(digits)
}

export const isSpecimenNumber = (text: string): boolean =>
  /^\d{11,12}$/.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1)

/** DIA-42: what looks like a number and is none was misread. */
export function scanned(typed: string, field = 'number'): string {
  const text = typed.trim()
  if (isSpecimenNumber(text)) return text
  if (text === '') throw new Refusal(400, 'invalid', `${field} is required.`, { field })
  throw invalidAs(field, `${text} is not a specimen number: scan again.`)
}

/** So many, in one statement; the counter's row is locked until the transaction ends. */
export async function nextNumbers(caller: Of, count: number): Promise<string[]> {
  if (count === 0) return []
  const day = await today(caller)
  const [taken] = await returning<{ next_value: number }>(
    sql`insert into specimen_counters (hospital_id, day, next_value)
      values (${caller.hospital_id}, ${day}, ${count + 1})
      on conflict (hospital_id, day)
        do update set next_value = specimen_counters.next_value + ${count}
      returning next_value`,
  )
  const end = Number(taken?.next_value ?? 0)
  return Array.from({ length: count }, (_, at) => numberOn(day, end - count + at))
}

const kind = 'specimen'

export const own_series: OwnSeries = {
  kinds: (asked) => asked === kind,
  async all(hospital_id) {
    const found = await rows<{ day: string; next_value: number }>(
      sql`select day, next_value from specimen_counters where hospital_id = ${hospital_id}`,
    )
    return found.map(({ day, next_value }) => ({
      kind,
      place: '*',
      period: day,
      given: Number(next_value) - 1,
      lost: null,
    }))
  },
  async raise(hospital_id, { period, given }) {
    await run(
      sql`insert into specimen_counters (hospital_id, day, next_value)
        values (${hospital_id}, ${period}, ${given + 1})
        on conflict (hospital_id, day) do update set next_value =
          case when specimen_counters.next_value > ${given + 1}
            then specimen_counters.next_value else ${given + 1} end`,
    )
    return true
  },
}
