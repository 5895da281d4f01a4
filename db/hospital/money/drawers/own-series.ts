// The Z numbers of each drawer. One that a restore left behind is gone with its numbers.

import type { OwnSeries, Standing } from '../../registry.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { drawers } from './tables.ts'

const kind = 'shift_z'

export const own_series: OwnSeries = {
  kinds: (asked) => asked === kind,
  async all(hospital_id) {
    const found = await drawers.all({ hospital_id })
    return found.map(({ id, last_z, lost_z }) => {
      return { kind, place: id, period: '*', given: last_z, lost: lost_z }
    })
  },
  async raise(hospital_id, { place, given, lost }) {
    const to = { last_z: given, lost_z: lost }
    return (await drawers.change({ hospital_id, id: place }, to)) > 0
  },
  async standing(hospital_id) {
    const found = await rows<Omit<Standing, 'period'>>(
      sql`select drawer_id as place, max(drawer_name) as called, count(*) as records,
          count(distinct z_number) as numbers, min(z_number) as least, max(z_number) as highest
        from shifts where hospital_id = ${hospital_id} and z_number is not null group by drawer_id`,
    )
    return found.map((one) => ({
      ...one,
      period: '*',
      records: Number(one.records),
      numbers: Number(one.numbers),
    }))
  },
}
