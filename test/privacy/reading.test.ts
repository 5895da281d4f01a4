// Nobody reads what is closed (PRV-1 to PRV-3, PLT-112): every route that reads is walked by people who
// hold its permission and have no right to the patient. Routes are read from the doors, so a new one is
// walked the moment it is listed; what hangs on a patient is made in support/whole-patient.ts.

import t from 'tap'
import { codesOf } from '../../daemon/edge/route.ts'
import { clock } from '../../db/core/clock.ts'
import type { Ask } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import {
  addressOf,
  askings,
  Faults,
  faultsOfReading,
  isRight,
  rights,
  shown,
  staff_routes,
} from '../support/sweeps/privacy.ts'
import { everything, wholePatient, workshopOf } from '../support/desk/whole-patient.ts'
import { reading_exceptions, unproven } from './exceptions.ts'

const reading = staff_routes.filter((route) => route.method === 'GET' && !isRight(route))

t.test('reading of a RESTRICTED patient', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { people } = house
  const shop = await workshopOf(house)
  const whole = await wholePatient(shop, { name: 'Fichwaji' })
  const officer = await people.with('privacy_officer')
  const put = await officer.put(`/patients/${whole.id}/sensitivity`, {
    sensitivity: 'RESTRICTED',
    reason: 'asked by the patient',
  })
  t.equal(put.status, 200, put.message)
  const secrets = [...whole.names, whole.word]
  const addresses = reading.flatMap((route) => {
    const at = addressOf(route, whole)
    return at === null ? [] : [{ route, at }]
  })

  t.test(
    'by who holds everything but the right, and by who holds the one permission',
    async (t) => {
      const faults = new Faults()
      const outsider = await people.holding(...everything.filter((code) => !rights.includes(code)))
      const holders = new Map<string, Ask>()
      for (const { route, at } of addresses) {
        const asked = askings(route, whole)
        for (const one of asked) {
          faults.add(
            route,
            await faultsOfReading(outsider, route, { whole, at, asked: one, secrets }),
          )
        }
        for (const code of codesOf(route.access)) {
          const holder = holders.get(code) ?? (await people.holding(code))
          holders.set(code, holder)
          const [first = {}] = asked
          faults.add(
            route,
            await faultsOfReading(holder, route, { whole, at, asked: first, secrets }),
          )
        }
      }
      t.same(
        faults.against(reading_exceptions),
        [],
        'nothing closed is read, and nothing unnoticed',
      )
      t.comment(`${addresses.length} routes, ${holders.size} permissions`)
    },
  )

  t.test('who has the right finds the patient there: nothing is walked in vain', async (t) => {
    const faults = new Faults()
    const walked = new Set(addresses.map(({ route }) => route))
    for (const route of reading) {
      if (route.opens === 'nobody' || walked.has(route)) continue
      faults.add(route, ['is not walked: make one in support/whole-patient.ts'])
    }
    const insider = await people.holding(...everything)
    const marks = [...secrets, whole.number, whole.id]
    for (const { route, at } of addresses) {
      const found = []
      for (const asked of askings(route, whole)) {
        const answer = await insider.get(at, asked)
        if (answer.status === 200) found.push(...shown(answer, marks))
        if (answer.status === 200 && at !== route.path) found.push('a record of the patient')
        if (found.length > 0 && route.opens !== 'nobody') break
      }
      const names = found.filter((one) => secrets.includes(one))
      if (route.opens !== 'nobody' && found.length === 0)
        faults.add(route, ['shows nothing of the patient'])
      if (route.opens === 'nobody' && names.length > 0)
        faults.add(route, [`is said to be nobody’s and shows ${names[0]}`])
    }
    t.same(faults.against(unproven), [], 'every route is walked, and shows something')
  })
})
