// Every list and report of the books that takes a branch, tried with one that is not there: nothing
// names them one by one.

import t from 'tap'
import { door as journal } from '../../../../daemon/hospital/money/accounting.ts'
import { door as bank } from '../../../../daemon/hospital/money/accounting-bank.ts'
import { door as money } from '../../../../daemon/hospital/money/accounting-money.ts'
import { door as reports } from '../../../../daemon/hospital/money/accounting-reports.ts'
import { door as years } from '../../../../daemon/hospital/money/accounting-years.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'

const asking = [journal, bank, money, reports, years]
  .flatMap(({ routes }) => routes)
  .filter(({ method, query }) => {
    const asked = query as { properties?: Record<string, unknown> } | undefined
    return method === 'GET' && asked?.properties?.['facility_id'] !== undefined
  })

t.test('the books of a branch that is not there are no books of nought', async (t) => {
  const house = await boot(t)
  const books = await ledgerOf(house)
  const chief = await house.people.with('chief_accountant')
  const neighbour = await neighbourOf(house)
  t.ok(asking.length >= 11, `${asking.length} of them`)
  for (const { path } of asking) {
    const at = path.replace(':id', books.id('1110'))
    const ask = (facility_id: string) => chief.get(at, { facility_id, year: '2026' })
    for (const nobody of [newId(), neighbour.facility_id]) {
      const { status, message } = await ask(nobody)
      t.match({ status, message }, { status: 404, message: 'No such facility.' }, at)
    }
    const own = await ask(house.facility_id)
    t.equal(own.status, 200, `${at} ${own.message}`)
  }
})
