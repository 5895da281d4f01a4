import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { departments } from '../../../../db/hospital/office/places/tables.ts'
import { bring, registry, type SearchKind } from '../../../../db/hospital/registry.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'

t.test('search (PLT-120)', async (t) => {
  const { people, hospital } = await boot(t)
  const { id: hospital_id } = hospital
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  await within(async () => {
    await users.change(
      { hospital_id, id: nurse.user.id },
      { full_name: 'Émile Temba', phone: '+255712345678' },
    )
    await departments.insert({
      hospital_id,
      code: 'OPD',
      name: 'Outpatients',
      name_key: 'outpatients',
      kind: 'CLINICAL',
    })
  })
  await officer.post('/facilities', { code: 'TMK', name: 'Temeke Clinic', kind: 'CLINIC' })
  await officer.post('/facilities', { code: 'OPD', name: 'Temboni Clinic', kind: 'CLINIC' })
  const titles = async (q: string, who = officer, more = {}): Promise<string[]> =>
    (await who.get('/search', { q, ...more })).data.hits.map(
      ({ type, title }: { type: string; title: string }) => `${type} ${title}`,
    )

  t.test(
    'names are found by the beginnings of their words, without case and accents',
    async (t) => {
      t.same(await titles('EMIL'), ['user Émile Temba'])
      t.same(await titles('tem'), [
        'user Émile Temba',
        'facility Temboni Clinic',
        'facility Temeke Clinic',
      ])
      t.same(await titles('te em'), ['user Émile Temba'])
      t.same(await titles('mba'), [], 'the middle of a word is no beginning')
      t.same(await titles('cli tmk'), ['facility Temeke Clinic'])
      t.same(await titles('%%'), [])
    },
  )

  t.test('a number as people write it finds the telephone (PLT-15)', async (t) => {
    for (const q of ['0712 345 678', '+255712345678', '712345678']) {
      t.same(await titles(q), ['user Émile Temba'], q)
    }
  })

  t.test('a reference finds exactly and first', async (t) => {
    t.same(await titles('opd'), ['facility Temboni Clinic', 'department Outpatients'])
    const found = await officer.get('/search', { q: 'nurse', types: 'role' })
    t.match(found.data.hits[0], {
      type: 'role',
      reference: 'nurse',
      title: 'Nurse',
      status: 'ACTIVE',
      patient_id: null,
      path: `/roles/${found.data.hits[0].id}`,
    })
    t.same(found.data.by_type, { role: found.data.hits.length })
  })

  t.test('the caller sees only kinds whose permission he or she holds', async (t) => {
    t.same(await titles('tem', nurse), ['facility Temboni Clinic', 'facility Temeke Clinic'])
    t.same(await titles('emil', nurse, { types: 'user' }), [])
  })

  t.test('kinds and their number can be chosen', async (t) => {
    t.same(await titles('tem', officer, { types: 'facility, role' }), [
      'facility Temboni Clinic',
      'facility Temeke Clinic',
    ])
    t.same(await titles('tem', officer, { limit: '1' }), ['user Émile Temba'])
  })

  t.test('a kind gives ten at most, and one behind a closed module gives none', async (t) => {
    const hit = (type: string) => ({
      type,
      id: newId(),
      title: 'T',
      subtitle: '',
      reference: null,
      patient_id: null,
      status: null,
      path: '/x',
    })
    const kind = (type: string, more: Partial<SearchKind> = {}): SearchKind => ({
      type,
      permission: 'self:use',
      find: async () => Array.from({ length: 15 }, () => hit(type)),
      ...more,
    })
    bring([
      ...brings,
      {
        area: 'more',
        searches: [
          ...['a', 'b', 'c', 'd', 'e', 'f'].map((type) => kind(type)),
          kind('shut', { module: 'blood_bank' }),
          kind('open', { module: 'mortuary' }),
        ],
      },
    ])
    t.teardown(() => bring(brings))
    const all = (await nurse.get('/search', { q: 'xx' })).data
    t.equal(all.hits.length, 50)
    t.same(all.by_type, { a: 10, b: 10, c: 10, d: 10, e: 10 })
    const modules = (await nurse.get('/search', { q: 'xx', types: 'shut,open' })).data
    t.same(modules.by_type, { open: 10 })
  })

  t.test('only finding patients is written down, with the words searched', async (t) => {
    const rowsOf = () => audit_rows.all({ hospital_id, action: 'patient.search' })
    const before = (await rowsOf()).length
    await titles('tem', officer)
    await titles('tem', nurse, { types: 'role' })
    t.equal((await rowsOf()).length, before)
    await titles('asha', nurse)
    const [last] = (await rowsOf()).sort((a, b) => b.seq - a.seq)
    t.match(last, { query: { q: 'asha' }, row_count: 0, user_id: nurse.user.id })
    t.equal((await rowsOf()).length, before + 1)
  })

  const bad: [Record<string, string>, string][] = [
    [{}, 'q is required.'],
    [{ q: 'x' }, 'q must be at least two characters.'],
    [{ q: '  x  ' }, 'q must be at least two characters.'],
    [{ q: 'x'.repeat(81) }, 'q must be at most 80 characters.'],
    [{ q: 'xy', limit: '0' }, 'limit must be between 1 and 50.'],
    [{ q: 'xy', limit: '51' }, 'limit must be between 1 and 50.'],
    [
      { q: 'xy', types: 'ghost' },
      `types must be one of ${[...registry.searches.keys()].join(', ')}.`,
    ],
  ]
  for (const [query, message] of bad) {
    t.test(`refused: ${message} ${query['q']?.length ?? ''}`, async (t) => {
      const refused = await nurse.get('/search', query)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
    })
  }
})
