// Rows of the chapter's bad input (diagnostics 6) that stand in no other story: each with its status and its words.

import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'

t.test('bad input of the laboratory', async (t) => {
  const house = await boot(t)
  const lab = await labAtWork(house)

  t.test('what is released is amended, never cancelled or rejected', async (t) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['HGB', 'WBC'])
    await lab.inTheLab(order)
    await lab.releaseAll(order, { HGB: 13.4 })
    t.match(
      await lab.doctor.post(`/diagnostics/orders/${order.id}/cancel`, {
        item_ids: [order.items[0].id],
        reason_code: 'NOT_NEEDED',
      }),
      { status: 409, message: 'HGB is RELEASED: amend it instead.' },
    )
    const [specimen] = order.specimens
    t.match(
      await lab.one.post(`/diagnostics/specimens/${specimen.id}/reject`, {
        reason_code: 'HAEMOLYSED',
      }),
      { status: 409, message: 'HGB of this specimen is released: amend it.' },
    )
  })

  t.test('an order without codes, and with too many', async (t) => {
    const { patient_id } = await lab.visiting()
    const ask = (more: object) => lab.doctor.post('/diagnostics/orders', { patient_id, ...more })
    const none = { status: 400, message: 'test_codes is required: at least one.' }
    t.match(await ask({}), none)
    t.match(await ask({ test_codes: [] }), none)
    const many = Array.from({ length: 41 }, (_, n) => `T${n}`)
    t.match(await ask({ test_codes: many }), {
      status: 400,
      message: 'test_codes must be a list of at most 40.',
    })
  })

  t.test('side not confirmed', async (t) => {
    const at = await imagingAtWork(house)
    const { patient_id } = await at.visiting({ sex: 'Male', birth_date: '1980-02-01' })
    const order = await at.order(patient_id, ['XR-KNEE'], { laterality: { 'xr-knee': 'LEFT' } })
    const study = await at.studyOf(order)
    await at.ask(study, 'arrive')
    t.match(await at.ask(study, 'start', { identity_checked: 'NAME_AND_BIRTH' }), {
      status: 409,
      message: 'Confirm the side: LEFT was ordered.',
    })
  })
})
