// The envelope, errors, limits and paging of every endpoint, from the source document of the hospital
// API alone. Each test is named by the sentence it proves.

import t from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { somebody } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { paged, refused, succeeded } from './reading.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('envelope', async (t) => {
  const { who, nobody, people } = await consoleOf(t)

  t.test('"always present; null when there is nothing to send": data', async (t) => {
    const { id } = await somebody(who)
    succeeded(t, await who.get(`/patients/${id}`))
    refused(t, await who.get(`/patients/${none}`), 404)
  })

  t.test(
    '"`meta` fields: current_page (int), per_page (int), last_page (int), total (int)"',
    async (t) => {
      paged(t, await who.get('/patients'))
      const { body } = await who.get('/settings/system')
      t.notOk(Object.hasOwn(body, 'meta'), '"only on paged lists"')
    },
  )

  t.test('"per_page default 50", "per_page maximum 200": every list', async (t) => {
    const lists = hospital_doors
      .flatMap(({ routes }) => routes)
      .filter(({ method, reply }) => method === 'GET' && reply.kind === 'page')
      .map(({ path }) => path)
      .filter((path) => !path.includes(':') && !path.startsWith('/portal/'))
    t.ok(lists.length > 80, `${lists.length} lists`)
    const [{ id: here }] = (await who.get('/facilities')).data
    for (const module of ['theatre', 'mortuary', 'maternity', 'tb_ctc', 'blood_bank']) {
      succeeded(t, await who.post(`/facilities/${here}/modules/${module}/switch-on`))
    }
    // Messaging of every account is the administrator's, whatever else somebody may do (MSG-610).
    const operator = await people.administrator()
    let shut = 0
    for (const path of lists) {
      const query: Record<string, string> = needed[path] ?? {}
      const by = path.startsWith('/gateway/') ? operator : who
      const plain = await by.get(path, query)
      // Of the operator of a hosted service, or of a branch that has it switched off.
      if (plain.status === 404 || plain.status === 403) {
        shut += 1
        continue
      }
      t.equal(plain.status, 200, `${path}: ${plain.message}`)
      t.equal(plain.meta?.per_page, 50, path)
      t.same(Object.keys(plain.meta ?? {}).length, 4, path)
      const most = await by.get(path, { ...query, per_page: '100000' })
      t.equal(most.meta?.per_page, 200, path)
      const second = await by.get(path, { ...query, per_page: '1', page: '2' })
      t.match(second.meta, { per_page: 1, current_page: 2 }, path)
      t.ok(second.data.length <= 1, path)
      refused(t, await by.get(path, { ...query, page: '0' }), 400)
    }
    t.ok(shut < 10, `${shut} lists are not this person's`)
  })

  t.test('"Applies to every list": what answers a list is paged (ALL-4)', async (t) => {
    const whole = hospital_doors
      .flatMap(({ routes }) => routes)
      .filter(({ method }) => method === 'GET')
      .filter(({ reply }) => reply.kind === 'data' && isList(reply.schema))
      .map(({ path }) => path)
    t.same(
      whole.filter((path) => !(path in no_lists)),
      [],
      'name it, or page it',
    )
    t.same(
      Object.keys(no_lists).filter((path) => !whole.includes(path)),
      [],
      'this list only shrinks',
    )
  })

  t.test('400 "Body cannot be read, or a required field is missing" (ALL-18)', async (t) => {
    const whole =
      '{"first_name":"Asha","last_name":"Utf","sex":"Female","birth_date":"1990-01-01","confirm_different":[]}'
    const bad: [string, string | Buffer, string][] = [
      ['no JSON', '{"first_name":', 'application/json'],
      ['a list', '[]', 'application/json'],
      ['nothing', '', 'application/json'],
      ['another kind', '<patient/>', 'application/xml'],
      ['a form', 'first_name=Asha', 'application/x-www-form-urlencoded'],
      ['plain text', '{}', 'text/plain'],
      ['no kind that is known', '{}', 'application/of-mine'],
      [
        'invalid UTF-8',
        Buffer.from(whole.replace('Asha', 'Ash\xff'), 'latin1'),
        'application/json',
      ],
      ['a required field', '{"first_name":"Asha"}', 'application/json'],
    ]
    for (const [what, body, kind] of bad) {
      const answer = await who.raw('POST', '/patients', body, kind)
      t.equal(answer.status, 400, `${what}: ${answer.message}`)
      refused(t, answer, 400)
    }
    const file = await who.raw('PUT', '/settings/system/logo', 'GIF89a', 'image/gif')
    refused(t, file, 400)
  })

  t.test('401 "No token, invalid, or expired"', async (t) => {
    for (const path of ['/patients', '/billing/bills', '/accounting/accounts', '/notifications']) {
      refused(t, await nobody.get(path), 401)
    }
  })

  t.test('404 "No such record"', async (t) => {
    for (const path of [
      `/patients/${none}`,
      `/patients/${none}/visits`,
      `/patients/${none}/vitals`,
      `/billing/bills/${none}/invoice`,
      `/billing/payments/${none}/receipt`,
      `/billing/patients/${none}/statement`,
      `/billing/expenses/${none}/voucher`,
      `/attachments/${none}/download`,
      '/no/such/address',
    ]) {
      refused(t, await who.get(path), 404)
    }
    refused(t, await who.post(`/visits/${none}/advance`, {}), 404)
    refused(t, await who.post(`/visits/${none}/vitals`, { temperature: 37 }), 404)
  })

  t.test('409 "for example a patient already registered under a national ID"', async (t) => {
    const national_id = '19900101123451234567'
    await somebody(who, { national_id })
    const again = await who.post('/patients', {
      first_name: 'Another',
      last_name: 'Name',
      sex: 'Female',
      birth_date: '1990-01-01',
      national_id,
      confirm_different: [],
    })
    refused(t, again, 409)
  })

  t.test('"Rate limiting applies to open routes only and answers 429"', async (t) => {
    let last = await nobody.post('/auth/login', { identifier: 'nobody', password: 'x' })
    for (let asked = 0; asked < 200 && last.status !== 429; asked += 1) {
      last = await nobody.post('/auth/login', { identifier: `nobody${asked}`, password: 'x' })
    }
    refused(t, last, 429)
    for (let asked = 0; asked < 150; asked += 1) {
      const { status } = await who.get('/settings/sequences/receipt')
      if (status !== 200) return t.equal(status, 200)
    }
    return t.pass('others go on')
  })
})

