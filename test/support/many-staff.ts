// A house with as many people as are wanted, each like the one given, with the same pay.

import { clock } from '../../db/core/clock.ts'
import { newId } from '../../db/core/ids.ts'
import { pay_profiles } from '../../db/hospital/people/payroll/profiles/tables.ts'
import { staff } from '../../db/hospital/people/staff/records/tables.ts'
import { within } from '../../db/store/connection.ts'
import { folded } from '../../db/store/table.ts'

const at_once = 500

/** So many more, `ST-9…` on; their ids. Their pay is what the one has, a thousand apart. */
export async function manyLike(hospital_id: string, id: string, count: number): Promise<string[]> {
  const person = await staff.find({ hospital_id, id })
  const profile = await pay_profiles.find({ hospital_id, staff_id: id, status: 'ACTIVE' })
  if (person === undefined) throw new Error('nobody to be like')
  const ids: string[] = []
  for (let from = 0; from < count; from += at_once) {
    const some = Array.from({ length: Math.min(at_once, count - from) }, (_, n) => {
      const number = String(from + n + 1).padStart(5, '0')
      const full_name = `${person.first_name} ${number}`
      const names = { last_name: number, full_name, name_key: folded(full_name) }
      return { ...person, ...names, id: newId(), number: `ST-9${number}`, ...unlike(number) }
    })
    await within(async () => {
      await staff.insertMany(some)
      if (profile === undefined) return
      await pay_profiles.insertMany(
        some.map((one, n) => ({
          ...profile,
          id: newId(),
          staff_id: one.id,
          basic_pay: profile.basic_pay + ((from + n) % 900) * 100_000,
        })),
      )
    })
    ids.push(...some.map((one) => one.id))
  }
  return ids
}

/** What no two may have alike. */
const unlike = (number: string) => ({
  national_id: null,
  passport_no: null,
  tin: `1${number}000`,
  pension_no: `N-${number}`,
  created_at: clock.instant(),
})
