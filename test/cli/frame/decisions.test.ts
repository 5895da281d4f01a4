// What waits for somebody's yes, decided from the command line: never by the command line alone, never
// by whoever asked (OPS-58, BIL-74, BIL-84, BIL-132).

import t, { type Test } from 'tap'
import { open as openDrawer } from '../../../db/hospital/money/drawers/drawers.ts'
import { open as openShift } from '../../../db/hospital/money/drawers/shifts.ts'
import { open as writeBill } from '../../../db/hospital/money/billing/charges/by-hand.ts'
import { open as writeNote } from '../../../db/hospital/money/billing/credit/notes.ts'
import { takeDeposit } from '../../../db/hospital/money/billing/deposits/taking.ts'
import { issue } from '../../../db/hospital/money/billing/bills/issue.ts'
import { request as askRefund } from '../../../db/hospital/money/billing/refunds/refunds.ts'
import { ask as askWaiver } from '../../../db/hospital/money/billing/relief/waivers.ts'
import { request as askWriteOff } from '../../../db/hospital/money/billing/relief/write-offs.ts'
import { open as openExpense, submit } from '../../../db/hospital/money/expenses/drafts.ts'
import { decisions } from '../../../cli/money/decisions.ts'
import { moneyDesk } from '../../support/money/money-desk.ts'

t.setTimeout(600_000)
const desk = await moneyDesk(t, {
  juma: ['cashier', 'supervisor', 'manager', 'chief_accountant'],
  rehema: ['cashier', 'supervisor', 'manager', 'chief_accountant'],
  peter: ['reception'],
})
const juma = desk.person('juma')

const asked = await desk.work(async () => {
  const { patient_id, facility_id } = desk
  const drawer = await openDrawer(juma, { name: 'Window 1', facility_id })
  await openShift(juma, {
    drawer_id: drawer.id,
    denominations: [{ value: 10_000, count: 10 }],
    reason: 'The float of the test',
  })
  const billed = async () => {
    const { id } = await writeBill(juma, { patient_id, items: [{ code: 'FBC' }] })
    return issue(juma, id)
  }
  const refund = async (payee_name: string) => {
    const { deposit } = await takeDeposit(juma, { patient_id, amount: 3000, method: 'Cash' })
    const why = { payee_name, reason: 'Went home' }
    return askRefund(juma, { deposit_id: deposit.id, amount: 1000, method: 'Cash', ...why })
  }
  const waiver = async () =>
    askWaiver(juma, {
      bill_id: (await billed()).id,
      amount: 2000,
      category: 'INDIGENT',
      reason: 'Has nothing',
    })
  const write_off = async () =>
    askWriteOff(juma, (await billed()).id, { reason: 'Not found', reason_code: 'DIED' })
  const expense = async (payee: string) => {
    const made = await openExpense(juma, {
      description: 'A new tyre',
      amount: 90_000,
      category: 'Transport',
      method: 'Cash',
      payee,
    })
    return submit(juma, made.expense.id)
  }
  const note = async () =>
    writeNote(juma, {
      bill_id: (await billed()).id,
      reason: 'Never done',
      reason_code: 'NOT_DONE',
    })
  return {
    waivers: [await waiver(), await waiver()],
    'write-offs': [await write_off(), await write_off()],
    expenses: [await expense('Fundi'), await expense('Gereji')],
    'credit-notes': [await note(), await note()],
    // Deposits last: they would pay the bills.
    refunds: [await refund('Neema'), await refund('Zuhura')],
  }
})

const verbs = {
  refunds: ['approve', 'decline', 'APPROVED', 'DECLINED'],
  waivers: ['approve', 'decline', 'APPROVED', 'DECLINED'],
  'write-offs': ['approve', 'decline', 'APPROVED', 'DECLINED'],
  expenses: ['approve', 'reject', 'APPROVED', 'REJECTED'],
  'credit-notes': ['issue', 'discard', 'APPLIED', 'DISCARDED'],
} as const

t.test('a list is the twin of its route, whatever is needed to read it', async (t) => {
  const kind = {
    noun: 'outlays',
    one: 'an outlay',
    many: 'outlays',
    path: 'outlays',
    reads: 'expense:read',
    states: [],
    waits: 'SUBMITTED',
    rules: () => Promise.reject(new Error('not asked')),
    columns: [],
    label: () => '',
    moves: [],
  } as unknown as Parameters<typeof decisions>[0]
  t.match(decisions(kind)[0], { http: 'GET /api/v1/billing/outlays' })
  t.equal(decisions({ ...kind, lists_own: true })[0]?.http, undefined)
})

for (const [noun, pair] of Object.entries(asked)) {
  const [first, second] = pair.map(({ id }) => ({ id })) as [{ id: string }, { id: string }]
  const [yes, no, agreed, refused] = verbs[noun as keyof typeof verbs]
  t.test(`${noun}: listed, decided by a second person, once`, async (t) => {
    const waiting = await desk.json(noun, 'list', '--waiting')
    const ids = (waiting.data as { id: string }[]).map(({ id }) => id)
    t.same(ids.sort(), [first.id, second.id].sort())
    t.match(await desk.type(noun, 'list', '--waiting'), { code: 0, out: /^Number/ })

    const looked = await desk.type(noun, yes, first.id, '--dry-run')
    t.match(looked, { code: 0, out: new RegExp(`^1\\. ${yes} the `) })
    t.match(
      await desk.type(noun, yes, first.id, '--yes'),
      { code: 3, err: /somebody else must decide/ },
      'the command line is nobody’s second person',
    )
    if (noun === 'refunds') await guarded(t, first.id)
    const done = await desk.json(noun, yes, first.id, '--yes', ...desk.as('rehema'))
    t.match(done, { success: true, data: { id: first.id, status: agreed } })
    const { number } = done.data as { number: string | null }
    if (number !== null) {
      t.match(await desk.type(noun, no, number, '--yes', '--reason', 'too late'), { code: 3 })
    }
    t.match(await desk.type(noun, no, second.id, '--yes'), { code: 2, err: /--reason/ })
    const declined = ['--yes', '--reason', 'not shown to be so', ...desk.as('rehema')]
    t.match(await desk.json(noun, no, second.id, ...declined), {
      data: { id: second.id, status: refused },
    })
    t.same((await desk.json(noun, 'list', '--waiting')).data, [])
    t.match(await desk.json(noun, 'list', '--state', refused), { data: [{ id: second.id }] })
    t.match(await desk.type(noun, 'list', '--state', 'NOWHERE'), { code: 2 })
    t.match(await desk.type(noun, yes, 'XX-1999-000001', '--yes'), {
      code: 2,
      err: /there is no .+ XX-1999-000001/,
    })
  })
}

/** Who asked, who may not, and who said nothing. */
async function guarded(t: Test, id: string): Promise<void> {
  const [noun, yes] = ['refunds', 'approve']
  t.match(
    await desk.type(noun, yes, id, '--yes', ...desk.as('juma')),
    { code: 3, err: /somebody else must decide/ },
    'nor is who asked',
  )
  t.match(await desk.type(noun, yes, id, '--yes', ...desk.as('peter')), { code: 9 })
  t.match(await desk.type(noun, yes, id, ...desk.as('rehema')), {
    code: 2,
    err: /add --yes/,
  })
}
