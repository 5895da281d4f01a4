// What never gives way in theatre (OT-1, OT-4 to OT-14, OT-23): places, people, checklists, counts.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { mayPractise, staffById } from '../../../../db/hospital/neighbours/people.ts'
import { isAway } from '../../../../db/hospital/neighbours/duty.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { all_there, counted, identity, theatreAtWork } from '../../../support/desk/theatre.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { patientRecord } from '../../../../db/hospital/desk/patients/rows.ts'
import { requestCase, caseOf, inTheatre } from '../../../../db/hospital/neighbours/theatre.ts'
import { within } from '../../../../db/store/connection.ts'

t.test('guards', async (t) => {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze('2026-03-23T05:00:00.000Z')
  const work = await theatreAtWork(t, house)
  const { surgeon, other, anaesthetist, scrub, runner, nurse, head, advance } = work
  const tomorrow = '2026-03-24'

  t.test('places of a list: later ones move down, the order is set whole (OT-3)', async (t) => {
    const session = await work.session({ date: tomorrow })
    const book = async (minutes_long: number, more: Record<string, unknown> = {}) => {
      const one = await work.ask({ estimated_minutes: minutes_long })
      return done(
        surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id, ...more }),
      )
    }
    const first = await book(60)
    const next = await book(90)
    const third = await book(30)
    t.equal(third.planned_start, '2026-03-24T08:10:00.000Z', 'start 08:00 here: 11:10')
    const between = await book(45, { position: 2 })
    t.match(between, { position: 2, planned_start: '2026-03-24T06:20:00.000Z' })
    const ids = [third.id, between.id, first.id, next.id]
    const set = await done(surgeon.patch(`/theatre-sessions/${session.id}`, { order: ids }))
    t.same(
      set.cases.map(({ id, position }: Data) => [id, position]),
      ids.map((id, at) => [id, at + 1]),
    )
    const lost = await surgeon.patch(`/theatre-sessions/${session.id}`, { order: [first.id] })
    t.match(lost, { status: 400, message: 'order must name each case of the session once.' })
  })

  t.test('over the end of a session is told, not refused (OT-4)', async (t) => {
    const session = await work.session({ date: '2026-03-25', ends_at: '09:00' })
    const one = await work.ask({ estimated_minutes: 90 })
    const booked = await done(
      surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id }),
    )
    t.match(booked.gates, [{ gate: 'OT_OVERRUN', level: 'WARN' }])
    const [shown] = await done(nurse.get('/theatre-sessions', { date: '2026-03-25' }))
    t.match(shown, { over_minutes: 30, booked_minutes: 90, free_minutes: 0 })
  })

  t.test('nobody is in two places; an emergency takes its place (OT-5, OT-4)', async (t) => {
    const room = await done(
      head.post('/theatres', { code: 'T2', name: 'Theatre 2', kind: 'MINOR' }),
    )
    const session = await work.session({ date: '2026-03-25', theatre_id: room.id })
    const one = await work.ask()
    const clash = await surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id })
    t.equal(clash.status, 409)
    t.match(
      clash.message,
      /^Somebody is in two places: .* is planned for TH-2026-\d+ at that time\./,
    )
    const twice = await work.ask({
      patient_id: one.patient_id,
      procedures: [{ code: 'HERNIA', side: 'LEFT' }],
    })
    const overrides = [{ gate: 'OT_CLASH', reason_code: 'NO_OTHER_WAY' }]
    const known = await surgeon.post(`/theatre-cases/${one.id}/book`, {
      session_id: session.id,
      overrides,
    })
    t.equal(known.status, 200)
    const beside = await work.session({ date: '2026-03-25' })
    const patient = await surgeon.post(`/theatre-cases/${twice.id}/book`, {
      session_id: beside.id,
      overrides,
    })
    t.match(patient.message, / is planned for TH-2026-\d+ at that time\.$/)
    const urgent = await work.ask({
      urgency: 'EMERGENCY',
      decision_at: clock.instant(),
      surgeon_id: work.idOf(other),
      team: [],
    })
    const placed = await done(
      surgeon.post(`/theatre-cases/${urgent.id}/book`, { theatre_id: room.id }),
    )
    t.match(placed, { status: 'SCHEDULED', session_id: null, theatre: 'Theatre 2' })
  })

  t.test('a leave and a licence that ended are never let through (OT-1, OT-5)', async (t) => {
    const session = await work.session({ date: '2026-03-26' })
    const one = await work.ask()
    const book = () => surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id })
    await t.test('away', async (t) => {
      answering(t, isAway, async () => true)
      answering(t, staffById, async (_caller, staff_id) => ({
        staff_id,
        name: 'Dr Mushi',
        cadre: null,
        grade: null,
        national_id: null,
      }))
      const away = await book()
      t.match(away.message, / is away on 2026-03-26\.$/)
    })
    await t.test('unlicensed', async (t) => {
      answering(t, mayPractise, async (_caller, _staff_id, _date, asked) => ({
        answer: asked?.always === true ? ('BLOCK' as const) : ('OK' as const),
        message: 'Your practising licence expired on 2026-01-01.',
      }))
      t.match((await book()).message, /Your practising licence expired on 2026-01-01\.$/)
    })
    t.equal((await book()).status, 200)
  })

  t.test('before the ward sends: one line for each thing that is missing (OT-8)', async (t) => {
    const session = await work.session({ date: '2026-03-27' })
    const one = await work.ask({
      needs: { required_tests: ['FBC'] },
      blood: { units: 2, component: 'RED' },
    })
    await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id }))
    const bare = await advance(nurse, one.id, { milestone: 'SENT', identity })
    t.equal(bare.status, 409)
    for (const word of ['Consent', 'Fitness', 'Fasting', 'Pre-operative', 'Blood']) {
      t.match(bare.message, new RegExp(`^${word}`, 'm'))
    }
    await work.prepare(one)
    const bloodless = await advance(nurse, one.id, { milestone: 'SENT', identity })
    t.match(bloodless.message, /^Blood: 2 units are asked for/)
    await done(
      nurse.patch(`/theatre-cases/${one.id}/pre-op`, {
        items: [{ key: 'blood_ready', answer: 'YES' }],
      }),
    )
    const [consent] = await done(
      surgeon.get('/clinical/consents', {
        patient_id: one.patient_id,
        procedure_code: 'APPENDECTOMY',
      }),
    )
    const sent = await done(advance(nurse, one.id, { milestone: 'SENT', identity }))
    t.same(sent.gates.map(({ gate }: Data) => gate).toSorted(), ['OT_ALLERGY', 'OT_TESTS'])
    t.ok(consent.id)
  })

  t.test('a consent that was withdrawn is never let through (OT-8)', async (t) => {
    const one = await work.ready({ session_id: (await work.session({ date: '2026-03-28' })).id })
    const [consent] = await done(
      surgeon.get('/clinical/consents', {
        patient_id: one.patient_id,
        procedure_code: 'APPENDECTOMY',
      }),
    )
    await done(
      surgeon.post(`/clinical/consents/${consent.id}/withdraw`, {
        reason: 'Changed his mind',
        told_by: 'The patient',
      }),
    )
    const refused = await advance(head, one.id, {
      milestone: 'SENT',
      identity,
      overrides: [{ gate: 'OT_CONSENT', reason_code: 'NO_OTHER_WAY' }],
    })
    t.not(refused.status, 200)
    const plain = await advance(nurse, one.id, { milestone: 'SENT', identity })
    t.match(plain.message, / has withdrawn consent for Appendectomy\.$/)
  })

  t.test(
    'in theatre: nobody else is moved or discharged; others are told (OT-24, OT-28)',
    async (t) => {
      const one = await work.sent({ session_id: (await work.session({ date: '2026-03-29' })).id })
      t.equal(await inTheatre(system, one.patient_id), one.reference)
      t.match(await caseOf(system, { patient_id: one.patient_id }), {
        number: one.reference,
        status: 'SENT',
        theatre: 'Theatre 1',
      })
      const caller = { ...system, facility_id }
      const { id } = await patientRecord.get(caller, one.patient_id)
      t.equal(id, one.patient_id)
      await done(
        surgeon.post(`/theatre-cases/${one.id}/postpone`, {
          reason_code: 'NO_POWER',
          reason: 'No power since six',
        }),
      )
      t.equal(await inTheatre(system, one.patient_id), null)
    },
  )

  t.test(
    'from the bed to theatre: no other bed and no discharge before the ward has the patient back (OT-24)',
    async (t) => {
      const admin = await people.holding('ward:read', 'ward:write')
      const charge = await people.with('nurse_in_charge')
      for (const one of [admin, charge]) work.staff.set(one.user.id, one.user.id)
      const { beds } = await wardOf(admin)
      const [bed, other_bed] = beds
      const { patient_id } = await work.visiting()
      const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Appendicitis' }))
      await done(
        charge.post(`/admissions/${stay.id}/admit`, {
          bed_id: bed.id,
          attending_id: work.idOf(surgeon),
        }),
      )
      const list = await work.session({ date: '2026-04-02' })
      const one = await work.sent({ patient_id, session_id: list.id })
      t.equal(one.admission_id, stay.id)
      const moved = await nurse.post('/bed-transfers', {
        admission_id: stay.id,
        to_ward_id: bed.ward_id,
        to_bed_id: other_bed.id,
        reason: 'Nearer to the nurses',
      })
      t.equal(moved.status, 409)
      t.match(moved.message, new RegExp(`is in theatre \\(${one.reference}\\)\\.$`))
      await done(
        surgeon.post(`/theatre-cases/${one.id}/cancel`, {
          reason_code: 'RECOVERED',
          reason: 'Better without',
        }),
      )
      const free = await nurse.post('/bed-transfers', {
        admission_id: stay.id,
        to_ward_id: bed.ward_id,
        to_bed_id: other_bed.id,
        reason: 'Nearer to the nurses',
      })
      t.equal(free.status, 201)
    },
  )

  t.test('a case that another area asks for, once (OT-28)', async (t) => {
    const { patient_id } = await work.visiting()
    const asked = {
      patient_id,
      procedures: [{ code: 'APPENDECTOMY' }],
      diagnosis: 'Appendicitis',
      surgeon_id: work.idOf(surgeon),
      source: 'emergency',
      source_id: patient_id,
    }
    const caller = { ...system, facility_id, user_id: surgeon.user.id }
    const made = await within(() => requestCase(caller, asked))
    const again = await within(() => requestCase(caller, asked))
    t.same(made, again)
    t.match(made, { number: /^TH-2026-/ })
  })

  const one = await work.inRoom({
    procedures: [{ code: 'HERNIA', side: 'LEFT' }],
    session_id: (await work.session({ date: '2026-03-30' })).id,
  })

  t.test('one case in a room, and a person in one case (A.6, OT-1)', async (t) => {
    const next = await work.sent({ session_id: (await work.session({ date: '2026-03-31' })).id })
    await done(advance(runner, next.id, { milestone: 'RECEIVED', identity }))
    const busy = await advance(runner, next.id, { milestone: 'IN_THEATRE' })
    t.match(busy.message, / is in TH-2026-\d+ now\.$/)
    const alone = { role: 'SURGEON', staff_id: work.idOf(other), lead: true }
    const [asleep, running] = [await people.with('doctor'), await people.with('theatre_nurse')]
    const team = [
      alone,
      { role: 'ANAESTHETIST', staff_id: asleep.user.id, lead: true },
      { role: 'CIRCULATING', staff_id: running.user.id },
    ]
    await done(surgeon.patch(`/theatre-cases/${next.id}`, { team }))
    const full = await advance(runner, next.id, { milestone: 'IN_THEATRE' })
    t.match(full.message, /^Theatre 1 is in use \(TH-2026-\d+, since 08:00\)\.$/)
    const out = await surgeon.post(`/theatre-cases/${one.id}/cancel`, {
      reason_code: 'REFUSED',
      reason: 'Not any more',
    })
    t.match(
      out.message,
      /^Case TH-2026-\d+ is IN_THEATRE\. It can: advance \(PROCEDURE_DONE, also abandoned\)\.$/,
    )
  })

  t.test('only the team writes, or the in-charge of theatre (OT-1)', async (t) => {
    const midwife = await people.with('midwife')
    work.staff.set(midwife.user.id, midwife.user.id)
    const refused = await midwife.post(`/theatre-cases/${one.id}/advance`, { event: 'INCISION' })
    t.equal(refused.status, 409)
    t.match(refused.message, /^You are not in the team of TH-2026-\d+: ask .* to add you\.$/)
  })

  t.test('no incision without time-out, nor before it (OT-10, OT-11)', async (t) => {
    const knife = (more: Record<string, unknown> = {}) =>
      advance(surgeon, one.id, { event: 'INCISION', ...more })
    t.equal((await knife()).message, 'Time-out is not done: no incision.')
    const asleep = await advance(anaesthetist, one.id, { event: 'ANAESTHESIA_START' })
    t.equal(asleep.message, 'Sign-in is not done.')
    t.equal(
      (await work.checklist(one.id, 'time-out', { side: 'LEFT' })).message,
      'Sign-in is not done.',
    )
    const alone = await work.checklist(one.id, 'sign-in', { present: [work.idOf(surgeon)] })
    t.equal(alone.message, 'Sign-in needs the anaesthetist to be present.')
    await done(work.checklist(one.id, 'sign-in'))
    const again = await work.checklist(one.id, 'sign-in')
    t.equal(again.message, 'Sign-in is done: it does not change any more.')
    await done(advance(anaesthetist, one.id, { event: 'ANAESTHESIA_START' }))
    const wrong = await work.checklist(one.id, 'time-out', { side: 'RIGHT' })
    t.equal(wrong.message, 'The list says LEFT; the checklist says RIGHT. Stop and check.', 'OT-9')
    await done(work.checklist(one.id, 'time-out', { side: 'LEFT' }))
    t.equal((await knife()).message, 'Count before the incision.', 'OT-13')
    await done(work.count(one.id, 'INITIAL', counted))
    const early = new Date(clock.ms() - minutes(5)).toISOString()
    t.equal((await knife({ at: early })).message, 'Incision cannot be before time-out (08:00).')
    t.equal(
      (await advance(surgeon, one.id, { event: 'CLOSURE' })).message,
      'There was no incision yet.',
    )
    await done(knife())
    t.equal((await knife()).message, 'Incision was at 08:00 already.')
  })

  t.test('no end without equal counts (OT-13, OT-14)', async (t) => {
    const out = await work.checklist(one.id, 'sign-out')
    t.equal(out.message, 'The wound is not closed yet.')
    await done(advance(surgeon, one.id, { event: 'CLOSURE' }))
    const self = await scrub.patch(`/theatre-cases/${one.id}/counts`, {
      stage: 'FINAL',
      second_counter_id: work.idOf(scrub),
    })
    t.equal(self.message, 'Two different people count.')
    const short = all_there.map((line) => (line.name === 'swabs' ? { ...line, final: 10 } : line))
    await done(work.count(one.id, 'FINAL', short))
    const unequal =
      'Counts are not equal: swabs 10 of 11, needles 6 of 6, blades 2 of 2, instruments 30 of 30, packs 0 of 0. Search and count again.'
    t.equal((await work.checklist(one.id, 'sign-out')).message, unequal)
    t.equal((await advance(runner, one.id, { milestone: 'PROCEDURE_DONE' })).message, unequal)
    const unresolved = {
      missing: [{ line: 'swabs', short: 1 }],
      searched: 'Wound, drapes, floor',
      xray: 'TAKEN_CLEAR',
    }
    const nurses = await scrub.patch(`/theatre-cases/${one.id}/counts`, { unresolved })
    t.equal(nurses.message, 'Only the lead surgeon can go on with counts that are not equal.')
    const unseen = await surgeon.patch(`/theatre-cases/${one.id}/counts`, { unresolved })
    t.match(unseen.message, /^A second person must witness this/)
    const changed = await scrub.patch(`/theatre-cases/${one.id}/counts`, {
      lines: [{ name: 'swabs', initial: 10 }],
    })
    t.equal(changed.message, 'The initial count of swabs stands: what came later is added.')
    await done(work.count(one.id, 'FINAL', all_there))
    await done(work.checklist(one.id, 'sign-out'))
    const late = await work.count(one.id, 'FINAL', all_there)
    t.match(late.message, /^The counts of TH-2026-\d+ stand: sign-out is done\.$/)
    t.equal(
      (await done(advance(runner, one.id, { milestone: 'PROCEDURE_DONE' }))).status,
      'PROCEDURE_DONE',
    )
  })

  t.test(
    'abandoned: a reason, no sign-out without a cut, nothing charged for it (OT-12)',
    async (t) => {
      await done(advance(runner, one.id, { milestone: 'IN_RECOVERY' }))
      const next = await work.inRoom({
        session_id: (await work.session({ date: '2026-04-01' })).id,
      })
      const bare = await advance(runner, next.id, {
        milestone: 'PROCEDURE_DONE',
        outcome: 'ABANDONED',
      })
      t.equal(bare.message, 'reason_code is required with ABANDONED.')
      const over = await done(
        advance(runner, next.id, {
          milestone: 'PROCEDURE_DONE',
          outcome: 'ABANDONED',
          reason_code: 'NO_OXYGEN',
          reason: 'The cylinder was empty',
        }),
      )
      t.match(over, { status: 'PROCEDURE_DONE', outcome: 'ABANDONED', charges: [] })
      const dead = await advance(runner, next.id, { milestone: 'PROCEDURE_DONE' })
      t.equal(dead.status, 409)
    },
  )
})
