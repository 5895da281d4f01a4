// Section 6.1, row by row: of webhooks, contacts and sender IDs.

import t from 'tap'
import { badScene, checkRows, refused, wrong } from '../../support/sweeps/bad-input.ts'

t.test('bad input of webhooks, contacts and sender IDs (6.1)', async (t) => {
  const { key } = await badScene(t)

  await t.test('of webhooks', async (t) => {
    const url = 'https://example.com/hook'
    const put = (body: object) => key.put('/v1/webhooks', body)
    const events = ['message.delivered']
    await checkRows(t, [
      [
        'http',
        wrong('url', 'url must be https.'),
        () => put({ url: 'http://example.com/', events }),
      ],
      ['user info', wrong('url', /^url /), () => put({ url: 'https://a:b@example.com/', events })],
      ['a private literal', wrong('url', /^url /), () => put({ url: 'https://10.1.2.3/', events })],
      ['no url', wrong('url', 'url is required.'), () => put({ events })],
      ['no events', wrong('events', 'events is required.'), () => put({ url })],
      ['empty events', wrong('events', /^events /), () => put({ url, events: [] })],
      [
        'an unknown event',
        wrong('events', /^Unknown event message\.read; known are message\.sent, /),
        () => put({ url, events: ['message.read'] }),
      ],
      [
        'an event twice',
        wrong('events', /./),
        () => put({ url, events: ['message.sent', 'message.sent'] }),
      ],
    ])
  })

  await t.test('of contacts, groups and sender IDs', async (t) => {
    await key.post('/v1/contacts', { phone: '0712345678' })
    await key.post('/v1/groups', { name: 'Wote' })
    const sender = {
      senderId: 'DUKA',
      purpose: 'Taarifa kwa wateja',
      sampleMessage: 'DUKA: karibu sana',
    }
    await key.post('/v1/sender-ids', sender)
    const imported = (contacts: object[]) => key.post('/v1/contacts/import', { contacts })
    await checkRows(t, [
      ['an import of nobody', wrong('contacts', /./), () => imported([])],
      [
        'an import of 50,001',
        wrong('contacts', 'At most 50,000 contacts per call; this has 50,001.'),
        () => imported(Array.from({ length: 50_001 }, () => ({ phone: '0712345678' }))),
      ],
      [
        'an unknown field in a row',
        wrong('contacts[1].foo', 'Unknown field contacts[1].foo.'),
        () => imported([{ phone: '0712345679' }, { phone: '0712345680', foo: 1 }]),
      ],
      [
        'the number again',
        refused(422, 'already_exists', 'phone', /exists already\.$/),
        () => key.post('/v1/contacts', { phone: '255712345678' }),
      ],
      [
        'the group again',
        refused(422, 'already_exists', 'name', /exists already\.$/),
        () => key.post('/v1/groups', { name: 'WOTE' }),
      ],
      [
        'the sender ID again',
        refused(422, 'already_exists', 'senderId', /exists already\.$/),
        () => key.post('/v1/sender-ids', sender),
      ],
      [
        'a sender ID of two letters',
        wrong('senderId', 'A sender ID has 3 to 11 letters, digits or spaces.'),
        () => key.post('/v1/sender-ids', { ...sender, senderId: 'AB' }),
      ],
      [
        'a reserved sender ID',
        wrong('senderId', /is reserved\.$/),
        () =>
          key.post('/v1/sender-ids', {
            ...sender,
            senderId: 'Voda Com',
            sampleMessage: 'Voda Com: karibu',
          }),
      ],
      [
        'a sample without it',
        wrong('sampleMessage', 'sampleMessage must contain the sender ID.'),
        () =>
          key.post('/v1/sender-ids', {
            ...sender,
            senderId: 'SOKO',
            sampleMessage: 'Karibu sana kwetu',
          }),
      ],
    ])
  })
})
