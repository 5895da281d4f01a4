// Section 6.1, row by row: of sends.

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { forgetRoom } from '../../../db/messaging/messages/room.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { badScene, checkRows, refused, type Row, wrong } from '../../support/sweeps/bad-input.ts'
import { firm } from '../../support/messaging/messaging.ts'

t.test('bad input of sends (6.1)', async (t) => {
  const { house, send, without } = await badScene(t)

  await t.test('of a send', async (t) => {
    const eleven = 'ж'.repeat(671)
    await checkRows(t, [
      [
        'no recipients',
        wrong('recipients', 'recipients is required.'),
        () => without('recipients'),
      ],
      [
        'recipients as text',
        wrong('recipients', 'recipients must be a list of strings.'),
        () => send({ recipients: '0712345678' }),
      ],
      [
        'nobody',
        wrong('recipients', 'recipients must name at least one number.'),
        () => send({ recipients: [] }),
      ],
      [
        'a number that is a number',
        wrong('recipients[0]', 'recipients[0] must be a string.'),
        () => send({ recipients: [712345678] }),
      ],
      ...['0712345678', 'x'].map(
        (one): Row => [
          `1,001 recipients ${one}`,
          refused(
            400,
            'recipients_exceeded',
            'recipients',
            'At most 1,000 recipients per call; this has 1,001.',
          ),
          () => send({ recipients: Array.from({ length: 1001 }, () => one) }),
        ],
      ),
      [
        'a wrong number among good ones',
        refused(
          422,
          'invalid_phone_number',
          'recipients[17]',
          '0222123456 is not a Tanzanian mobile number.',
        ),
        () =>
          send({
            recipients: Array.from({ length: 19 }, (_, at) =>
              at === 17 ? '0222123456' : `07123450${String(at).padStart(2, '0')}`,
            ),
          }),
      ],
      ['no senderId', wrong('senderId', 'senderId is required.'), () => without('senderId')],
      ['senderId 5', wrong('senderId', 'senderId must be a string.'), () => send({ senderId: 5 })],
      [
        'an unknown sender',
        refused(
          422,
          'sender_id_not_approved',
          'senderId',
          'The sender ID DUKA is not approved for this account.',
        ),
        () => send({ senderId: 'DUKA' }),
      ],
      [
        'a sender of another account',
        refused(
          422,
          'sender_id_not_approved',
          'senderId',
          'The sender ID WENGINE is not approved for this account.',
        ),
        () => send({ senderId: 'WENGINE' }),
      ],
      [
        'a sender in another case',
        refused(
          422,
          'sender_id_not_approved',
          'senderId',
          'The sender ID kliniki is not approved for this account. Did you mean KLINIKI?',
        ),
        () => send({ senderId: 'kliniki' }),
      ],
      ['no message', wrong('message', 'message is required.'), () => without('message')],
      ['a blank message', wrong('message', 'message is required.'), () => send({ message: ' \n' })],
      ...['a\ud800', 'a\u0000'].map(
        (message): Row => [
          'what cannot be sent',
          wrong('message', 'message contains a character that cannot be sent.'),
          () => send({ message }),
        ],
      ),
      [
        'eleven segments',
        refused(
          422,
          'message_too_long',
          'message',
          'The message has 11 segments (UCS-2, because of ж at position 1); at most 10.',
        ),
        () => send({ message: eleven }),
      ],
      [
        'a long reference',
        wrong('reference', 'reference may have at most 100 characters.'),
        () => send({ reference: 'x'.repeat(101) }),
      ],
      ...[59, '60', 60.5, 259_201].map(
        (validitySeconds): Row => [
          `validitySeconds ${validitySeconds}`,
          wrong('validitySeconds', 'validitySeconds must be a whole number from 60 to 259200.'),
          () => send({ validitySeconds }),
        ],
      ),
      ...[
        new Date(clock.ms() - 120_000).toISOString(),
        '2027-01-01T08:00:00',
        new Date(clock.ms() + hours(24 * 91)).toISOString(),
        'kesho',
      ].map(
        (scheduleAt): Row => [
          `scheduleAt ${scheduleAt}`,
          wrong('scheduleAt', /^scheduleAt /),
          () => send({ scheduleAt }),
        ],
      ),
      ...['http://example.com/', 'https://10.0.0.7/'].map(
        (callbackUrl): Row => [
          callbackUrl,
          wrong(
            'callbackUrl',
            'callbackUrl must be an https address that is reachable from the internet.',
          ),
          () => send({ callbackUrl }),
        ],
      ),
      [
        'the wallet is short',
        refused(
          402,
          'insufficient_funds',
          null,
          /^This send costs TZS 2,000\.00 and the balance is TZS [\d,.]+; nothing was sent\.$/,
        ),
        () =>
          send({
            message: 'a'.repeat(1530),
            recipients: Array.from({ length: 10 }, (_, at) => `071234560${at}`),
          }),
      ],
    ])
  })

  await t.test('of a code, of an operator that has not approved, of a full queue', async (t) => {
    const bank = await firm(house.app, { otp_allowed: true })
    const teller = await bank.key({ scopes: ['*', 'sms:otp'] })
    await bank.sender('BENKI')
    await bank.topUp(1000)
    const code = (more: object) => send({ senderId: 'BENKI', class: 'otp', ...more }, teller)
    const rule = 'Class otp is for one recipient and at most 2 segments.'
    await checkRows(t, [
      [
        'a code to two',
        wrong('class', rule),
        () => code({ recipients: ['0712345678', '0712345679'] }),
      ],
      ['a code of three segments', wrong('class', rule), () => code({ message: 'a'.repeat(400) })],
      [
        'a code without its scope',
        refused(403, 'insufficient_scope', null, 'This API key lacks the scope sms:otp.'),
        () => send({ class: 'otp' }),
      ],
    ])
    await within(() =>
      run(sql`update msg_sender_operators set status = 'pending' where operator_code = 'halotel'`),
    )
    forgetAllKept()
    await checkRows(t, [
      [
        'not approved at one operator',
        refused(
          422,
          'sender_id_not_approved',
          'recipients[1]',
          'The sender ID KLINIKI is not approved at Halotel (recipients[1]).',
        ),
        () => send({ recipients: ['0712345678', '0622345678'] }),
      ],
    ])
    await within(() => change({ queue_max_per_account: 1000 }, 'test'))
    await within(() => run(sql`update msg_accounts set max_queued = 1`))
    forgetAllKept()
    forgetRoom()
    await checkRows(t, [
      [
        'a full queue',
        refused(
          503,
          'upstream_unavailable',
          null,
          'The queue is full; nothing was sent or charged.',
        ),
        () => send({ recipients: ['0712345678', '0712345679'] }),
      ],
    ])
    await within(() => run(sql`update msg_accounts set max_queued = null`))
    forgetAllKept()
    forgetRoom()
  })
})
