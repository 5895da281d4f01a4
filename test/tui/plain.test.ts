// The screens as numbered lines: every action can be reached, and asks as a dialog does (OPS-202).

import t, { type Test } from 'tap'
import { plainly } from '../../tui/plain.ts'
import { screens } from '../../tui/screens/all.ts'
import { type Seat, sit } from '../support/desk/desk.ts'

type Answer = string | ((said: string) => string)

/** Gives the answers one by one; then the input ends. */
async function talk(seat: Seat, ...answers: Answer[]): Promise<string> {
  let said = ''
  const left = ['asha', 'word', ...answers]
  const code = await plainly(seat.desk, {
    out: (text) => void (said += text),
    ask: async (question) => {
      said += question
      const next = left.shift()
      const typed = typeof next === 'function' ? next(said) : (next ?? null)
      said += `${typed ?? ''}\n`
      return typed
    },
  })
  return `${said}ended ${code}`
}

/** The number that stands before these words in the list that was said last. */
const numberOf =
  (words: string): Answer =>
  (said) =>
    new RegExp(`(\\d+)\\. ${words}(?![^]*\\d+\\. ${words})`).exec(said)?.[1] ?? `no ${words}`

const plain = async () => sit({ signed: false })

const done = (seat: Seat): string[] =>
  seat.ran.filter(({ how }) => how.yes === true).map(({ words }) => words.join(' '))

t.test('a person unlocks an account by numbers, after the plan was said', async (t) => {
  const seat = await plain()
  const said = await talk(
    seat,
    numberOf('Users'),
    numberOf('Users'),
    numberOf('Juma Mushi'),
    numberOf('unlock'),
    'y',
  )
  t.match(said, /kituo user unlock j\.mushi\n1\. do user unlock j\.mushi\nGo on\? \[y\/N\]/)
  t.same(done(seat), ['user unlock j.mushi'])
  t.match(said, /ended 0$/)
})

t.test('a no changes nothing; a word filters, and picks a screen', async (t) => {
  const seat = await plain()
  const said = await talk(
    seat,
    'users',
    numberOf('Users'),
    'ally',
    numberOf('Paulina Ally'),
    numberOf('suspend or reinstate'),
    'lost',
    'n',
  )
  t.match(said, /Users with "ally"/)
  t.match(said, /Taken back by: S again\./)
  t.match(said, /Nothing was changed\./)
  t.same(done(seat), [])
})

t.test('a year is closed by the plan that was said, as on the screen', async (t) => {
  const seat = await plain()
  seat.answers.set('fiscal-year list', [{ id: 'y', name: '2026', status: 'OPEN' }])
  seat.answers.set('plan fiscal-year close 2026', { plan: '7f3c0a91d2be', total: { surplus: 5 } })
  const closing: Answer[] = ['year', numberOf('Year'), numberOf('2026'), numberOf('close'), '']
  await talk(seat, ...closing, '2025')
  t.same(done(seat), [])
  await talk(seat, ...closing, '2026')
  t.same(done(seat), ['fiscal-year close 2026 --plan 7f3c0a91d2be'])
})

t.test('a code that is shown once can be written as a page', async (t) => {
  const seat = await plain()
  const line = 'device activate --label Till 4 --role cashier'
  seat.answers.set(line, { id: 'a1', label: 'Till 4', code: 'K7Q2P-9DMWX', code_hint: 'WX' })
  const said = await talk(
    seat,
    'workstations',
    numberOf('Workstations'),
    numberOf('new code'),
    'Till 4',
    '',
    'y',
    'y',
  )
  t.match(said, /code: K7Q2P-9DMWX/)
  t.match(said, /device sheet a1 .*: done\./)
})

t.test('any command, another branch, and a second person', async (t) => {
  const seat = await plain()
  seat.answers.set('facility list', [{ code: 'MAIN' }, { code: 'ANNEX' }])
  seat.abouts.set('backup restore', {
    permission: null,
    changes: true,
    reason: true,
    second: true,
  })
  seat.answers.set('type backup restore latest --reason it burnt --facility ANNEX', 'RESTORE')
  await talk(
    seat,
    numberOf('Another branch'),
    numberOf('ANNEX'),
    numberOf('Type any command'),
    'backup restore latest',
    'it burnt',
    'RESTORE',
    'j.komba',
    'sesame',
    '',
  )
  const ran = seat.ran.findLast(({ how }) => how.yes === true)
  t.equal(ran?.words.join(' '), 'backup restore latest --reason it burnt --facility ANNEX')
  t.same(ran?.how.approver, { username: 'j.komba', password: 'sesame', code: '' })
  t.equal(ran?.how.confirm, 'RESTORE')
})

const row = { id: 'one', name: 'one', code: 'one', number: 'one', label: 'one', channel: 'sms' }

t.test('every act of every screen can be reached (OPS-202)', async (t) => {
  for (const screen of screens)
    for (const tab of screen.tabs)
      for (const act of tab.acts) {
        const seat = await sit({ signed: false, permissions: screens.map((one) => one.permission) })
        await reached(t, seat, [screen.title, tab.name, act.says])
      }
})

async function reached(t: Pick<Test, 'ok'>, seat: Seat, way: [string, string, string]) {
  const [title, tab_name, says] = way
  const screen = screens.find((one) => one.title === title)
  const tab = screen?.tabs.find((one) => one.name === tab_name)
  if (screen === undefined || tab === undefined) return
  const filled = { roles: [], permissions: ['one'], removed: [], added: [], ...row }
  const data = { findings: [filled], checks: [filled], advice: [filled], lines: [filled] }
  for (const one of screen.tabs.filter(({ of }) => of === undefined))
    seat.answers.set(one.words.join(' '), one.rows([filled]).length > 0 ? [filled] : data)
  if (tab.of !== undefined)
    seat.answers.set(tab.of.words(row).join(' '), { checks: [filled], warnings: [] })
  let offered = false
  let asked = 0
  await plainly(seat.desk, {
    out: (text) => {
      if (text.includes(`. ${says}\n`)) offered = true
    },
    ask: async () => ((asked += 1) > 40 ? null : next(asked)),
  })
  function next(count: number): string | null {
    const steps = ['asha', 'word', title]
    const tabs = screen?.tabs ?? []
    if (tabs.length > 1) steps.push(String(tabs.findIndex((one) => one.name === tab_name) + 1))
    if (tab?.of !== undefined) steps.push('1')
    const act = tab?.acts.find((one) => one.says === says)
    const list_acts = tab?.acts.filter((one) => one.of === 'list').length ?? 0
    if (act?.of === 'row') steps.push(String(list_acts + 1))
    return steps[count - 1] ?? null
  }
  t.ok(offered, `${title}, ${tab_name}: ${says}`)
}
