// What may be given to a group, and how much of it stands on the shelf (blood-bank 8).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { choice, named, shape, type Static, Text, Whole } from '../../../../core/kinds/kinds.ts'
import { rows } from '../../../../store/connection.ts'
import { sql, where } from '../../../../store/sql.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { componentCalled, settingsOf } from '../settings/settings.ts'
import { type BloodGroup, blood_groups } from '../words.ts'
import { aboOf, donors_for, isPositive } from './compatibility.ts'

export const InStock = named(
  'BloodInStock',
  shape({ group: choice(blood_groups), component_code: Text(1, 10), units: Whole() }),
)
export type InStock = Static<typeof InStock>

export async function inStockFor(
  caller: Caller,
  group: BloodGroup,
  component: string,
): Promise<InStock[]> {
  const { code, family } = componentCalled(await settingsOf(caller), component)
  const found = await rows<{ blood_group: BloodGroup; n: number }>(
    sql`select blood_group, count(*) as n from blood_units${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined),
      sql`component_code = ${code} and status = 'AVAILABLE' and group_confirmed`,
      sql`expires_at > ${clock.instant()}`,
    ])} group by blood_group`,
  )
  const counts = new Map(found.map(({ blood_group, n }) => [blood_group, Number(n)]))
  return groupsFor(donors_for[family][aboOf(group)], group).map((one) => ({
    group: one,
    component_code: code,
    units: counts.get(one) ?? 0,
  }))
}

/** Who is Rh negative is given Rh negative; the own rhesus comes first. */
function groupsFor(abos: readonly string[], group: BloodGroup): BloodGroup[] {
  const signs = isPositive(group) ? ['+', '-'] : ['-']
  return abos.flatMap((abo) => signs.map((sign) => `${abo}${sign}` as BloodGroup))
}
