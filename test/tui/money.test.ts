// Screens of money: a year is closed by the plan that was shown and only under its own name; a yes
// needs a word where the rule asks one (accounting 8.3, billing 8).

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { sit } from '../support/desk/desk.ts'

t.beforeEach(() => clock.freeze('2027-02-03T11:02:00.000Z'))
t.afterEach(() => clock.release())

const plan = '7f3c0a91d2be4b6f8a17c3d95e02f46b1c8d7a3e5f9024b6d8e1a7c3f5092b4d'

async function closing(name: string, accept = '') {
  const seat = await sit()
  seat.answers.set('fiscal-year list', [{ id: 'y', name: '2026', status: 'OPEN' }])
  const line = `fiscal-year close 2026${accept === '' ? '' : ` --accept ${accept}`}`
  seat.answers.set(`plan ${line}`, { plan, total: { surplus: 5_000 } })
  await seat.press('8', 'C')
  await seat.type(accept)
  clock.advance(1000)
  await seat.press('enter')
  clock.advance(1000)
  await seat.type(name)
  await seat.press('enter', 'tab', 'enter')
  return seat
}
const changed = (seat: Awaited<ReturnType<typeof closing>>): string[] =>
  seat.ran.filter(({ how }) => how.yes === true).map(({ words }) => words.join(' '))

t.test('the year closes by its plan when its name is typed', async (t) => {
  const seat = await closing('2026', 'W01')
  t.same(changed(seat), [`fiscal-year close 2026 --plan ${plan} --accept W01`])
})

t.test('another name closes nothing', async (t) => {
  const seat = await closing('2025')
  t.same(changed(seat), [])
  t.match(seat.text(), 'Nothing was written.')
})

t.test('a year that is blocked says so and asks nothing', async (t) => {
  const seat = await sit()
  seat.answers.set('fiscal-year list', [{ id: 'y', name: '2026', status: 'OPEN' }])
  seat.refusals.set('fiscal-year close 2026', '1 blocking, 0 to accept; nothing was written')
  await seat.press('8', 'C')
  clock.advance(1000)
  await seat.press('enter')
  t.match(seat.text(), '1 blocking, 0 to accept; nothing was written')
})

t.test('a refund is approved without a word and declined with one', async (t) => {
  const seat = await sit()
  const refund = { id: 'f1', payee_name: 'Zainabu Omari', amount: 10_000 }
  seat.answers.set('refunds list --waiting', [refund])
  await seat.press('-', 'w', 'tab', 'A')
  t.match(seat.text(), /approve Zainabu Omari/i)
  t.match(seat.text(), 'kituo refunds approve f1')
  clock.advance(1000)
  await seat.press('tab', 'enter')
  t.same(changed(seat), ['refunds approve f1'])
  await seat.press('X')
  clock.advance(1000)
  await seat.press('enter')
  t.same(changed(seat).length, 1, 'without a word nothing goes on')
  await seat.type('asked twice')
  await seat.press('enter')
  clock.advance(1000)
  await seat.press('tab', 'enter')
  t.same(changed(seat)[1], 'refunds decline f1 --reason asked twice')
})

const proven = (...states: string[]) => ({
  chain_to: 1201,
  head: '5be0c1d47a92',
  checks: states.map((state, n) => ({ id: `ACC-10${n}`, title: 'sums', state, first: 'none' })),
})

/** The box above the proofs, with what each of its lines is coloured in. */
async function booksBox(seat: Awaited<ReturnType<typeof sit>>): Promise<string> {
  await seat.press('8', 'right', 'right')
  const lines =
    seat.desk.tab.head?.(seat.desk.beside.get(seat.desk.tabKey) ?? [], 80, true, false) ?? []
  return lines
    .flat()
    .map(({ text, style }) => (style === undefined ? text : `<${style}>${text}`))
    .join('')
}

t.test('the books are green only when something was proved', async (t) => {
  const cases: [unknown, RegExp][] = [
    [proven('OK', 'UNKNOWN'), /<green> OK the books hold, chain to 1201/],
    [proven('OK', 'FAILED'), /<red> X {2}ACC-101 sums: none/],
    [proven('UNKNOWN', 'UNKNOWN'), /<yellow> ~ {2}nothing was proved/],
    [proven(), /<yellow> ~ {2}nothing was proved/],
  ]
  for (const [answer, expected] of cases) {
    const seat = await sit()
    seat.answers.set('books verify --quick', answer)
    const box = await booksBox(seat)
    t.match(box, expected)
    if (!box.includes('books hold')) t.notMatch(box, 'hold')
  }
})

t.test('what was refused is neither green nor nought', async (t) => {
  const seat = await sit()
  for (const line of ['books verify --quick', 'books drafts', 'filings list --due']) {
    seat.refusals.set(line, 'not for you')
  }
  seat.answers.set('shifts list --open', [])
  const box = await booksBox(seat)
  t.match(box, /<yellow> ~ {2}nothing was proved/)
  t.match(box, /<yellow> ~ {2}drafts <bold>\?/)
  t.match(box, /<green> OK open shifts <bold>0/)
  t.match(box, /<yellow> ~ {2}returns overdue <bold>\?/)
})
