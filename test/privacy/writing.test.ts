// Nobody writes into a record that is closed, and what may be done with one at the desk shows nothing of
// it (PRV-1, PRV-2): every route that writes is asked by somebody who holds its permission alone, and by
// somebody who holds everything but the right. What a route guards it refuses before the fields are read.

import t from 'tap'
import { codesOf, type Route } from '../../daemon/edge/route.ts'
import { clock } from '../../db/core/clock.ts'
import { isNamed, isPart, type Opens } from '../../daemon/edge/opens.ts'
import { boot } from '../support/boot.ts'
import {
  addressOf,
  caresFor,
  closed_words,
  Faults,
  guards,
  isLetThrough,
  isRight,
  rights,
  shown,
  staff_routes,
} from '../support/sweeps/privacy.ts'
import { everything, type Whole, wholePatient, workshopOf } from '../support/desk/whole-patient.ts'
import { bodies, writing_exceptions } from './exceptions.ts'

const writing = staff_routes.filter((route) => route.method !== 'GET' && !isRight(route))

/** A route that finds its patient in the body needs one that can be read. */
const bodyOf = (route: Route, whole: Whole): object | undefined => {
  const { opens, body, method, path } = route
  if (body === undefined) return undefined
  const named = isNamed(opens) && opens.in === 'body' ? { [opens.field]: whole.id } : {}
  return { ...bodies[`${method} ${path}`]?.(whole), ...named }
}

t.test('writing to a RESTRICTED patient', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { people } = house
  const shop = await workshopOf(house)
  const whole = await wholePatient(shop, { name: 'Fichwaji' })
  const officer = await people.with('privacy_officer')
  await officer.put(`/patients/${whole.id}/sensitivity`, {
    sensitivity: 'RESTRICTED',
    reason: 'asked by the patient',
  })
  const secrets = [...whole.names, whole.word]
  const most = everything.filter((code) => !rights.includes(code))

  const faultsOf = async (route: Route, at: string, codes: readonly string[]) => {
    // Somebody new each time: whoever does something for a visit is of its care team from then on.
    const who = await people.holding(...codes)
    const answer = await who.send(route.method, at, bodyOf(route, whole))
    const opens = route.opens as Opens
    const hidden = isLetThrough(opens) ? [whole.word] : secrets
    const leaked = (await caresFor(who, whole)) ? [] : shown(answer, hidden)
    return [
      ...(leaked.length > 0 ? [`shows ${leaked.join(', ')}`] : []),
      ...(guards(opens) && answer.message !== closed_words
        ? [`is not refused: ${answer.status} ${answer.message}`]
        : []),
    ]
  }

  t.test('is refused, or shows nothing', async (t) => {
    const faults = new Faults()
    let walked = 0
    for (const route of writing) {
      const at = addressOf(route, whole)
      const opens = route.opens as Opens
      if (at === null || !(isPart(opens) || isNamed(opens) || opens === 'many')) continue
      walked += 1
      faults.add(route, await faultsOf(route, at, most))
      for (const code of codesOf(route.access)) faults.add(route, await faultsOf(route, at, [code]))
    }
    t.same(faults.against(writing_exceptions), [], 'no route writes into what is closed')
    t.comment(`${walked} routes`)
  })
})
