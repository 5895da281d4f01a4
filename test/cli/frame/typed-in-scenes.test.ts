// Rows of operations 6.1 that need something to have happened before: the exit and the sentence, to the
// letter.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { withLock } from '../../../db/appliance/backups/repository-lock.ts'
import { findRepository } from '../../../db/appliance/backups/repository.ts'
import { operator } from '../../../db/core/caller.ts'
import { clock, instantIn, minutes, timeIn } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { setTimetable } from '../../../db/appliance/timetable/entries.ts'
import { prepare } from '../../../db/appliance/timetable/schedules.ts'
import { schedules } from '../../../db/appliance/timetable/tables.ts'
import { open } from '../../../db/hospital/office/devices/activations.ts'
import { claim } from '../../../db/hospital/office/devices/claim.ts'
import { newId } from '../../../db/core/ids.ts'
import { sql } from '../../../db/store/sql.ts'
import { theTimetable } from '../../../daemon/work/timetable.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'
import { workstation } from '../../support/workstation.ts'

t.setTimeout(600_000)

interface Station {
  id: string
  label: string
}

t.test('workstations: many at once, and those of an authority before', async (t) => {
  const dir = folder(t)
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  const caller = operator(hospital_id, 'a test')
  const [facility] = await rows<{ id: string }>(sql`select id from facilities`)
  for (let at = 1; at <= 40; at++) {
    const { code } = await within(() =>
      open(caller, {
        facility_id: facility?.id ?? '',
        label: `Till ${at}`,
        station_role: 'cashier',
      }),
    )
    await claim(
      { ip: `10.0.0.${at}`, base_url: 'https://kituo.example.org' },
      workstation().claim(code),
    )
  }
  await deployment.close()
  const run = (line: string) => typed([...words(line), '--data', dir])
  const ask = (line: string) => typedJson([...words(line), '--data', dir])
  const yes = '--reason "ten years are over" --yes'

  t.match(await ask(`device ca rotate ${yes} --confirm "rotate the authority"`), {
    data: { workstations_to_renew: 40, workstations_to_activate: 0 },
  })
  t.same(await run(`device ca rotate ${yes} --confirm "rotate the authority"`), {
    code: 3,
    out: '',
    err: 'kituo: 40 workstations still hold a certificate of the authority before. See: kituo device list --authority previous\n',
  })
  t.equal((await ask('device list --authority previous')).meta.total, 40)

  const gone = await ask('device revoke "Till 2" --reason LOST --note "left in a bus" --yes')
  const [first] = (gone.data as { devices: Station[] }).devices
  t.match(gone, {
    success: true,
    meta: { changed: true },
    data: {
      devices: [{ label: 'Till 2', status: 'REVOKED', revoke_reason: 'LOST' }],
      list_number: 2,
    },
  })
  const day = clock.instant().slice(0, 10)
  for (const which of ['"Till 2"', first?.id ?? '']) {
    const again = await ask(`device revoke ${which} --reason LOST --yes`)
    t.match(again, {
      success: true,
      message: `Till 2 was revoked on ${day} already.`,
      meta: { exit: 0, changed: false },
    })
  }
  t.match(await run('device revoke "Till 3" --yes'), {
    code: 2,
    err: 'kituo: device revoke asks for a reason: add --reason LOST, STOLEN, REPLACED, RETIRED, OTHER.\n',
  })
  t.match(await run('device revoke "Till 3" --reason "a fire" --yes'), {
    code: 2,
    err: /^kituo: --reason takes one of LOST, /,
  })
  const six = [3, 4, 5, 6, 7, 8].map((at) => `"Till ${at}"`).join(' ')
  t.match(await run(`device revoke ${six} --why STOLEN --reason "a break-in" --yes`), {
    code: 2,
    err: /asks for confirmation: add --confirm "6 workstations"\.\n$/,
  })
  t.match(await run(`device revoke ${six} "Till 99" --reason STOLEN --yes`), { code: 2 })
  t.equal((await ask('device list --status REVOKED')).meta.total, 1, 'all or none')
  t.match(await ask(`device revoke ${six} --reason STOLEN --yes --confirm "6 workstations"`), {
    message: '6 workstations revoked.',
    data: { devices: { length: 6 }, list_number: 3 },
  })

  // OPS-141
  const line = 'device ca rotate --distrust --reason "the server was stolen"'
  t.match(await ask(`${line} --dry-run`), {
    data: {
      type: 'distrust the authority',
      steps: [/worthless at once/, 'revoke 33 workstations: each must be activated again'],
    },
  })
  t.match(await ask(`${line} --yes --confirm "distrust the authority"`), {
    message: 'A new authority signs from now on; 33 workstations must be activated again.',
    data: {
      current: { state: 'CURRENT' },
      previous: { state: 'DISTRUSTED' },
      workstations_to_activate: 33,
    },
  })
  t.equal((await ask('device list --status ACTIVE')).meta.total, 0)
  const pem = join(dir, 'ca.pem')
  await run(`device ca export --out ${pem}`)
  t.equal(readFileSync(pem, 'utf8').match(/BEGIN CERTIFICATE/g)?.length, 1, 'nobody is given them')
  t.match(await ask('ca show'), { data: { length: 3 } })
})