const isList = (schema: unknown): boolean => (schema as { type?: string }).type === 'array'

/** Words without which these lists have nothing to say. */
const needed: Readonly<Record<string, Record<string, string>>> = {
  '/accounting/budgets': { year: '2026' },
  '/permissions/holders': { code: 'patient:read' },
  '/nursing/doses/due': { ward_id: none },
  '/attachments': { entity_type: 'patient', entity_id: none },
}

/** A tree, a board, a grid of times, or a table that is read and set as a whole. */
const no_lists: Readonly<Record<string, string>> = {
  '/locations/tree': 'a tree',
  '/admissions/:id/discharge-checks': 'every check of a discharge, passed or not',
  '/emergencies/board': 'a board: whoever is cut off it is not seen',
  '/diagnostics/imaging/worklist': 'what machines ask for: at most 500 steps (DIA-123)',
  '/queue-figures': 'figures, a row a point',
  '/appointment-slots': 'a grid of the days that are asked for',
  '/portal/appointment-slots': 'a grid of the days that are asked for',
  '/patients/:id/vitals/latest': 'one value of each sign',
  '/billing/clearance': 'an answer for each service that is asked about',
  '/billing/service-gates': 'a table that is set as a whole',
  '/billing/exemption-rules': 'a table that is set as a whole',
  '/billing/denial-reasons': 'a table that is set as a whole',
}
