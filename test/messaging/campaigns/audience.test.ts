// Whom a campaign reaches, whom it leaves out and why, and when advertising may go.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { campaignHouse, draft } from '../../support/messaging/campaigns.ts'
import { errorOf } from '../../support/messaging/messaging.ts'

t.test('campaigns: audience', async (t) => {
  const { hand, scene } = await campaignHouse(t)

  t.test(
    'quiet hours hold what is promotional; a way out must be there (MSG-454, 478)',
    async (t) => {
      const { key, group } = await scene()
      const body = draft(group, { class: 'promotional', message: 'Punguzo kubwa leo' })
      const { id } = (await key.post('/v1/campaigns', body)).body
      const refused = await key.post(`/v1/campaigns/${id}/start`)
      t.match(errorOf(refused), {
        code: 'invalid_request',
        field: 'message',
        message: 'Add {{optOutUrl}} or a reply number with ACHA or STOP.',
      })
      await key.put(`/v1/campaigns/${id}`, { message: 'Punguzo! Usitume tena: {{optOutUrl}}' })
      const no_url = await key.post(`/v1/campaigns/${id}/start`)
      t.equal(errorOf(no_url).field, 'message')
      await within(() => change({ public_url: 'https://kituo.example' }, 'cli:test'))
      clock.freeze('2026-03-03T18:00:00.000Z')
      t.equal((await key.post(`/v1/campaigns/${id}/start`)).status, 202)
      await hand.idle()
      const found = await rows<{ text: string; not_before: string; phone: string }>(
        sql`select text, not_before, phone from msg_messages where campaign_id = ${id} order by phone`,
      )
      t.equal(found.length, 3)
      t.ok(found.every(({ not_before }) => not_before === '2026-03-04T05:00:00.000Z'))
      const links = found.map(
        ({ text }) =>
          /https:\/\/kituo\.example\/o\/(?<token>[\w-]{22})$/.exec(text)?.groups?.['token'],
      )
      t.equal(new Set(links).size, 3, 'each message has a link of its own (MSG-453)')
      t.notOk(links.includes('x'.repeat(22)))
      const page = await key.inject({ method: 'GET', url: `/o/${links[0]}` })
      t.equal(page.status, 200)
      await within(() => change({ public_url: null }, 'cli:test'))
      const spoken = draft(group, {
        class: 'promotional',
        message: 'Punguzo. Kuacha tuma ACHA kwenda 15015',
      })
      const other = (await key.post('/v1/campaigns', spoken)).body
      t.equal((await key.post(`/v1/campaigns/${other.id}/start`)).status, 202)
    },
  )

  t.test(
    'the audience is one entry for a number, with its reasons (MSG-471, MSG-472)',
    async (t) => {
      const { key, group } = await scene()
      const out = (await key.post('/v1/groups', { name: 'Si hawa' })).body.id
      await key.post(`/v1/groups/${out}/members`, { phones: ['0754000001'] })
      await key.post('/v1/opt-outs', { phones: ['0765000002'] })
      const { id } = (
        await key.post(
          '/v1/campaigns',
          draft(group, {
            message: '{{firstName|mteja}} {{code}}',
            audience: {
              groupIds: [group],
              excludeGroupIds: [out],
              recipients: [
                { phone: '0712345678', fields: { firstName: 'Zawadi', code: 'A1' } },
                { phone: '0712345678' },
                { phone: '0754000001', fields: { code: 'B2' } },
                { phone: '0788000000', fields: { code: 'x'.repeat(2000) } },
                { phone: '0788000001', fields: { code: '{{phone}}' } },
                { phone: 'nobody' },
              ],
            },
          }),
        )
      ).body
      const { body } = await key.post(`/v1/campaigns/${id}/preview`)
      t.match(body.counts, {
        audience: 6,
        planned: 2,
        skipped: { opted_out: 1, invalid: 1, duplicate: 1, too_long: 1, missing_field: 0 },
      })
      t.strictSame(
        body.samples.map((one: { text: string }) => one.text),
        ['Zawadi A1', 'mteja {{phone}}'],
      )
      await key.post(`/v1/campaigns/${id}/start`)
      await hand.idle()
      const { counts } = (await key.get(`/v1/campaigns/${id}`)).body
      const skipped = Object.values(counts.skipped as Record<string, number>)
      t.equal(
        counts.audience,
        counts.planned + skipped.reduce((sum, one) => sum + one, 0),
        'MSG-476',
      )
    },
  )
})
