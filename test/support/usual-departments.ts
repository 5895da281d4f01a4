// What is prepared for tests has none of the departments that a new house has: a test makes those that it speaks of.
// What a new house has of them is proved by itself (test/hospital/office/places/usual-departments.test.ts).

import { usual_departments } from '../../db/hospital/office/places/shipped-departments.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'
import { within } from '../../db/store/connection.ts'

export const withoutUsualDepartments = (hospital_id: string): Promise<unknown> =>
  within(() => departments.remove({ hospital_id, code: usual_departments.map(([code]) => code) }))
