// A village of the house, and somebody who lives there from now on.

import { folded } from '../../../db/store/table.ts'
import { within } from '../../../db/store/connection.ts'
import { administrative_areas } from '../../../db/hospital/desk/patients/areas/tables.ts'
import { patients } from '../../../db/hospital/desk/patients/tables.ts'

export const movedTo = (hospital_id: string, patient_id: string, name: string): Promise<string> =>
  within(async () => {
    const area = { hospital_id, level: 1, name, name_key: folded(name) }
    const { id } = await administrative_areas.insert(area)
    await patients.change({ hospital_id, id: patient_id }, { area_id: id })
    return id
  })
