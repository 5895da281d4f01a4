// Labels of tubes and the report of an order (DIA-41, DIA-150).

import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { factsOf, markOn, needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('papers of the laboratory', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor, nurse, other } = lab
  await done(lab.head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const person = { sex: 'Male', birth_date: '1986-03-01', first_name: 'Bahati' }
  const { patient_id } = await lab.visiting(person)
  const blood = { WBC: 7, RBC: 4.6, HCT: 34, MCV: 80, MCH: 27, MCHC: 33, PLT: 250 }

  t.test('labels: whose, what for, and which print it is (DIA-41)', async (t) => {
    const order = await lab.order(patient_id, ['FBC', 'K'], { priority: 'STAT' })
    const specimen_ids = order.specimens.map(({ id }: { id: string }) => id)
    const labels = await nurse.post('/diagnostics/specimens/labels', { specimen_ids })
    t.equal(labels.status, 200)
    const text = textOf(labels.raw)
    t.match(text, order.specimens[0].number)
    t.match(text, /FBC/)
    t.match(text, /STAT/)
    t.notMatch(text, /COPY/)
    const again = await nurse.post('/diagnostics/specimens/labels', { specimen_ids })
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.labels`, again.raw)
    t.match(textOf(again.raw), /COPY 2/)
    const large = await nurse.post('/diagnostics/specimens/labels', { specimen_ids, size: 'LARGE' })
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.large`, large.raw)
    t.match(factsOf(large.raw)['Page size'], /^198\.4\d* x 99\.2/, '70 by 35 mm')
    t.match(textOf(large.raw), /COPY 3/)
    t.match(await nurse.post('/diagnostics/specimens/labels', { specimen_ids, size: 'A4' }), {
      status: 400,
      message: 'size must be one of SMALL, LARGE.',
    })
  })

  t.test('the report: released lines, the rest by name (DIA-150, DIA-10)', async (t) => {
    for (const HGB of [13.4, 12.8, 11.9]) {
      const earlier = await lab.order(patient_id, ['HGB'])
      await lab.inTheLab(earlier)
      await lab.releaseAll(earlier, { HGB })
      clock.advance(minutes(1))
    }
    const order = await lab.order(patient_id, ['FBC', 'K', 'MALARIA', 'URA'])
    const path = `/diagnostics/orders/${order.id}/pdf`
    t.match(await doctor.get(path), {
      status: 409,
      message: `Nothing of ${order.reference} is released yet.`,
    })
    await lab.inTheLab(order)
    await lab.enter(order, { ...blood, HGB: 10.2, K: 7.1, MALARIA: 'PF' })
    const lines = Object.values(await lab.linesOf(order))
    const ids = lines.filter(({ status }) => status === 'ENTERED').map(({ id }) => id)
    const overrides = lines.map(({ id }) => ({
      gate: 'DIA_DELTA',
      subject: id,
      reason_code: 'KNOWN',
    }))
    await done(
      other.post('/diagnostics/results/verify', { ids, overrides: overrides.slice(0, 50) }),
    )
    await done(other.post('/diagnostics/results/release', { ids }))
    const paper = await doctor.get(path, { lang: 'en' })
    t.equal(paper.status, 200)
    if (process.env['LAB_PDF']) writeFileSync(process.env['LAB_PDF'], paper.raw)
    const text = textOf(paper.raw)
    for (const word of [/Haemoglobin/, /10\.2/, /13–17/, /HH !/, /P\. falciparum/, /To follow/]) {
      t.match(text, word)
    }
    t.match(text, /Urinalysis/)
    t.match(text, /not yet confirmed by this laboratory/)
    t.notMatch(text, /CORRECTED REPORT/)
    const { K } = await lab.linesOf(order)
    const mended = { value_num: 4.1, reason_code: 'CLERICAL', note: 'Slip' }
    await done(lab.head.post(`/diagnostics/results/${K.id}/amend`, mended))
    const again = await doctor.get(path, { lang: 'en' })
    const second = textOf(again.raw)
    t.match(second, /CORRECTED REPORT/)
    t.match(second, /was 7\.1 mmol\/L/)
    t.not(markOn(again.raw).slice(0, 4), 'COPY', 'what is corrected is another report')
    t.equal(markOn((await doctor.get(path, { lang: 'en' })).raw).slice(0, 5), 'COPY2')
    const at_home = textOf((await doctor.get(path, { lang: 'sw' })).raw)
    for (const word of [/Majibu ya maabara/, /Hemoglobini/, /Potasiamu/, /Yatafuata/]) {
      t.match(at_home, word)
    }
    t.notMatch(at_home, /Haemoglobin|Potassium/)
  })

  t.test('an answer is said in the language of who takes it home (2.1, DIA-150)', async (t) => {
    const order = await lab.order(patient_id, ['MRDT'])
    await lab.inTheLab(order)
    await lab.enter(order, { MRDT: 'POS' })
    const ids = Object.values(await lab.linesOf(order)).map(({ id }) => id)
    await done(other.post('/diagnostics/results/verify', { ids }))
    await done(other.post('/diagnostics/results/release', { ids }))
    const path = `/diagnostics/orders/${order.id}/pdf`
    t.match(textOf((await doctor.get(path, { lang: 'en' })).raw), /Malaria rapid test.*Positive/)
    t.match(textOf((await doctor.get(path, { lang: 'sw' })).raw), /Malaria.*Chanya/)
  })

  t.test('the slip that asks for them (DIA-151)', async (t) => {
    const order = await lab.order(patient_id, ['FBC', 'MRDT'], {
      priority: 'URGENT',
      clinical_notes: 'Fever and pale',
    })
    const path = `/diagnostics/orders/${order.id}/pdf`
    const slip = await doctor.get(path, { kind: 'REQUEST', lang: 'en' })
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.slip`, slip.raw)
    const text = textOf(slip.raw)
    for (const word of [
      /Laboratory request/,
      order.reference,
      /URGENT/,
      /Fever and pale/,
      /Full blood count/,
      order.specimens[0].number,
    ]) {
      t.match(text, word)
    }
    const in_swahili = textOf((await doctor.get(path, { kind: 'REQUEST', lang: 'sw' })).raw)
    for (const word of [/Ombi la vipimo/, /Picha kamili ya damu/]) t.match(in_swahili, word)
    t.match(await doctor.get(path, { kind: 'BILL' }), {
      status: 400,
      message: 'kind must be one of RESULT, REQUEST, CUMULATIVE.',
    })
    await done(doctor.post(`/diagnostics/orders/${order.id}/cancel`, { reason_code: 'NOT_NEEDED' }))
    t.match(await doctor.get(path, { kind: 'REQUEST' }), {
      status: 409,
      message: `Nothing of ${order.reference} is wanted any more.`,
    })
  })

  t.test('earlier values side by side, what is not usual marked (DIA-151)', async (t) => {
    const who = { sex: 'Female', birth_date: '1970-03-01', first_name: 'Rehema' }
    const person = (await lab.visiting(who)).patient_id
    const codes = ['HGB', 'K', 'MALARIA']
    const orders = []
    for (const [at, HGB] of [13.4, 12.8, 11.9, 9.1].entries()) {
      const one = await lab.order(person, codes)
      await lab.inTheLab(one)
      await lab.enter(one, { HGB, K: 4 + at / 5, MALARIA: at === 1 ? 'PF' : 'NEG' })
      const lines = Object.values(await lab.linesOf(one))
      const ids = lines.map(({ id }) => id)
      const overrides = ids.map((id) => ({ gate: 'DIA_DELTA', subject: id, reason_code: 'KNOWN' }))
      await done(other.post('/diagnostics/results/verify', { ids, overrides }))
      await done(other.post('/diagnostics/results/release', { ids }))
      orders.push(one)
      clock.advance(minutes(2))
    }
    const path = (order: { id: string }) => `/diagnostics/orders/${order.id}/pdf`
    const asked = { kind: 'CUMULATIVE', lang: 'en' }
    const paper = await doctor.get(path(orders[3]), asked)
    t.equal(paper.status, 200)
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.cumulative`, paper.raw)
    const text = textOf(paper.raw)
    t.match(text, /Results over time/)
    t.match(text, /Haemoglobin.*13\.4\s+12\.8\s+11\.9 L\s+9\.1 L/, 'the newest on the right')
    t.match(text, /falciparum/)
    t.notMatch(
      textOf((await doctor.get(path(orders[1]), asked)).raw),
      /11\.9/,
      'none that came later',
    )
    t.match(textOf((await doctor.get(path(orders[3]), { ...asked, lang: 'sw' })).raw), /kwa muda/)
    t.notMatch(text, /COPY/, 'it is no copy of the report')
  })

  t.test('one test of an order alone (5.2, item_id)', async (t) => {
    const order = await lab.order(patient_id, ['HGB', 'K'])
    await lab.inTheLab(order)
    const path = `/diagnostics/orders/${order.id}/pdf`
    const [hgb, k] = ['HGB', 'K'].map(
      (code) => order.items.find((item: { test_code: string }) => item.test_code === code).id,
    )
    const slip = textOf((await doctor.get(path, { kind: 'REQUEST', lang: 'en', item_id: k })).raw)
    t.match(slip, /Potassium/)
    t.notMatch(slip, /Haemoglobin/)
    await lab.releaseAll(order, { K: 4.2 })
    const asked = { lang: 'en', item_id: k }
    const report = textOf((await doctor.get(path, asked)).raw)
    t.match(report, /Potassium/)
    t.notMatch(report, /Haemoglobin/, 'not even to follow')
    const alone = await doctor.get(path, { ...asked, kind: 'CUMULATIVE' })
    t.match(textOf(alone.raw), /Potassium/)
    t.match(await doctor.get(path, { item_id: hgb }), {
      status: 409,
      message: `Nothing of ${order.reference} is released yet.`,
    })
    for (const kind of ['RESULT', 'REQUEST', 'CUMULATIVE']) {
      t.match(
        await doctor.get(path, { kind, item_id: patient_id }),
        { status: 404, message: 'No such item.' },
        kind,
      )
    }
  })
})
