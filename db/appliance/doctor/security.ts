// Checks of who could get in, and of what was proved about the books (operations 5.14).

import { clock, days, hours } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { openHospitals } from '../../hospital/office/system/watch.ts'
import { sql } from '../../store/sql.ts'
import { schedules } from '../timetable/tables.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'

export const security_checks: readonly Check[] = [
  {
    id: 'security.last_admin',
    category: 'security',
    says: 'more than one person can administer the house',
    light: true,
    run: everywhere(async (hospital_id) => {
      const { count } = await administrators(hospital_id)
      return count > 1
        ? ok(`${count} administrators`)
        : warn(`${count} administrator alone`, {
            mend: 'Give the role to a second person.',
            mend_command: 'kituo user roles <username> --add administrator',
          })
    }),
  },
  {
    id: 'security.two_factor',
    category: 'security',
    says: 'administrators sign in with a second factor',
    light: true,
    run: everywhere(async (hospital_id) => {
      const { count, without } = await administrators(hospital_id)
      return without === 0
        ? ok(`${count} with a second factor`)
        : warn(`${without} of ${count} administrators sign in by password alone`, {
            mend: 'Each sets it up under Account.',
          })
    }),
  },
  {
    id: 'security.first_password',
    category: 'security',
    says: 'no temporary password lies unused',
    light: true,
    run: everywhere(async (hospital_id) => {
      const found = await row<{ n: number | string }>(
        sql`select count(*) as n from users where hospital_id = ${hospital_id}
            and status = 'ACTIVE' and temporary_until is not null and last_sign_in_at is null`,
      )
      return Number(found?.n ?? 0) === 0
        ? ok('none')
        : warn(`${found?.n} accounts have a temporary password that nobody used`)
    }),
  },
  {
    id: 'security.open_codes',
    category: 'security',
    says: 'no activation code waits without an end and without a network',
    light: true,
    run: everywhere(async (hospital_id) => {
      const found = await row<{ n: number | string }>(
        sql`select count(*) as n from device_activations where hospital_id = ${hospital_id}
            and status = 'PENDING' and never_expires and cast(allowed_cidrs as text) = '[]'
            and created_at < ${new Date(clock.ms() - days(30)).toISOString()}`,
      )
      return Number(found?.n ?? 0) === 0
        ? ok('none')
        : warn(`${found?.n} codes never end and count from anywhere`, {
            mend_command: 'kituo device activations',
          })
    }),
  },
  {
    id: 'books.verify',
    category: 'books',
    says: 'the books were proved lately',
    light: true,
    run: everywhere((hospital_id) => proved('books-proof', hospital_id, 'kituo books verify')),
  },
]

/** By the schedule that proves it each night. */
async function proved(name: string, hospital_id: string, mend_command: string): Promise<Found> {
  const found = await schedules.findAnywhere({ name, place: hospital_id })
  if (found?.last_run_at === undefined || found.last_run_at === null) {
    return skipped('never proved by itself yet')
  }
  if (found.last_status === 'FAILED') return bad('the last proof failed', { mend_command })
  return clock.ms() - Date.parse(found.last_run_at) > hours(36)
    ? warn(`the last proof is of ${found.last_run_at}`, { mend_command })
    : ok(`proved at ${found.last_run_at}`)
}

async function administrators(hospital_id: string): Promise<{ count: number; without: number }> {
  const found = await row<{ n: number | string; without: number | string }>(
    sql`select count(*) as n,
          count(case when u.totp_enabled_at is null then 1 end) as without
        from users u where u.hospital_id = ${hospital_id} and u.status = 'ACTIVE' and exists (
          select 1 from user_roles g join roles r on r.id = g.role_id
          where g.user_id = u.id and r.code = 'administrator')`,
  )
  return { count: Number(found?.n ?? 0), without: Number(found?.without ?? 0) }
}

/** The worst of the hospitals here. */
export function everywhere(
  look: (hospital_id: string) => Promise<Found>,
): (patient: Patient) => Promise<Found> {
  return async ({ deployment }) => {
    if (deployment === null) return skipped('no data are open')
    const found: Found[] = []
    for (const hospital_id of await openHospitals()) found.push(await look(hospital_id))
    const order = ['BAD', 'WARN', 'OK', 'SKIPPED']
    found.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    return found[0] ?? skipped('no hospital is here yet')
  }
}
