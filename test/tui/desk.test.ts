// The screens, key by key, without a terminal (OPS-193 to OPS-203).

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { keyTable } from '../../tui/keys.ts'
import { forgetZone } from '../../tui/times.ts'
import { type Seat, silence, sit } from '../support/desk/desk.ts'

t.beforeEach(() => clock.freeze('2027-02-03T11:02:00.000Z'))
t.afterEach(() => clock.release())

t.test('nothing is shown and no key acts before the sign-in (OPS-194)', async (t) => {
  const seat = await sit({ signed: false })
  await seat.press('2')
  t.match(seat.text(), /Sign in to the house/)
  t.same(seat.ran, [], 'nothing was read')
  await seat.press('backspace')
  await seat.type('asha')
  await seat.press('enter')
  await seat.type('secret')
  t.notMatch(seat.text(), /secret/)
  t.match(seat.text(), /\*{6}/)
  await seat.press('enter')
  t.match(seat.text(), /St Mary Hospital {2}Now/)
})

t.test('a code is asked for when the second factor is on, and a refusal is shown', async (t) => {
  let tries = 0
  const seat = await sit({
    signed: false,
    signIn: async ({ code }) => {
      tries += 1
      if (tries === 1) return { kind: 'refused', message: 'name, password or code is wrong.' }
      if (code === '') return { kind: 'code' }
      return {
        kind: 'in',
        person: { username: 'asha', full_name: 'Asha', permissions: new Set(['console:read']) },
      }
    },
  })
  await seat.type('asha')
  await seat.press('enter')
  await seat.type('wrong')
  await seat.press('enter')
  t.match(seat.text(), /name, password or code is wrong/)
  await seat.type('right')
  await seat.press('enter')
  t.match(seat.text(), /two-factor is on/)
  await seat.type('123456')
  await seat.press('enter')
  t.match(seat.text(), /Now/)
  await seat.press('9')
  t.match(seat.text(), /Users needs user:read\./, 'a screen says which permission is missing')
})

t.test('a hosted house asks for the code of the hospital first (OPS-194)', async (t) => {
  const tries: object[] = []
  const seat = await sit({
    signed: false,
    hosted: true,
    signIn: async (said) => {
      tries.push(said)
      if (said.code === '') return { kind: 'code' }
      return {
        kind: 'in',
        person: { username: 'asha', full_name: 'Asha', permissions: new Set(['console:read']) },
      }
    },
  })
  const lines = seat.frame().filter((line) => /\| (?:Hospital|Username)/.test(line))
  t.match(lines[0], /\| Hospital +_ +\(its code\)/)
  t.match(lines[1], /\| Username +\|/)
  await seat.type('st-mary')
  await seat.press('enter')
  await seat.type('asha')
  await seat.press('enter')
  await seat.type('word')
  await seat.press('enter')
  t.match(seat.text(), /Hospital +st-mary/)
  t.match(seat.text(), /Code +_ +\(two-factor is on\)/)
  await seat.type('123456')
  await seat.press('enter')
  const said = { hospital: 'st-mary', username: 'asha', password: 'word' }
  t.same(tries, [
    { ...said, code: '' },
    { ...said, code: '123456' },
  ])
  t.match(seat.text(), /Now/)
  clock.advance(300_000)
  seat.desk.tick()
  t.match(seat.text(), /Hospital +st-mary[^]*Username +asha/, 'the lock keeps both')
  await seat.press('up', 'up')
  await seat.type('x')
  t.match(seat.text(), /Hospital +st-mary_/, 'and neither can be changed')
})

t.test('a house of one hospital asks for none', async (t) => {
  const seat = await sit({ signed: false })
  t.notMatch(seat.text(), /its code/)
})

t.test('without a key it locks; only the same person opens it (OPS-195)', async (t) => {
  let who = 'asha'
  const seat = await sit({
    signIn: async () => ({
      kind: 'in',
      person: { username: who, full_name: who, permissions: new Set(['console:read']) },
    }),
  })
  clock.advance(300_000)
  seat.desk.tick()
  t.match(seat.text(), /The screens are locked/)
  t.notMatch(seat.text(), /backup\.drill/, 'nothing shines through')
  who = 'juma'
  await seat.type('word')
  await seat.press('enter')
  t.match(seat.text(), /Only the same person opens this/)
  who = 'asha'
  await seat.type('word')
  await seat.press('enter')
  t.match(seat.text(), /Now/)
  clock.advance(300_000)
  seat.desk.tick()
  await seat.press('q')
  t.equal(seat.desk.left, true, 'q leaves the lock')
})

