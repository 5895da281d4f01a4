// A case from the wish to operate to the bed: what is charged, what stands on the chart, what is told
// (OT-1, OT-3, OT-19, OT-21, OT-22).

import type { Data } from '../../../support/ask.ts'
import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { identity, theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'
import { codeOn } from '../../../support/money/money-papers.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

interface Line {
  source: string
  source_id: string
  code: string
  quantity: number
  service_status: string
  income_category: string | null
}

const chargesOf = (id: string): Promise<Line[]> =>
  rows<Line>(
    sql`select source, source_id, code, quantity, service_status, income_category from bill_items
      where source_id like ${`${id}:%`} order by source, source_id, created_at`,
  )

t.test('a case', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-23T09:00:00.000Z')
  const work = await theatreAtWork(t, house)
  const { surgeon, anaesthetist, runner, nurse, second, advance } = work
  const at = (time: string) => ({ at: `2026-03-23T${time}:00.000Z` })
  let one: Data

  t.test('asked for: the waiting list, and no second one for the same (A.6)', async (t) => {
    const { patient_id, visit_id } = await work.visiting()
    one = await work.ask({ patient_id })
    t.match(one, { reference: 'TH-2026-000001', status: 'REQUESTED', visit_id, title: undefined })
    t.same(one.moves, ['book', 'cancel'])
    const again = await surgeon.post('/theatre-cases', {
      patient_id,
      procedures: [{ code: 'APPENDECTOMY' }],
      diagnosis: 'Again',
      surgeon_id: work.idOf(surgeon),
    })
    t.equal(again.status, 409)
    t.match(again.message, /already waits for Appendectomy \(TH-2026-000001\)\.$/)
    const waiting = await done(nurse.get('/theatre-cases', { waiting: 'true' }))
    t.same(
      waiting.map(({ reference }: Data) => reference),
      ['TH-2026-000001'],
    )
  })

  t.test('booked: a place, a time, and the procedure on the bill (OT-3, MOD-16)', async (t) => {
    const session = await work.session()
    const booked = await done(
      surgeon.post(`/theatre-cases/${one.id}/book`, { session_id: session.id }),
    )
    t.match(booked, { status: 'SCHEDULED', position: 1, planned_start: '2026-03-23T05:00:00.000Z' })
    t.match(await chargesOf(one.id), [
      { source: 'theatre_procedure', code: 'APPENDECTOMY', service_status: 'PENDING' },
    ])
    t.same(booked.moves.slice(0, 2), ['book', 'postpone'])
  })

  t.test('ready and sent, received by another (OT-8, MOD-17)', async (t) => {
    await work.prepare(one)
    const bare = await advance(nurse, one.id, { milestone: 'SENT' })
    t.match(bare, {
      status: 400,
      message: 'Confirm who this is: scan the wristband or check name and number.',
    })
    const sent = await done(advance(nurse, one.id, { milestone: 'SENT', identity, ...at('05:50') }))
    t.equal(sent.status, 'SENT')
    const received = await done(
      advance(runner, one.id, { milestone: 'RECEIVED', identity, ...at('06:00') }),
    )
    t.equal(received.status, 'RECEIVED')
  })

  t.test('into the room at 09:10, and through the operation', async (t) => {
    const inside = await done(advance(runner, one.id, { milestone: 'IN_THEATRE', ...at('06:10') }))
    t.equal(inside.status, 'IN_THEATRE')
    const [room] = await done(nurse.get('/theatres'))
    t.match(room, { state: 'IN_USE', case_now: { reference: one.reference } })
    await work.operated(one.id, '2026-03-23T06:20:00.000Z')
    const over = await done(
      advance(runner, one.id, { milestone: 'PROCEDURE_DONE', ...at('07:50') }),
    )
    t.match(over, { status: 'PROCEDURE_DONE', outcome: 'COMPLETED' })
    t.match(await chargesOf(one.id), [{ service_status: 'DONE' }])
  })

  t.test('115 minutes of theatre are four units, charged once (OT-19)', async (t) => {
    await done(advance(anaesthetist, one.id, { event: 'ANAESTHESIA_END', ...at('08:05') }))
    await done(advance(runner, one.id, { milestone: 'IN_RECOVERY', ...at('08:05') }))
    const lines = await chargesOf(one.id)
    const times = lines.filter(({ source }) => source === 'theatre_time')
    t.match(
      times.map(({ code, quantity, service_status }) => [code, quantity, service_status]),
      [
        ['ANA30', 4000, 'DONE'],
        ['OT30', 4000, 'DONE'],
      ],
    )
    const [room] = await done(nurse.get('/theatres'))
    t.match(room, { state: 'CLEANING', case_now: null })
  })

  t.test('scored, ordered, escorted: back to the ward (OT-23)', async (t) => {
    const back = { milestone: 'RETURNED', escort_staff_id: work.idOf(runner) }
    const unordered = await advance(runner, one.id, back)
    t.equal(unordered.message, 'Write the post-operative orders first.')
    await done(
      surgeon.patch(`/theatre-cases/${one.id}/operation-note`, {
        findings: 'Inflamed appendix',
        technique: 'Open',
        post_op_orders: 'Fluids tonight, sips tomorrow',
        procedures_done: [{ code: 'APPENDECTOMY', planned_line: 1 }],
        drains: [{ site: 'Right iliac fossa', kind: 'Corrugated' }],
        outcome: 'COMPLETED',
      }),
    )
    const early = await advance(runner, one.id, back)
    t.match(early.message, /^Recovery score: 0 of 2 readings are there\./)
    const points = { activity: 2, breathing: 2, circulation: 2, consciousness: 1, oxygen: 2 }
    const first = await done(runner.post(`/theatre-cases/${one.id}/recovery`, points))
    t.match(first, { total: 9, may_leave: false })
    const next = await done(runner.post(`/theatre-cases/${one.id}/recovery`, points))
    t.match(next, { total: 9, may_leave: true })
    const returned = await done(advance(runner, one.id, { ...back, ...at('08:50') }))
    t.equal(returned.status, 'RETURNED')
    t.ok(returned.charges.some(({ key }: Data) => key === 'RECOVERY_TIME'))
  })

  t.test(
    'taken back by another, with tasks; signed it closes and is on the chart (OT-18, OT-22, MOD-6)',
    async (t) => {
      const same = await advance(runner, one.id, { milestone: 'ACCEPTED', identity })
      t.equal(same.status, 409)
      const accepted = await done(advance(second, one.id, { milestone: 'ACCEPTED', identity }))
      t.equal(accepted.status, 'ACCEPTED')
      const [{ n }] = (await rows<{ n: number }>(
        sql`select count(*) as n from nursing_tasks where source = 'theatre_case'`,
      )) as [{ n: number }]
      t.equal(Number(n), 11)
      const nurse_signs = await runner.patch(`/theatre-cases/${one.id}/operation-note`, {
        sign: true,
      })
      t.equal(nurse_signs.message, 'Only a surgeon of this case can sign the operation note.')
      await done(surgeon.patch(`/theatre-cases/${one.id}/operation-note`, { sign: true }))
      const part = await done(
        anaesthetist.patch(`/theatre-cases/${one.id}/anaesthesia`, {
          technique: 'SPINAL',
          machine_checked: true,
          sign: true,
        }),
      )
      t.equal(part.status, 'SIGNED')
      const closed = await work.read(one.id)
      t.match(closed, { status: 'CLOSED', operation_note: { status: 'SIGNED' } })
      const chart = await rows<{ kind: string; status: string }>(
        sql`select kind, status from clinical_records where patient_id = ${one.patient_id} order by kind`,
      )
      t.same(
        chart.map(({ kind, status }) => [kind, status]),
        [
          ['NOTE', 'SIGNED'],
          ['PROCEDURE', 'SIGNED'],
        ],
      )
      const bare = await surgeon.patch(`/theatre-cases/${one.id}/operation-note`, {
        findings: 'More',
      })
      t.match(
        bare.message,
        /^This operation note was signed on 2026-03-23 by .*: give a reason to amend it\.$/,
      )
      const amended = await done(
        surgeon.patch(`/theatre-cases/${one.id}/operation-note`, {
          findings: 'Perforated appendix',
          reason: 'Looked at the specimen',
        }),
      )
      t.match(amended.operation_note, { status: 'AMENDED', version_no: 2 })
    },
  )

  t.test('MOD-13: a signed part is never edited; the versions before stay readable', async (t) => {
    const path = (part: string): string => `/theatre-cases/${one.id}/${part}`
    const parts = [
      [anaesthetist, 'fitness', 'fitness assessment', { plan: 'Spinal' }],
      [surgeon, 'operation-note', 'operation note', { closure: 'Vicryl' }],
      [anaesthetist, 'anaesthesia', 'anaesthesia record', { events: 'Low pressure' }],
    ] as const
    for (const [who, part, called, more] of parts) {
      const field = part.replace('-', '_')
      const before = (await work.read(one.id))[field]
      t.ok(before.signed_at, part)
      const refused = await who.patch(path(part), more)
      t.equal(refused.status, 409, part)
      t.match(
        refused.message,
        new RegExp(`^This ${called} was signed on 2026-03-23 by .+: give a reason to amend it\\.$`),
      )
      for (const reason of ['Four', 'x'.repeat(301)]) {
        t.match(await who.patch(path(part), { ...more, reason }), {
          status: 400,
          message: 'reason must be between 5 and 300 characters.',
        })
      }
      t.same((await work.read(one.id))[field], before, 'nothing is left of what was refused')
      await done(who.patch(path(part), { ...more, reason: 'Told later' }))
      const { history, ...after } = (await work.read(one.id))[field]
      t.match(after, { status: 'AMENDED', version_no: before.version_no + 1, content: more })
      const { history: earlier, versions: _versions, ...was } = before
      const { rcri_score: _score, valid_until: _until, ...kept } = was
      t.match(history[0], kept, 'as it was signed')
      t.same(history.slice(1), earlier)
    }
  })

  t.test('MOD-13: what an amended note adds stands on the chart and on the bill', async (t) => {
    const procedures_done = [
      { code: 'APPENDECTOMY', planned_line: 1 },
      { code: 'HERNIA_REPAIR', side: 'LEFT' },
    ]
    const known = async (): Promise<string[]> => {
      const found = await rows<{ title: string }>(
        sql`select title from clinical_records where patient_id = ${one.patient_id}
          and kind = 'PROCEDURE' order by created_at, id`,
      )
      return found.map(({ title }) => title)
    }
    const before = await known()
    const note = { procedures_done, reason: 'Both were done' }
    const path = `/theatre-cases/${one.id}/operation-note`
    await done(surgeon.patch(path, note))
    const added = (await known()).filter((title) => !before.includes(title))
    t.equal(added.length, 1)
    await done(surgeon.patch(path, { follow_up: 'In a week', reason: 'Asked again' }))
    t.equal((await known()).length, before.length + 1, 'once')
    const lines = (await chargesOf(one.id)).filter(({ source }) => source === 'theatre_procedure')
    t.match(lines[1], { source_id: `${one.id}:100`, service_status: 'DONE' })
  })

  t.test('on paper, in both languages (OT-22)', needsPoppler, async (t) => {
    for (const kind of ['operation_note', 'anaesthesia', 'checklist']) {
      for (const language of ['en', 'sw']) {
        const paper = await surgeon.get(`/theatre-cases/${one.id}/pdf`, { kind, language })
        t.equal(paper.status, 200, kind)
        const text = textOf(paper.raw)
        if (process.env['THEATRE_PAPERS'] !== undefined)
          await writeFile(`${process.env['THEATRE_PAPERS']}/${kind}-${language}.pdf`, paper.raw)
        t.match(text, one.reference)
        if (kind === 'operation_note') t.match(text, 'Perforated appendix')
        const own =
          language === 'sw' ? /Mpasuaji\b[^]*Mtaalamu wa usingizi/ : /Surgeon\b[^]*Anaesthetist/
        if (kind !== 'checklist') t.match(text, own)
        t.notMatch(text, /\b(SURGEON|SPINAL|COMPLETED)\b/, 'in words')
      }
    }
  })

  t.test(
    'MOD-21: a signed note bears a code; the one before counts no longer',
    needsPoppler,
    async (t) => {
      const print = async () => {
        const asked = { kind: 'operation_note', language: 'en' }
        return codeOn(textOf((await surgeon.get(`/theatre-cases/${one.id}/pdf`, asked)).raw))
      }
      const look = async (code: string) =>
        (await house.nobody.get(`/billing/verify/${code}`)).data as Data
      const first = await print()
      t.equal(await print(), first, 'one version, one code')
      t.match(await look(first), { kind: 'Operation note', number: one.reference, status: 'VALID' })
      const path = `/theatre-cases/${one.id}/operation-note`
      await done(surgeon.patch(path, { blood_loss_ml: 150, reason: 'Measured again' }))
      t.equal((await look(first)).status, 'ENDED')
      t.not(await print(), first)
      const paper = await surgeon.get(`/theatre-cases/${one.id}/pdf`, {
        kind: 'operation_note',
        language: 'en',
      })
      t.match(textOf(paper.raw), /Blood loss\s+150 ml/)
    },
  )
})
