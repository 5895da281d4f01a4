// Two attendants and one space: one body lies in it (MOR-5, MOR-1); two records of one person keep one body.

import t from 'tap'
import { receiveBody } from '../../../../db/hospital/neighbours/emergencies.ts'
import { within } from '../../../../db/store/connection.ts'
import { clock } from '../../../../db/core/clock.ts'
import { mortuaryHouse } from '../../../support/desk/mortuary.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

/** 50 of the chapter, where somebody asks for them. */
const runs = Number(process.env['KITUO_RACES'] ?? 6)

t.test('mortuary: proofs', async (t) => {
  const on = await mortuaryHouse(t)
  const { attendant, house, admin } = on
  const caller = { ...house.system, facility_id: house.facility_id }
  const other = await house.people.with('mortuary_attendant')
  const records = await house.people.holding('patient:merge', 'patient:read')
  clock.freeze('2026-03-30T08:00:00.000Z')

  t.test('six at one space: one wins (MOR-5)', async (t) => {
    const cabinet = await done(
      admin.post('/mortuary-cabinets', {
        code: 'RACE',
        name: 'Race',
        kind: 'CABINET',
        spaces: Array.from({ length: runs }, (_one, at) => ({ label: `R${at + 1}` })),
      }),
    )
    for (let run = 1; run <= runs; run += 1) {
      const dead = await Promise.all([on.died(), on.died()])
      const answers = await Promise.all(
        dead.map(({ body }, at) =>
          (at === 0 ? attendant : other).post(`/bodies/${body.id}/receive`, {
            tag: body.tag_no,
            cabinet_id: cabinet.id,
            space_label: `R${run}`,
            handed_over_by: 'Sister Rehema',
            none: true,
          }),
        ),
      )
      t.same(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [200, 409],
        answers.map(({ message }) => message).join(' | '),
      )
      t.match(answers.find(({ status }) => status === 409)?.message, /^R\d+ (holds BD-|was taken)/)
    }
    const [found] = (await done(attendant.get('/mortuary-cabinets'))).filter(
      ({ code }: { code: string }) => code === 'RACE',
    )
    for (const { body_references } of found.spaces) t.equal(body_references.length, 1)
  })

  t.test(
    'a cabinet is closed while somebody takes a space: one of the two is refused',
    async (t) => {
      for (let run = 1; run <= runs; run += 1) {
        const cabinet = await done(
          admin.post('/mortuary-cabinets', {
            code: `SHUT-${run}`,
            name: 'Shut',
            kind: 'CABINET',
            spaces: [{ label: 'S1' }, { label: 'S2' }],
          }),
        )
        const { body } = await on.died()
        const answers = await Promise.all([
          attendant.post(`/bodies/${body.id}/receive`, {
            tag: body.tag_no,
            cabinet_id: cabinet.id,
            space_label: 'S1',
            handed_over_by: 'Sister Rehema',
            none: true,
          }),
          admin.patch(`/mortuary-cabinets/${cabinet.id}`, { active: false }),
        ])
        t.same(
          answers.map(({ status }) => status).toSorted((a, b) => a - b),
          [200, 409],
        )
        t.match(answers.find(({ status }) => status === 409)?.message, /^Shut (is not|holds 1:)/)
      }
    },
  )

  t.test('a death asked for by several is one body (MOR-1)', async (t) => {
    const { id } = await somebody(on.clerk)
    const asked = { patient_id: id, source: 'WARD', died_at: clock.instant() }
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () => within(() => receiveBody(caller, asked))),
    )
    const kept = await done(attendant.get('/bodies', { patient_id: id }))
    t.equal(kept.length, 1)
    const again = await within(() => receiveBody(caller, asked))
    t.match(again, { body_id: kept[0].id, reference: kept[0].reference, tag_no: kept[0].tag_no })
    t.ok(made.some(({ status }) => status === 'fulfilled'))
  })

  t.test('two bodies are not one person (MOR-21)', async (t) => {
    const [one, two] = [await on.died({ sex: 'Male' }), await on.died({ sex: 'Male' })]
    const merged = await records.post(`/patients/${one.patient.id}/merge`, {
      duplicate_id: two.patient.id,
      reason: 'Same name',
    })
    t.match(merged, {
      status: 409,
      message: `${two.body.reference} and ${one.body.reference} are two bodies: they are not one person.`,
    })
  })
})
