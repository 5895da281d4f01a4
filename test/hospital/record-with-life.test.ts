// A record with a life, on a table that stands: what docs/adding-an-endpoint.md says of it.

import t from 'tap'
import type { Caller } from '../../db/core/caller.ts'
import { newId } from '../../db/core/ids.ts'
import { conflict } from '../../db/core/refusal.ts'
import { life } from '../../db/core/states.ts'
import { anotherPerson } from '../../db/hospital/office/access/users/another-person.ts'
import { audit_rows } from '../../db/hospital/office/audit/tables.ts'
import { billingHistory } from '../../db/hospital/money/billing/history.ts'
import { expenses } from '../../db/hospital/money/expenses/tables.ts'
import { expense_states } from '../../db/hospital/money/expenses/words.ts'
import { recordWithLife } from '../../db/hospital/record-with-life.ts'
import { within } from '../../db/store/connection.ts'
import { isTaken } from '../../db/store/engines/engine.ts'
import { boot } from '../support/boot.ts'

const request_life = life('request', expense_states, {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', permission: 'request:create' },
  decide: { from: ['SUBMITTED'], to: ['APPROVED', 'REJECTED'], permission: 'request:approve' },
  back: { from: ['APPROVED'], to: 'DRAFT', permission: 'request:create', reason: 'required' },
  pay: { from: ['APPROVED'], to: 'PAID', house: true },
  cancel: { from: ['DRAFT'], to: ['CANCELLED', 'REVERSED'], house: true },
})

const requestRecord = recordWithLife(expenses, {
  life: request_life,
  called: ({ number, description }) => number ?? description,
  history: billingHistory('request'),
  sequence: 'expense',
  clash: (_caller, error, { number }) =>
    isTaken(error, 'number') ? conflict(`There is a request ${number} already.`) : error,
})

