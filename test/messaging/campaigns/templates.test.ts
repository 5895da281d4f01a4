// Templates: rendered for a contact, named once, no longer offered.

import t from 'tap'
import { campaignHouse } from '../../support/messaging/campaigns.ts'
import { errorOf } from '../../support/messaging/messaging.ts'

t.test('campaigns: templates', async (t) => {
  const { scene } = await campaignHouse(t)

  t.test('templates: render, names once, no longer offered', async (t) => {
    const { key } = await scene()
    const given = {
      name: 'Salamu',
      class: 'transactional',
      bodies: { sw: 'Habari {{firstName}} {{x}}' },
    }
    const { id } = (await key.post('/v1/templates', given)).body
    t.match(errorOf(await key.post('/v1/templates', { ...given, name: 'SALAMU' })), {
      code: 'already_exists',
      field: 'name',
    })
    const contact = (await key.get('/v1/contacts?search=asha')).body.data[0]
    t.strictSame((await key.post(`/v1/templates/${id}/render`, { contactId: contact.id })).body, {
      text: 'Habari Asha ',
      encoding: 'GSM-7',
      segments: 1,
      missing: ['x'],
    })
    t.equal((await key.remove(`/v1/templates/${id}`)).status, 204)
    t.equal((await key.get('/v1/templates?active=true')).body.data.length, 0)
    t.equal((await key.get(`/v1/templates/${id}`)).body.active, false)
  })
})
