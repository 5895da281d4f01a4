// PLT-21 and PLT-34: who is not all the way in reaches /auth alone; patients that and the portal.

import t from 'tap'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { roles } from '../../../../db/hospital/office/access/tables.ts'
import { account, setUser, signIn } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const outside = hospital_doors
  .flatMap(({ routes }) => routes)
  .filter(({ access, path }) => access !== 'open' && !path.startsWith('/auth/'))

t.test('who is not all the way in', async (t) => {
  const house = await boot(t)
  const { hospital, people } = house
  const user = await account(house, { roles: ['administrator'] })
  await setUser(user, { must_change_password: true })
  const waiting = await signIn(house, user)
  const second = await account(house, { roles: ['nurse'] })
  await within(() =>
    roles.change({ hospital_id: hospital.id, code: 'nurse' }, { two_factor_required: true }),
  )
  const without = await signIn(house, second)
  const patient = await people.patient()
  t.ok(outside.some(({ access }) => access === 'signed in'))
  t.ok(outside.some(({ access }) => access === 'the record decides'))

  const asked: [string, typeof waiting | typeof patient, RegExp][] = [
    ['a new password is due', waiting, /^Choose a new password before you go on\.$/],
    ['two-factor is due', without, /^Set up two-factor sign-in before you go on\.$/],
    ['a patient', patient, /It needs self:use\.$/],
  ]
  for (const [name, who, words] of asked) {
    t.test(`${name}: every route outside /auth is refused`, async (t) => {
      for (const { method, path, access } of outside) {
        const at = path.replace(/:[a-z_]+/g, newId())
        const answer = await who.send(method, at, method === 'GET' ? undefined : {})
        const uncoded = access === 'signed in' || access === 'the record decides'
        if (answer.status === 404 && path.startsWith('/platform/')) continue
        // The portal is the patient's own: portal/isolation.test.ts.
        if (who === patient && path.startsWith('/portal/')) continue
        t.equal(answer.status, 403, `${method} ${path}: ${answer.message}`)
        t.match(
          answer.message,
          uncoded ? words : /^You do not have permission|^This address is for patients\.$/,
          `${path}`,
        )
      }
    })
    t.test(`${name}: /auth answers`, async (t) => {
      t.equal((await who.get('/auth/me')).status, 200)
      t.equal((await who.get('/auth/sessions')).status, 200)
    })
  }

  t.test('it is over at the next request', async (t) => {
    await waiting.post('/auth/change-password', {
      current_password: 'seven grey herons',
      new_password: 'nine brown herons',
    })
    t.equal((await waiting.get('/reference/currencies')).status, 200)
  })
})
