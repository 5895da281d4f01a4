// What is said to be nobody's is nobody's: a door of which every route says so by itself (`nobodys`) may
// not hide one whose path, body, query or reply names a patient.

import t from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import type { Route } from '../../daemon/edge/route.ts'
import { nameOf } from '../support/sweeps/privacy.ts'
import { fieldsOf } from '../support/desk/two-hospitals.ts'
import { nobodys_fields } from './exceptions.ts'

const of_patient = /(^|[._\]])(patients?|patient_(id|name|number)|visit_id|admission_id)(\[\])?$/
const below_patient =
  /^\/(patients|visits|emergencies|appointments|referrals|vitals|queue-entries)\/:/

function patientsIn({ path, body, query, reply }: Route): string[] {
  const answered = 'schema' in reply ? reply.schema : undefined
  const fields = [body, query, answered].flatMap((schema) => fieldsOf(schema))
  const named = fields.filter((field) => of_patient.test(field))
  return [...new Set(below_patient.test(path) ? [path, ...named] : named)]
}

t.test('nobody’s routes name no patient', async (t) => {
  const routes = hospital_doors
    .flatMap((door) => door.routes)
    .filter(({ opens }) => opens === 'nobody')
  const used = new Set<string>()
  for (const route of routes) {
    const found = patientsIn(route)
    for (const field of found) used.add(field)
    const wrong = found.filter((field) => nobodys_fields[field] === undefined)
    t.same(wrong, [], `${nameOf(route)} names a patient: say what it opens`)
  }
  const needless = Object.keys(nobodys_fields).filter((field) => !used.has(field))
  t.same(needless, [], 'no exception any more: take it off the list')
  t.comment(`${routes.length} routes of nobody`)
})
