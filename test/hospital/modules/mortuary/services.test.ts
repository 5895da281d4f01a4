// What is done with a body: asked for, authorised, done, and what it shows (MOR-9 to MOR-12).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import type { Data } from '../../../support/ask.ts'
import { mortuaryHouse } from '../../../support/desk/mortuary.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('services of the mortuary', needsPoppler, async (t) => {
  const on = await mortuaryHouse(t)
  clock.freeze('2026-03-30T08:00:00.000Z')
  const { attendant, doctor, admin } = on
  const body = await on.stored('A1')
  const daughter = { name: 'Neema Ally', relation: 'Daughter', phone: '0754000001' }
  const consent = { kind: 'KIN_CONSENT', name: 'Neema Ally', id_no: '19800101' }
  const order = { kind: 'POLICE_ORDER', name: 'Inspector Juma', number: 'POL/7' }
  const asking = (kind: string, more: object = {}) =>
    attendant.post(`/bodies/${body.id}/services`, { kind, requested_by: daughter, ...more })
  const at = ({ id }: Data, move: string) => `/body-services/${id}/${move}`
  const report = { findings: 'Blood in the belly', cause: { text: 'Rupture of the spleen' } }
  const gateOf = async () =>
    (await done(attendant.get(`/bodies/${body.id}/release-checks`))).find(
      ({ gate }: Data) => gate === 'MOR_POST_MORTEM',
    )

  t.test('what touches nobody’s right is done as it was asked for', async (t) => {
    await done(
      admin.put('/mortuary-tables/CHARGES', {
        rows: [{ key: 'CHAPEL', code: 'MOR-IN' }],
        reason: 'The chapel is paid for',
      }),
    )
    const chapel = await done(asking('CHAPEL'))
    t.match(chapel, { reference: 'BS-2026-00001', status: 'REQUESTED', charged: false })
    const finished = await done(attendant.post(at(chapel, 'complete'), {}))
    t.match(finished, { status: 'DONE', charged: true, warnings: [] })
    t.equal((await attendant.post(at(chapel, 'complete'), {})).status, 409, 'once')
    const dressing = await done(asking('DRESSING'))
    const unpriced = await done(attendant.post(at(dressing, 'complete'), {}))
    t.match(unpriced.warnings, [/No charge is set for DRESSING/])
  })

  t.test(
    'a post-mortem by order, by who certifies, and it comes first (MOR-9, MOR-10)',
    async (t) => {
      const forensic = await done(asking('POST_MORTEM_FORENSIC'))
      t.match(await gateOf(), { ok: false, level: 'BLOCK', text: new RegExp(forensic.reference) })
      t.match(await asking('EMBALMING', { authority: consent }), {
        status: 409,
        message: `${forensic.reference} (post-mortem) comes first.`,
      })
      t.match(await doctor.post(at(forensic, 'complete'), { report }), {
        status: 409,
        message: `${forensic.reference} is not authorised.`,
      })
      const decide = (authority: object | null) =>
        doctor.post(at(forensic, 'authorise'), { decision: 'AUTHORISED', authority })
      t.match(await decide(consent), {
        status: 400,
        message: 'authority.kind must be POLICE_ORDER or COURT_ORDER for this.',
      })
      t.match(await decide({ ...order, number: null }), {
        status: 400,
        message: /^authority\.number is required/,
      })
      t.equal((await attendant.post(at(forensic, 'authorise'), {})).status, 403)
      await done(decide(order))
      t.match(await attendant.post(at(forensic, 'complete'), { report }), {
        status: 403,
        message: /mortuary:certify/,
      })
      t.match(await doctor.post(at(forensic, 'complete'), {}), {
        status: 400,
        message: /^report is required/,
      })
      t.match(await done(doctor.post(at(forensic, 'complete'), { report })), { status: 'DONE' })
      t.match(await gateOf(), { ok: true })
    },
  )

  t.test('its report is for who certifies, on paper as well (MOR-10)', async (t) => {
    const of = async (who: typeof doctor) =>
      (await done(who.get(`/bodies/${body.id}`))).services.find(
        ({ kind }: Data) => kind === 'POST_MORTEM_FORENSIC',
      )
    t.equal((await of(attendant)).report, null)
    t.match((await of(doctor)).report, report)
    const path = `/bodies/${body.id}/pdf`
    t.equal((await attendant.get(path, { kind: 'post_mortem' })).status, 403)
    const paper = await doctor.get(path, { kind: 'post_mortem', language: 'en' })
    t.match(textOf(paper.raw), /Rupture of the spleen/)
    t.match(textOf(paper.raw), /Inspector Juma, POL\/7/)
    const admission = await attendant.get(path, { kind: 'admission', language: 'sw' })
    t.match(textOf(admission.raw), /Kupokea mwili/)
    t.match(textOf(admission.raw), new RegExp(body.reference))
  })

  t.test('kin allow what is done for them; a police case wants the police (MOR-9)', async (t) => {
    const embalming = await done(asking('EMBALMING'))
    const decide = (authority: object) =>
      doctor.post(at(embalming, 'authorise'), { decision: 'AUTHORISED', authority })
    t.match(await decide(order), { status: 400, message: /must be KIN_CONSENT/ })
    t.match(await decide({ ...consent, id_no: null }), {
      status: 400,
      message: /^authority\.id_no is required/,
    })
    await done(
      attendant.patch(`/bodies/${body.id}`, { police: { case: true, station: 'Korogwe' } }),
    )
    t.match(await decide(consent), {
      status: 409,
      message: "A police case is not embalmed without the police's order.",
    })
    t.match(await doctor.post(at(embalming, 'authorise'), { decision: 'DECLINED' }), {
      status: 400,
      message: /^note is required/,
    })
    const declined = await done(
      doctor.post(at(embalming, 'authorise'), { decision: 'DECLINED', note: 'Not now' }),
    )
    t.match(declined, { status: 'DECLINED', moves: [] })
    const washing = await done(asking('WASHING'))
    t.match(await done(attendant.post(at(washing, 'cancel'), { reason: 'Done at home' })), {
      status: 'CANCELLED',
    })
  })
})
