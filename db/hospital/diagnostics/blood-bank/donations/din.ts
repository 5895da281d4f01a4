// The donation number (BLD-9): five characters of the facility, two digits of the year, six that count
// the year's donations without a gap; beside it a check character by ISO 7064, modulus 37,2.

import type { Caller } from '../../../../core/caller.ts'
import { invalidAs } from '../../../../core/refusal.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { returning, rows, run } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { OwnSeries } from '../../../registry.ts'
import { today } from '../../../office/hospitals/hospitals.ts'

type Of = Pick<Caller, 'hospital_id'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'
const modulus = 37

export function checkCharacter(din: string): string {
  const sum = [...din].reduce((total, one) => ((total + alphabet.indexOf(one)) * 2) % modulus, 0)
  return alphabet[(modulus + 1 - sum) % modulus] ?? ''
}

export const isDin = (text: string): boolean => /^[A-NP-Z1-9][A-Z0-9]{4}\d{8}$/.test(text)

/** Null: these five characters can begin a donation number. */
export const dinFaultOf = (fin: string): string | null =>
  isDin(`${fin}00000000`) ? null : 'must be five capitals or digits, the first neither 0 nor O.'

export const dinOn = (fin: string, year: string, count: number): string =>
  `${fin}${year}${String(count).padStart(6, '0')}`

/**
 * As it was scanned or typed: `=` with thirteen characters and two flags, the bare number, or the number
 * with its check character.
 */
export function readDin(typed: string, field = 'din'): string {
  const text = capitals(typed.trim())
  const bare = text.startsWith('=') ? text.slice(1, 14) : text
  if (text.startsWith('=') ? text.length === 16 && isDin(bare) : isDin(bare)) return bare
  const din = bare.slice(0, 13)
  if (bare.length === 14 && isDin(din) && checkCharacter(din) === bare[13]) return din
  throw invalidAs(field, `${text} is not a donation number: scan again.`)
}

/** The counter's row is locked until the transaction ends: a number that was not used comes again. */
export async function nextDin(caller: Of, fin: string): Promise<string> {
  const year = (await today(caller)).slice(2, 4)
  const [taken] = await returning<{ next_value: number }>(
    sql`insert into donation_counters (hospital_id, fin, year, next_value)
      values (${caller.hospital_id}, ${fin}, ${year}, 2)
      on conflict (hospital_id, fin, year)
        do update set next_value = donation_counters.next_value + 1
      returning next_value`,
  )
  return dinOn(fin, year, Number(taken?.next_value ?? 0) - 1)
}

const kind = 'donation'

export const own_series: OwnSeries = {
  kinds: (asked) => asked === kind,
  async all(hospital_id) {
    const found = await rows<{ fin: string; year: string; next_value: number }>(
      sql`select fin, year, next_value from donation_counters where hospital_id = ${hospital_id}`,
    )
    return found.map(({ fin, year, next_value }) => ({
      kind,
      place: fin,
      period: year,
      given: Number(next_value) - 1,
      lost: null,
    }))
  },
  async raise(hospital_id, { place, period, given }) {
    await run(
      sql`insert into donation_counters (hospital_id, fin, year, next_value)
        values (${hospital_id}, ${place}, ${period}, ${given + 1})
        on conflict (hospital_id, fin, year) do update set next_value =
          case when donation_counters.next_value < ${given + 1} then ${given + 1}
            else donation_counters.next_value end`,
    )
    return true
  },
}
