import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { system } from '../../../db/core/caller.ts'
import { policyOf } from '../../../db/hospital/money/policy/policy.ts'
import { isPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import { row } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const words = ['--name', 'St Mary Hospital', '--code', 'st-mary', '--admin-name', 'Asha Komba']

t.test('init: makes a hospital without a question, and shows its password once', async (t) => {
  const dir = join(folder(t), 'data')
  const made = await typedJson(['init', '--data', dir, ...words, '--recovery-out', `${dir}.words`])
  t.match(made, {
    success: true,
    data: {
      hospital: { code: 'st-mary', name: 'St Mary Hospital', country: 'TZ', currency: 'TZS' },
      facility: 'MAIN',
      admin: { username: 'admin', password: /^\w{12}$/ },
    },
    meta: { changed: true },
  })
  const again = await typedJson(['init', '--data', dir, ...words])
  t.match(again, { success: true, data: { admin: null }, meta: { changed: false, exit: 0 } })
  t.match(await typedJson(['init', '--data', dir, '--country', 'KE']), {
    error: {
      code: 'exists.different',
      message:
        'this hospital was set up for TZ; --country KE does not fit. Settings are changed with: kituo settings set',
    },
    meta: { exit: 4 },
  })
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'read',
    command: 'a test',
    env: {},
  })
  const user = await row<{ password: string; must_change_password: number }>(
    sql`select password, must_change_password from users where username = 'admin'`,
  )
  await opened.close()
  const { password } = (made.data as { admin: { password: string } }).admin
  t.equal(await isPassword(password, user?.password ?? ''), true)
  t.equal(user?.must_change_password, 1)
})

t.test('init: again beside a house that runs, it stands already (OPS-84)', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const { child, ended } = await served(t, dir)
  const again = await typedJson(['init', '--data', dir, '--code', 'st-mary'])
  t.match(again, {
    success: true,
    message: 'St Mary stands already.',
    data: { hospital: { code: 'st-mary' }, admin: null },
    warnings: [],
    meta: { changed: false, exit: 0 },
  })
  t.match(await typedJson(['init', '--data', dir, '--code', 'other']), { meta: { exit: 4 } })
  const made = join(dir, 'backups', 'backups')
  for (const name of readdirSync(made)) rmSync(join(made, name))
  t.match(await typedJson(['init', '--data', dir]), {
    warnings: [{ code: 'init.backup', message: /Kituo works meanwhile/ }],
    meta: { changed: false, exit: 20 },
  })
  child.kill('SIGTERM')
  await ended
})

t.test('init: says what it will use, and uses nothing of another house (OPS-34)', async (t) => {
  const at = folder(t)
  const [file, backups] = [join(at, 'kituo.toml'), join(at, 'safe')]
  const env = { KITUO_CONFIG: file }
  const settings = `data.dir = "${join(at, 'own')}"\nbackup.repositories = [{ name = "local", path = "${backups}" }]\n`
  writeFileSync(file, settings)
  const line = (dir: string) => [
    'init',
    ...words,
    '--data',
    join(at, dir),
    '--recovery-out',
    join(at, `${dir}.words`),
  ]
  const dry = await typed([...line('own'), '--dry-run'], { env })
  t.match(
    dry.out,
    `1. use configuration ${file}, secrets ${join(at, 'own', 'secrets.toml')}, backups ${backups}`,
  )
  t.notOk(existsSync(join(at, 'own')))
  const made = await typed(line('own'), { env })
  t.match(made, {
    code: 0,
    err: new RegExp(`^kituo: init uses data ${at}/own · configuration ${file} · `),
  })
  t.match(await typedJson(line('second'), { env }), {
    error: { code: 'data_dir.another' },
    message: new RegExp(`is the configuration of the house in ${at}/own`),
    meta: { exit: 13 },
  })
  t.notOk(existsSync(join(at, 'second')))
  const from = [
    'init',
    '--from-backup',
    join(backups, 'latest'),
    '--key-file',
    join(at, 'own.words'),
  ]
  t.match(await typedJson([...from, '--data', join(at, 'second')], { env }), { meta: { exit: 13 } })
})

t.test('init: finds what is missing or wrong before it makes anything', async (t) => {
  const dir = join(folder(t), 'data')
  const refused = async (...line: string[]) => (await typed(['init', '--data', dir, ...line])).err
  t.equal(await refused(), 'kituo: --name is needed (no one to ask).\n')
  t.match(await refused(...words.slice(0, 4)), '--admin-name is needed')
  t.match(await refused(...words, '--currency', 'TZX'), /^kituo: \w+ is not a currency code\.\n$/)
  t.match(await refused(...words, '--timezone', 'Dar'), 'Did you mean Africa/Dar_es_Salaam?')
  t.match(
    await refused(...words, '--code', 'a b'),
    '--code takes 3 to 20 small letters, digits and hyphens.',
  )
  t.match(await refused(...words, '--country', 'XX'), 'XX is not a country code.')
  t.match(await refused(...words, '--admin-out', '/etc/hostname'), 'is there already')
  const short = join(folder(t), 'password')
  writeFileSync(short, 'short\n')
  const with_password = [...words, '--admin-password-file', short]
  t.match(await refused(...with_password), /^kituo: the password needs at least 10 characters\.\n$/)
  writeFileSync(short, 'password123\n')
  t.match(await refused(...with_password), /^kituo: this password is among the commonest\.\n$/)
  t.equal(existsSync(dir), false)
})