t.test('the timetable: what runs is not run twice, what is moved stays moved', async (t) => {
  const dir = folder(t)
  const { deployment } = await houseAt(configurationAt(dir))
  setTimetable(theTimetable())
  const ask = (line: string) => typedJson([...words(line), '--data', dir])
  await prepare()
  const since = clock.instant()
  await within(() =>
    schedules.change(
      { name: 'backup-nightly', place: '' },
      {
        run_id: newId(),
        running_on: 'hms1 0123456789ab',
        last_run_at: since,
        lease_until: instantIn(minutes(1)),
      },
    ),
  )
  await within(() =>
    schedules.change({ name: 'suspensions', place: '' }, { paused: true, pause_reason: 'works' }),
  )
  await deployment.close()
  t.match(await ask('schedule run backup-nightly --yes'), {
    meta: { exit: 5 },
    error: { code: 'lock.held' },
    message: `backup-nightly runs since ${timeIn('Africa/Dar_es_Salaam', new Date(since))} on hms1.`,
  })
  t.match(await ask('schedule pause audit-anchor --reason "too loud" --yes'), {
    meta: { exit: 3 },
    message: 'audit-anchor cannot be paused.',
  })
  // A heavy one is asked about.
  t.match(await ask('schedule run backup-verify'), {
    meta: { exit: 2 },
    message: 'schedule run backup-verify asks for confirmation: add --yes.',
  })

  await t.test('OPS-96: what cannot be paused can be moved', async (t) => {
    const line = 'schedule set audit-anchor --cron "31 1 * * *"'
    t.match(await ask(line), { meta: { exit: 2 }, error: { code: 'confirm.needed' } })
    t.match(await ask(`${line} --dry-run`), { data: { steps: [/becomes 31 1 \* \* \*$/] } })
    const before = await ask('schedule show audit-anchor')
    const shipped = (before.data as { cron: string }).cron
    const moved = await ask(`${line} --yes`)
    t.match(moved, {
      message: 'audit-anchor runs at 31 1 * * * now.',
      data: { cron: '31 1 * * *', next_run_at: /T22:31:00/ },
    })
    t.match(await ask(`${line} --yes`), { meta: { changed: false, exit: 0 } })
    t.match(await ask('schedule show audit-anchor'), { data: { cron: '31 1 * * *', runs: [] } })
    const { data: log } = await ask('audit search --action schedule.move')
    t.match(log, [{ action: 'schedule.move' }])
    t.match(await ask('schedule set audit-anchor --shipped --yes'), { data: { cron: shipped } })
    for (const [wrong, exit, message] of [
      ['audit-anchor --cron soon', 2, /^--cron takes five cron fields/],
      ['audit-anchor --cron "0 0 30 2 *" --yes', 2, /never comes\.$/],
      ['audit-anchor --yes', 2, /^--cron is needed\.$/],
      ['audit-anchor --cron "1 1 * * *" --shipped', 2, /do not go together\.$/],
      ['suspensions --cron "1 1 * * *" --yes', 3, /has no hour that could be moved\.$/],
      ['nothing --cron "1 1 * * *" --yes', 2, /^there is no schedule nothing\.$/],
    ] as const) {
      t.match(await ask(`schedule set ${wrong}`), { meta: { exit }, message }, wrong)
    }
  })

  await t.test('OPS-96: --due is for what is made up day by day', async (t) => {
    t.match(await ask('schedule run audit-anchor --due 2026-01-05'), {
      meta: { exit: 3 },
      message: 'audit-anchor does not run for one day or another.',
    })
    t.match(await ask('schedule run audit-anchor --due tomorrow'), { meta: { exit: 2 } })
  })
})

