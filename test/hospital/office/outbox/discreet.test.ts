// PLT-140: what leaves the house says who the hospital is and what to do, never who somebody is or
// what ails them.

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { sendTo } from '../../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { boot } from '../../../support/boot.ts'

/** What a text may name: a house, people of the house, papers by number, moments and money. */
const may_name =
  'h,hospital,code,minutes,hours,username,what,title,name,urgency,reference,number,phone,contact,' +
  'date,email,amount,seq,hash'

t.test('what leaves the house is discreet (PLT-140)', async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id

  t.test('no shipped text has a place for a patient or an illness', async (t) => {
    const events = [...registry.messages.values()]
    t.ok(events.length >= 12, `${events.length} events`)
    for (const { code, en, sw } of events) {
      for (const text of [en, sw]) {
        const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, word]) => word ?? '')
        t.same(
          named.filter((word) => !may_name.split(',').includes(word)),
          [],
          code,
        )
        t.notMatch(text, /https?:|www\./i, `${code} leads to no record`)
      }
    }
  })

  t.test('a notice to staff leaves by its title; its body stays inside', async (t) => {
    for (const way of [
      { phone: '+255712345678', email: null },
      { phone: null, email: 'neema@example.org' },
    ]) {
      await within(() =>
        sendTo(house.system, {
          ...way,
          language: 'en',
          event: 'staff.notice',
          data: { title: 'Patients wait for an answer: 2', body: 'Zainabu Omari has malaria' },
        }),
      )
    }
    const rows = await outbox_messages.all({ hospital_id })
    t.equal(rows.length, 2)
    for (const row of rows) t.notMatch(JSON.stringify(row), /Zainabu|malaria/)
    t.match(JSON.stringify(rows), /Patients wait for an answer: 2/)
  })
})