t.test('init: asks on a terminal for what was not given (OPS-82)', async (t) => {
  const dir = join(folder(t), 'data')
  const answers: Record<string, string[]> = {
    'Name of the hospital': ['Mbeya Referral Hospital'],
    'Short name': ['Mbeya'],
    Country: ['XX', 'KE'],
    'Code of the main branch': ['a b', 'MBY'],
    'Full name of the first administrator': ['John Mushi'],
    Database: ['mysql', 'sqlite'],
    'Set it up so?': ['y'],
  }
  const { code, out, err } = await typed(['init', '--data', dir], {
    answers: (question, said) => {
      const group = /^Group (\d) of the words: $/.exec(question)?.[1]
      if (group !== undefined) {
        return /\n {2}([0-9A-Z-]{44})\n/.exec(said)?.[1]?.split('-')[Number(group) - 1] ?? null
      }
      const asked = Object.keys(answers).find((start) => question.trim().includes(start))
      return answers[asked ?? '']?.shift() ?? ''
    },
  })
  t.equal(code, 0, err)
  t.match(err, 'Code, as people type it at sign-in [mbeya-referral]: ')
  t.match(err, 'XX is not a country code.\nCountry, two letters [TZ]: ', 'asked again')
  t.match(err, 'This takes 2 to 8 capitals and digits.\n')
  t.match(err, /Currency +KES\n/, 'all of it is shown before anything is made')
  t.match(err, new RegExp(`Data +${dir}\nConfiguration +/dev/null\n.*\nBackups +${dir}/backups\n`))
  t.match(out, /Hospital +Mbeya Referral Hospital \(mbeya-referral\)/)
  t.match(out, /Branch +MBY/)
  t.match(out, /Password +\w{12} {3}Shown once\./)
  const keys = await typedJson(['backup', 'key', 'list', '--data', dir])
  t.match(keys.data, [{ kind: 'machine' }, { kind: 'recovery' }])
  t.equal(code, 0)
})

t.test('init: nothing is made before somebody has said yes', async (t) => {
  const dir = join(folder(t), 'data')
  const refused = await typed(['init', '--data', dir], {
    answers: ['St Mary', '', '', '', '', '', 'Asha', '', '', '', '', 'no'],
  })
  t.match(refused, { code: 2, err: /Nothing was made\. Type kituo init again\.\n$/ })
  t.equal(existsSync(dir), false)
})

t.test('init: takes the engine, the kind of deployment and a language', async (t) => {
  const dir = join(folder(t), 'data')
  const env = { KITUO_CONFIG: join(dir, '..', 'kituo.toml') }
  const url = join(dir, '..', 'url')
  writeFileSync(env.KITUO_CONFIG, '')
  writeFileSync(url, 'postgres://kituo:s3cret@127.0.0.1:1/none\n')
  const line = ['init', '--data', dir, ...words, '--recovery-out', `${dir}.words`]
  const contrary = ['--engine', 'sqlite', '--database-url-file', url]
  t.match(await typed([...line, ...contrary], { env }), { code: 2, err: /goes with --engine/ })
  t.match(await typed([...line, '--database-url-file', url], { env }), { code: 6 })
  t.match(readFileSync(env.KITUO_CONFIG, 'utf8'), 'url = "postgres://kituo@127.0.0.1:1/none"')
  writeFileSync(env.KITUO_CONFIG, '')
  const made = await typedJson([...line, '--language', 'en'], { env })
  t.equal(made.success, true, made.message)
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'read',
    command: 'a test',
    env: {},
  })
  const house = await row<{ id: string; language: string }>(
    sql`select id, language from hospitals where code = 'st-mary'`,
  )
  t.match(house, { language: 'en' })
  const { document_language } = await policyOf(system(house?.id ?? ''))
  t.equal(document_language, 'en', 'papers are in it too')
  await opened.close()
  t.match(await typed([...line, '--engine', 'postgres'], { env }), {
    code: 4,
    err: /this hospital was set up for sqlite; --engine postgres does not fit/,
  })
})

