// A close or a reopening that is killed at any statement leaves the old state or the new one, and the
// books go on from there (ACC-71, section 9). KITUO_KILLS says how often; the seed is printed.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { booksOf, type YearRow } from '../../../../db/hospital/money/accounting/books.ts'
import { clearCutOff } from '../../../../db/hospital/money/accounting/years/close-mark.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { reopen } from '../../../../db/hospital/money/accounting/years/reopen.ts'
import { faultsButDocuments } from '../../../support/money/proven.ts'
import * as years from '../../../../db/hospital/money/accounting/years/years.ts'
import { billingItems } from '../../../../db/hospital/neighbours/books.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot, type House } from '../../../support/boot.ts'
import { runToEnd } from '../../../support/programs/child.ts'
import { otherSessionsDone } from '../../../support/programs/other-sessions.ts'
import { seeded } from '../../../support/seeded.ts'

const kills = Number(process.env['KITUO_KILLS'] ?? 4)
const seed = Number(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)

t.test(
  `a close that is killed ${kills} times`,
  { timeout: 600_000 + kills * 20_000 },
  async (t) => {
    const house = await boot(t)
    // These postings have no bills behind them: the ledger is held against itself alone.
    answering(t, billingItems, async () => undefined)
    const { system: by } = house
    const year = await writtenYear(house)
    const random = seeded(seed)
    t.comment(`seed ${seed}`)

    // The first run of each goes to its end: how many statements it takes is the room for the others.
    const closing = Number((await run(house, 'close', 0)).said)
    const before = await standing(house, year)
    t.match(before, { status: 'CLOSED', version: 1, closes: 1, entries: 1, mirrored: 0 })
    const reopening = Number((await run(house, 'reopen', 0)).said)
    const open = await standing(house, year)
    t.match(open, { status: 'OPEN', version: 1, closes: 1, entries: 1, mirrored: 1 })
    t.ok(closing > 8 && reopening > 4, `${closing} and ${reopening} statements`)

    const met = new Map<string, number>()
    for (let kill = 0; kill < kills; kill++) {
      clock.advance(11 * 60_000)
      const old = await standing(house, year)
      const what = old.status === 'OPEN' ? 'close' : 'reopen'
      const last = what === 'close' ? closing : reopening
      // Half of the deaths are around the commit, where old becomes new.
      const dies_at = (random(2) === 0 ? 1 + random(last) : last - random(6)) + random(2) / 2
      const { signal, said } = await run(house, what, dies_at)
      t.equal(signal, 'SIGKILL', `${what} at ${dies_at}: ${said}`)
      await otherSessionsDone(house)
      const now = await standing(house, year)
      const is_old = JSON.stringify(now) === JSON.stringify(old)
      const outcome = `${what}: ${is_old ? 'as before' : 'done'}`
      met.set(outcome, (met.get(outcome) ?? 0) + 1)
      if (!is_old) t.match(now, after(old), `${what} killed at ${dies_at} is whole`)
      t.equal(now.balances, now.status === 'OPEN' ? open.balances : before.balances)
      t.same(await faultsButDocuments(by), [], outcome)
      await within(() => clearCutOff())
      if (kill % 3 === 2) {
        clock.advance(11 * 60_000)
        await run(house, now.status === 'OPEN' ? 'close' : 'reopen', 0)
      }
    }
    t.comment(JSON.stringify([...met]))

    clock.advance(11 * 60_000)
    await within(() => clearCutOff())
    if ((await standing(house, year)).status === 'OPEN') await run(house, 'close', 0)
    t.equal((await standing(house, year)).balances, before.balances)
    await within(() => reopen(by, year.id, 'and back'))
    t.equal((await standing(house, year)).balances, open.balances, 'reopening works ever after')
    t.same(await faultsButDocuments(by), [])
  },
)

type Standing = Awaited<ReturnType<typeof standing>>

/** What the next state is, whole: one more close with its entry, or its mirror and nothing else. */
const after = ({ status, version, closes, entries, mirrored }: Standing) =>
  status === 'OPEN'
    ? { status: 'CLOSED', version: version + 1, closes: closes + 1, entries: entries + 1, mirrored }
    : { status: 'OPEN', version, closes, entries, mirrored: mirrored + 1 }

async function standing({ hospital }: House, { id }: Pick<YearRow, 'id'>) {
  const [year] = await rows<{ status: string; close_version: number }>(
    sql`select status, close_version from fiscal_years where id = ${id}`,
  )
  const count = async (source: string): Promise<number> =>
    Number(
      (
        await rows<{ n: number }>(
          sql`select count(*) as n from journal_entries where hospital_id = ${hospital.id} and source = ${source}`,
        )
      )[0]?.n,
    )
  const [closes] = await rows<{ n: number }>(
    sql`select count(*) as n from fiscal_closes where fiscal_year_id = ${id}`,
  )
  const balances = await rows<{ account_id: string; balance: number }>(
    sql`select account_id, sum(debit - credit) as balance from journal_lines
      where hospital_id = ${hospital.id} group by account_id order by account_id`,
  )
  return {
    status: String(year?.status),
    version: Number(year?.close_version),
    closes: Number(closes?.n),
    entries: await count('FISCAL_YEAR_CLOSE'),
    mirrored: await count('FISCAL_YEAR_REOPEN'),
    balances: balances.map(({ account_id, balance }) => `${account_id} ${balance}`).join('\n'),
  }
}

async function writtenYear({ system: by }: House): Promise<YearRow> {
  const { chart, years: all } = await booksOf(by)
  const [year] = all
  if (year === undefined) throw new Error('there is no year')
  const number = Number(year.name)
  clock.freeze(`${number + 1}-02-02T09:00:00Z`)
  await within(() =>
    years.create(by, {
      name: String(number + 1),
      starts_on: `${number + 1}-01-01`,
      ends_on: `${number + 1}-12-31`,
    }),
  )
  const id = (code: string): string => chart.by_code.get(code)?.id ?? ''
  for (let index = 0; index < 40; index++) {
    await within(() =>
      post(by, {
        source: 'CASH_MOVEMENT',
        source_id: `m${index}`,
        date: `${number}-03-${String((index % 28) + 1).padStart(2, '0')}`,
        memo: 'A day',
        lines: [
          { account_id: id('1201'), debit: 1000 + index },
          { account_id: id('4102'), credit: 1000 + index, department: `Ward ${index % 7}` },
        ],
      }),
    )
  }
  return year
}

function run(
  { database, hospital }: House,
  what: 'close' | 'reopen',
  dies_at: number,
): Promise<{ signal: string | null; said: string }> {
  return runToEnd('close-year.ts', [
    JSON.stringify(database.address),
    hospital.id,
    clock.instant(),
    what,
    String(dies_at),
  ])
}
