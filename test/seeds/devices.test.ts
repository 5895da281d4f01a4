// Workstations, from the source document of the hospital API alone. Each test is named by the sentence
// it proves.

import t from 'tap'
import { workstation } from '../support/workstation.ts'
import { consoleOf } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('devices', async (t) => {
  const { who, nobody, facility_id } = await consoleOf(t)
  const whole = {
    facility_id,
    label: 'L',
    station_role: 'cashier',
    allowed_cidrs: ['10.0.0.0/8'],
    never_expires: false,
    expires_in_hours: 2,
    lease_days: 30,
  }

  t.test('"**NewActivation** (chosen by an administrator)"', async (t) => {
    const made = await who.post('/devices/activations', whole)
    succeeded(t, made, 201)
    echoed(t, made.data, {
      facility_id,
      label: 'L',
      station_role: 'cashier',
      allowed_cidrs: ['10.0.0.0/8'],
    })
    t.type(made.data.code, 'string', 'a code typed in at a workstation')
    for (const station_role of [
      'reception',
      'cashier',
      'pharmacy',
      'laboratory',
      'ward',
      'admin',
    ]) {
      const one = await who.post('/devices/activations', { ...whole, station_role })
      t.equal(one.data?.station_role, station_role, one.message)
    }
    for (const [field, body] of withNulls(whole, ['expires_in_hours', 'lease_days'])) {
      const one = await who.post('/devices/activations', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const forever = await who.post('/devices/activations', {
      ...whole,
      allowed_cidrs: [],
      never_expires: true,
      expires_in_hours: null,
    })
    succeeded(t, forever, 201)
    refused(t, await who.post('/devices/activations', { ...whole, station_role: 'kitchen' }), 400)
    paged(t, await who.get('/devices/activations'))
  })

  t.test('"a code typed in at a workstation plus a claim carrying a public key"', async (t) => {
    for (const key_scope of ['dpapi', 'cng']) {
      const { data } = await who.post('/devices/activations', {
        ...whole,
        label: `Of ${key_scope}`,
        allowed_cidrs: [],
      })
      const claimed = await nobody.post('/devices/claim', {
        ...workstation().claim(data.code),
        key_scope,
      })
      t.match(String(claimed.status), /^20/, claimed.message)
      const again = await nobody.post('/devices/claim', workstation().claim(data.code))
      t.match(String(again.status), /^4/, 'a code is claimed once')
    }
    const { data } = await who.post('/devices/activations', {
      ...whole,
      label: 'Of none',
      allowed_cidrs: [],
    })
    const other = { ...workstation().claim(data.code), key_scope: 'paper' }
    refused(t, await nobody.post('/devices/claim', other), 400)
    paged(t, await who.get('/devices'))
  })
})
