import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { answer } from '../../../core/question.ts'
import {
  isStationProven,
  noteStation,
  stationInUse,
  stationLabels,
  stationOf,
  stationsAt,
} from '../../neighbours/workstations.ts'
import type { Brings } from '../../registry.ts'
import { restored } from './restored.ts'
import { countAt, inUse, labels, proven, seen, station } from './stations.ts'
import { devices } from './tables.ts'

export const brings: Brings = {
  area: 'devices',
  restored,
  entities: [
    {
      type: 'device',
      read: 'device:read',
      write: 'device:update',
      async exists({ hospital_id }, id) {
        const found = await devices.find({ hospital_id, id })
        return found === undefined ? undefined : { label: found.label }
      },
    },
  ],
  answers: [
    answer(stationOf, station),
    answer(stationLabels, labels),
    answer(stationsAt, countAt),
    answer(isStationProven, proven),
    answer(noteStation, seen),
    answer(stationInUse, inUse),
  ],
  reads: { device_activation: 'device:read' },
  async placeWork({ hospital_id }, { kind, id }) {
    if (kind !== 'facility') return []
    const found = await row<{ n: number }>(
      sql`select count(*) as n from devices where hospital_id = ${hospital_id}
          and facility_id = ${id} and status = 'ACTIVE'`,
    )
    const count = Number(found?.n ?? 0)
    return count === 0 ? [] : [{ label: 'active workstations', count }]
  },
}
