// `kituo demo`: a hospital that looks lived in, made and removed (operations 4.15).

import { day, whole } from '../../db/appliance/configuration/kinds.ts'
import { command, done, maybe, maybeFile, orElse } from '../frame/grammar/command.ts'
import { lines } from '../frame/page.ts'

const load = command('demo load', {
  says: 'Fills a hospital that has no patient with made-up people, visits and vitals.',
  class: 'M',
  permission: 'demo:load',
  confirm: 'C1',
  transaction: 'rule',
  flags: {
    patients: orElse(
      { ...whole(1, 1_000_000), takes: '1 to 1,000,000' },
      '1000',
      'how many people',
    ),
    days: orElse(whole(1, 3650), '180', 'how far back the story goes'),
    seed: orElse(whole(0, 2_147_483_647), '1', 'another number, other people'),
    password_file: maybeFile('the password of the sign-ins; - is standard input; else made up'),
    until: maybe(day(), 'the last day; yesterday'),
  },
  examples: [
    'kituo demo load --patients 1000',
    'kituo demo load --patients 200 --password-file ./password',
    'kituo demo load --patients 100000 --days 365 --seed 7 --yes --json',
  ],
  plan: async ({ configuration, flags, caller }) => {
    const { refuseReal } = await import('../../db/hospital/tenants/demo/load.ts')
    await refuseReal(await caller())
    const { refuseDemo } = await import('./demo-allowed.ts')
    refuseDemo(configuration)
    const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const { name } = await hospitalOf(await caller())
    return {
      steps: [
        `mark ${name} as a hospital of made-up people, for good`,
        `make ${flags.patients} patients and what happened to them in ${flags.days} days`,
      ],
    }
  },
  run: async ({ configuration, flags, sent, caller, progress }) => {
    const { refuseDemo } = await import('./demo-allowed.ts')
    const { loadDemo, refuseReal } = await import('../../db/hospital/tenants/demo/load.ts')
    await refuseReal(await caller())
    refuseDemo(configuration)
    const { patients: many, days, seed, until = null } = flags
    const password = sent('password_file')
      ?.bytes.toString('utf8')
      .replace(/\r?\n$/, '')
    const made = await loadDemo(
      await caller(),
      { patients: many, days, seed, until },
      (ready, total) => progress('made-up people', { done: ready, total }),
      password ?? null,
    )
    const { patients, visits, vitals, appointments, referrals, seconds } = made
    const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const { code, name } = await hospitalOf(await caller())
    const counts = { patients, visits, vitals, appointments, referrals }
    const data = { ...made, hospital: { code, name }, counts, took_ms: Math.round(seconds * 1000) }
    return done(`${patients} patients and ${visits} visits were made in ${seconds} s.`, data)
  },
  view: (made, page) =>
    lines(
      [
        ['Patients', made.patients],
        ['Visits', made.visits],
        ['Vitals', made.vitals],
        ['Appointments', made.appointments],
        ['Referrals', made.referrals],
        ['Waiting now', made.today?.waiting ?? '-'],
        ['Emergencies', made.today?.emergencies ?? '-'],
        ['Sales and bills', made.today === null ? '-' : made.today.sales + made.today.bills],
        ['Seconds', made.seconds],
        ['Digest', made.digest],
        ['Sign in as', made.sign_ins.map(({ username }) => username).join(', ')],
        ['Password', made.password === null ? 'as given' : `${made.password}   Shown once.`],
      ],
      page,
    ),
})

const info = command('demo info', {
  says: 'Prints what a hospital of made-up people holds, and by which numbers it was made.',
  class: 'R',
  permission: 'system:read',
  examples: ['kituo demo info', 'kituo demo info --json'],
  run: async ({ caller }) => {
    const { demoInfo } = await import('../../db/hospital/tenants/demo/info.ts')
    const found = await demoInfo(await caller())
    return done(found.is_demo ? 'Made-up people.' : 'Not a demonstration.', found)
  },
  view: (found, page) =>
    lines(
      [
        ['Hospital', found.hospital],
        ['Made-up people', found.is_demo ? 'yes' : 'no'],
        ['Loaded', page.time(found.loaded_at)],
        ['Seed', found.seed],
        ['Days', found.days],
        ['Digest', found.digest],
        ['Patients', found.patients],
        ['Visits', found.visits],
        ['Vitals', found.vitals],
        ['Appointments', found.appointments],
        ['Referrals', found.referrals],
      ],
      page,
    ),
})

const remove = command('demo remove', {
  says: 'Removes a hospital of made-up people as a whole: its rows, books, audit log and files.',
  class: 'M',
  about: 'operator',
  permission: null,
  confirm: 'C2',
  transaction: 'rule',
  examples: [
    'kituo demo remove --dry-run',
    'kituo demo remove --hospital demo --yes --confirm demo --json',
  ],
  plan: async ({ workspace }) => {
    const { demoHospital, wouldRemove } = await import('../../db/hospital/tenants/demo/remove.ts')
    const { id, code, name } = await demoHospital(workspace)
    const found = await wouldRemove(id)
    const total = found.reduce((sum, one) => sum + one.rows, 0)
    return {
      steps: [
        `remove ${name} (${code}): ${total} rows and the files of its records`,
        ...found.map((one) => `${one.name}: ${one.rows}`),
      ],
      type: code,
    }
  },
  run: async ({ workspace, caller, progress }) => {
    const { removeDemo } = await import('../../db/hospital/tenants/demo/remove.ts')
    const made = await removeDemo(await caller(), workspace, (table, ready, total) =>
      progress('tables', { item: table, done: ready, total }),
    )
    const { hospital, rows, files } = made
    return done(`${hospital.name} is removed: ${rows} rows, ${files} files.`, made)
  },
  view: () => null,
})

export const commands = [load, info, remove]
