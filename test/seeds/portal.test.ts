// The patient portal, from the source document of the hospital API alone. Each test is named by the
// sentence it proves.

import t from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { withAccount } from '../support/desk/portal.ts'
import { consoleOf } from './console.ts'
import { refused } from './reading.ts'

t.test('portal', async (t) => {
  const house = await consoleOf(t)

  t.test(
    '"patient-app routes; patient resolved from the token": /portal/* stands at the root',
    async (t) => {
      const patient = await withAccount(house, house.who)
      const at = (url: string) => patient.inject({ method: 'GET', url })
      for (const path of ['/portal/me', '/portal/visits', '/portal/bills']) {
        const [here, there] = [await at(path), await at(`/api/v1${path}`)]
        t.equal(here.status, 200, `${path}: ${here.message}`)
        t.same(here.body, there.body, 'and under the prefix alike')
      }
    },
  )

  t.test(
    '"Every portal route resolves the patient from the token, never from the request"',
    async (t) => {
      const routes = hospital_doors
        .flatMap(({ routes: own }) => own)
        .filter(({ path }) => path.startsWith('/portal/'))
      t.ok(routes.length > 20)
      for (const { path, query, method, body } of routes) {
        for (const shape of [query, body]) {
          const { properties = {} } = (shape ?? {}) as { properties?: object }
          // Who asks for another's record names it by its number, and waits for the desk.
          const named = Object.keys(properties).filter((name) => name === 'patient_id')
          t.same(named, [], `${method} ${path}`)
        }
      }
      refused(t, await house.who.get('/portal/me'), 403)
      const none = await house.nobody.inject({ method: 'GET', url: '/portal/me' })
      refused(t, none, 401)
    },
  )
})