t.test(
  'a dialog shows what happens and its line; Cancel has the focus; Enter waits (OPS-199)',
  async (t) => {
    const seat = await sit()
    await seat.press('9', 'u')
    t.match(seat.text(), /1\. do user unlock j\.mushi/)
    t.match(seat.text(), /kituo user unlock j\.mushi/)
    t.match(seat.text(), /\[ Cancel \]/)
    await seat.press('tab', 'enter')
    t.notOk(
      seat.ran.some(({ how }) => how.yes === true),
      'Enter within 400 ms is not heard',
    )
    clock.advance(400)
    await seat.press('tab', 'enter')
    t.match(seat.desk.dialog, null, 'Enter on Cancel closes')
    await seat.press('u')
    clock.advance(400)
    await seat.press('tab', 'enter')
    t.same(
      seat.ran.filter(({ how }) => how.yes === true).map(({ words }) => words.join(' ')),
      ['user unlock j.mushi'],
    )
    t.match(seat.text(), /user unlock j\.mushi: done\./)
  },
)

t.test('what must be typed is sent as it was typed, and q is a letter there', async (t) => {
  const seat = await sit()
  seat.answers.set('type user close-sessions j.mushi', 'MUSHI')
  await seat.press('9', 'l')
  t.match(seat.text(), /Type MUSHI to go on/)
  clock.advance(400)
  await seat.type('MUq')
  await seat.press('backspace')
  await seat.type('SHI')
  await seat.press('enter', 'tab', 'enter')
  t.same(seat.ran.findLast(({ how }) => how.yes === true)?.how, {
    yes: true,
    confirm: 'MUSHI',
  })
})

t.test('a refusal is shown in its own words, and nothing was done', async (t) => {
  const seat = await sit()
  seat.refusals.set(
    'module off theatre --facility MAIN --reason building works',
    'The theatre module still has open work at Main: cases (3).',
  )
  await seat.press('2', 'space')
  clock.advance(400)
  await seat.type('building works')
  await seat.press('enter')
  t.match(seat.text(), /still has open work at Main: cases \(3\)/)
  clock.advance(400)
  await seat.press('enter')
  t.equal(seat.desk.dialog, null)
  t.notOk(seat.ran.some(({ how }) => how.yes === true))
})

t.test('an act without its permission says which is missing', async (t) => {
  const seat = await sit()
  seat.abouts.set('user unlock', {
    permission: 'user:unlock',
    changes: true,
    reason: false,
    second: false,
  })
  await seat.press('9', 'u')
  t.match(seat.text(), /unlock: this needs user:unlock\./)
  t.equal(seat.desk.dialog, null)
})

const kbk = '2027-02-03T001000Z-nightly.kbk'

async function restoring(): Promise<Seat> {
  const seat = await sit()
  seat.abouts.set('backup restore', {
    permission: 'system:read',
    changes: true,
    reason: true,
    second: true,
  })
  seat.answers.set(`type backup restore ${kbk} --reason it burnt`, 'RESTORE ST MARY')
  await seat.press('7', 'R')
  await seat.type('it burnt')
  clock.advance(400)
  await seat.press('enter')
  clock.advance(400)
  await seat.type('RESTORE ST MARY')
  await seat.press('enter')
  return seat
}

t.test('the second person signs in on the same dialog (OPS-199)', async (t) => {
  const seat = await restoring()
  await seat.type('j.komba')
  await seat.press('enter')
  await seat.type('sesame')
  await seat.press('enter')
  t.match(seat.text(), /Second person {2}j\.komba/)
  t.match(seat.text(), /Password {7}\*{6}/)
  t.notMatch(seat.text(), /sesame/)
  await seat.press('enter')
  t.match(seat.text(), /\[ Cancel \]/, 'Cancel has the focus')
  await seat.press('tab', 'enter')
  t.match(
    seat.ran.findLast(({ how }) => how.yes === true),
    {
      how: {
        yes: true,
        confirm: 'RESTORE ST MARY',
        approver: { username: 'j.komba', password: 'sesame', code: '' },
      },
    },
  )
})

t.test('without a second person the request waits for one (OPS-68)', async (t) => {
  const seat = await restoring()
  await seat.press('enter', 'enter', 'enter', 'tab', 'enter')
  const ran = seat.ran.findLast(({ how }) => how.yes === true)
  t.equal(ran?.how.approver, undefined)
  t.equal(ran?.how.confirm, 'RESTORE ST MARY')
})

