// The Z numbers of each drawer. One that a restore left behind is gone with its numbers.

import type { OwnSeries } from '../../registry.ts'
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
}
