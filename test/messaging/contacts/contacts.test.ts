import t from 'tap'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

const phone = '0712345678'
const nobody_id = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'

t.test('contacts', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  const other = await (await firm(app)).key()
  const phonesOf = ({ body }: { body: { data: { phone: string }[] } }): string[] =>
    body.data.map((one) => one.phone)

  t.test('one for a number, stored without a plus (MSG-430)', async (t) => {
    const made = await key.post('/v1/contacts', {
      phone: '+255 712 345 678',
      firstName: 'Asha',
      lastName: 'Juma',
      language: 'sw',
      attributes: { city: 'Mwanza', visits: 3, member: true },
    })
    t.equal(made.status, 201)
    t.match(made.body, {
      phone: '255712345678',
      firstName: 'Asha',
      lastName: 'Juma',
      language: 'sw',
      attributes: { city: 'Mwanza', visits: 3, member: true },
      groupIds: [],
      optedOut: 'none',
      source: 'api',
    })
    t.strictSame((await key.get(`/v1/contacts/${made.body.id}`)).body, made.body)
    const twice = await key.post('/v1/contacts', { phone })
    t.equal(twice.status, 422)
    t.match(errorOf(twice), {
      code: 'already_exists',
      field: 'phone',
      message: 'A contact with 255712345678 exists already.',
    })
    t.equal(
      (await other.post('/v1/contacts', { phone })).status,
      201,
      'another account has its own',
    )
    t.equal((await (await own.key({ mode: 'test' })).post('/v1/contacts', { phone })).status, 201)
  })

  t.test('a change keeps what is absent, null clears, versions are kept', async (t) => {
    const [{ id, version }] = (await key.get('/v1/contacts?search=0712')).body.data.concat(
      (await key.get('/v1/contacts?search=712345')).body.data,
    )
    const changed = await key.put(`/v1/contacts/${id}`, { lastName: null, language: 'en' })
    t.match(changed.body, {
      firstName: 'Asha',
      lastName: null,
      language: 'en',
      version: version + 1,
    })
    t.match(changed.body.attributes, { city: 'Mwanza' })
    const stale = await key
      .with({ 'if-match': `"${version}"` })
      .put(`/v1/contacts/${id}`, { firstName: 'Neema' })
    t.equal(stale.status, 422)
    t.equal(errorOf(stale).code, 'invalid_state')
    const fresh = await key
      .with({ 'if-match': String(version + 1) })
      .put(`/v1/contacts/${id}`, { firstName: 'Neema' })
    t.equal(fresh.status, 200)
    t.strictSame(phonesOf(await key.get('/v1/contacts?search=neema')), ['255712345678'])
    t.strictSame(phonesOf(await key.get('/v1/contacts?search=asha')), [])
    await key.post('/v1/contacts', { phone: '0712345679' })
    const taken = await key.put(`/v1/contacts/${id}`, { phone: '0712345679' })
    t.match(errorOf(taken), { code: 'already_exists', field: 'phone' })
  })

  t.test('lists by id, with filters and pages', async (t) => {
    const many = await firm(app)
    const ask = await many.key()
    const group = (await ask.post('/v1/groups', { name: 'Wote' })).body
    for (let count = 0; count < 5; count++) {
      await ask.post('/v1/contacts', {
        phone: `075400000${count}`,
        firstName: `Mteja${count}`,
        language: count % 2 === 0 ? 'sw' : 'en',
        ...(count < 3 ? { groupIds: [group.id] } : {}),
      })
    }
    await ask.post('/v1/opt-outs', { phones: ['0754000001'], scope: 'promotional' })
    const first = await ask.get('/v1/contacts?limit=3')
    const rest = await ask.get(`/v1/contacts?limit=3&cursor=${first.body.nextCursor}`)
    t.strictSame([...phonesOf(first), ...phonesOf(rest)].length, 5)
    t.equal(rest.body.nextCursor, null)
    const counts: [string, number][] = [
      [`groupId=${group.id}`, 3],
      ['language=en', 2],
      ['optedOut=promotional', 1],
      ['optedOut=none', 4],
      ['optedOut=all', 0],
      ['search=mteja3', 1],
      ['search=754000', 5],
      ['search=54000002', 1],
      ['since=2099-01-01T00:00:00Z', 0],
      ['until=2099-01-01T00:00:00Z', 5],
    ]
    for (const [query, count] of counts)
      t.equal((await ask.get(`/v1/contacts?${query}`)).body.data.length, count, query)
    t.match(first.body.data[1], { optedOut: 'promotional', groupIds: [group.id] })
    t.equal((await ask.get(`/v1/contacts?groupId=${nobody_id}`)).status, 404)
  })

  t.test('groups: names differ without case, members are there once (MSG-436)', async (t) => {
    const made = await key.post('/v1/groups', { name: 'Wagonjwa', description: 'Kliniki' })
    t.equal(made.status, 201)
    t.match(made.body, { name: 'Wagonjwa', description: 'Kliniki', memberCount: 0 })
    t.match(errorOf(await key.post('/v1/groups', { name: 'WAGONJWA' })), {
      code: 'already_exists',
      field: 'name',
      message: 'A group named WAGONJWA exists already.',
    })
    const { id } = made.body
    const contact = (await key.get('/v1/contacts')).body.data[0]
    const added = await key.post(`/v1/groups/${id}/members`, {
      contactIds: [contact.id, nobody_id],
      phones: ['0712345679', '0765000001'],
    })
    t.strictSame(added.body, { added: 2, already: 0, unknown: ['255765000001', nobody_id] })
    const again = await key.post(`/v1/groups/${id}/members`, {
      phones: ['0712345679', '0765000001'],
      create: true,
    })
    t.strictSame(again.body, { added: 1, already: 1, unknown: [] })
    t.equal((await key.get(`/v1/groups/${id}`)).body.memberCount, 3)
    t.equal((await key.get(`/v1/groups/${id}/members`)).body.data.length, 3)
    t.strictSame(phonesOf(await key.get('/v1/contacts?search=765000001')), ['255765000001'])
    const wrong_number = await key.post(`/v1/groups/${id}/members`, { phones: ['712345678'] })
    t.match(errorOf(wrong_number), { code: 'invalid_phone_number', field: 'phones[0]' })
    const removed = await key.post(`/v1/groups/${id}/members/remove`, {
      phones: ['0765000001'],
      contactIds: [contact.id],
    })
    t.strictSame(removed.body, { removed: 2 })
    t.equal((await key.put(`/v1/groups/${id}`, { name: 'Wazee' })).body.name, 'Wazee')
    t.equal((await other.get(`/v1/groups/${id}`)).status, 404)
    t.equal((await key.remove(`/v1/groups/${id}`)).status, 204)
    t.equal((await key.get(`/v1/groups/${id}`)).status, 404)
    t.strictSame(phonesOf(await key.get('/v1/contacts?search=712345679')), ['255712345679'])
  })

  t.test('deleting takes a contact out of its groups and keeps its opt-out', async (t) => {
    const group = (await key.post('/v1/groups', { name: 'Tofauti' })).body
    const made = await key.post('/v1/contacts', { phone: '0765111111', groupIds: [group.id] })
    await key.post('/v1/opt-outs', { phones: ['0765111111'] })
    t.equal((await key.remove(`/v1/contacts/${made.body.id}`)).status, 204)
    t.equal((await key.get(`/v1/groups/${group.id}`)).body.memberCount, 0)
    t.equal((await key.get('/v1/opt-outs/0765111111')).status, 200)
    t.match((await key.post('/v1/contacts', { phone: '0765111111' })).body, { optedOut: 'all' })
    for (let count = 0; count < 3; count++)
      await key.post('/v1/contacts', { phone: `076522222${count}`, groupIds: [group.id] })
    t.strictSame((await key.post('/v1/contacts/delete', { groupId: group.id })).body, {
      deleted: 3,
    })
    const both = await key.post('/v1/contacts/delete', { groupId: group.id, ids: [nobody_id] })
    t.equal(both.status, 400)
    t.strictSame((await key.post('/v1/contacts/delete', { ids: [nobody_id] })).body, { deleted: 0 })
  })

  t.test('the file holds no formulas, and every export is in the audit (MSG-435)', async (t) => {
    const files = await firm(app)
    const ask = await files.key()
    await ask.post('/v1/contacts', {
      phone,
      firstName: '=1+1',
      lastName: 'a"b,c',
      attributes: { x: '@y' },
    })
    const csv = await ask.get('/v1/contacts/export')
    t.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
    t.equal(
      csv.raw.toString(),
      '\ufeffphone,firstName,lastName,language,attributes,optedOut\r\n255712345678,\'=1+1,"a""b,c",,"{""x"":""@y""}",none\r\n',
    )
    const jsonl = await ask.get('/v1/contacts/export?format=jsonl')
    t.match(JSON.parse(jsonl.raw.toString()), { phone: '255712345678', firstName: '=1+1' })
    t.equal((await rows(sql`select id from msg_audit where action = 'contact.export'`)).length, 2)
  })

  t.test('bad input', async (t) => {
    const cases: [unknown, string, string][] = [
      [{}, 'phone', 'invalid_request'],
      [{ phone: 712345678 }, 'phone', 'invalid_request'],
      [{ phone: '712345678' }, 'phone', 'invalid_phone_number'],
      [{ phone: '' }, 'phone', 'invalid_phone_number'],
      [{ phone, firstName: 'x'.repeat(81) }, 'firstName', 'invalid_request'],
      [{ phone, firstName: 'a\u0000b' }, 'firstName', 'invalid_request'],
      [{ phone, language: 'fr' }, 'language', 'invalid_request'],
      [{ phone, attributes: [] }, 'attributes', 'invalid_request'],
      [{ phone, attributes: { Big: 1 } }, 'attributes.Big', 'invalid_request'],
      [{ phone, attributes: { phone: 'x' } }, 'attributes.phone', 'invalid_request'],
      [{ phone, attributes: { a: {} } }, 'attributes.a', 'invalid_request'],
      [{ phone, attributes: { a: 'x'.repeat(256) } }, 'attributes.a', 'invalid_request'],
      [
        {
          phone,
          attributes: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`a${n}`, 1])),
        },
        'attributes',
        'invalid_request',
      ],
      [{ phone, foo: 1 }, 'foo', 'invalid_request'],
      [{ phone, groupIds: 'x' }, 'groupIds', 'invalid_request'],
    ]
    for (const [body, field, code] of cases) {
      const answer = await other.with({}).post('/v1/contacts', body)
      t.match(errorOf(answer), { code, field }, JSON.stringify(body).slice(0, 80))
    }
    const unknown = await other.post('/v1/contacts', { phone: '0799000000', groupIds: [nobody_id] })
    t.equal(unknown.status, 404)
    for (const path of [`/v1/contacts/${nobody_id}`, '/v1/contacts/nonsense'])
      t.equal(errorOf(await key.get(path)).message, 'There is no such contact on this account.')
  })
})
