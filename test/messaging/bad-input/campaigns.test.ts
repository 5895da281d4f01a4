// Section 6.1, row by row: of campaigns and WhatsApp.

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { badScene, checkRows, refused, type Row, wrong } from '../../support/sweeps/bad-input.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { wrote } from '../../support/messaging/whatsapp-provider.ts'

t.test('bad input of campaigns and WhatsApp (6.1)', async (t) => {
  const { key, bring, number, house, send } = await badScene(t)

  await t.test('of campaigns, final messages and the last key', async (t) => {
    const draft = async (more: object) =>
      (
        await key.post('/v1/campaigns', {
          name: 'Chanjo',
          class: 'transactional',
          senderId: 'KLINIKI',
          message: 'Habari',
          audience: { recipients: [{ phone: '0712345678' }] },
          ...more,
        })
      ).body.id as string
    const advertising = await draft({ class: 'promotional' })
    const stranger = await draft({ senderId: 'DUKA' })
    const group = (await key.post('/v1/groups', { name: 'Tupu' })).body.id
    const nobody = await draft({ audience: { groupIds: [group] } })
    const dear = await draft({
      message: 'a'.repeat(1530),
      audience: {
        recipients: Array.from({ length: 10 }, (_, at) => ({ phone: `071234560${at}` })),
      },
    })
    const over = await draft({})
    await within(() => run(sql`update msg_campaigns set status = 'completed' where id = ${over}`))
    const sent = (await send({})).body.messages[0].id
    await within(() => run(sql`update msg_messages set status = 'delivered' where id = ${sent}`))
    const lonely = await firm(house.app)
    const last = await lonely.key()
    const scheduleAt = new Date(clock.ms() + hours(1)).toISOString()
    const schedule = (id: string) => key.post(`/v1/campaigns/${id}/schedule`, { scheduleAt })
    const start = (id: string) => key.post(`/v1/campaigns/${id}/start`)
    for (const move of [schedule, start])
      await checkRows(t, [
        [
          'advertising without a way out',
          wrong('message', 'Add {{optOutUrl}} or a reply number with ACHA or STOP.'),
          () => move(advertising),
        ],
        [
          'a campaign without money',
          refused(402, 'insufficient_funds', null, /./),
          () => move(dear),
        ],
        [
          'a campaign without its sender',
          refused(422, 'sender_id_not_approved', 'senderId', /./),
          () => move(stranger),
        ],
        ['a campaign to nobody', wrong('audience', /./), () => move(nobody)],
      ])
    await checkRows(t, [
      [
        'a completed campaign is started',
        refused(422, 'invalid_state', null, 'This campaign is completed; it can be copied.'),
        () => start(over),
      ],
      [
        'a final message is cancelled',
        refused(422, 'invalid_state', null, /./),
        () => key.post(`/v1/sms/${sent}/cancel`),
      ],
      [
        'the last key that manages',
        refused(422, 'invalid_state', null, "This is the account's last key that can manage keys."),
        () => last.post(`/v1/account/keys/${last.id}/revoke`),
      ],
    ])
  })

  await t.test('of WhatsApp', async (t) => {
    const text = { to: '255754000001', type: 'text', text: { body: 'Habari' } }
    const template = (name: string) => ({
      to: '255754000001',
      type: 'template',
      template: { name, language: 'sw', parameters: {} },
    })
    const say = (body: object) => key.post('/v1/whatsapp/messages', body)
    const at = new Date(clock.ms() - hours(25)).toISOString()
    await bring(wrote('255765000001', 'wamid.old', at))
    await checkRows(t, [
      [
        'free words to somebody who never wrote',
        refused(422, 'whatsapp_window_closed', 'to', /^The 24-hour window with /),
        () => say(text),
      ],
      [
        'free words after the window',
        refused(
          422,
          'whatsapp_window_closed',
          'to',
          /^The 24-hour window with 255765000001 closed at 20/,
        ),
        () => say({ ...text, to: '255765000001' }),
      ],
      [
        'a paused template',
        refused(
          422,
          'whatsapp_template_not_approved',
          'template.name',
          'The template zamani (sw) is PAUSED.',
        ),
        () => say(template('zamani')),
      ],
      [
        'an unknown template',
        refused(422, 'whatsapp_template_not_approved', 'template.name', /hakuna/),
        () => say(template('hakuna')),
      ],
      ...[undefined, 'sha256=00', `sha256=${'0'.repeat(64)}`].map(
        (signature): Row => [
          `a post signed ${signature}`,
          refused(
            401,
            'invalid_api_key',
            'X-Hub-Signature-256',
            'The signature is missing or wrong.',
          ),
          () =>
            key
              .with({
                authorization: '',
                ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
              })
              .raw('POST', `/v1/providers/whatsapp/${number.id}`, '{}', 'application/json'),
        ],
      ),
    ])
  })
})