t.test('a file that is asked for lies where it was said', async (t) => {
  const seat = await sit()
  await seat.press('0', 'x')
  t.match(seat.text(), /First day +2027-02-01/)
  t.match(seat.text(), /audit export --from 2027-02-01 --to 2027-02-03 --out audit\.jsonl/)
})

t.test('a letter after - opens a screen: Logs, Outgoing, Waiting (5.11)', async (t) => {
  const seat = await sit()
  for (const [letter, title] of [
    ['l', 'Logs'],
    ['o', 'Outgoing'],
    ['w', 'Waiting'],
  ] as const) {
    await seat.press('-', letter)
    t.match(seat.frame()[0], title)
  }
})

t.test('what is shown once goes by itself, or when it is left (OPS-200)', async (t) => {
  const seat = await sit()
  seat.answers.set('user reset-password j.mushi --reason it was lost', {
    temporary_password: 'K7Q2P-9DMWX',
  })
  for (const way of ['time', 'esc']) {
    await seat.press('9', 'w')
    clock.advance(400)
    await seat.type('it was lost')
    await seat.press('enter')
    clock.advance(400)
    await seat.press('tab', 'enter')
    t.match(seat.text(), /K7Q2P-9DMWX/)
    t.match(seat.text(), /clears in 2:00/)
    if (way === 'time') {
      clock.advance(120_000)
      seat.desk.tick()
    } else await seat.press('esc')
    t.notMatch(seat.text(), /K7Q2P-9DMWX/)
  }
})

t.test('s writes the page of a code that is shown (OPS-200)', async (t) => {
  const seat = await sit()
  const line = 'device activate --label Till 4 --role cashier'
  seat.answers.set(line, { id: 'a1', label: 'Till 4', code: 'K7Q2P-9DMWX', code_hint: 'WX' })
  await seat.press('3', 'n')
  clock.advance(400)
  await seat.type('Till 4')
  await seat.press('enter', 'enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
  t.match(seat.text(), /K7Q2P-9DMWX/)
  t.match(seat.text(), /s writes the page as a PDF/)
  await seat.press('s')
  const { words, how } = seat.ran.find(({ words: [, verb] }) => verb === 'sheet') ?? {}
  t.equal(words?.join(' '), 'device sheet a1 --code-file - --out code-till-4-wx.pdf')
  t.same(how, { sent: { code_file: 'K7Q2P-9DMWX' } }, 'the code stands in no line')
  t.match(seat.text(), /device sheet a1 .*: done\./s)
  t.match(seat.text(), /K7Q2P-9DMWX/, 'it is still shown')
  await seat.press('esc')
  t.notMatch(seat.text(), /K7Q2P-9DMWX/)
})

t.test('a list never jumps: new rows wait behind a count until Ctrl-R (OPS-196)', async (t) => {
  const seat = await sit()
  await seat.press('9', 'down')
  const before = seat.answers.get('user list') as object[]
  seat.answers.set('user list', [
    { ...before[0], id: 'u0', username: 'a.new', full_name: 'A New' },
    ...before,
  ])
  clock.advance(3000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.text(), /1 new: Ctrl-R/)
  t.notMatch(seat.text(), /a\.new/)
  t.match(seat.text(), />.*Paulina Ally/, 'the chosen row is still chosen')
  await seat.press('ctrl-r')
  t.match(seat.text(), /a\.new/)
  t.match(seat.text(), />.*Paulina Ally/)
})

t.test('a screen that hears nothing says how old it is; z freezes it', async (t) => {
  const seat = await sit()
  t.match(seat.frame()[0], /live/)
  await seat.press('z')
  const reads = seat.ran.length
  clock.advance(30_000)
  seat.desk.tick()
  await seat.settled()
  t.equal(seat.ran.length, reads)
  t.match(seat.frame()[0], /frozen/)
  await seat.press('z')
  seat.refusals.set('status', silence)
  seat.answers.set('status', null)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.frame()[0], /no daemon, trying again in 3s/)
  seat.refusals.set('user list', 'Not now.')
  seat.answers.set('user list', null)
  await seat.press('9')
  t.match(seat.frame()[0], /not read, trying again in 3s/)
})

t.test('a house that fell is told at the next second, whatever was read (OPS-196)', async (t) => {
  const seat = await sit()
  await seat.press('9')
  seat.house.heard = false
  clock.advance(1000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.frame()[0], /no daemon, trying again in 2s/)
  clock.advance(2000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.frame()[0], /no daemon/, 'also where the lists were read from the data themselves')
  seat.answers.set('status', { ...(seat.answers.get('status') as object), daemon: null })
  await seat.press('1')
  t.match(seat.text(), /! {2}daemon {5}down/)
  t.match(seat.text(), /~ {2}links {6}unknown/)
  t.match(seat.text(), /~ {2}timetable {2}unknown/)
  seat.house.heard = true
  clock.advance(1000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.frame()[0], /live/)
})

