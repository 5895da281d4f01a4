import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeLines } from '../../../../daemon/work/anchor-lines.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { setAnchorLog } from '../../../../db/hospital/office/audit/anchor-log.ts'
import { verify } from '../../../../db/hospital/office/audit/verify.ts'
import {
  anchorAfter,
  setClosingLines,
  writeClosings,
} from '../../../../db/hospital/office/auditing/after-closing.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('OPS-130: a closing has its line outside the database at once', async (t) => {
  const house = await boot(t)
  const { people, system, hospital, facility_id, database } = house
  const year = Number((await today(house.system)).slice(0, 4))
  clock.freeze(`${year}-09-15T09:00:00Z`)
  await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const supervisor = await people.with('supervisor')
  const file = join(database.folder, 'audit-anchors.log')
  const lines = () =>
    readFileSync(file, { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  setAnchorLog(file)
  let writings = 0
  const refused: unknown[] = []
  setClosingLines((hospital_ids) => {
    writings += 1
    return writeLines(hospital_ids).catch((error: unknown) => refused.push(error))
  })
  t.teardown(() => {
    setClosingLines(null)
    setAnchorLog(null)
  })
  /** Answers how its cashier closes it. */
  const opened = async (name: string) => {
    const drawer = await supervisor.post('/billing/drawers', { name, facility_id })
    const cashier = await people.with('cashier')
    const asked = { drawer_id: drawer.data.id, denominations: [] }
    const shift = await cashier.post('/billing/shifts', asked)
    t.equal(shift.status, 201, shift.message)
    t.match(await cashier.post(`/billing/shifts/${shift.data.id}/count`, {}), { status: 200 })
    const counted = { denominations: [], left_in_drawer: 0 }
    return () => cashier.post(`/billing/shifts/${shift.data.id}/close`, counted)
  }

  t.test('a month: heads, series, number of the list, counts', async (t) => {
    t.match(await chief.post(`/accounting/periods/${year}-01/close`), { status: 200 })
    t.same(lines(), [], 'nobody waits for it')
    await writeClosings()
    t.match(lines(), [
      {
        hospital_id: hospital.id,
        seq: Number,
        hash: /^[0-9a-f]{64}$/,
        written_at: `${year}-09-15T09:00:00.000Z`,
        series: Object,
        list_number: null,
        records: { patients: 0, entries: Number },
      },
    ])
  })

  t.test('cash-ups of one moment have one line; what is refused has none', async (t) => {
    const [before, ran] = [lines().length, writings]
    const path = `/accounting/periods/${year}-01/close`
    t.equal((await chief.post(path)).status, 409)
    await writeClosings()
    t.equal(lines().length, before)
    for (const name of ['Window 1', 'Window 2', 'Window 3']) {
      const closed = await (await opened(name))()
      t.equal(closed.status, 200, closed.message)
    }
    t.equal(writings, ran, 'not inside the transaction of a till')
    await writeClosings()
    t.equal(lines().length, before + 1)
    t.equal(writings, ran + 1)
    t.match(await verify(system), { ok: true }, 'each is an anchor of the chain')
  })

  t.test('one that is rolled back leaves nothing to write', async (t) => {
    const ran = writings
    await t.rejects(
      within(async () => {
        anchorAfter(system)
        throw new Error('the till was unplugged')
      }),
    )
    await writeClosings()
    t.equal(writings, ran)
  })

  t.test('a file that cannot be written loses nothing: the cash-up stands', async (t) => {
    const cashUp = await opened('Window 4')
    setAnchorLog(join(database.folder, 'not-there', 'audit-anchors.log'))
    t.match(await cashUp(), { status: 200, data: { z_number: 1 } })
    await writeClosings()
    t.match(refused, [{ code: 'ENOENT' }], 'said once, in the log of the daemon')
    setAnchorLog(file)
    const before = lines().length
    await writeLines()
    t.equal(lines().length, before + 1, 'the line of the hour has it')
  })

  t.test('by itself, a moment later', async (t) => {
    rmSync(file)
    const cashUp = await opened('Window 5')
    const written = new Promise<unknown>((resolve) =>
      setClosingLines(async (ids) => resolve(await writeLines(ids))),
    )
    // What waits does not keep a process alive.
    const awake = setInterval(() => undefined, 1000)
    t.teardown(() => clearInterval(awake))
    t.match(await cashUp(), { status: 200 })
    t.match(await written, { lines: 1 })
    t.equal(lines().length, 1)
  })
})
