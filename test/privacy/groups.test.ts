// Sensitive groups are read by who may read what is clinical, and by nobody else (VUL-6): every route that reads
// is walked by people without that right, at a patient of each of them.

import t from 'tap'
import { codesOf } from '../../daemon/edge/route.ts'
import { clock } from '../../db/core/clock.ts'
import { follows, private_tags } from '../../db/hospital/desk/patients/groups/words.ts'
import type { Ask } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import { everything, wholePatient, workshopOf } from '../support/desk/whole-patient.ts'
import { addressOf, askings, Faults, shown, staff_routes } from '../support/sweeps/privacy.ts'

/** Whoever holds one of these reads the true names: of all, or of what waits for the decision. */
const rights = ['patient-clinical:read', 'vulnerability:confirm']
/** Those that somebody writes down; the others follow from an enrolment. */
const groups = private_tags.filter((tag) => follows[tag] === undefined)
/** Words of a catalogue, which are of nobody. */
const catalogues = { 'GET /clinical/codes': 'codes alone' }
const secret = (tag: string): string => `siri${tag.toLowerCase().replaceAll('_', '')}`

t.test('no sensitive group is told to who may not know it (VUL-6)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { people } = house
  const shop = await workshopOf(house)
  const whole = await wholePatient(shop, { name: 'Fichwaji' })
  const officer = await people.holding('vulnerability:confirm')
  for (const tag of groups) {
    const asked = await shop.hands.post(`/patients/${whole.id}/vulnerable-groups`, {
      group: tag,
      valid_from: '2026-03-01',
      evidence_type: 'CLINICAL_RECORD',
      evidence_no: secret(tag),
      notes: secret(tag),
    })
    t.equal(asked.status, 201, `${tag}: ${asked.message}`)
    const made = await officer.post(`/vulnerable-groups/${asked.data.id}/confirm`, {})
    t.equal(made.status, 200, made.message)
  }
  const reading = staff_routes.filter(
    ({ method, opens, access }) =>
      method === 'GET' &&
      opens !== 'nobody' &&
      !codesOf(access).some((code) => rights.includes(code)),
  )
  const tags = groups.map((tag) => `"${tag}"`)
  const secrets = [...tags, ...groups.map(secret)]
  const faults = new Faults()
  const outsider = await people.holding(...everything.filter((code) => !rights.includes(code)))
  const holders = new Map<string, Ask>()
  let walked = 0
  for (const route of reading) {
    const at = addressOf(route, whole)
    if (at === null) continue
    walked += 1
    for (const asked of askings(route, whole))
      faults.add(route, shown(await outsider.get(at, asked), secrets))
    for (const code of codesOf(route.access)) {
      const holder = holders.get(code) ?? (await people.holding(code))
      holders.set(code, holder)
      faults.add(route, shown(await holder.get(at, askings(route, whole)[0]), secrets))
    }
  }
  t.same(faults.against(catalogues), [])
  t.comment(`${walked} routes, ${holders.size} permissions`)

  const doctor = await people.holding('patient:read', 'vulnerability:read', 'patient-clinical:read')
  const known = await doctor.get(`/patients/${whole.id}/vulnerable-groups`)
  t.same(shown(known, secrets), secrets, 'who has the right reads them all')
})