t.test('what stands in the way is named', async (t) => {
  const dir = folder(t)
  await initialised(dir)
  const ask = (line: string) => typedJson([...words(line), '--data', dir])

  const place = await findRepository({ name: 'local', path: join(dir, 'backups') }, false)
  await withLock(place, 'kituo backup copy', async () => {
    const { message, meta } = await ask('backup repository unlock local --yes')
    t.equal(meta.exit, 5)
    t.match(message, /^\S+ is writing to local since \d\d:\d\d \(pid \d+\): not unlocked\.$/)
    t.ok(message.includes(`(pid ${process.pid})`), message)
  })
  const none = '--keep-within 0s --keep-daily 0 --keep-weekly 0 --keep-monthly 0 --keep-yearly 0'
  for (const more of ['--yes', '--dry-run']) {
    t.match(await ask(`backup prune ${none} ${more}`), {
      meta: { exit: 3 },
      message: 'this would keep nothing.',
    })
  }
  t.match(await ask('backup prune --keep-daily 1 --dry-run'), { success: true })

  const phrase = join(dir, 'phrase.txt')
  writeFileSync(phrase, 'not the phrase\n')
  t.match(await ask(`backup key test --file ${phrase}`), {
    meta: { exit: 11 },
    message:
      /^this passphrase opens none of the 2 slots \((?:recovery|machine [0-9a-f]{4}…), (?:recovery|machine [0-9a-f]{4}…)\)\.$/,
  })

  const nameOf = async (tag: string): Promise<string> =>
    ((await ask(`backup create --tag ${tag}`)).data as { name: string }).name
  const [whole, broken] = [await nameOf('one'), await nameOf('two')]
  const file = join(dir, 'backups/backups', broken)
  const bytes = readFileSync(file)
  const half = Math.floor(bytes.length / 2)
  bytes[half] = (bytes[half] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
  const restoring = `backup restore ${broken} --reason "the disk broke" --yes`
  const { message, meta } = await ask(`${restoring} --confirm "restore ${broken}"`)
  t.equal(meta.exit, 10)
  t.match(
    message.replace(/piece \d+/, 'piece 812'),
    `${broken} is damaged: piece 812 of the database does not open. The one before is whole: ${whole}`,
  )

  const register = join(dir, 'register.csv')
  writeFileSync(register, 'first_name,last_name,sex,age_years\nAsha,Mrisho,Female,36\n')
  t.match(await ask(`patient import ${register} --yes`), { success: true })
  for (const more of ['--yes', '--dry-run']) {
    t.match(await ask(`demo load --patients 10 ${more}`), {
      meta: { exit: 3 },
      message: 'St Mary has 1 real patient: demonstration data go into a hospital of their own.',
    })
  }
})