t.test('of a house that just fell nothing is told that nobody heard (OPS-196)', async (t) => {
  const seat = await sit()
  t.match(seat.text(), /OK daemon {5}ready/)
  t.match(seat.text(), /OK backup {5}00:10/)
  for (const line of ['backup list', 'messaging queue show', 'schedule list'])
    seat.refusals.set(line, silence)
  seat.house.heard = false
  clock.advance(3000)
  seat.desk.tick()
  await seat.settled()
  t.match(seat.text(), /! {2}daemon {5}down/, 'though its last words were that it is ready')
  t.match(seat.text(), /~ {2}links {6}unknown/)
  t.match(seat.text(), /OK backup {5}00:10/, 'what stood there stands, and is not none')
  t.match(seat.text(), /OK SMS {8}1,204/)
})

t.test(
  'times are the hospital’s, and named where the machine goes by another (OPS-79)',
  async (t) => {
    t.teardown(forgetZone)
    clock.freeze('2027-02-03T21:30:00.000Z')
    const seat = await sit({ zone: 'Africa/Dar_es_Salaam', size: { columns: 120, rows: 40 } })
    t.match(seat.frame()[0], /Thu Feb 04 00:30 EAT/)
    t.match(seat.text(), /backup {5}2027-02-03 03:10/)
  },
)

t.test('filter, command line, keys, all screens, id', async (t) => {
  const seat = await sit()
  await seat.press('9', '/')
  await seat.type('ally')
  await seat.press('enter')
  t.notMatch(seat.text(), /Juma Mushi/)
  await seat.press('esc')
  t.match(seat.text(), /Juma Mushi/)
  await seat.press('c')
  t.match(seat.text(), /kituo user list/)
  t.match(seat.text(), /u {3}kituo user unlock/)
  await seat.press('esc', '?')
  t.match(seat.text(), /reset password/)
  await seat.press('esc', ':')
  await seat.type('kituo backup list')
  await seat.press('enter')
  t.match(seat.text(), /printed backup list/)
  await seat.press('esc', '-')
  await seat.type('audi')
  await seat.press('enter')
  t.match(seat.frame()[0], /Audit/)
  await seat.press('-', 'o')
  t.match(seat.frame()[0], /Outgoing/, 'a letter picks')
  await seat.press('9', 'y')
  t.match(seat.text(), /u2/, 'the one that was chosen')
  await seat.press('esc', 'q')
  t.equal(seat.desk.left, true)
})

t.test('Ctrl-C twice leaves from anywhere', async (t) => {
  const seat = await sit()
  await seat.press('9', 'n', 'ctrl-c')
  t.equal(seat.desk.left, false)
  await seat.press('ctrl-c')
  t.equal(seat.desk.left, true)
})

t.test('keys may be moved; a clash is refused with its name (OPS-203)', async (t) => {
  t.equal(keyTable({ freeze: 'p' }).get('p'), 'freeze')
  t.throws(() => keyTable({ freeze: 'q' }), /stands for|cannot stand/)
  t.throws(() => keyTable({ freeze: '2' }), /2/)
  t.throws(() => keyTable({ sing: 'x' }), /sing/)
})

t.test('what a key needs is known by screen and tab: two screens have a tab Now', async (t) => {
  const seat = await sit()
  for (const key of ['4', '1', '9']) await seat.press(key)
  const keys = [...seat.desk.permissions.keys()]
  t.ok(keys.length > 0)
  const screens = new Set(keys.map((key) => key.split('/').length))
  t.same([...screens], [3], 'screen, tab and key')
})

t.test(
  'what stands over the house stands on every screen until it is over (OPS-134)',
  async (t) => {
    const seat = await sit()
    let said = ['COPY of Kituo Hospital from hms1: outgoing work is HELD (sms)']
    Object.assign(seat.desk.hands, { banners: async () => said })
    clock.advance(15_000)
    seat.desk.tick()
    await seat.settled()
    for (const key of ['1', '9', '7']) {
      await seat.press(key)
      t.match(seat.frame()[1], /^ COPY of Kituo Hospital from hms1/)
      t.equal(seat.frame().length, seat.desk.size.rows)
    }
    said = []
    clock.advance(15_000)
    seat.desk.tick()
    await seat.settled()
    t.notMatch(seat.text(), /COPY of/)
  },
)
