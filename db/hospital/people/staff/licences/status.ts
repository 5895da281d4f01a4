// What a licence, and all of somebody's licences, say on a day (HR-13).

import { nextDay } from '../../../../core/clock.ts'
import type { Of } from '../../../../store/record-of.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { LicenceStatus } from '../records/words.ts'
import type { PeopleSettings } from '../settings/shapes.ts'

type Rules = Pick<PeopleSettings, 'licence_grace_days' | 'licence_notice_days'>

/** By its last day; one without a last day counts for good. */
export function statusOn(
  expires_on: string | null,
  day: string,
  { licence_grace_days, licence_notice_days }: Rules,
): 'VALID' | 'EXPIRING' | 'EXPIRED' {
  if (expires_on === null) return 'VALID'
  if (nextDay(expires_on, licence_grace_days) < day) return 'EXPIRED'
  const notice = Math.max(0, ...licence_notice_days)
  return expires_on <= nextDay(day, notice) ? 'EXPIRING' : 'VALID'
}

/** Which kinds let somebody practise: interns work on their registration or a permit. */
export const practising_kinds = sql`(l.kind = 'PRACTISING'
  or (s.employment_type = 'INTERN' and l.kind in ('REGISTRATION', 'PERMIT')))`

export interface Standing {
  status: LicenceStatus
  /** Of the one that lasts longest: its number, and its last day. */
  licence_no: string | null
  expires_on: string | null
}

interface Found {
  id: string
  needed: unknown
  licence_no: string | null
  expires_on: string | null
}

/** In one statement for a page of people: of each the licence that lasts longest. */
export async function standingsOf(
  { hospital_id }: Of,
  staff_ids: readonly string[],
  day: string,
  rules: Rules,
): Promise<Map<string, Standing>> {
  const found = await rows<Found>(
    sql`select s.id, c.licence_required as needed, l.licence_no, l.expires_on
      from staff s join cadres c on c.id = s.cadre_id
      left join staff_licences l on l.staff_id = s.id and l.status = 'HELD' and ${practising_kinds}
      where s.hospital_id = ${hospital_id} and s.id${oneOf(staff_ids)}`,
  )
  const by_person = Map.groupBy(found, ({ id }) => id)
  return new Map([...by_person].map(([id, own]) => [id, standing(own, day, rules)]))
}

function standing(own: readonly Found[], day: string, rules: Rules): Standing {
  const held = own.filter((one) => one.licence_no !== null)
  const best = held.toSorted((a, b) => lasting(b).localeCompare(lasting(a)))[0]
  const { licence_no = null, expires_on = null } = best ?? {}
  const needed = Boolean(own[0]?.needed)
  const status = best === undefined ? 'MISSING' : statusOn(expires_on, day, rules)
  return { status: needed ? status : 'NOT_NEEDED', licence_no, expires_on }
}

const lasting = ({ expires_on }: Found): string => expires_on ?? '9999'
