import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { billingItems, billingStops } from '../../../../db/hospital/neighbours/books.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { close } from '../../../../db/hospital/money/accounting/years/close.ts'
import { plan } from '../../../../db/hospital/money/accounting/years/close-plan.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { seal } from '../../../../db/hospital/money/accounting/years/reopen.ts'
import * as years from '../../../../db/hospital/money/accounting/years/years.ts'
import { operator } from '../../../../db/core/caller.ts'
import {
  setClosingLines,
  writeClosings,
} from '../../../../db/hospital/office/auditing/after-closing.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'

t.test('closing a year', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  const books = await ledgerOf(house)
  const year = Number((await today(house.system)).slice(0, 4))
  clock.freeze(`${year}-10-15T09:00:00Z`)
  const chief = await people.with('chief_accountant')
  const other = await people.with('chief_accountant')
  const accountant = await people.with('accountant')
  const all = await chief.get('/accounting/fiscal-years')
  const path = `/accounting/fiscal-years/${all.data[0].id}`
  const planOf = async (query: Record<string, string> = {}) =>
    (await now.get(`${path}/close-plan`, query)).data
  let now = chief

  await books.post(accountant, { '1110': 1000, '4102': -1000 }, { entry_date: `${year}-05-05` })
  await books.post(accountant, { '1110': -300, '6202': 300 }, { entry_date: `${year}-06-06` })

  t.test('the dry run names what is in the way and writes nothing (ACC-68, ACC-69)', async (t) => {
    await books.post(accountant, { '1110': 5, '3101': -5 }, { post: false })
    const plan = await planOf()
    const failed = plan.checks
      .filter(({ state }: { state: string }) => state === 'FAIL')
      .map(({ code }: { code: string }) => code)
    t.same(failed, ['C02', 'C03', 'C04'])
    t.match(plan, {
      entries: 2,
      branches: [{ name: 'Main', income: 1000, expense: 300, surplus: 700, lines: 3 }],
      total: { surplus: 700 },
      to_account: { code: '3201' },
      ready: false,
      written: false,
      exit: 3,
    })
    t.equal((await planOf()).plan, plan.plan, 'two dry runs give one plan')
    t.equal(
      (await chief.post(`${path}/close`, {})).message,
      'plan is required: read close-plan first.',
    )
    t.equal(
      (await chief.post(`${path}/close`, { plan: plan.plan })).message,
      `the year ends on ${year}-12-31 (C02).`,
    )
    clock.freeze(`${year + 1}-01-20T09:00:00Z`)
    now = await people.with('chief_accountant')
    const made = await now.post('/accounting/fiscal-years', {
      name: String(year + 1),
      starts_on: `${year + 1}-01-01`,
      ends_on: `${year + 1}-12-31`,
    })
    t.equal(made.data.status, 'PLANNED', made.message)
    t.equal((await now.post(`/accounting/fiscal-years/${made.data.id}/open`)).data.status, 'OPEN')
    const drafted = await now.post(`${path}/close`, { plan: plan.plan })
    t.equal(drafted.message, `1 draft entry is dated in ${year} (C04).`)
    const draft = (await now.get('/accounting/entries', { status: 'DRAFT' })).data[0]
    await now.post(`/accounting/entries/${draft.id}/discard`, { reason: 'not needed' })
  })

  t.test(
    'what the areas count must be what the ledger holds (C09), and nothing stays open (C05)',
    async (t) => {
      await t.test('with answers of an area', async (t) => {
        answering(t, billingItems, async () => [
          { party_kind: 'PATIENT', party_id: 'p', reference: 'P-1 Neema', amount: 5 },
        ])
        answering(t, billingStops, async () => [
          { code: 'C06', kind: 'shift', id: 's1', reference: 'SHF-1' },
        ])
        const plan = await planOf()
        t.match(
          plan.checks.find(({ code }: { code: string }) => code === 'C06'),
          { state: 'FAIL', count: 1, records: [{ reference: 'SHF-1' }] },
        )
      })
      await t.test('with items of an area', async (t) => {
        answering(t, billingItems, async (_caller, grouping) =>
          grouping === 'ar_patient'
            ? [{ party_kind: 'PATIENT', party_id: 'p', reference: 'P-1 Neema', amount: 5 }]
            : [],
        )
        const plan = await planOf()
        t.match(
          plan.checks.find(({ code }: { code: string }) => code === 'C09'),
          { state: 'FAIL', message: '1 sub-ledger differs from its account: patients = 1201' },
        )
      })
    },
  )

  t.test('a warning is accepted by its code, an old plan is refused (ACC-70)', async (t) => {
    const plan = await planOf()
    t.same(
      plan.warnings.map(({ code }: { code: string }) => code),
      ['W01'],
    )
    const asked = await now.post(`${path}/close`, { plan: plan.plan })
    t.equal(asked.message, 'Accept W01 or mend it: bank Bank – operating is never reconciled.')
    t.equal(
      (await now.post(`${path}/close`, { plan: plan.plan, accept: ['W99'] })).message,
      'accept: there is no warning W99.',
    )
    await books.post(now, { '1110': 40, '4102': -40 }, { entry_date: `${year}-12-30` })
    const old = await now.post(`${path}/close`, { plan: plan.plan, accept: ['W01'] })
    t.equal(old.message, 'The books moved since that plan: read close-plan again.')
    const after = await planOf({ accept: 'W01' })
    t.match(after, { ready: true, exit: 0, warnings: [{ accepted: true }] })
    await books.post(now, { '1110': 1, '3101': -1 }, { entry_date: `${year + 1}-01-05` })
    t.equal((await planOf()).plan, after.plan, 'entries of the next year do not change it')
  })

  t.test('the year is closed by its plan, once (ACC-71, ACC-73)', async (t) => {
    const { plan } = await planOf()
    const lines: string[] = []
    setClosingLines(async (ids) => lines.push(...ids))
    t.teardown(() => setClosingLines(null))
    const closed = await now.post(`${path}/close`, { plan, accept: ['W01'] })
    t.equal(closed.status, 200, closed.message)
    await writeClosings()
    t.same(lines, [hospital.id], 'and has a line outside the database (OPS-130)')
    t.match(closed.data, {
      status: 'CLOSED',
      close_version: 1,
      result: 740,
      close_plan: plan,
      certificate_number: `FYC-${year}-1`,
      moves: ['reopen'],
    })
    t.equal(await books.balance(now, '4102', { as_of: `${year}-12-31` }), 0)
    t.equal(await books.balance(now, '3201'), 740)
    const again = await now.post(`${path}/close`, { plan })
    t.equal(again.data.close_version, 1, 'closing it again writes nothing')
    const late = await books.post(now, { '1110': 5, '3101': -5 }, { entry_date: `${year}-07-07` })
    t.equal(late.message, `Fiscal year ${year} is CLOSED.`)
    t.equal((await now.get('/accounting/preferences')).data.effective_lock_date, `${year}-12-31`)
    const months = await now.get('/accounting/periods', { year: String(year) })
    t.equal(months.data[0].status, 'CLOSED')
    const closing = await now.get('/accounting/entries', { kind: 'CLOSING' })
    t.equal(closing.meta?.total, 1)
    t.match(
      (await now.post(`/accounting/entries/${closing.data[0].id}/reverse`, { reason: 'try it' }))
        .message,
      `belongs to fiscal year ${year}: reverse it there.`,
    )
  })

  t.test(
    'it is reopened with a reason, and closed again as version 2 (ACC-73, ACC-74)',
    async (t) => {
      t.equal((await now.post(`${path}/reopen`, {})).message, 'reason is required.')
      t.equal((await now.post(`${path}/reopen`, { reason: 'x' })).message, 'reason is required.')
      const open = await now.post(`${path}/reopen`, { reason: 'an invoice was found' })
      t.equal(open.status, 200, open.message)
      t.match(open.data, { status: 'OPEN', close_version: 1, filed_returns: [] })
      t.equal(await books.balance(now, '3201'), 0)
      t.equal((await now.get('/accounting/preferences')).data.lock_date, null)
      t.equal(
        (await now.post(`${path}/reopen`, { reason: 'again' })).message,
        `Fiscal year ${year} is OPEN. It can: close.`,
      )
      const { plan } = await planOf()
      const closed = await now.post(`${path}/close`, { plan, accept: ['W01'] })
      t.match(closed.data, { close_version: 2, result: 740, certificate_number: `FYC-${year}-2` })
      t.equal(await books.balance(now, '3201'), 740)
      await now.post(`${path}/reopen`, { reason: 'for the next test' })
    },
  )

  t.test('a second person closes what the first asked (3.4)', async (t) => {
    const manager = await people.with('chief_accountant')
    await now.patch('/accounting/preferences', { second_approver: { close: true, reopen: true } })
    const { plan } = await planOf()
    const asked = await now.post(`${path}/close`, { plan, accept: ['W01'] })
    t.equal(asked.message, 'It waits for a second person.')
    t.match(asked.data, { status: 'OPEN', awaiting_approval: { kind: 'CLOSE', accepted: ['W01'] } })
    const own = await now.post(`${path}/approve`)
    t.equal(own.message, 'You asked for this: somebody else must approve it.')
    t.equal((await now.post(`${path}/withdraw`)).data.awaiting_approval, null)
    t.match((await manager.post(`${path}/approve`)).message, /^Nobody asked for anything/)
    await now.post(`${path}/close`, { plan, accept: ['W01'] })
    const done = await manager.post(`${path}/approve`, { plan: plan.slice(0, 12) })
    t.equal(done.status, 200, done.message)
    t.match(done.data, {
      status: 'CLOSED',
      close_version: 3,
      approved_by_name: manager.user.full_name,
    })
    const back = await now.post(`${path}/reopen`, { reason: 'to look at it' })
    t.equal(back.message, 'It waits for a second person.')
    t.match((await manager.post(`${path}/approve`)).data, {
      status: 'OPEN',
      awaiting_approval: null,
    })
    await now.patch('/accounting/preferences', { second_approver: { close: false, reopen: false } })
  })

  t.test(
    'fifty postings and a close at once leave nothing in the closed year (ACC-106)',
    async (t) => {
      const { plan } = await planOf()
      const postings = Array.from({ length: 20 }, (_, index) =>
        within(() =>
          post(house.system, {
            source: 'CASH_MOVEMENT',
            source_id: `race-${index}`,
            date: `${year}-11-11`,
            memo: 'Race',
            lines: [
              { account_id: books.id('1110'), debit: 10 },
              { account_id: books.id('4405'), credit: 10 },
            ],
          }),
        ).then(
          () => 'posted',
          (error: Error) => error.message,
        ),
      )
      const closed = now.post(`${path}/close`, { plan, accept: ['W01'] })
      await Promise.all(postings)
      const answer = await closed
      const counted = await now.get('/accounting/entries', { search: 'race', per_page: '200' })
      if (answer.status === 200)
        t.equal(await books.balance(now, '4405', { as_of: `${year}-12-31` }), 0)
      else t.equal(answer.message, 'The books moved since that plan: read close-plan again.')
      t.ok((counted.meta?.total ?? 0) <= 20)
      if (answer.status !== 200) {
        const again = await planOf()
        t.equal(
          (await now.post(`${path}/close`, { plan: again.plan, accept: ['W01'] })).status,
          200,
        )
      }
    },
  )

  t.test('the certificate on paper, and of a version that was opened again', async (t) => {
    const first = await now.get(`${path}/certificate`, { version: '1', lang: 'en' })
    t.equal(first.status, 200, first.message)
    t.equal(first.headers['content-disposition'], `inline; filename="FYC-${year}-1.pdf"`)
    keep('certificate-reopened', first.raw)
    const last = await now.get(`${path}/certificate`)
    keep('certificate', last.raw)
    t.match(last.headers['content-type'], 'application/pdf')
    t.equal(
      (await now.get(`${path}/certificate`, { version: '99' })).message,
      'No such certificate.',
    )
  })

  t.test('a sealed year is shut for good (3.4)', async (t) => {
    const auditor = {
      ...operator(hospital.id, 'Auditor'),
      user_id: other.user.id,
      kind: 'USER' as const,
    }
    const { id } = (await now.get('/accounting/fiscal-years')).data[0]
    const wrong = await now.post(`${path}/seal`, { auditor: 'X', sealed_on: 'today' })
    t.equal(wrong.status, 403, 'a chief accountant seals nothing')
    const auditing = await people.with('auditor')
    t.match(
      (await auditing.post(`${path}/seal`, { sealed_on: `${year + 1}-01-19` })).message,
      /^auditor/,
    )
    await within(() =>
      seal(auditor, id, { auditor: 'Audit House', sealed_on: `${year + 1}-01-19` }),
    )
    t.equal(
      (await now.post(`${path}/reopen`, { reason: 'too late' })).message,
      `Fiscal year ${year} is SEALED. Nothing more can be done with it.`,
    )
  })
})

