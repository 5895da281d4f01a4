// Bad input of theatre, row by row (A.6), and what a theatre itself refuses.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { identity, theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('bad input', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-23T05:00:00.000Z')
  const work = await theatreAtWork(t, house)
  const { surgeon, nurse, runner, head, advance } = work
  const { patient_id } = await work.visiting()
  const ask = (more: Record<string, unknown>) =>
    surgeon.post('/theatre-cases', {
      patient_id,
      procedures: [{ code: 'APPENDECTOMY' }],
      diagnosis: 'Appendicitis',
      surgeon_id: work.idOf(surgeon),
      ...more,
    })

  t.test('of a request (A.6)', async (t) => {
    for (const [more, status, message] of [
      [{ procedures: [] }, 400, 'procedures needs at least one line.'],
      [
        {
          procedures: [
            { code: 'APPENDECTOMY', primary: true },
            { code: 'DRESS-S', primary: true },
          ],
        },
        400,
        'procedures: mark one line as primary.',
      ],
      [
        { procedures: [{ code: 'APPENDECTOMY' }, { code: 'DRESS-S' }] },
        400,
        'procedures: mark one line as primary.',
      ],
      [
        { procedures: [{ code: 'HERNIA' }] },
        400,
        'procedures[0].side is required for Repair of a hernia.',
      ],
      [{ urgency: 'EMERGENCY' }, 400, 'decision_at is required with EMERGENCY.'],
      [
        { urgency: 'EMERGENCY', decision_at: '2026-03-23T08:00:00.000Z' },
        400,
        'decision_at is in the future.',
      ],
      [{ surgeon_id: newId().replace('-7', '-x') }, 404, 'No such staff member.'],
      [{ patient_id: newId() }, 404, 'No such patient.'],
    ] as const) {
      const answer = await ask(more)
      t.equal(answer.status, status, message)
      t.equal(answer.message, message)
    }
  })

  t.test('of a booking (A.6)', async (t) => {
    const one = await work.ask()
    const book = (body: Record<string, unknown>) =>
      surgeon.post(`/theatre-cases/${one.id}/book`, body)
    const session = await work.session({ date: '2026-03-24' })
    const gone = await work.session({ date: '2026-03-25' })
    const ended = await done(
      surgeon.post(`/theatre-sessions/${gone.id}/cancel`, {
        reason_code: 'NO_POWER',
        reason: 'Works',
      }),
    )
    t.match(ended, { status: 'CANCELLED', postponed: [], moved: [] })
    t.match(await book({ session_id: gone.id }), {
      status: 409,
      message: `Session ${gone.reference} is CANCELLED. Nothing more can be done with it.`,
    })
    t.match(await book({}), { status: 400, message: 'session_id is required.' })
    t.match(await book({ session_id: newId() }), { status: 404 })
    clock.freeze('2026-03-23T05:10:00.000Z')
    const unknown = await surgeon.post(`/theatre-cases/${one.id}/cancel`, {
      reason_code: 'RAIN',
      reason: 'It rained',
    })
    t.equal(unknown.status, 400)
    t.match(unknown.message, /^reason_code must be one of: DID_NOT_COME, /)
    await done(book({ session_id: session.id }))
    const early = await advance(runner, one.id, { milestone: 'IN_THEATRE' })
    t.match(early, {
      status: 409,
      message: `Case ${one.reference} is SCHEDULED. It can: send, postpone, cancel.`,
    })
    const both = await advance(runner, one.id, { milestone: 'RECEIVED', event: 'INCISION' })
    t.equal(both.status, 400)
    const none = await advance(runner, one.id, {})
    t.match(none, { status: 400, message: 'milestone or event: say one of the two.' })
    const ward = await advance(nurse, one.id, { milestone: 'RECEIVED', identity })
    t.equal(ward.status, 403)
  })

  t.test('of sessions and theatres', async (t) => {
    const session = (more: Record<string, unknown>) =>
      surgeon.post('/theatre-sessions', {
        theatre_id: work.room.id,
        date: '2026-03-24',
        starts_at: '08:00',
        ends_at: '12:00',
        department: 'Surgery',
        ...more,
      })
    t.match(await session({ ends_at: '07:00' }), {
      status: 400,
      message: 'ends_at must be after starts_at.',
    })
    t.match(await session({ date: '2026-03-20' }), { status: 400, message: 'date is in the past.' })
    t.match(await session({ theatre_id: newId() }), { status: 404 })
    const weekly = await session({ repeat: { every_weeks: 1, until: '2026-04-07' } })
    t.match(weekly, { status: 201, data: { made: 3 } })
    t.match(await session({ repeat: { every_weeks: 1, until: '2031-01-01' } }), {
      status: 400,
      message: 'repeat.until makes more than 60 sessions.',
    })
    t.match(await head.post('/theatres', { code: 't1', name: 'Another', kind: 'MAJOR' }), {
      status: 409,
      message: 'Theatre T1 exists already.',
    })
    const path = `/theatres/${work.room.id}`
    t.match(await head.patch(path, { state: 'CLOSED' }), {
      status: 400,
      message: 'closed_reason is required.',
    })
    t.match(await head.patch(path, { state: 'IN_USE' }), {
      status: 400,
      message: 'state must be FREE or CLOSED.',
    })
    t.match(await runner.patch(path, { name: 'Mine' }), { status: 403 })
    const shut = await runner.patch(path, { state: 'CLOSED', closed_reason: 'Works' })
    t.match(shut, { status: 200, data: { state: 'CLOSED', closed_reason: 'Works' } })
    t.match(await runner.patch(path, { state: 'FREE' }), { status: 200, data: { state: 'FREE' } })
  })

  t.test('of what is written of a case (A.6, OT-10, OT-23)', async (t) => {
    const one = await work.inRoom({ session_id: (await work.session({ date: '2026-03-26' })).id })
    const at = `/theatre-cases/${one.id}`
    const points = { activity: 3, breathing: 2, circulation: 2, consciousness: 2, oxygen: 2 }
    t.match(await runner.post(`${at}/recovery`, points), {
      status: 400,
      message: 'activity must be 0, 1 or 2.',
    })
    t.match(await runner.post(`${at}/recovery`, { ...points, activity: 2 }), {
      status: 409,
      message: `Case ${one.reference} is IN_THEATRE: nobody is in recovery.`,
    })
    const item = { product_id: newId(), quantity: 1, kind: 'IMPLANT', site: 'Hip' }
    t.match(await runner.post(`${at}/items`, { used: [item] }), { status: 400 })
    t.match(await runner.post(`${at}/items`, {}), {
      status: 400,
      message: 'used or returned: say what.',
    })
    t.match(await runner.put(`${at}/checklists/half-time`, { items: [], present: [] }), {
      status: 404,
    })
    t.match(
      await work.checklist(one.id, 'sign-in', { items: [{ key: 'allergy', answer: 'YES' }] }),
      { status: 400, message: 'items[0].note is required with YES.' },
    )
    t.match(
      await work.checklist(one.id, 'sign-in', { items: [{ key: 'weather', answer: 'YES' }] }),
      { status: 400, message: 'items[0].key "weather" is not in the table.' },
    )
    t.match(await work.checklist(one.id, 'sign-in', { present: [newId()] }), {
      status: 400,
      message: 'present[0] is not in the team of this case.',
    })
    t.match(
      await surgeon.patch(`${at}/fitness`, { decision: 'FIT_WITH_CONDITIONS', reason: 'Later' }),
      { status: 400, message: 'conditions is required with FIT_WITH_CONDITIONS.' },
    )
    t.match(await nurse.patch(`${at}/pre-op`, { items: [{ key: 'gown', answer: 'YES' }] }), {
      status: 409,
    })
    t.match(await surgeon.patch(at, { procedures: [{ code: 'DRESS-S' }], reason: 'Another one' }), {
      status: 409,
    })
    t.match(await runner.patch(`${at}/counts`, { not_counted_reason: 'No time' }), {
      status: 400,
      message: 'not_counted_reason is for emergencies alone.',
    })
    t.match(await runner.patch(`${at}/counts`, { lines: [{ name: 'packs', left_in: 1 }] }), {
      status: 400,
      message: 'remove_by is required with left_in.',
    })
  })

  t.test('of tables (MOD-15)', async (t) => {
    t.match(await head.put('/theatre-tables/MOODS', { rows: [{}], reason: 'None' }), {
      status: 404,
    })
    const reason = { code: 'X', text: 'X', group: 'OTHER', avoidable: false }
    const twice = await head.put('/theatre-tables/CANCEL_REASONS', {
      rows: [reason, reason],
      reason: 'Twice',
    })
    t.match(twice, { status: 400, message: 'rows[1].code "X" is there twice.' })
    const bare = await head.put('/theatre-tables/CANCEL_REASONS', {
      rows: [{ code: 'X' }],
      reason: 'Bare',
    })
    t.equal(bare.status, 400)
  })
})
