// The same thing asked six times at once: one is done, the others are refused in the rule's words, on both
// databases.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import type { Answer } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { remitting } from '../../../support/money/remitting.ts'
import { somebody } from '../../../support/desk/visits.ts'

const six = (ask: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 6 }, (_, at) => ask(at)))
const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b)
const once = (done: number): number[] => [done, 409, 409, 409, 409, 409]

t.test('six at once', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const { cast, bank } = await remitting(t, house)
  const { officer, clerk } = cast
  const administrator = await house.people.administrator()
  const { id: scheme_id } = await cast.scheme()

  t.test('one member number for six patients (BIL-107)', async (t) => {
    const people: string[] = []
    for (let count = 0; count < 6; count++) people.push((await somebody(clerk)).id)
    const answers = await six((at) =>
      clerk.post('/billing/memberships', { patient_id: people[at], scheme_id, member_no: 'M-77' }),
    )
    t.same(statuses(answers), once(201))
    const refused = new Set(answers.flatMap((one) => (one.status === 409 ? [one.message] : [])))
    t.same([...refused], ["Member number M-77 is somebody else's."])

    t.test('is suspended once, and not resumed beside another of that number', async (t) => {
      const { id } = answers.find(({ status }) => status === 201)?.data ?? {}
      const reason = { reason: 'The card was lost' }
      const path = `/billing/memberships/${id}`
      t.same(statuses(await six(() => officer.post(`${path}/suspend`, reason))), once(200))
      const other = await somebody(clerk)
      const taken = await clerk.post('/billing/memberships', {
        patient_id: other.id,
        scheme_id,
        member_no: 'M-77',
      })
      t.equal(taken.status, 201, taken.message)
      const back = await officer.post(`${path}/resume`)
      t.same([back.status, back.message], [409, "Member number M-77 is somebody else's."])
    })
  })

  t.test('one reference of a remittance', async (t) => {
    const answers = await six(() =>
      officer.post('/billing/remittances', {
        scheme_id,
        reference: 'CHQ 1',
        received_on: '2026-03-10',
        account_id: bank.id,
        amount: 500,
      }),
    )
    t.same(statuses(answers), once(201))
    t.notOk(answers.some(({ message }) => message === 'This is there already.'))
  })

  t.test('one name of a messaging account', async (t) => {
    const answers = await six(() => administrator.post('/gateway/accounts', { name: 'Duka Letu' }))
    t.notOk(answers.some(({ status }) => status >= 500))
    t.ok(answers.filter(({ status }) => status === 201).length <= 1)
    t.notOk(answers.some(({ message }) => message === 'This is there already.'))
  })

  t.test('one area of one name', async (t) => {
    const answers = await six(() =>
      administrator.post('/administrative-areas', { level: 1, name: 'Kaskazini Mpya' }),
    )
    t.same(statuses(answers), once(201))
  })
})