t.test('years are opened again from the last one back, and drafts are counted', async (t) => {
  const house = await boot(t)
  const { system: by, people } = house
  const [first] = (await booksOf(by)).years
  if (first === undefined) throw new Error('there is no year')
  const named = (n: number) => String(Number(first.name) + n)
  const books = await ledgerOf(house)
  const next = async (n: number) => {
    clock.freeze(`${named(n)}-01-20T09:00:00Z`)
    const days = { starts_on: `${named(n)}-01-01`, ends_on: `${named(n)}-12-31` }
    const { id } = await within(() => years.create(by, { name: named(n), ...days }))
    await within(() => years.open(by, id))
    return id
  }
  const shut = async (id: string) => {
    const accept = (await plan(by, id)).warnings.map(({ code }) => code)
    const { plan: hash } = await plan(by, id, { accept })
    return close(by, id, { plan: hash, accept })
  }
  const second = await next(1)
  const chief = await people.with('chief_accountant')
  for (let n = 0; n < 3; n += 1) {
    const entry_date = `${first.name}-03-0${n + 1}`
    await books.post(chief, { '1110': 5, '3101': -5 }, { entry_date, post: false })
  }
  await t.rejects(shut(first.id), { message: `3 draft entries are dated in ${first.name} (C04).` })
  for (const { id } of (await chief.get('/accounting/entries', { status: 'DRAFT' })).data) {
    await chief.post(`/accounting/entries/${id}/discard`, { reason: 'not needed' })
  }
  t.equal((await shut(first.id)).did, 'closed')
  await next(2)
  t.equal((await shut(second)).did, 'closed')
  const later = await people.with('chief_accountant')
  t.match(
    await later.post(`/accounting/fiscal-years/${first.id}/reopen`, { reason: 'an old invoice' }),
    { status: 409, message: `Reopen ${named(1)} first.` },
  )
})
