// OPS-54: the same commands in two houses alike, through the socket of one that runs and directly on
// the data of one that does not, end in the same documents.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { alike } from '../../support/alike.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

const own = { env: { KITUO_CONFIG: undefined } }
const place = folder(t)
const csv = join(place, 'staff.csv')
writeFileSync(csv, 'username,full_name\njuma,Juma Ali\n')

const labels = join(place, 'labels.csv')
writeFileSync(labels, 'label,role\nTill 1,cashier\nWard,ward\n')

const register = join(place, 'register.csv')
writeFileSync(register, 'Jina,Ukoo,Jinsia,Umri\nAsha,Mrisho,KE,36\nJuma,Mrisho,ME,200\n')
const columns = join(place, 'columns.json')
writeFileSync(
  columns,
  '{"Jina": "first_name", "Ukoo": "last_name", "Jinsia": "sex", "Umri": "age_years"}',
)

const growth = join(place, 'wfl.txt')
writeFileSync(growth, 'Length\tL\tM\tS\n45\t1\t3\t0.1\n60\t1\t6\t0.1\n')

/** What is typed, and the exit code that it ends with. */
const lines: readonly (readonly [string, number])[] = [
  // In a house of one branch nobody has to name it.
  ['incident stand-down --reason "nobody comes any more" --yes', 3],
  ['schedule check --days 60', 0],
  ['facility create EAST --name "Kituo East" --kind CLINIC --phone "0712 345 678"', 0],
  ['facility create EAST --name "Kituo East" --kind CLINIC', 3],
  ['facility create EAST --name "Kituo East" --kind CLINIC --if-absent', 0],
  ['facility edit EAST --empty phone --open-24h on', 0],
  ['facility edit EAST --latitude north', 2],
  ['facility deactivate EAST --reason "building works" --yes', 0],
  ['facility deactivate EAST --reason "building works" --yes', 0],
  ['facility activate EAST', 0],
  ['department create BURNS --name Burns --kind CLINICAL', 0],
  ['department edit BURNS --parent NONE', 2],
  ['department deactivate BURNS --reason "no staff" --yes', 0],
  ['location create W1 --name "Ward 1" --kind WARD --facility MAIN --capacity 12', 0],
  ['location create W2 --name "Ward 2" --kind WARD', 2],
  ['location edit W1 --facility MAIN --department BURNS', 0],
  ['user create asha --name "Asha Komba" --role cashier --phone "0712 345 678" --facility MAIN', 0],
  ['user create asha --name "Asha Komba" --facility MAIN --if-absent', 0],
  ['user create asha --name Asha --phone 0713000000 --facility MAIN --if-absent', 4],
  ['user roles asha --add nurse:2031-06-30 --remove cashier', 0],
  ['user roles asha --add nobody', 2],
  ['user suspend nobody --reason leave --yes', 2],
  ['user suspend admin --reason leave --yes', 3],
  ['user suspend asha --reason leave', 2],
  ['user suspend asha --reason leave --yes', 0],
  ['user suspend asha --reason leave --yes', 0],
  ['user reinstate asha', 0],
  ['user unlock asha', 0],
  ['user reset-2fa asha --reason "lost telephone" --yes', 0],
  ['user reset-password admin --reason "forgotten" --yes', 0],
  ['user sessions admin --close --yes', 0],
  ['user close asha --reason "left us" --yes', 2],
  ['user close asha --reason "left us" --yes --confirm juma', 2],
  ['user close asha --reason "left us" --yes --confirm asha', 0],
  ['role create "Night clerk" --permission user:read', 0],
  ['role create "Night clerk" --if-absent', 0],
  ['role edit night_clerk --add role:read --description "at night"', 0],
  ['role edit night_clerk --add nothing:at_all', 2],
  ['role edit administrator --add user:read', 3],
  ['role reset night_clerk --yes', 3],
  ['role delete night_clerk --yes', 0],
  ['settings set short_name=Kt security.idle_minutes=30', 0],
  ['settings set short_name=Kt', 0],
  ['settings set shortname=x', 2],
  ['settings set country=ZZ', 2],
  [`settings logo ${csv}`, 2],
  ['mail set --host smtp.example.org --port 25 --from it@example.org', 2],
  ['mail set --host 127.0.0.1 --port 1 --from it@example.org', 0],
  ['mail test it@example.org', 6],
  ['sequence set plan_purchase --next 1200 --yes', 0],
  ['sequence set nothing --next 2 --yes', 2],
  [`import users ${csv} --dry-run`, 0],
  ['import users ./not-there.csv --yes', 2],
  ['import nothing /dev/null --yes', 2],
  [`patient import ${register} --map ${columns} --dry-run`, 0],
  [`patient import ${register} --map ${csv} --dry-run`, 2],
  [`patients import ${register} --map ${columns} --yes`, 3],
  ['job retry 0199a5c2-7d1e-7000-8000-000000000001', 2],
  ['attachment restore 0199a5c2-7d1e-7000-8000-000000000001', 2],
  ['visit list', 0],
  ['visit list --status SOMEWHERE', 2],
  ['visit close-stale', 0],
  ['queue status --facility MAIN', 0],
  ['queue figures --from 2026-03-01 --to 2026-03-31 --group point', 0],
  ['queue figures --from 2026-03-01 --to 2026-03-31 --group moon', 2],
  ['queue screens', 0],
  ['emergency board --facility MAIN', 0],
  ['emergency board --zone HALL', 2],
  ['appointment today --facility MAIN', 0],
  ['patient dismiss 0199a5c2-7d1e-7000-8000-000000000001 --reason "two sisters" --yes', 2],
  ['patient dismiss 0199a5c2-7d1e-7000-8000-000000000001 --yes', 2],
  ['privacy review 0199a5c2-7d1e-7000-8000-000000000001 JUSTIFIED --note "her own nurse" --yes', 3],
  ['privacy review 0199a5c2-7d1e-7000-8000-000000000001 PERHAPS --note "who knows" --yes', 2],
  ['queue add-screen Hall --point NONE --language sw --facility MAIN', 2],
  ['queue rotate-key Nobody', 2],
  ['vital-table list --code GROWTH', 0],
  ['vital-table show MUAC', 0],
  ['vital-table show NONE', 2],
  [`vital-table import ${growth} --indicator WFLH --sex Male --source "Made up" --date soon`, 2],
  [`vital-table import ${csv} --indicator WFA --sex Male --source "Made up" --date 2026-01-01`, 2],
  [
    `vital-table import ${growth} --indicator WFLH --sex Male --source "Made up" --date 2026-01-01`,
    0,
  ],
  [
    'incident start "Bus in the river" --tags BUS --kind ROAD --expected many --facility MAIN --yes',
    2,
  ],
  [
    'incident start "Bus in the river" --tags BUS --kind ROAD --expected 40 --facility MAIN --yes',
    0,
  ],
  ['incident start "Another" --tags BUS --facility MAIN --yes', 3],
  ['incident stand-down --facility MAIN --yes', 2],
  ['incident stand-down --reason "nobody comes any more" --facility MAIN --yes', 0],
  ['incident stand-down --reason "nobody comes any more" --facility MAIN --yes', 3],
  // Of two branches one is named.
  ['schedule check --days 60', 2],
  ['schedule check --days 0', 2],
  ['schedule list --paused --late', 0],
  ['schedule pause clock-guard --reason "no need" --yes', 3],
  ['schedule run nothing', 2],
  ['schedule history nothing', 2],
  ['daemon show nowhere', 2],
  ['outbound hold --channel sms --reason "the operator asked" --yes', 0],
  ['outbound hold --channel sms --reason "the operator asked" --yes', 0],
  ['outbound release --channel sms --reason "the operator asked" --yes', 0],
  ['attachment check', 0],
  ['attachment sweep --yes', 0],
  ['database query "select code from facilities order by code"', 0],
  ['database query "select password from users"', 2],
  ['module impact theatre --facility MAIN', 0],
  ['device reissue 0199a5c2-7d1e-7000-8000-000000000001 --yes', 2],
  [`device activate --csv ${labels} --dry-run`, 0],
  [`device activate --csv ${csv}`, 2],
  ['device sheet 0199a5c2-7d1e-7000-8000-000000000001 --code-file /dev/null --out ./c.pdf', 2],
  ['database migrate --plan', 0],
  ['clock accept --reason "new battery" --yes --confirm clock', 0],
  ['module on pharmacy --facility MAIN --yes', 2],
  ['module impact theatre --on --facility MAIN', 0],
  ['module impact theatre --on --off --facility MAIN', 2],
  ['module off theatre --at 2099-02-03T06:00Z --reason "building works" --facility MAIN --yes', 0],
  ['module off theatre --at 2019-02-03T06:00Z --reason "building works" --facility MAIN --yes', 2],
  ['module list --facility MAIN', 0],
  ['module off theatre --at never --reason "building works" --facility MAIN --yes', 0],
  ['module on blood_bank mortuary --facility MAIN --yes', 0],
  ['schedule set facility-licences --cron "31 1 * * *" --yes', 0],
  ['schedule set facility-licences --cron "31 1 * * *" --yes', 0],
  ['schedule set facility-licences --shipped --yes', 0],
  ['schedule set clock-guard --cron "31 1 * * *" --yes', 3],
  ['schedule set audit-anchor --cron soon --yes', 2],
  ['schedule run audit-anchor --due 2026-01-05', 3],
  ['schedule run backup-verify', 2],
  ['schedule pause audit-anchor --reason "no need" --yes', 3],
  ['device revoke "Till 9" --reason LOST --yes', 2],
  ['device activations --status PENDING', 0],
  ['device ca rotate --distrust --reason "a break-in" --dry-run', 0],
  ['device ca rotate --distrust --reason "a break-in" --yes --confirm rotate', 2],
  [`user import ${csv} --dry-run`, 0],
  [`user import ${csv} --yes --on-duplicate perhaps`, 2],
  ['user list --flag no_2fa --limit 0', 0],
  ['user list --flag no_2fa --state ACTIVE', 2],
  ['user list --flag sleepy', 2],
  ['message settings', 0],
  [
    'backup prune --keep-within 0s --keep-daily 0 --keep-weekly 0 --keep-monthly 0 --keep-yearly 0 --yes',
    3,
  ],
  ['demo load --patients ten --yes', 2],
  ['platform user create op --name Op --email op@example.org', 2],
  ['provision --name Other --code other --admin Juma', 3],
]