t.test('a record with a life', async (t) => {
  const { hospital, facility_id, system, people } = await boot(t)
  const { id: user_id } = (await people.with('nurse')).user
  const asks: Caller = { ...system, kind: 'USER', user_id, facility_id, name: 'Asha' }
  const row = {
    facility_id,
    description: 'Fuel',
    category: 'Other',
    spent_on: '2026-03-31',
  } as const
  const create = (more = {}) =>
    within(() =>
      requestRecord.created(asks, { ...row, requested_by_name: asks.name, ...more }, 'open'),
    )
  const logged = (id: string) =>
    audit_rows.all({ hospital_id: hospital.id, entity_id: id }, { order: ['seq'] })

  t.test(
    'is made in its first state with the next number, and both are written down',
    async (t) => {
      const made = await create()
      t.equal(made.status, 'DRAFT')
      t.match(made.number, /^VCH-\d{4}-\d{6}$/)
      t.match(await requestRecord.history(asks, made.id), [
        { move: 'open', from: null, to: 'DRAFT', by_name: 'Asha', reason: null },
      ])
      t.match(await logged(made.id), [
        { action: 'request.open', entity_type: 'request', entity_label: made.number },
      ])
    },
  )

  t.test('is not there for another hospital, nor under an id that is none', async (t) => {
    const { id } = await create()
    const other = { hospital_id: newId() }
    const none = { status: 404, message: 'No such request.' }
    await t.rejects(requestRecord.get(other, id), none)
    await t.rejects(requestRecord.locked(other, id), none)
    await t.rejects(requestRecord.get(asks, 'none'), none)
    t.equal((await requestRecord.get(asks, id)).id, id)
  })

  t.test(
    'begins a move for who may make it, has seen it as it is, and finds it open',
    async (t) => {
      const { id } = await create({ number: 'R-1' })
      const begin = (caller: Caller, move: keyof typeof request_life.moves) =>
        within(() => requestRecord.begin(caller, id, move))
      await t.rejects(begin({ ...asks, permissions: new Set(['request:approve']) }, 'submit'), {
        status: 403,
        message: 'You do not have permission to do this. It needs request:create.',
      })
      await t.rejects(begin({ ...asks, expected_version: 7 }, 'submit'), {
        status: 409,
        code: 'stale',
      })
      await t.rejects(begin(asks, 'decide'), {
        status: 409,
        code: 'state',
        message: 'Request R-1 is DRAFT. It can: submit.',
        facts: { state: 'DRAFT', moves: ['submit'] },
      })
      await t.rejects(begin(asks, 'pay'), /is DRAFT/, 'the house alone makes that move')
      t.equal((await begin({ ...asks, expected_version: 1 }, 'submit')).id, id)
    },
  )

  t.test('moves, and says what it can do from there', async (t) => {
    const before = await create({ number: 'R-2' })
    const after = await within(() =>
      requestRecord.moved(asks, before, 'submit', {
        description: 'More fuel',
        payee: undefined as never,
      }),
    )
    t.match(after, { status: 'SUBMITTED', description: 'More fuel', payee: null, version: 2 })
    const kept = await requestRecord.get(asks, before.id)
    t.match(kept, { status: 'SUBMITTED', description: 'More fuel', version: 2 })
    t.same(requestRecord.moves(asks, after), ['decide'])
    t.same(requestRecord.moves({ ...asks, permissions: new Set() }, after), [])
    await t.rejects(
      within(() => requestRecord.moved(asks, after, 'submit')),
      {
        message: 'Request R-2 is SUBMITTED. It can: decide.',
      },
    )
    t.throws(() => requestRecord.check(after, 'back'), /is SUBMITTED/)
  })

  t.test('ends in the state that the rule names, and in no other', async (t) => {
    const before = await within(async () =>
      requestRecord.moved(
        asks,
        await requestRecord.created(asks, { ...row, requested_by_name: 'Asha' }),
        'submit',
      ),
    )
    const decide = (status: 'REJECTED' | 'PAID') =>
      within(() => requestRecord.moved(asks, before, 'decide', { status }))
    await t.rejects(decide('PAID'), /decide of request leads to APPROVED, REJECTED, not to PAID/)
    t.equal((await decide('REJECTED')).status, 'REJECTED')
  })

  t.test('keeps as much of a reason as each place holds, and asks for one', async (t) => {
    const before = await create({ number: 'R-3', status: 'APPROVED' })
    await t.rejects(
      within(() => requestRecord.moved(asks, before, 'back', {}, ' ')),
      {
        status: 400,
        message: 'reason is required.',
      },
    )
    const long = `${'x'.repeat(299)}😀${'y'.repeat(300)}`
    await within(() => requestRecord.moved(asks, before, 'back', {}, long))
    const [, move] = await requestRecord.history(asks, before.id)
    t.equal(move?.reason, `${'x'.repeat(299)}\uFFFD`, 'the column holds 300')
    t.equal((await logged(before.id)).at(-1)?.reason, `${'x'.repeat(299)}\uFFFD`)
  })

  t.test('takes a step that is no move, and stays in its state', async (t) => {
    const before = await create()
    const after = await within(() =>
      requestRecord.changed(asks, before, 'first_approval', { decision_note: 'Yes' }, 'Yes'),
    )
    t.match(after, { status: 'DRAFT', decision_note: 'Yes', version: 2 })
    t.match((await requestRecord.history(asks, before.id))[1], {
      move: 'first_approval',
      from: 'DRAFT',
      to: 'DRAFT',
    })
  })

  t.test('says in words what a unique index refused, and the transaction goes on', async (t) => {
    await create({ number: 'R-4' })
    const again = within(async () => {
      const said: unknown = await requestRecord
        .created(asks, { ...row, requested_by_name: 'Asha', number: 'R-4' })
        .catch((error: unknown) => error)
      return [said, await expenses.count({ hospital_id: hospital.id, number: 'R-4' })]
    })
    t.match(await again, [{ status: 409, message: 'There is a request R-4 already.' }, 1])
  })

  t.test('who asked does not decide, unless nobody else could (ruling 4, ruling 8)', async (t) => {
    const decide = (caller: Caller, code: string) =>
      within(() => anotherPerson(caller, user_id, code))
    const said = 'You asked for this: somebody else must decide.'
    await t.rejects(decide(asks, 'patient:read'), { status: 409, message: said })
    await t.rejects(decide({ ...asks, kind: 'COMMAND_LINE' }, 'patient:read'), { message: said })
    await decide({ ...asks, user_id: newId() }, 'patient:read')
    await decide(asks, 'nobody:holds')
    const alone = await audit_rows.all({ hospital_id: hospital.id, action: 'approval.alone' })
    t.match(alone, [{ entity_label: 'nobody:holds', user_id }])
  })
})
