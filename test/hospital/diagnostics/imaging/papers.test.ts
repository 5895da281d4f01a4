// The report of an imaging order on paper (DIA-150).

import type { Data } from '../../../support/ask.ts'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { done } from '../../../support/desk/ward.ts'
import { markOn, needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('the report of images', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-20T06:00:00.000Z')
  const at = await imagingAtWork(house)
  const { doctor, radiologist } = at
  const { patient_id } = await at.visiting({ sex: 'Male', birth_date: '1986-03-01' })
  const order = await at.order(patient_id, ['XR-CHEST', 'XR-KNEE'], {
    laterality: { 'XR-KNEE': 'LEFT' },
    clinical_notes: 'Cough and fever for five days. Fell on the left knee.',
  })
  const paper = `/diagnostics/orders/${order.id}/pdf`
  const study = await at.studyOf(order)
  const path = (move: string) => `/diagnostics/imaging/studies/${study.id}/${move}`
  const print = async (lang = 'en'): Promise<{ raw: Buffer; text: string }> => {
    const { raw } = await doctor.get(paper, { lang })
    return { raw, text: textOf(raw) }
  }

  t.match(await doctor.get(paper), {
    status: 409,
    message: `Nothing of ${order.reference} is released yet.`,
  })
  const slip = textOf((await doctor.get(paper, { kind: 'REQUEST', lang: 'en' })).raw)
  for (const word of [
    /Imaging request/,
    /Cough and fever for five days/,
    /Chest X-ray/,
    /Knee X-ray, left/,
    new RegExp(study.accession),
  ]) {
    t.match(slip, word, 'DIA-151')
  }
  await done(at.ask(study, 'arrive'))
  await done(at.ask(study, 'start', { identity_checked: 'NAME_AND_BIRTH' }))
  const acquisition = { views: 2, exposures: 2, dose: { dap: 0.12 } }
  await done(at.ask(study, 'finish', { acquisition }))
  const report: Data = {
    technique: 'Postero-anterior and left lateral, erect, in full inspiration.',
    comparison: 'None.',
    findings:
      'Heart size and mediastinal contours: normal.\nLungs and pleura: dense opacity in the right lower zone with air bronchograms; no effusion.\nHila: normal.\nBones and soft tissues: no fracture.',
    impression: 'Right lower lobe pneumonia.',
    recommendation: 'Repeat the film in six weeks if the cough goes on.',
  }
  await done(radiologist.put(path('report'), report))
  await done(radiologist.post(path('sign'), { as: 'PRELIMINARY' }))
  const first = await print()
  for (const word of [
    /PRELIMINARY REPORT/,
    /Right lower lobe pneumonia/,
    /To follow/,
    /Knee X-ray/,
  ]) {
    t.match(first.text, word)
  }
  await done(radiologist.post(path('sign'), { as: 'FINAL', no_images_reason: 'Kept on film' }))
  await done(radiologist.post(path('addenda'), { text: 'Old fracture of the sixth rib.' }))
  const second = await print()
  t.notMatch(second.text, /PRELIMINARY/)
  for (const word of [
    /Chest X-ray/,
    /DAP 0\.12/,
    /Old fracture of the sixth rib/,
    /Kept on film/,
  ]) {
    t.match(second.text, word)
  }
  t.match(second.text, new RegExp(study.accession))
  t.not(markOn(second.raw).slice(0, 4), 'COPY', 'what is final is printed for the first time')
  t.equal(markOn((await print()).raw).slice(0, 5), 'COPY2')
  if (process.env['IMG_PDF']) writeFileSync(process.env['IMG_PDF'], second.raw)
  const at_home = (await print('sw')).text
  t.match(at_home, /Ripoti ya picha/)
  t.match(at_home, /Eksirei ya kifua|kifua/i, 'the examination is named as the catalogue does')
})
