// The papers of the blood bank: labels, the tag of a bag, the record of a transfusion, a donor's card and slip.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { inStockFor } from '../../../../db/hospital/diagnostics/blood-bank/matching/in-stock.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { answers, bloodAtWork } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { factsOf, needsPoppler, pagesOf, textOf } from '../../../support/pdf.ts'
import type { Person } from '../../../support/people.ts'

t.test('papers of the blood bank', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const bank = await bloodAtWork(house)
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const nurse = await people.with('nurse')
  const issuer = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
  const second = await account(house, { roles: ['nurse'] })
  const paper = async (who: Person, path: string, query: Record<string, string> = {}) => {
    const answer = await who.get(path, query)
    t.equal(answer.status, 200, answer.message)
    return answer.raw
  }

  t.test('labels: four quarters with number, group, product and expiry (BLD-9)', async (t) => {
    const unit = await bank.unit('O-')
    const here = { ...house.system, facility_id: house.facility_id }
    t.same(await inStockFor(here, 'O-', 'wb'), [{ group: 'O-', component_code: 'WB', units: 1 }])
    t.match(await inStockFor(here, 'A+', 'PRC'), [
      { group: 'A+' },
      { group: 'A-' },
      { group: 'O+' },
      { group: 'O-', units: 0 },
    ])
    const asked = await bank.one.post('/blood-bank/labels', { unit_ids: [unit.id], copies: 2 })
    t.equal(asked.status, 200, asked.message)
    const pages = pagesOf(asked.raw)
    t.equal(pages.length, 2)
    for (const said of [unit.din, 'Rh NEGATIVE', 'Expires', 'WB'])
      t.ok(pages[0]?.includes(said), said)
    t.notMatch(pages[0], /NOT FOR TRANSFUSION/)
    t.match(factsOf(asked.raw)['Page size'], /^283\.\d+ x 283\.\d+ pts/)
    const held = { unit_ids: [unit.id], hold: true, reason: 'Clot seen' }
    await done(bank.one.post('/blood-bank/units/hold', held))
    const later = await bank.one.post('/blood-bank/labels', { unit_ids: [unit.id] })
    for (const said of ['NOT FOR', 'TRANSFUSION', 'HELD']) t.match(textOf(later.raw), said)
    const donation = await bank.bled(await bank.donor())
    const tubes = await bank.one.post('/blood-bank/labels', {
      donation_ids: [donation.id],
      copies: 3,
    })
    t.equal(pagesOf(tubes.raw).length, 3)
    t.match(textOf(tubes.raw), new RegExp(donation.din))
    t.match(await bank.one.post('/blood-bank/labels', { copies: 1 }), {
      status: 400,
      message: 'Name unit_ids, donation_ids or sample_ids: one of them.',
    })
    t.match(await bank.one.post('/blood-bank/labels', { unit_ids: [donation.id] }), { status: 404 })
  })

  t.test('the tag goes out with the bag, the record stays (BLD-60, BLD-77)', async (t) => {
    const { id } = await somebody(clerk, { sex: 'Male', language: 'sw' })
    const patient = await done(clerk.get(`/patients/${id}`))
    const agreed = { kind: 'TRANSFUSION', signatory_name: 'Asha', signatory_relation: 'SELF' }
    await done(doctor.post('/clinical/consents', { patient_id: id, ...agreed }))
    const request = await done(
      doctor.post('/blood-bank/requests', {
        patient_id: id,
        lines: [{ component_code: 'WB', units: 1 }],
        indication: 'BLEEDING',
        indication_note: 'After birth',
        priority: 'EMERGENCY',
        transfused_before: 'NO',
        pregnant_or_transfused_90d: 'NO',
        reaction_before: 'NO',
      }),
    )
    t.match(request.sample, { status: 'EXPECTED' }, 'whose label the ward prints (BLD-54)')
    const label = await bank.one.post('/blood-bank/labels', { sample_ids: [request.sample.id] })
    t.ok(textOf(label.raw).includes(request.sample.number))
    const path = `/blood-bank/requests/${request.id}/pdf`
    t.match(await doctor.get(path, { kind: 'tag' }), {
      status: 409,
      message: `No blood is out for request ${request.reference}.`,
    })
    const unit = await bank.unit('O+')
    const out = await done(
      issuer.post(`/blood-bank/requests/${request.id}/issue`, {
        units: [{ unit_id: unit.id }],
        patient_number: patient.number,
        collector_name: 'Mushi',
        destination: 'Ward 2',
        visual_ok: true,
        emergency: { reason: 'Bleeding' },
      }),
    )
    t.equal(out.tag_pdf, `/api/v1${path}?kind=tag`)
    const tag = textOf(await paper(doctor, path, { kind: 'tag' }))
    t.match(tag, /HAIJALINGANISHWA/, 'nobody matched it, in the language of the patient')
    t.match(tag, new RegExp(unit.number))
    const asked_for = textOf(await paper(doctor, path, { language: 'en' }))
    for (const word of [/Request for blood/, /Emergency/, /Bleeding/, /After birth/]) {
      t.match(asked_for, word)
    }
    const in_swahili = textOf(await paper(doctor, path))
    for (const word of [/Dharura/, /Kutoka damu/]) t.match(in_swahili, word)
    t.notMatch(in_swahili, /EMERGENCY|bleeding/)
    const asked = { identifier: second.username, password, purpose: 'TRANSFUSION' }
    const { witness_token } = await done(nurse.post('/stock/witness', asked))
    const calm = {
      temperature: 36.8,
      pulse: 80,
      systolic: 120,
      diastolic: 80,
      respiratory_rate: 16,
    }
    const running = await done(
      nurse.post('/blood-bank/transfusions', {
        unit_number: unit.number,
        patient_number: patient.number,
        checks: {
          patient_scanned: true,
          unit_scanned: true,
          name_asked: true,
          group_agrees: true,
          expiry_ok: true,
          bag_ok: true,
          consent_ok: true,
        },
        observation: calm,
        witness_token,
      }),
    )
    const record = await paper(nurse, `/blood-bank/transfusions/${running.id}/pdf`, {
      language: 'en',
    })
    const said = textOf(record)
    t.match(said, /Transfusion record/)
    t.match(said, /120\/80/)
    for (const name of [running.started_by_name, running.witness_name])
      t.ok(said.includes(name), name)
  })

  t.test(
    'a donor carries a card; who cannot give is told when, not why he was asked (BLD-6)',
    async (t) => {
      const donor = await bank.donor({ language: 'sw' })
      const path = `/blood-bank/donors/${donor.id}/pdf`
      t.match(textOf(await paper(bank.one, path)), /Kadi ya mchangia damu/)
      t.match(await bank.one.get(path, { kind: 'slip' }), {
        status: 409,
        message: `Donor ${donor.donor_number} is ELIGIBLE: nothing keeps him or her away.`,
      })
      const codes = Object.keys(answers())
      const yes = codes.find((code) => /FEVER|MALARIA|ILL|COLD/.test(code)) ?? codes[0] ?? ''
      const deferred = await bank.interview(donor, { answers: answers([yes]) })
      t.equal(deferred.status, 'DEFERRED')
      const slip = textOf(await paper(bank.one, path, { kind: 'slip' }))
      t.match(slip, /Tafadhali/)
      t.notMatch(slip, new RegExp(yes))
    },
  )
})
