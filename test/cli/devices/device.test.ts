import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { askingOf } from '../../../cli/frame/run.ts'
import { handsOf } from '../../../cli/screens/screen-hands.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { needsPoppler, pagesOf } from '../../support/pdf.ts'
import { nobody, typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

t.test('workstations by hand', async (t) => {
  const dir = folder(t)
  await (await houseAt(configurationAt(dir))).deployment.close()
  const at = ['--data', dir]
  const made = await typedJson([
    'device',
    'activate',
    '--label',
    'Till 1',
    '--role',
    'cashier',
    '--cidr',
    '10.0.0.0/8',
    ...at,
  ])
  t.match(made, {
    success: true,
    message: /^[2-9A-Z]{5}-[2-9A-Z]{5} {2}for Till 1 at Main\. Shown once\.$/,
    data: { status: 'PENDING', allowed_cidrs: ['10.0.0.0/8'] },
  })
  const { id } = made.data as { id: string }
  t.match(await typed(['device', 'activations', ...at]), { code: 0, out: /Till 1 +cashier/ })
  t.match(await typed(['device', 'cancel', id, '--yes', ...at]), { code: 0, out: /cancelled/ })
  t.match(await typed(['device', 'cancel', id, '--yes', ...at]), { code: 3, err: /CANCELLED/ })
  t.match(await typed(['device', 'show', 'Till 9', ...at]), {
    code: 2,
    err: /there is no workstation Till 9/,
  })
  t.match(
    await typed([
      'device',
      'activate',
      '--label',
      'X1',
      '--role',
      'cashier',
      '--cidr',
      '10.x',
      ...at,
    ]),
    { code: 2, err: /cidr/ },
  )
  t.match(await typedJson(['device', 'ca', 'show', ...at]), {
    data: { subject: /CN=Kituo Device CA, O=Kituo Hospital/ },
  })
})

const own_env = { KITUO_CONFIG: '/dev/null' }

interface Code {
  id: string
  label: string
  code: string | null
}
const shape = /^[2-9A-Z]{5}-[2-9A-Z]{5}$/

async function house(t: Test) {
  const dir = folder(t)
  await (await houseAt(configurationAt(dir))).deployment.close()
  return {
    dir,
    ask: (line: string) => typedJson([...words(line), '--data', dir]),
    file: (name: string, text: string): string => {
      writeFileSync(join(dir, name), text)
      return join(dir, name)
    },
  }
}

t.test('OPS-89: many codes from one file, all or none', async (t) => {
  const { ask, dir, file } = await house(t)
  const labels = file('labels.csv', 'Label,Role,Facility\nTill 1,cashier,MAIN\nWard 2,WARD,\n')
  const line = `device activate --csv ${labels} --cidr 10.0.0.0/8 --hours 72`
  t.match(await ask(`${line} --dry-run`), {
    data: { steps: ['make 2 codes: Till 1, cashier; Ward 2, ward'] },
  })
  const none = await ask('device activations')
  t.same(none.data, [], 'a dry run hands out nothing')
  const made = await ask(line)
  t.match(made, {
    success: true,
    message: '2 codes made. Shown once.',
    meta: { command: 'device activate-many', total: 2 },
  })
  t.match(made.data, [
    { label: 'Till 1', station_role: 'cashier', code: shape, allowed_cidrs: ['10.0.0.0/8'] },
    { label: 'Ward 2', station_role: 'ward', code: shape, expires_in_hours: 72 },
  ])
  const codes = (made.data as Code[]).map(({ code }) => code ?? '')
  t.not(codes[0], codes[1])
  const listed = await typed(['device', 'activations', '--json', '--data', dir])
  for (const code of codes) t.notMatch(listed.out, code, 'never again')
  t.match(await typed([...words(line), '--data', dir]), { code: 0, out: /Code +Label +For/ })
})

t.test('OPS-89: a fault names its line, and no code is made', async (t) => {
  const { ask, file } = await house(t)
  const head = 'label,role,facility\nTill 1,cashier,MAIN\n'
  for (const [rest, exit, message] of [
    ['Till 2,captain,MAIN\n', 2, /^csv line 3: role must be one of /],
    [`${'X'.repeat(61)},cashier,MAIN\n`, 2, /^csv line 3: label must be/],
    ['Till 2,cashier,WEST\n', 2, /^csv line 3: there is no branch WEST/],
    ['till 1,cashier,\n', 2, /^csv line 3: label stands on line 2 as well\.$/],
  ] as const) {
    const bad = file('bad.csv', head + rest)
    for (const more of ['', ' --dry-run']) {
      t.match(await ask(`device activate --csv ${bad}${more}`), { message, meta: { exit } }, rest)
    }
  }
  for (const [text, message] of [
    ['label\nTill 1\n', /file has no column role/],
    ['label,role,colour\nTill 1,ward,red\n', /column "colour"/],
    ['label,role\n', /holds no rows/],
    [`label,role\n${'Till,ward\n'.repeat(501)}`, /more than 500 rows/],
  ] as const) {
    t.match(await ask(`device activate --csv ${file('bad.csv', text)}`), { message })
  }
  t.match(await ask('device activate --csv ./not-there.csv'), { meta: { exit: 2 } })
  t.match(await ask('device activate --role ward'), { message: '--label is needed.' })
  t.same((await ask('device activations')).data, [])
})

t.test('OPS-75: to --out for its owner alone, and then the answer holds no code', async (t) => {
  const { ask, dir } = await house(t)
  const out = join(dir, 'code.txt')
  const made = await ask(`device activate --label "Till 1" --role cashier --out ${out}`)
  t.match(made.data, { code: null, label: 'Till 1' })
  t.notMatch(JSON.stringify(made), /[2-9A-Z]{5}-[2-9A-Z]{5}/)
  t.match(readFileSync(out, 'utf8'), /^[2-9A-Z]{5}-[2-9A-Z]{5} {2}Till 1\n$/)
  t.equal(statSync(out).mode & 0o777, 0o600)
  const both = `device activate --label T2 --role ward --out ${dir}/a --sheet ${dir}/b`
  t.match(await ask(both), { message: '--sheet and --out: one of them.', meta: { exit: 2 } })
})

t.test('OPS-89: a page per code, in both languages', needsPoppler, async (t) => {
  const { ask, dir, file } = await house(t)
  const labels = file('labels.csv', 'label,role\nTill 1,cashier\nWard 2,ward\n')
  const sheet = join(dir, 'codes.pdf')
  const made = await ask(`device activate --csv ${labels} --cidr 10.1.0.0/16 --sheet ${sheet}`)
  t.match(made, { success: true }, made.message)
  t.equal(statSync(sheet).mode & 0o777, 0o600)
  const pages = pagesOf(readFileSync(sheet))
  t.equal(pages.length, 2)
  for (const [index, { code, label }] of (made.data as Code[]).entries()) {
    const page = pages[index] ?? ''
    for (const said of [code ?? '', label, 'Main (MAIN)', '10.1.0.0/16', 'Until / Hadi']) {
      t.ok(page.includes(said), said)
    }
    t.match(page, /Destroy this page/)
    t.match(page, /Haribu karatasi hii/)
  }
  const again = join(dir, 'again.pdf')
  const [first] = made.data as [Code]
  const by_code = (code: string) =>
    ask(`device sheet ${first.id} --code-file ${file('code', code)} --out ${again}`)
  t.match(await by_code('ABCDE-FGHJK'), { message: /holds another code/, meta: { exit: 2 } })
  t.match(await by_code(`${(first.code ?? '').toLowerCase()}\n`), { data: { file: again } })
  t.ok((pagesOf(readFileSync(again))[0] ?? '').includes(first.code ?? ''))
  const on_screen = join(dir, 'screen.pdf')
  const hands = handsOf(askingOf({ data: dir, config: undefined }, own_env), nobody(own_env))
  const line = ['device', 'sheet', first.id, '--code-file', '-', '--out', on_screen]
  t.match(await hands.run(line, { sent: { code_file: first.code ?? '' } }), { success: true })
  t.ok((pagesOf(readFileSync(on_screen))[0] ?? '').includes(first.code ?? ''), 'key s (OPS-200)')
  await ask(`device cancel ${first.id} --yes`)
  t.match(await ask(`device sheet ${first.id} --code-file ${dir}/code --out ${dir}/c.pdf`), {
    message: /one that died/,
  })
})

t.test('device list: by branch, authority and the end of the lease', async (t) => {
  const { ask } = await house(t)
  for (const line of [
    'device list --authority previous --ending-in 7d',
    'device list --authority present --role cashier --facility MAIN',
  ]) {
    t.match(await ask(line), { success: true, data: [], meta: { exit: 0 } }, line)
  }
  t.match(await ask('device list --authority old'), { meta: { exit: 2 } })
  t.match(await ask('device list --ending-in soon'), { meta: { exit: 2 } })
})
