// Section 6.1, row by row: of keys, bodies and repeated calls.

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { badScene, checkRows, refused, type Row, wrong } from '../../support/sweeps/bad-input.ts'

t.test('bad input of keys, bodies and repeated calls (6.1)', async (t) => {
  const { own, key, send } = await badScene(t)

  await t.test('of the body and its form', async (t) => {
    const bytes = (payload: string, kind = 'application/json') =>
      key.raw('POST', '/v1/sms/send', payload, kind)
    await checkRows(t, [
      ...['{bad', '', '[]', 'null', '"x"'].map(
        (payload): Row => [
          `the body ${payload}`,
          wrong(null, 'The body must be a JSON object.'),
          () => bytes(payload),
        ],
      ),
      ...[
        Buffer.from('{"message":"caf\xe9"}', 'latin1'),
        Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
      ].map(
        (payload): Row => [
          'bytes that are no UTF-8',
          wrong(null, 'The body must be a JSON object.'),
          () => key.raw('POST', '/v1/sms/send', payload, 'application/json'),
        ],
      ),
      [
        'a member twice',
        wrong('message', 'message stands twice.'),
        () => bytes('{"message":"Habari","message":"Kwaheri"}'),
      ],
      [
        'a member twice in an import',
        wrong('contacts[0].phone', 'contacts[0].phone stands twice.'),
        () =>
          key.raw(
            'POST',
            '/v1/contacts/import',
            '{"contacts":[{"phone":"0712345678","phone":"0712345679"}]}',
            'application/json',
          ),
      ],
      [
        'text/plain',
        wrong('Content-Type', 'Send application/json.'),
        () => bytes('{}', 'text/plain'),
      ],
      [
        '2 MiB',
        wrong(null, 'The body is larger than 1 MiB.'),
        () => bytes(JSON.stringify({ message: 'x'.repeat(2 * 1024 * 1024) })),
      ],
      ['foo: 1', wrong('foo', 'Unknown field foo.'), () => send({ foo: 1 })],
      [
        '__proto__',
        wrong('__proto__', 'Unknown field __proto__.'),
        () => bytes('{"recipients":["0712345678"],"__proto__":{}}'),
      ],
      [
        '?foo=1',
        wrong('foo', 'Unknown query parameter foo.'),
        () => key.get('/v1/sms', { foo: '1' }),
      ],
      ...['0', '201', 'x'].map(
        (limit): Row => [
          `limit ${limit}`,
          wrong('limit', 'limit must be 1 to 200.'),
          () => key.get('/v1/sms', { limit }),
        ],
      ),
      ['cursor rubbish', wrong('cursor', /./), () => key.get('/v1/sms', { cursor: 'rubbish' })],
      [
        'an unknown path',
        refused(404, 'not_found', null, 'There is no such endpoint.'),
        () => key.get('/v1/nothing'),
      ],
      [
        'another method',
        refused(404, 'not_found', null, 'There is no such endpoint.'),
        () => key.remove('/v1/sms/send'),
      ],
      [
        'an unknown id',
        refused(404, 'not_found', null, 'There is no such message on this account.'),
        () => key.get('/v1/sms/0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'),
      ],
      [
        'a malformed id',
        refused(404, 'not_found', null, 'There is no such message on this account.'),
        () => key.get('/v1/sms/x'),
      ],
    ])
  })

  await t.test('of keys', async (t) => {
    const nobody = key.with({ authorization: '' })
    const unknown = refused(
      401,
      'invalid_api_key',
      null,
      'The API key is missing, malformed or unknown.',
    )
    const narrow = await own.key({ scopes: ['usage:read'] })
    const far = await own.key({ ipAllowlist: ['203.0.113.0/24'] })
    const gone = await own.key()
    await key.post(`/v1/account/keys/${gone.id}/revoke`)
    const turned = await own.key()
    await key.post(`/v1/account/keys/${turned.id}/rotate`)
    const short = await own.key({ expiresAt: new Date(clock.ms() + 60_000).toISOString() })
    await checkRows(t, [
      ['no key', unknown, () => nobody.get('/v1/sms')],
      ['a malformed key', unknown, () => key.with({ authorization: 'Bearer x' }).get('/v1/sms')],
      ['a key in the query', unknown, () => nobody.get('/v1/sms', { key: key.token ?? '' })],
      [
        'a revoked key',
        refused(401, 'api_key_revoked', null, 'This API key was revoked.'),
        () => gone.get('/v1/sms'),
      ],
      [
        'a rotated key',
        refused(401, 'api_key_revoked', null, 'This API key was replaced by rotation.'),
        () => turned.get('/v1/sms'),
      ],
      [
        'an address outside',
        refused(
          403,
          'ip_not_allowed',
          null,
          'Calls from 127.0.0.1 are not allowed for this API key.',
        ),
        () => far.get('/v1/sms'),
      ],
      [
        'a scope that is missing',
        refused(403, 'insufficient_scope', null, 'This API key lacks the scope sms:send.'),
        () => send({}, narrow),
      ],
      [
        'a live key in test mode',
        refused(403, 'insufficient_scope', null, 'Only a test key may use this.'),
        async () => {
          const all = await own.key()
          await within(() =>
            run(sql`update msg_keys set scopes = '["*","test:manage"]' where id = ${all.id}`),
          )
          return all.get('/v1/test/clock')
        },
      ],
    ])
    clock.advance(61_000)
    await checkRows(t, [
      [
        'an expired key',
        refused(401, 'api_key_expired', null, /^This API key expired on 20/),
        () => short.get('/v1/sms'),
      ],
    ])
    clock.release()
  })

  await t.test('of an Idempotency-Key', async (t) => {
    const rule = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'
    const keyed = (value: string) => key.with({ 'idempotency-key': value })
    t.equal((await send({}, keyed('one'))).status, 202)
    await checkRows(t, [
      ...['', 'x'.repeat(256), 'a\tb'].map(
        (value): Row => [
          `the key ${value.slice(0, 5)}`,
          wrong('Idempotency-Key', rule),
          () => send({}, keyed(value)),
        ],
      ),
      [
        'another body',
        refused(
          409,
          'idempotency_key_reused',
          'Idempotency-Key',
          'This Idempotency-Key was used with a different request.',
        ),
        () => send({ message: 'Nyingine' }, keyed('one')),
      ],
    ])
  })
})
