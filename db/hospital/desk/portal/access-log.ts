// Who opened my record (POR-17): when, as what and for what; by name only where the point of care gives
// nothing away.

import type { Caller } from '../../../core/caller.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Page, PageAsked } from '../../../store/pages.ts'
import { workersOf } from '../../neighbours/people.ts'
import { facilityNames } from '../../office/places/briefs.ts'
import { accessRows, rowsAbout } from '../patients/privacy/access-log.ts'
import { settingsOf } from '../patients/settings.ts'
import { restrictedDepartments } from '../service-points/restricted.ts'
import { purposeOf } from './access-purposes.ts'
import type { OwnAccess } from './own-shapes.ts'
import { authoriseOwnRead } from './record.ts'
import { languageOf, type Whose } from './whose.ts'

export async function list(
  caller: Caller,
  asked: PageAsked & { from?: string; to?: string },
): Promise<Page<OwnAccess>> {
  const { access_log_to_patient } = await settingsOf(caller)
  if (!access_log_to_patient) {
    throw new Refusal(403, 'access_log_off', 'This hospital does not show who opened a record.')
  }
  const mine = await authoriseOwnRead(caller, 'portal.access_log', 'RECORD')
  const found = await rowsAbout(mine.caller, mine.patient.id, { ...asked, actor_kind: 'USER' })
  return { rows: await shown(mine, found.rows), meta: found.meta }
}

async function shown(mine: Whose, found: Parameters<typeof accessRows>[1]): Promise<OwnAccess[]> {
  const { caller } = mine
  const rows = await accessRows(caller, found)
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  const workers = await workersOf(caller, ids)
  const closed = await restrictedDepartments(caller)
  const places = await facilityNames(
    caller,
    rows.flatMap(({ facility_id }) => facility_id ?? []),
  )
  return rows.map(({ at, user_id, user_name, facility_id, action, break_glass }) => {
    const { cadre = null, department = null } = workers.get(user_id ?? '') ?? {}
    const hidden = department !== null && closed.has(department)
    return {
      at,
      name: hidden ? null : user_name,
      cadre,
      department: hidden ? null : department,
      facility: places.get(facility_id ?? '') ?? null,
      purpose: purposeOf(action, languageOf(mine)),
      break_glass: break_glass !== null,
    }
  })
}
