import t from 'tap'
import { buildApp } from '../../../daemon/edge/app.ts'
import { area, type Route } from '../../../daemon/edge/route.ts'
import { words } from '../../../daemon/edge/words.ts'
import { form, shape } from '../../../db/core/kinds/kinds.ts'

const { get, post } = words<string>()
const plain = get('/things', {
  summary: 'Things',
  access: 'user:read',
  opens: 'nobody',
  reply: shape({}),
  run: async () => ({}),
})
const start = (route: Route) => buildApp({ hospital: [area('things', [route])], messaging: [] })

t.test('mount: a route that names a permission starts', async (t) => {
  await t.resolves(start(plain).then((app) => app.close()))
})

t.test('mount: a route that does not say who may stops the start', async (t) => {
  const { access: _, ...silent } = plain
  await t.rejects(start(silent as Route), /does not say who may use it/)
  await t.rejects(start({ ...plain, access: [] }), /does not say who may use it/)
})

t.test('mount: a permission that is none stops the start', async (t) => {
  await t.rejects(start({ ...plain, access: 'thing:raed' }), /thing:raed, which is no permission/)
  await t.rejects(start({ ...plain, access: ['user:read', 'x:y'] }), /x:y, which is no permission/)
})

t.test('mount: a body under a record’s id needs the look-up of that record', async (t) => {
  const blind = post('/things/:id', {
    summary: 'Change a thing',
    access: 'user:read',
    opens: 'nobody',
    body: form({}),
    reply: shape({}),
    run: async () => ({}),
  })
  await t.rejects(start(blind), /no record: look-up/)
})

t.test('mount: an around that nobody would call stops the start', async (t) => {
  const whole = post('/things', {
    summary: 'Make a thing',
    access: 'user:read',
    opens: 'nobody',
    reply: shape({}),
    around: (_, go) => go(),
    run: async () => ({}),
  })
  await t.resolves(start(whole).then((app) => app.close()))
  for (const idle of [
    { ...whole, transaction: 'none' },
    { ...whole, once: 'in pieces' },
    { ...whole, reply: { kind: 'file', content_type: 'text/csv' } },
  ] as const)
    await t.rejects(start(idle), /POST .*\/things has an around: that nobody would call/)
})
