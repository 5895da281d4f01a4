// Whether the ledger of closed years still is what the last backup holds (OPS-146).

import { existsSync, rmSync } from 'node:fs'
import t from 'tap'
import { closedWrong } from '../../../../db/appliance/backups/closed.ts'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { operator } from '../../../../db/core/caller.ts'
import { proofs } from '../../../../db/appliance/deployment/check.ts'
import type { Deployment } from '../../../../db/appliance/deployment/deployment.ts'
import { within } from '../../../../db/store/connection.ts'
import { booksOf } from '../../../../db/hospital/money/accounting/books.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { fiscal_years } from '../../../../db/hospital/money/accounting/tables.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { sequence_counters } from '../../../../db/hospital/office/sequences/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

t.setTimeout(600_000)
const dir = folder(t)
const { deployment, hospital_id } = await houseAt(configurationAt(dir))
t.teardown(() => deployment.close())
const placed = () => repositoryOf(deployment, undefined, true)
const caller = operator(hospital_id, 'a test')

t.test('what was changed behind the house in a closed year is named', async (t) => {
  const branch = await facilities.find({ hospital_id, code: 'MAIN' })
  const facility_id = branch?.id ?? ''
  const { chart } = await booksOf(caller)
  const account = (code: string): string => chart.by_code.get(code)?.id ?? ''
  const lines = [
    { account_id: account('1110'), debit: 500, facility_id },
    { account_id: account('3101'), credit: 500, facility_id },
  ]
  const posted = () =>
    within(() =>
      post(caller, { source: 'WRITE_OFF', source_id: newId(), memo: 'Of the year', lines }),
    )
  const first = await posted()
  const { dir: place } = await placed()
  rmSync(place, { recursive: true, force: true })
  t.same(await closedWrong(deployment), [], 'no backup was made yet')
  t.notOk(existsSync(place), 'a look makes no place for backups')
  await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.same(await closedWrong(deployment), [], 'no year is closed')
  const { backup_machine_key: _lost, ...secrets } = deployment.secrets
  const keyless = Object.create(deployment, { secrets: { value: secrets } }) as Deployment
  t.match(await closedWrong(keyless), [/^the last backup could not be asked: \S/])
  const close = (status: 'CLOSED' | 'OPEN') =>
    within(() => fiscal_years.change({ hospital_id }, { status, closed_at: null }))
  await close('CLOSED')
  await createBackup(deployment, { tag: 'closed', by: 'a test' })
  t.same(await closedWrong(deployment), [])
  const { engine } = deployment
  const triggers = (await engine.read(
    "select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'journal_lines'",
    [],
  )) as { name: string; sql: string }[]
  for (const { name } of triggers) await engine.script(`drop trigger ${name}`)
  await engine.script(
    `update journal_lines set debit = 700 where entry_id = '${first.id}' and debit = 500`,
  )
  t.match(await closedWrong(deployment), [
    /^journal_lines of closed years: 2 rows, .*-closed\.kbk has 2; the first that differs is \S+$/,
  ])
  await engine.script(`delete from journal_lines where entry_id = '${first.id}' and debit = 700`)
  t.match(await closedWrong(deployment), [/journal_lines of closed years: 1 rows/])
  await close('OPEN')
  t.same(await closedWrong(deployment), [], 'a year that was opened again may have more in it')
})

t.test('a series that went back behind what it gave is named (OPS-146)', async (t) => {
  const series = proofs.find(({ name }) => name === 'series')
  t.same(await series?.run(), [])
  const key = { hospital_id, kind: 'bill', place: '*', period: '2027' }
  await within(() =>
    sequence_counters.insert({ ...key, next_value: 42, last_reference: 'B-27-000041' }),
  )
  t.same(await series?.run(), [])
  await within(() => sequence_counters.change(key, { next_value: 12 }))
  t.same(await series?.run(), ['the series bill * 2027 goes on with 12, and gave B-27-000041'])
  await within(() => sequence_counters.change(key, { next_value: 1000 }))
  t.same(await series?.run(), [], 'numbers may be left out')
})