t.test('init --demo: a hospital to try, where it is allowed (OPS-161)', async (t) => {
  const dir = join(folder(t), 'data')
  const env = { KITUO_CONFIG: join(dir, '..', 'kituo.toml') }
  writeFileSync(env.KITUO_CONFIG, '[demo]\nallowed = false\n')
  const line = ['init', '--data', dir, ...words, '--recovery-out', `${dir}.words`, '--demo']
  t.match(await typed(line, { env }), { code: 3, err: /not allowed on this machine/ })
  t.equal(existsSync(dir), false)
  writeFileSync(env.KITUO_CONFIG, '[demo]\nallowed = true\n')
  t.match(await typedJson(line, { env }), { success: true })
  t.match(await typedJson(['demo', 'info', '--data', dir], { env }), {
    // One came without a name.
    data: { is_demo: true, patients: 1001 },
  })
  t.match(await typedJson(['status', '--data', dir], { env }), {
    data: { hospital: { name: /^DEMO · / } },
  })
  const parts = await typedJson(['module', 'list', '--data', dir], { env })
  t.ok(
    (parts.data as { enabled: boolean }[]).every(({ enabled }) => enabled),
    'each part is on',
  )
  writeFileSync(env.KITUO_CONFIG, '[demo]\nallowed = false\n')
  t.match(await typed(['demo', 'load', '--yes', '--data', dir], { env }), { code: 3 })
})

t.test('demo load: the hospital and its figures (operations 5.8)', async (t) => {
  const dir = join(folder(t), 'data')
  const env = { KITUO_CONFIG: join(dir, '..', 'kituo.toml') }
  writeFileSync(env.KITUO_CONFIG, '[demo]\nallowed = true\n')
  const line = ['init', '--data', dir, ...words, '--recovery-out', `${dir}.words`]
  t.match(await typedJson(line, { env }), { success: true })
  const password = join(dir, '..', 'password')
  writeFileSync(password, 'four green elephants\n')
  const given = ['--password-file', password]
  const load = ['demo', 'load', ...given, '--patients', '5', '--days', '20', '--yes', '--data', dir]
  t.match(await typedJson(load, { env }), {
    success: true,
    data: {
      hospital: { code: 'st-mary' },
      counts: { patients: 5, visits: Number, vitals: Number, appointments: Number },
      digest: /^[0-9a-f]{16}$/,
      took_ms: Number,
      sign_ins: [{ role: 'administrator' }],
      password: null,
    },
  })
})

t.test('init: takes answers and a password from files, and writes one (OPS-82)', async (t) => {
  const at = folder(t)
  const answers = join(at, 'answers.toml')
  writeFileSync(
    answers,
    'name = "St Mary"\ncode = "wrong"\nadmin-name = "Asha Komba"\nmodules = ["theatre", "maternity"]\n',
  )
  const file = join(at, 'first.txt')
  const { data } = await typedJson([
    'init',
    '--data',
    join(at, 'a'),
    '--answers',
    answers,
    '--code',
    'st-mary',
    '--admin-out',
    file,
    '--recovery-out',
    join(at, 'a.words'),
  ])
  t.match(data, {
    hospital: { code: 'st-mary' },
    admin: { username: 'admin', password_file: file },
  })
  t.notMatch(JSON.stringify(data), readFileSync(file, 'utf8').split('\n')[1] ?? '?')
  t.equal(statSync(file).mode & 0o777, 0o600)
  const password = join(at, 'password')
  writeFileSync(password, 'a long enough password\n')
  chmodSync(password, 0o600)
  const own = await typedJson([
    'init',
    '--data',
    join(at, 'b'),
    ...words,
    '--admin-password-file',
    password,
    '--recovery-out',
    join(at, 'b.words'),
  ])
  t.same((own.data as { admin: unknown }).admin, { username: 'admin' })
  writeFileSync(answers, 'nmae = "x"\n')
  t.match(await typed(['init', '--data', join(at, 'c'), '--answers', answers]), {
    code: 2,
    err: /nmae is not an answer of init/,
  })
})

t.test('a folder that cannot be made is told at once, and named', async (t) => {
  const words = ['--name', 'Kabanga', '--code', 'kabanga', '--country', 'TZ', '--facility', 'Main']
  const more = ['--facility-code', 'MAIN', '--admin-name', 'Asha', '--admin-user', 'asha']
  const env = { KITUO_CONFIG: undefined }
  const cases = [
    ['/proc/kituo', 'nobody may write at /proc'],
    ['/dev/null/kituo', '/dev/null is a file'],
  ] as const
  for (const [place, why] of cases) {
    const out = join(folder(t), 'words')
    for (const line of [
      ['init', ...words, ...more, '--recovery-out', out],
      ['serve', '--first-run', '--listen', '127.0.0.1:0'],
    ]) {
      t.match(await typed([...line, '--data', place], { env }), {
        code: 13,
        err: `kituo: the folder ${place} cannot be made: ${why}. Name another.\n`,
      })
    }
    t.notOk(existsSync(out), 'no words of a house that is not')
  }
})
