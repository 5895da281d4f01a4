// What a campaign and a template are refused for.

import t from 'tap'
import { campaignHouse, draft, start } from '../../support/messaging/campaigns.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

t.test('campaigns: bad input', async (t) => {
  const { app, scene } = await campaignHouse(t)

  t.test('bad input', async (t) => {
    const { own, key, group } = await scene()
    const nobody = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
    const cases: [object, number, string | null][] = [
      [{ name: '' }, 400, 'name'],
      [{ class: 'otp' }, 400, 'class'],
      [{ message: 'Habari {{firstName' }, 400, 'message'],
      [{ message: null }, 400, 'message'],
      [{ templateId: nobody }, 400, 'message'],
      [{ message: null, templateId: nobody }, 404, null],
      [{ audience: {} }, 400, 'audience'],
      [{ audience: { groupIds: [nobody] } }, 404, null],
      [{ audience: { groupIds: [group], foo: 1 } }, 400, 'audience.foo'],
      [{ maxPerMinute: 0 }, 400, 'maxPerMinute'],
      [{ validitySeconds: 59 }, 400, 'validitySeconds'],
      [{ callbackUrl: 'http://example.com' }, 400, 'callbackUrl'],
      [{ status: 'running' }, 400, 'status'],
    ]
    for (const [more, status, field] of cases) {
      const answer = await key.post('/v1/campaigns', draft(group, more))
      t.equal(answer.status, status, JSON.stringify(more))
      t.equal(errorOf(answer).field, field, JSON.stringify(more))
    }
    const plain = await own.key({ mode: 'test', scopes: ['campaigns:write', 'campaigns:read'] })
    const override = await plain.post('/v1/campaigns', draft(group, { ignoreQuietHours: true }))
    t.equal(override.status, 403)
    const loud = (await key.post('/v1/campaigns', draft(group, { ignoreQuietHours: true }))).body
    t.equal((await plain.post(`/v1/campaigns/${loud.id}/copy`)).status, 403, 'nor by a copy')
    t.equal((await plain.put(`/v1/campaigns/${loud.id}`, { message: 'Nyingine' })).status, 403)
    const quiet = { message: 'Nyingine', ignoreQuietHours: false }
    t.equal((await plain.put(`/v1/campaigns/${loud.id}`, quiet)).status, 200)
    t.equal((await plain.post(`/v1/campaigns/${loud.id}/copy`)).status, 201)
    const { id } = (await key.post('/v1/campaigns', draft(group, { senderId: 'NOBODY' }))).body
    t.match(errorOf(await key.post(`/v1/campaigns/${id}/start`)), {
      code: 'sender_id_not_approved',
      field: 'senderId',
    })
    const empty = (await key.post('/v1/groups', { name: 'Tupu' })).body.id
    const nobodys = (await key.post('/v1/campaigns', draft(empty))).body
    t.match(errorOf(await key.post(`/v1/campaigns/${nobodys.id}/start`)), {
      code: 'invalid_request',
      field: 'audience',
    })
    const soon = await key.post(`/v1/campaigns/${nobodys.id}/schedule`, { scheduleAt: start })
    t.equal(errorOf(soon).field, 'scheduleAt')
    t.equal((await key.remove(`/v1/campaigns/${nobodys.id}`)).status, 204)
    t.equal((await key.get(`/v1/campaigns/${nobodys.id}`)).status, 404)
    const other = await (await firm(app)).key({ mode: 'test' })
    t.equal((await other.get(`/v1/campaigns/${id}`)).status, 404)
    for (const [body, field] of [
      [{ name: 'x', class: 'otp', bodies: {} }, 'bodies'],
      [{ name: 'x', class: 'otp', bodies: { sw: '{{' } }, 'bodies.sw'],
      [{ name: 'x', class: 'otp', bodies: { fr: 'x' } }, 'bodies.fr'],
      [{ name: 'x', class: 'otp', bodies: { sw: 'x'.repeat(1531) } }, 'bodies.sw'],
    ] as const) {
      const answer = await key.post('/v1/templates', body)
      t.equal(answer.status, 400)
      t.equal(errorOf(answer).field, field)
    }
  })
})
