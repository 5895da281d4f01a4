// What keys do to the house: what a dialog says, what a typed line may, and how a deed goes on.

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { silence, sit, type Seat } from '../support/desk/desk.ts'

t.beforeEach(() => clock.freeze('2027-02-03T11:02:00.000Z'))
t.afterEach(() => clock.release())

const carriedOut = (seat: Seat): string[] =>
  seat.ran.filter(({ how }) => how.yes === true).map(({ words }) => words.join(' '))

t.test('a switch says what it takes from people before it asks (OPS-199)', async (t) => {
  const seat = await sit()
  await seat.press('2', 'space')
  t.match(seat.text(), /14 routes would answer 403\. 9 people lose 2 permissions here\./)
  t.match(seat.text(), /Why +_/)
  clock.advance(400)
  await seat.type('building works')
  await seat.press('enter')
  t.match(seat.text(), /Taken back by: Space again\./)
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.same(carriedOut(seat), ['module off theatre --facility MAIN --reason building works'])
})

t.test('open work refuses a switch: Enter lists it, F goes on with a reason (8.3)', async (t) => {
  const seat = await sit()
  seat.answers.set('module impact theatre --facility MAIN', {
    routes: [],
    permissions: [],
    people: 0,
    open_work: [{ label: 'cases', count: 3 }],
  })
  await seat.press('2', 'space')
  t.match(seat.text(), /X Open work: cases 3\. Refused while it is open\./)
  t.match(seat.text(), /Enter: list them {3}F: force, with a reason/)
  clock.advance(400)
  await seat.press('enter')
  t.match(seat.text(), /printed module impact theatre --facility MAIN/)
  await seat.press('esc', 'space', 'F')
  t.match(seat.text(), /Force off, with a reason theatre/)
  clock.advance(400)
  await seat.type('no more')
  await seat.press('enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.same(carriedOut(seat), ['module off theatre --facility MAIN --force --reason no more'])
})

t.test('a restore says what would be lost before it asks why (8.3)', async (t) => {
  const seat = await sit()
  seat.answers.set('backup restore-plan 2027-02-03T001000Z-nightly.kbk', {
    loss: [
      { table: 'patients', new: 3, changed: 12 },
      { table: 'journal_entries', new: 41, changed: 0 },
    ],
  })
  await seat.press('7', 'R')
  t.match(seat.text(), /It would lose 3 new and 12 changed patients, 41 new and 0 changed/)
  t.match(seat.text(), /Why +_/)
  t.same(carriedOut(seat), [])
})

t.test('what cannot be undone says so (OPS-199, 8.2)', async (t) => {
  const seat = await sit()
  await seat.press('7', 'P')
  t.match(seat.text(), /This cannot be undone\./)
  t.match(seat.text(), /kituo backup prune/)
})

t.test('a line that was typed asks when it changes something; its result is shown', async (t) => {
  const seat = await sit()
  seat.abouts.set('user suspend', {
    permission: null,
    changes: true,
    reason: true,
    second: false,
  })
  seat.answers.set('user suspend j.mushi --reason went away', { status: 'SUSPENDED' })
  await seat.press(':')
  await seat.type('kituo user suspend j.mushi')
  await seat.press('enter')
  t.match(seat.text(), /Run user suspend j\.mushi\?/)
  t.same(carriedOut(seat), [])
  clock.advance(400)
  await seat.type('went away')
  await seat.press('enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.same(carriedOut(seat), ['user suspend j.mushi --reason went away'])
  t.match(seat.text(), /kituo user suspend j\.mushi --reason "went away"/)
  t.match(seat.text(), /status +SUSPENDED/)
})

t.test('Enter on an advice that names a change asks, and one that looks looks', async (t) => {
  const seat = await sit()
  seat.abouts.set('backup drill', {
    permission: 'backup:drill',
    changes: true,
    reason: false,
    second: false,
  })
  await seat.press('enter')
  t.match(seat.text(), /backup drill latest: this needs backup:drill\./)
  seat.abouts.set('backup drill', { permission: null, changes: true, reason: false, second: false })
  await seat.press('enter')
  t.match(seat.text(), /Run backup drill latest\?/)
  t.same(carriedOut(seat), [])
})

t.test('an advice that wants a name first opens its screen', async (t) => {
  const seat = await sit()
  seat.answers.set('status', {
    advice: [
      {
        finding: 'security.last_admin',
        state: 'WARN',
        message: '1 administrator alone',
        command: 'kituo user roles <username> --add administrator',
      },
    ],
  })
  await seat.press('1', 'ctrl-r', 'enter')
  t.match(seat.frame()[0], /Users/)
})

t.test('a deed that goes on tells its phases; nothing looks away from it (8.3)', async (t) => {
  const seat = await sit()
  seat.progress.push(
    { type: 'progress', phase: 'database', done: 10, total: 10 },
    { type: 'progress', phase: 'proving tables', done: 41, total: 100 },
  )
  let drawn = ''
  seat.desk.onChange(() => {
    if (seat.desk.dialog?.stage === 'doing') drawn = seat.text()
  })
  await seat.press('7', 'P')
  clock.advance(400)
  await seat.press('tab')
  seat.desk.press('enter')
  seat.desk.press('esc')
  t.equal(seat.desk.dialog?.stage, 'doing')
  await seat.settled()
  t.match(drawn, / 1 OK database/)
  t.match(drawn, / 2 >> proving tables {2}\[#{10}-{14}\] 41 %/)
})

t.test('a secret that was shown once is said nowhere else (OPS-200)', async (t) => {
  const seat = await sit()
  const line = 'device activate --label Till 4 --role cashier'
  seat.answers.set(line, { id: 'a1', label: 'Till 4', code: 'K7Q2P-9DMWX', code_hint: 'WX' })
  await seat.press('3', 'n')
  await seat.type('Till 4')
  clock.advance(400)
  await seat.press('enter', 'enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.match(seat.text(), /# # ### ### ###/, 'large')
  await seat.press('esc')
  t.notMatch(seat.text(), /Till 4|K7Q2P/)
})

t.test('a session that was closed ends the screen (OPS-195)', async (t) => {
  const seat = await sit()
  await seat.press('9')
  t.match(seat.text(), /Juma Mushi/)
  seat.refusals.set('user list', 'Sign in again.')
  seat.codes.set('user list', 'sign_in.needed')
  clock.advance(3000)
  seat.desk.tick()
  await seat.settled()
  t.notMatch(seat.text(), /Juma Mushi/)
  t.match(seat.text(), /Your session is over: sign in again\./)
})

t.test('figures that are old are marked, also without colour (OPS-196)', async (t) => {
  const seat = await sit()
  await seat.press('9')
  clock.advance(5000)
  t.match(seat.frame()[0], / 5s old/)
  t.notMatch(seat.text(), /^~/m)
  clock.advance(5000)
  t.match(seat.frame()[0], / ~10s old/)
  t.match(seat.text(), /^~> Juma Mushi/m)
  t.match(seat.text(), /^~ {2}Paulina Ally/m)
  seat.refusals.set('user list', silence)
  seat.answers.set('user list', null)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.frame()[0], /no daemon, trying again in 3s/)
})

t.test('a row that went away leaves the choice where it was', async (t) => {
  const seat = await sit()
  const rows = ['a', 'b', 'c'].map((id) => ({ id, username: id, full_name: id, status: 'ACTIVE' }))
  seat.answers.set('user list', rows)
  await seat.press('9', 'down')
  seat.answers.set('user list', [rows[0], rows[2]])
  clock.advance(3000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.text(), /^ > c/m)
})

t.test('permissions by role: the arrows go across, Space gives or takes', async (t) => {
  const seat = await sit()
  seat.answers.set('role list', [
    { code: 'cashier', permissions: ['bill:read', 'bill:void'], added: ['bill:void'], removed: [] },
    { code: 'doctor', permissions: ['visit:read'], added: [], removed: ['bill:read'] },
  ])
  await seat.press('9', 'tab', 'tab')
  t.match(seat.text(), /PERMISSION +\[CASHIER\] +DOCTOR/)
  t.match(seat.text(), /> bill:read +x +-/)
  t.match(seat.text(), /bill:void +\+ +\./)
  await seat.press('right', 'space')
  clock.advance(400)
  await seat.press('enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.same(carriedOut(seat), ['role edit doctor --add bill:read'])
  await seat.press('left', 'space')
  t.match(seat.text(), /kituo role edit cashier --remove bill:read/)
})

t.test('the checks of the year that is chosen: Enter its records, f what mends it', async (t) => {
  const seat = await sit()
  seat.answers.set('fiscal-year list', [{ id: 'y', name: '2026', status: 'OPEN' }])
  seat.answers.set('fiscal-year close 2026 --dry-run', {
    fiscal_year: { name: '2026', status: 'OPEN' },
    entries: 48_211,
    checks: [
      {
        code: 'C04',
        state: 'FAIL',
        count: 3,
        message: '3 draft entries are dated in the year',
        fix: 'kituo books drafts --year 2026',
        records: [{ kind: 'entry', reference: 'Rent of December' }],
      },
    ],
    warnings: [{ code: 'W01', count: 1, message: 'NMB is reconciled to 2026-11-30' }],
    total: { surplus: 89_819_600 },
    plan: '7f3c0a91d2be4b6f',
  })
  await seat.press('8', 'shift-tab')
  t.match(seat.text(), /> X {2}C04 +3 draft entries/)
  t.match(seat.text(), /! {2}W01/)
  t.match(seat.text(), /something is in the way {3}surplus 89,819,600 {3}plan 7f3c0a91d2be/)
  await seat.press('enter')
  t.match(seat.text(), /entry {2}Rent of December/)
  await seat.press('esc', 'f')
  t.match(seat.text(), /kituo books drafts --year 2026/)
  t.same(carriedOut(seat), [])
})

t.test('another branch goes along with every line; one that is not there is told', async (t) => {
  const seat = await sit()
  seat.answers.set('facility list', [{ code: 'MAIN' }, { code: 'ANNEX' }])
  await seat.press('9', 'o')
  t.match(seat.text(), /Branch \(empty: all\): +MAIN ANNEX/)
  await seat.type('nowhere')
  await seat.press('enter')
  t.match(seat.text(), /There is no branch nowhere: MAIN, ANNEX\./)
  await seat.press('o')
  await seat.type('annex')
  await seat.press('enter')
  t.equal(seat.ran.at(-1)?.words.join(' '), 'user list --facility ANNEX')
  t.match(seat.frame()[0], / \/ ANNEX/)
})

t.test('all screens: the arrows choose as well as letters; y shows the id large', async (t) => {
  const seat = await sit()
  await seat.press('-', 'down', 'down', 'enter')
  t.match(seat.frame()[0], /Workstations/)
  await seat.press('-')
  await seat.type('Lic')
  await seat.press('enter')
  t.match(seat.text(), /Licence needs plan:read\./, 'a capital begins a word')
  await seat.press('9', 'y')
  t.match(seat.text(), /# # {2}#|# #/)
  t.match(seat.text(), /\| u1/)
})

t.test('Ctrl-C twice is told to whoever started it', async (t) => {
  const seat = await sit()
  await seat.press('ctrl-c', 'ctrl-c')
  t.equal(seat.desk.exit, 130)
  const other = await sit()
  await other.press('q')
  t.equal(other.desk.exit, 0)
})
