import t from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import { carryOut, interruptAll } from '../../../db/messaging/contacts/importing.ts'
import { readContacts } from '../../../db/messaging/contacts/reading.ts'
import { msg_contact_imports } from '../../../db/messaging/contacts/tables.ts'
import { ownerCaller } from '../../../db/messaging/caller.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { errorOf, firm } from '../../support/messaging/messaging.ts'

const phoneOf = (n: number): string => `0754${String(n).padStart(6, '0')}`

t.test('import of contacts', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()
  const send = (contacts: unknown, more: object = {}, ask = key) =>
    ask.post('/v1/contacts/import', { contacts, ...more })
  const csv = (text: string, query = '', ask = key) =>
    ask.raw('POST', `/v1/contacts/import${query}`, text, 'text/csv')
  const contact = async (phone: string, ask = key) =>
    (await ask.get(`/v1/contacts?search=${phone.slice(1)}`)).body.data[0]

  t.test('rows are judged one by one; the last of a number wins (MSG-432)', async (t) => {
    const group = (await key.post('/v1/groups', { name: 'Mpya' })).body
    await key.post('/v1/opt-outs', { phones: [phoneOf(2)] })
    const answer = await send(
      [
        { phone: phoneOf(1), firstName: 'Asha', attributes: { city: 'Mwanza' } },
        { phone: '712345678' },
        { phone: phoneOf(2), lastName: 'Juma' },
        { phone: `+255${phoneOf(1).slice(1)}`, firstName: 'Neema' },
        { phone: phoneOf(3), firstName: 'x'.repeat(81) },
        { firstName: 'Nobody' },
        { phone: phoneOf(4), language: 'fr' },
      ],
      { groupIds: [group.id] },
    )
    t.equal(answer.status, 200)
    t.match(answer.body, {
      status: 'completed',
      received: 7,
      created: 2,
      updated: 0,
      unchanged: 0,
      duplicates: 1,
      rejected: 4,
      optedOut: 1,
      groupIds: [group.id],
      errorsUrl: null,
      errors: [
        { row: 1, field: 'phone', code: 'invalid_phone_number', value: '712345678' },
        { row: 4, field: 'firstName', code: 'invalid_value' },
        { row: 5, field: 'phone', code: 'invalid_phone_number', value: '' },
        { row: 6, field: 'language', code: 'invalid_value', value: 'fr' },
      ],
    })
    t.match(await contact(phoneOf(1)), { firstName: 'Neema', source: 'import', attributes: {} })
    t.equal((await key.get(`/v1/groups/${group.id}`)).body.memberCount, 2)
    t.match(await contact(phoneOf(2)), { optedOut: 'all' }, 'MSG-434: never lifted')
    const { id } = answer.body
    t.equal((await key.get(`/v1/contacts/imports/${id}`)).body.errors.length, 4)
    const first = await key.get(`/v1/contacts/imports/${id}/errors?limit=3`)
    t.equal(first.body.data.length, 3)
    const rest = await key.get(
      `/v1/contacts/imports/${id}/errors?limit=3&cursor=${first.body.nextCursor}`,
    )
    t.match(rest.body.data, [{ row: 6 }])
    t.equal((await key.get('/v1/contacts/imports?status=completed')).body.data[0].id, id)
  })

  t.test('update, fill and skip', async (t) => {
    const two = await firm(app)
    const ask = await two.key()
    const base = { phone: phoneOf(10), firstName: 'Asha', attributes: { a: '1', b: '2' } }
    await send([base], {}, ask)
    t.match((await send([base], {}, ask)).body, { created: 0, updated: 0, unchanged: 1 })
    const over = {
      phone: phoneOf(10),
      lastName: 'Juma',
      firstName: 'Neema',
      attributes: { b: '3', c: '4' },
    }
    t.match((await send([over], { onExisting: 'skip' }, ask)).body, { updated: 0, unchanged: 1 })
    t.match(await contact(phoneOf(10), ask), { firstName: 'Asha', lastName: null })
    t.match((await send([over], { onExisting: 'fill' }, ask)).body, { updated: 1, unchanged: 0 })
    t.match(await contact(phoneOf(10), ask), {
      firstName: 'Asha',
      lastName: 'Juma',
      attributes: { a: '1', b: '2', c: '4' },
    })
    t.match((await send([over], { onExisting: 'fill' }, ask)).body, { updated: 0, unchanged: 1 })
    t.match((await send([over], { onExisting: 'update' }, ask)).body, { updated: 1 })
    t.match(await contact(phoneOf(10), ask), {
      firstName: 'Neema',
      attributes: { a: '1', b: '3', c: '4' },
      version: 3,
    })
    t.match((await send([{ phone: phoneOf(10), firstName: 'Zawadi' }], {}, ask)).body, {
      updated: 1,
    })
    t.match((await ask.get('/v1/contacts?search=zawadi juma')).body.data, [
      { phone: '255754000010' },
    ])
    t.match((await send([{ phone: phoneOf(10), lastName: null }], {}, ask)).body, { updated: 1 })
    t.match(await contact(phoneOf(10), ask), { lastName: null, firstName: 'Zawadi' })
  })

  t.test('CSV: known columns, attributes, both delimiters, errors by line (MSG-431)', async (t) => {
    const two = await firm(app)
    const ask = await two.key()
    const group = (await ask.post('/v1/groups', { name: 'CSV' })).body
    const text = `\ufeffphone;First Name;last_name;city\r\n${phoneOf(20)};Asha;Juma;"Dar; es Salaam"\r\nbad;x;y;z\r\n${phoneOf(21)};;;\r\n`
    const answer = await csv(text, `?groupIds=${group.id}&onExisting=update`, ask)
    t.match(answer.body, {
      received: 3,
      created: 2,
      rejected: 1,
      errors: [{ row: 3, value: 'bad' }],
    })
    t.match(await contact(phoneOf(20), ask), {
      firstName: 'Asha',
      lastName: 'Juma',
      attributes: { city: 'Dar; es Salaam' },
      groupIds: [group.id],
    })
    t.match(await contact(phoneOf(21), ask), { firstName: null, attributes: {} })
    const cases: [string, string, string][] = [
      ['name,city\na,b\n', '', 'The file has no column phone.'],
      ['phone,phone\n1,2\n', '', 'The file has the column phone twice.'],
      ['phone\n', '', 'contacts must hold at least one contact.'],
      ['', '', 'contacts must hold at least one contact.'],
      ['phone\n"0754', '', 'The file ends inside a quoted text that began in the row on line 2.'],
    ]
    for (const [file, query, message] of cases) {
      const refused = await csv(file, query, ask)
      t.equal(refused.status, 400, message)
      t.match(errorOf(refused), { field: 'contacts', message })
    }
    t.equal((await csv(`phone\n${phoneOf(1)}\n`, '?onExisting=never', ask)).status, 400)
    t.equal((await csv(`phone\n${phoneOf(1)}\n`, '?foo=1', ask)).status, 400)
  })

  t.test(
    'headings that are no names of attributes become such, and are told (MSG-431)',
    async (t) => {
      const two = await firm(app)
      const ask = await two.key()
      const headings = [
        'Phone',
        'Date of birth',
        'CITY',
        'city',
        'Jina la mtoto (2)',
        '1st visit',
        'الاسم',
        '',
        'optOutUrl',
        'Élève',
      ]
      const cells = [phoneOf(40), '2020', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const { body, status } = await csv(`${headings.join(',')}\n${cells.join(',')}\n`, '', ask)
      t.equal(status, 200, JSON.stringify(body))
      t.strictSame(body.renamedColumns, [
        { heading: 'Date of birth', attribute: 'dateOfBirth' },
        { heading: 'CITY', attribute: 'city_2' },
        { heading: 'Jina la mtoto (2)', attribute: 'jinaLaMtoto2' },
        { heading: '1st visit', attribute: 'column1stVisit' },
        { heading: 'الاسم', attribute: 'column7' },
        { heading: '', attribute: 'column8' },
        { heading: 'optOutUrl', attribute: 'optOutUrl_2' },
        { heading: 'Élève', attribute: 'eleve' },
      ])
      t.match((await contact(phoneOf(40), ask)).attributes, {
        dateOfBirth: '2020',
        city_2: 'a',
        city: 'b',
        jinaLaMtoto2: 'c',
        column1stVisit: 'd',
        column7: 'e',
        column8: 'f',
        optOutUrl_2: 'g',
        eleve: 'h',
      })
      const again = await ask.get(`/v1/contacts/imports/${body.id}`)
      t.strictSame(again.body.renamedColumns, body.renamedColumns)
      const plain = await csv(`phone,city\n${phoneOf(41)},x\n`, '', ask)
      t.strictSame(plain.body.renamedColumns, [])
    },
  )

  t.test('what is refused whole (section 6.1)', async (t) => {
    const before = (await key.get('/v1/contacts?limit=200')).body.data.length
    const many = Array.from({ length: 50_001 }, (_, n) => ({ phone: phoneOf(n) }))
    const cases: [unknown, string, string][] = [
      [{ contacts: [] }, 'contacts', 'contacts must hold at least one contact.'],
      [{ contacts: many }, 'contacts', 'At most 50,000 contacts per call; this has 50,001.'],
      [
        { contacts: [{ phone: phoneOf(1) }, { phone: phoneOf(2), foo: 1 }] },
        'contacts[1].foo',
        'Unknown field contacts[1].foo.',
      ],
      [
        JSON.parse('{"contacts":[{"phone":"0754000001","__proto__":1}]}'),
        'contacts[0].__proto__',
        'Unknown field contacts[0].__proto__.',
      ],
      [{ contacts: [5] }, 'contacts[0]', 'contacts[0] must be an object.'],
      [{ contacts: 'x' }, 'contacts', 'contacts must be a list of contacts.'],
      [{}, 'contacts', 'contacts is required.'],
      [{ contacts: [], foo: 1 }, 'foo', 'Unknown field foo.'],
      [
        { contacts: [{ phone: phoneOf(1) }], onExisting: 'merge' },
        'onExisting',
        'onExisting must be one of update, skip, fill.',
      ],
      [
        { contacts: [{ phone: phoneOf(1) }], groupIds: [5] },
        'groupIds[0]',
        'groupIds[0] must be a string.',
      ],
    ]
    for (const [body, field, message] of cases) {
      const answer = await key.post('/v1/contacts/import', body)
      t.equal(answer.status, 400, message)
      t.match(errorOf(answer), { code: 'invalid_request', field, message })
    }
    const rest: [string, string, string | null][] = [
      ['{bad', 'application/json', null],
      ['[]', 'application/json', null],
      ['<x/>', 'application/xml', 'Content-Type'],
    ]
    for (const [body, kind, field] of rest) {
      const answer = await key.raw('POST', '/v1/contacts/import', body, kind)
      t.equal(answer.status, 400, body)
      if (field !== null) t.equal(errorOf(answer).field, field)
    }
    const nobody = '0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a'
    const unknown = await send([{ phone: phoneOf(1) }], { groupIds: [nobody] })
    t.equal(unknown.status, 404)
    t.equal((await key.get('/v1/contacts?limit=200')).body.data.length, before)
  })

  t.test('a repeated call with its key is answered, not carried out (MSG-433)', async (t) => {
    const ask = key.with({ 'idempotency-key': 'import-1' })
    const body = { contacts: [{ phone: phoneOf(500), firstName: 'Mara' }] }
    const first = await ask.post('/v1/contacts/import', body)
    t.match(first.body, { created: 1 })
    const again = await ask.post('/v1/contacts/import', body)
    t.equal(again.raw.toString(), first.raw.toString())
    t.equal(again.headers['idempotent-replayed'], 'true')
    const other = await ask.post('/v1/contacts/import', { contacts: [{ phone: phoneOf(501) }] })
    t.equal(other.status, 409)
    t.equal(errorOf(other).code, 'idempotency_key_reused')
    const refused = key.with({ 'idempotency-key': 'import-2' })
    t.equal((await refused.post('/v1/contacts/import', { contacts: [] })).status, 400)
    t.equal(
      (await refused.post('/v1/contacts/import', body)).status,
      200,
      'a refusal frees the key',
    )
  })

  t.test('one at a time; one whose daemon is gone gives way', async (t) => {
    const two = await firm(app)
    const caller = ownerCaller(two.live)
    await within(() =>
      msg_contact_imports.insert({ ...two.live, status: 'running', actor: 'test' }),
    )
    const read = () =>
      readContacts({
        kind: 'json',
        bytes: Buffer.from(JSON.stringify({ contacts: [{ phone: phoneOf(1) }] })),
      })
    await t.rejects(carryOut(caller, await read(), { patience_ms: 0 }), {
      code: 'upstream_unavailable',
      retry_after_s: 5,
    })
    await within(interruptAll)
    t.match(await carryOut(caller, await read(), { patience_ms: 0 }), { created: 1 })
    const states = await rows<{ status: string }>(
      sql`select status from msg_contact_imports where account_id = ${two.account.id} order by id`,
    )
    t.strictSame(
      states.map(({ status }) => status),
      ['interrupted', 'completed'],
    )
  })

  t.test('no more than the account may have', async (t) => {
    const two = await firm(app)
    const ask = await two.key()
    await send([{ phone: phoneOf(1) }], {}, ask)
    await within(() => change({ contacts_max_per_account: 3 }, 'cli:test'))
    const answer = await send(
      [1, 2, 3, 4, 5].map((n) => ({ phone: phoneOf(n) })),
      {},
      ask,
    )
    t.match(answer.body, {
      created: 2,
      unchanged: 1,
      rejected: 2,
      errors: [{ code: 'invalid_value' }, {}],
    })
    t.match(errorOf(await ask.post('/v1/contacts', { phone: phoneOf(9) })), {
      code: 'invalid_state',
    })
    await within(() => change({ contacts_max_per_account: 2_000_000 }, 'cli:test'))
  })

  t.test('fifty thousand, twice', async (t) => {
    const two = await firm(app)
    const ask = await two.key()
    const contacts = Array.from({ length: 50_000 }, (_, n) => ({
      phone: `0767${String(n).padStart(6, '0')}`,
      firstName: `Jina ${n}`,
      lastName: 'Mwananchi',
      attributes: { a: 'one', b: n, c: true, d: 'Dar es Salaam' },
    }))
    const began = performance.now()
    const first = await send(contacts, {}, ask)
    const took = performance.now() - began
    t.match(first.body, { received: 50_000, created: 50_000, rejected: 0 })
    const again = await send(contacts, {}, ask)
    t.match(again.body, { created: 0, updated: 0, unchanged: 50_000 })
    t.comment(`${Math.round(took)} ms, again ${again.body.durationMs} ms`)
    t.equal((await ask.get('/v1/contacts?search=767049999')).body.data.length, 1)
  })
})
