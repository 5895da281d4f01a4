// A close that is killed at any moment leaves everything or nothing (9): KILLS says how often.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { clock } from '../../../db/clock.ts'
import { within } from '../../../db/connection.ts'
import { booksOf } from '../../../db/hospital/accounting/books.ts'
import { clearCutOff } from '../../../db/hospital/accounting/close.ts'
import { post } from '../../../db/hospital/accounting/post.ts'
import { reopen } from '../../../db/hospital/accounting/reopen.ts'
import { verify } from '../../../db/hospital/accounting/verify.ts'
import * as years from '../../../db/hospital/accounting/years.ts'
import { boot } from '../../support/boot.ts'

const kills = Number(process.env['KILLS'] ?? 4)

t.test(`a close that is killed ${kills} times leaves everything or nothing`, async (t) => {
  const house = await boot(t)
  const by = house.system
  const { chart, years: all } = await booksOf(by)
  const year = all[0]
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
  const outcomes = new Map<string, number>()
  for (let kill = 0; kill < kills; kill++) {
    // The first runs to its end, so that the length of the others is known to reach into it.
    const status = await closing(
      house.database.address,
      by.hospital_id,
      kill === 0 ? null : kill * 9,
    )
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
    const found = await verify(by)
    t.same(
      found.checks.filter(({ state }) => state === 'FAILED'),
      [],
      `after ${status}`,
    )
    const now = (await booksOf(by)).years[0]
    if (kill === 0) t.equal(now?.status, 'CLOSED')
    if (now?.status === 'CLOSED') await within(() => reopen(by, year.id, 'once more'))
    await within(() => clearCutOff())
    t.equal((await verify(by)).failed, 0)
  }
  t.comment(JSON.stringify([...outcomes]))
})

function closing(address: object, hospital_id: string, after_ms: number | null): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../support/close-year.ts'),
      JSON.stringify(address),
      hospital_id,
      clock.instant(),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      if (said.includes('begins') && after_ms !== null) {
        setTimeout(() => child.kill('SIGKILL'), after_ms)
      }
    })
    child.on('close', (code, signal) =>
      resolve(signal ?? `${code}${said.includes('closed') ? ' closed' : ''}`),
    )
  })
}
