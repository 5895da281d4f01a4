// The operating licences of branches (job 9): administrators hear of one that ends soon.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { today } from '../hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'
import { facilities } from './tables.ts'

/** So many days ahead, and on the day itself. */
const told_days = [60, 30, 7, 0] as const

/** For the timetable, once a day; answers how many branches were named. */
export async function tellLicences(caller: Caller): Promise<number> {
  const day = await today(caller)
  let told = 0
  for (const ahead of told_days) {
    const licence_expires_on = nextDay(day, ahead)
    const ending = await facilities.all(
      { hospital_id: caller.hospital_id, licence_expires_on, status: 'ACTIVE' },
      { order: ['name', 'id'] },
    )
    for (const { id, name, licence_no } of ending) {
      const when = ahead === 0 ? 'today' : `in ${ahead} days, on ${licence_expires_on}`
      await tell(caller, {
        to: { role: 'administrator' },
        kind: 'facility.licence_ending',
        title: `The licence of ${name} ends ${ahead === 0 ? 'today' : `on ${licence_expires_on}`}`,
        body: `The operating licence${licence_no === null ? '' : ` ${licence_no}`} of ${name} ends ${when}.`,
        entity: { type: 'facility', id },
      })
    }
    told += ending.length
  }
  return told
}