const made_up = [[/"temporary_password":"\w{12}"/g, '"temporary_password":"MADE UP"']] as const

// Two houses and some hundred commands: more than a test is usually given.
t.setTimeout(600_000)

t.test('every change gives the same document by socket and directly', async (t) => {
  const [running, resting] = [join(place, 'running'), join(place, 'resting')]
  const house = await served(t, running, '--first-run')
  const other = await served(t, resting, '--first-run')
  other.child.kill('SIGTERM')
  t.equal(await other.ended, 0, other.said())
  for (const [line, exit] of lines) {
    const by_socket = await typedJson([...words(line), '--data', running], own)
    const direct = await typedJson([...words(line), '--data', resting], own)
    t.equal(by_socket.meta.exit, exit, `${line}: ${by_socket.message}`)
    t.same(alike(direct, made_up), alike(by_socket, made_up), line)
  }

  await t.test('a job that nobody works on is done by the command itself', async (t) => {
    for (const dir of [running, resting]) {
      const line = ['import', 'users', csv, '--yes', '--data', dir]
      const document = await typedJson([...line, '--facility', 'MAIN'], own)
      t.match(document.meta, { exit: document.success ? 0 : 3 }, document.message)
      const run = ['schedule', 'run', 'audit-anchor', '--wait', '--data', dir]
      t.match(await typedJson(run, own), { data: { status: 'DONE' } })
    }
  })

  await t.test('PAT-34: the old register, with its columns named in a file', async (t) => {
    const line = ['patients', 'import', register, '--map', columns]
    for (const dir of [running, resting]) {
      const tried = await typedJson([...line, '--dry-run', '--data', dir], own)
      t.match(tried.data, {
        steps: ['check 2 rows: 1 good, 1 with errors, 0 recorded already', 'write 1 rows'],
      })
      t.match(tried.warnings, [{ message: /^row 3: age_years must be a whole number/ }])
      const again = await typedJson(['patient', 'search', 'mrisho', '--data', dir], own)
      t.same(again.data, [], 'a dry run and a refused file leave nothing behind')
      const bad_rows = join(dir, 'bad.csv')
      const more = ['--skip-errors', '--yes', '--out', bad_rows, '--data', dir]
      const made = await typedJson([...line, ...more], own)
      t.match(made, { success: true, message: '1 rows written, 0 changed, 0 passed over.' })
      t.match(readFileSync(bad_rows, 'utf8'), /Juma/)
      const found = await typedJson(['patient', 'search', 'mrisho', '--data', dir], own)
      t.match(found.data, [{ full_name: 'Asha Mrisho', sex: 'Female' }])
    }
  })

  await t.test('files come back to the client, for its owner alone', async (t) => {
    for (const dir of [running, resting]) {
      const file = join(dir, 'users.csv')
      const line = ['export', 'users', '--out', file, '--data', dir]
      t.match(await typedJson(line, own), { success: true, data: { file } })
      t.match(readFileSync(file, 'utf8'), /admin/)
      t.equal(statSync(file).mode & 0o777, 0o600)
      t.match(await typed(line, own), { code: 2, err: /is there already/ })
      const pw = join(dir, 'password')
      const reset = ['user', 'reset-password', 'admin', '--reason', 'lost', '--yes', '--out', pw]
      t.match(await typedJson([...reset, '--data', dir], own), {
        data: { temporary_password: null, password_file: pw },
      })
      t.match(readFileSync(pw, 'utf8'), /^admin\n\w{12}\n$/)
      const audit = join(dir, 'audit.jsonl')
      const days = ['--from', '2020-01-01', '--to', '2020-12-31', '--out', audit]
      t.match(await typedJson(['audit', 'export', ...days, '--data', dir], own), { success: true })
      t.ok(existsSync(audit))
    }
  })

  await t.test('no document carries what a reply would not', async (t) => {
    const { out } = await typed(['user', 'show', 'admin', '--json', '--data', running], own)
    t.notMatch(out, /argon2|totp|search_text|hospital_id/)
  })

  await t.test(
    'the socket for reading tells how the house runs, and nothing of its people',
    async (t) => {
      const read = ['--socket', join(running, 'run/read/kituo.sock'), '--data', running]
      t.match(await typedJson(['schedule', 'list', ...read], own), { success: true })
      t.match(await typedJson(['daemon', 'list', ...read], own), { meta: { total: 1 } })
      for (const line of ['user list', 'audit search', 'settings get', 'module list']) {
        t.match(await typedJson([...words(line), ...read], own), { meta: { exit: 9 } }, line)
      }
    },
  )

  house.child.kill('SIGTERM')
  t.equal(await house.ended, 0)
})
