// `api call`: one request, made as a person, through the listener of a house that runs and in the
// process that was typed where none does. Both answer alike.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

t.setTimeout(600_000)
const own = { env: { KITUO_CONFIG: undefined } }

t.test('a call is the route itself, as the person of --as', async (t) => {
  const place = folder(t)
  const body = join(place, 'department.json')
  writeFileSync(body, '{"code": "BURNS", "name": "Burns unit", "kind": "CLINICAL"}')
  for (const mode of ['socket', 'direct'] as const) {
    const dir = join(place, mode)
    const house = await served(t, dir, '--first-run')
    const { groups } = await house.hear(/Password +(?<word>\S+)/)
    if (mode === 'direct') {
      house.child.kill('SIGTERM')
      t.equal(await house.ended, 0, house.said())
    }
    const pw = join(place, `${mode}.pw`)
    writeFileSync(pw, `${groups?.['word'] ?? ''}\n`, { mode: 0o600 })
    const as = ['--as', 'admin', '--password-file', pw]
    const line = (text: string) => [...words(`api call ${text}`), '--data', dir]
    const call = (text: string) => typedJson([...line(text), ...as], own)

    await t.test(mode, async (t) => {
      t.match(await typedJson(line('GET /departments'), own), {
        message: /^--as is needed/,
        meta: { exit: 2 },
      })
      t.match(await call('GET /departments?per_page=5'), {
        success: true,
        data: {
          path: '/api/v1/departments?per_page=5',
          status: 200,
          body: { success: true, meta: { per_page: 5 } },
        },
        meta: { mode, changed: false, exit: 0 },
      })
      const made = await call(`POST /api/v1/departments -d @${body}`)
      t.match(made, {
        data: { status: 201, body: { data: { code: 'BURNS' } } },
        meta: { changed: true },
      })
      const { id } = (made.data as { body: { data: { id: string } } }).body.data
      t.match(await call(`POST /departments -d @${body}`), {
        success: false,
        data: { status: 409, body: { success: false } },
        meta: { exit: 3, changed: false },
      })
      t.match(await call(`PATCH /departments/${id} -d @${body} --if-match 7`), {
        data: { status: 409 },
        meta: { changed: false },
      })
      t.match(await call('GET /nothing'), { meta: { exit: 2 }, data: { status: 404 } })
      t.match(await call('GET nothing'), { meta: { exit: 2 }, message: /takes a path like/ })
      t.match(await call('FETCH /departments'), { meta: { exit: 2 }, message: /takes one of/ })
      t.match(await call(`POST /departments -d ${body}`), { message: /takes @file, or -/ })
      t.match(await call(`DELETE /departments/${id} --dry-run`), {
        data: { steps: [`DELETE /api/v1/departments/${id}`] },
        meta: { changed: false },
      })
      const file = join(place, `${mode}.json`)
      t.match(await call(`GET /departments?search=BURNS --out ${file}`), {
        data: { file, body: null },
      })
      t.match(JSON.parse(readFileSync(file, 'utf8')), { data: [{ code: 'BURNS' }] })
      const none = join(place, `${mode}-none`)
      t.match(await call(`GET /nothing --out ${none}`), { data: { status: 404, file: null } })
      t.notOk(existsSync(none), 'a refusal is no file')
      const printed = await typed([...line('GET /departments?search=BURNS'), ...as], own)
      t.match(JSON.parse(printed.out), { success: true, data: [{ code: 'BURNS' }] })
      t.match(await call('GET /api/v1/auth/me'), { data: { status: 200 } })
      const rows = ['audit', 'search', '--action', 'department.create', '--data', dir]
      const { data } = await typedJson(rows, own)
      t.match(data, [{ user_name: /./, request_id: made.meta.request }], 'one request, one trail')
    })
    if (mode === 'socket') {
      house.child.kill('SIGTERM')
      t.equal(await house.ended, 0)
    }
  }
})

t.test('api list: only of an area, a permission or a module', async (t) => {
  const list = async (line: string) =>
    (await typedJson(words(`api list ${line}`))).data as Record<string, string>[]
  const area = await list('--area billing')
  t.ok(area.length > 0)
  t.ok(area.every(({ path = '' }) => path.startsWith('/api/v1/billing')))
  const permission = await list('--permission user:read')
  t.ok(permission.length > 1)
  t.ok(permission.every((row) => row['permission']?.split(' or ').includes('user:read')))
  t.ok((await list('--permission shift:keep')).length === 0)
  t.ok((await list('--permission safe:keep')).length > 0, 'one of two that will do')
  const modules = await list('--module maternity')
  t.ok(modules.length > 0 && modules.every(({ module }) => module === 'maternity'))
})
