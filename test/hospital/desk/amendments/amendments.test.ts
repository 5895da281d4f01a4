// FRO-4 by a record of its own: a slip with a text and a number that is computed from it.

import t from 'tap'
import type { Caller } from '../../../../db/core/caller.ts'
import { clock, hours } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import {
  type Amendable,
  amend,
  historyOf,
  mustBeDraft,
  signature,
  signed,
  stateOf,
  versionOf,
  voided,
} from '../../../../db/hospital/desk/amendments/amendments.ts'
import type { Signable } from '../../../../db/hospital/desk/amendments/columns.ts'
import { signerOf } from '../../../../db/hospital/neighbours/signing.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

interface Slip extends Signable {
  text: string
  letters: number
}

const slips: Amendable<Slip> = {
  thing: 'slip',
  record_type: 'slip',
  fields: ['text', 'letters'],
  amend: ['vitals:amend'],
  patientOf: () => null,
}

const draft = (text: string): Slip => ({
  id: newId(),
  text,
  letters: text.length,
  revision: 0,
  author_id: null,
  author_staff_id: null,
  author_name: null,
  signed_at: null,
  voided_at: null,
  voided_by: null,
  void_reason: null,
})

t.test('signed records', async (t) => {
  const { system } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const person = (name: string, ...codes: string[]): Caller => ({
    ...system,
    kind: 'USER',
    user_id: newId(),
    name,
    permissions: new Set(codes),
  })
  const asha = person('Asha Juma')
  const juma = person('Juma Said')
  const senior = person('Neema Mushi', 'vitals:amend')

  const sign = async (by: Caller, text: string): Promise<Slip> =>
    within(async () => {
      const row = { ...draft(text), ...signature(by, await signerOf(by)) }
      await signed(by, slips, row)
      return row
    })
  const change = (by: Caller, before: Slip, text: string, reason: string): Promise<Slip> =>
    within(async () => {
      const after = { ...before, text, letters: text.length }
      return { ...after, ...(await amend(by, slips, { before, after }, reason)) }
    })

  t.test('are never edited', async (t) => {
    t.doesNotThrow(() => mustBeDraft(slips, draft('still open')))
    const row = await sign(asha, 'Homa')
    t.equal(stateOf(row), 'SIGNED')
    t.throws(() => mustBeDraft(slips, row), {
      status: 409,
      message:
        'This slip was signed by Asha Juma at 2026-03-31T09:00:00.000Z. Amend it with a reason instead.',
    })
  })

  t.test('are amended into versions that stay readable', async (t) => {
    const first = await sign(asha, 'Homa')
    clock.advance(hours(1))
    const second = await change(asha, first, 'Homa kali', 'forgot how bad')
    t.match(second, { revision: 2, letters: 9 })
    const third = await change(asha, second, 'Homa kali sana', 'said it again')
    const history = await historyOf(system, slips, first.id)
    t.match(history, [
      {
        version: 3,
        kind: 'AMENDED',
        by_name: 'Asha Juma',
        reason: 'said it again',
        changes: { text: ['Homa kali', 'Homa kali sana'], letters: [9, 14] },
      },
      { version: 2, changes: { text: ['Homa', 'Homa kali'] } },
      { version: 1, kind: 'SIGNED', changes: {}, content: { text: 'Homa', letters: 4 } },
    ])
    t.match(await versionOf(system, slips, third.id, 2), { content: { text: 'Homa kali' } })
    await t.rejects(versionOf(system, slips, third.id, 9), { message: 'No such version.' })
    await t.rejects(
      within(() => run(sql`update record_versions set reason = 'x' where record_id = ${first.id}`)),
      'the database itself keeps every version',
    )
  })

  t.test('by their author for a day; by others and later with the permission', async (t) => {
    const row = await sign(asha, 'Kichwa')
    const refused = { status: 403, message: /It needs vitals:amend\.$/ }
    await t.rejects(change(juma, row, 'x', 'not mine'), refused)
    const mine = await change(asha, row, 'Kichwa kinauma', 'more words')
    const theirs = await change(senior, mine, 'Kichwa sana', 'read it to me')
    clock.advance(hours(24) + 1)
    await t.rejects(change(asha, theirs, 'late', 'too late'), refused)
    t.match(await change(senior, theirs, 'later', 'may do it'), { revision: 4 })
  })

  t.test('are voided once, with a reason, and stay where they are', async (t) => {
    const row = await sign(asha, 'Tumbo')
    const gone = {
      ...row,
      ...(await within(() => voided(asha, slips, row, 'wrong patient'))),
    }
    t.match(gone, { revision: 2, void_reason: 'wrong patient', voided_by: 'Asha Juma' })
    t.equal(stateOf(gone), 'VOIDED')
    const closed = {
      status: 409,
      message: 'This slip was voided. Nothing more can be done with it.',
    }
    await t.rejects(change(asha, gone, 'x', 'again'), closed)
    await t.rejects(
      within(() => voided(senior, slips, gone, 'again')),
      closed,
    )
    t.throws(() => mustBeDraft(slips, gone), closed)
    t.match(await historyOf(system, slips, row.id), [{ kind: 'VOIDED' }, { kind: 'SIGNED' }])
  })

  t.test('need a staff record', async (t) => {
    const row = await sign(asha, 'Mguu')
    answering(t, staffOf, async () => null)
    await t.rejects(change(asha, row, 'x', 'no record'), {
      status: 403,
      message: 'Your account has no staff record: ask HR to link it.',
    })
  })
})
