// Where pay goes: two people, one account a person (HR-10), and the settings of the area (2.11).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('bank accounts of staff', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, manager, payroll, hire, link } = await staffDesk(house)
  const bank = {
    method: 'BANK',
    bank_name: 'CRDB',
    account_no: '0150 1234 5678',
    account_name: 'A',
  }
  const enter = (id: string, more: Record<string, unknown> = {}) =>
    officer.post(`/hr/staff/${id}/bank-accounts`, { ...bank, ...more })

  t.test('entered by one, approved by another (HR-10)', async (t) => {
    const one = await hire()
    const nurse = await people.with('nurse')
    await link(nurse, one.id)
    t.equal((await manager.post(`/hr/staff/${one.id}/bank-accounts`, bank)).status, 403)
    const first = await enter(one.id)
    t.match(first.data, { status: 'PENDING', account_no: '0150 1234 5678' })
    t.equal((await enter(one.id)).message, 'Other bank details of this person wait already.')
    const path = `/hr/bank-accounts/${first.data.id}`
    t.equal((await officer.post(`${path}/approve`, {})).status, 403)
    const both = await people.holding('staff:bank', 'staff:bank-approve', 'hr:all')
    await both.post(`/hr/staff/${one.id}/bank-accounts`, { ...bank, effective_from: '2026-05-01' })
    const waiting = await manager.get('/hr/bank-accounts', { status: 'PENDING', staff_id: one.id })
    t.equal(waiting.data.length, 2)
    t.equal(waiting.data[0].account_no, '••••5678', 'hidden without staff:bank')
    const own = waiting.data.find(
      (row: { effective_from: string }) => row.effective_from === '2026-05-01',
    )
    t.match(await both.post(`/hr/bank-accounts/${own.id}/approve`, {}), {
      status: 409,
      message: 'Somebody else must approve these bank details.',
    })
    t.match((await manager.post(`${path}/approve`, {})).data, {
      status: 'ACTIVE',
      approved_by_name: manager.user.full_name,
    })
    const told = await notifications.all({ hospital_id: hospital.id, user_id: nurse.user.id })
    t.match(told.at(-1)?.body, '••••5678')
    const second = await manager.post(`/hr/bank-accounts/${own.id}/approve`, {})
    t.equal(second.data.status, 'ACTIVE', second.message)
    const all = (await payroll.get(`/hr/staff/${one.id}/bank-accounts`)).data
    t.match(all, [
      { status: 'ACTIVE', effective_from: '2026-05-01', replaced_from: null },
      { status: 'REPLACED', effective_from: '2026-03-31', replaced_from: '2026-05-01' },
    ])
    t.match(await manager.post(`${path}/approve`, {}), { status: 409 })
  })

  t.test('the person decides nothing of the own pay, and two share none (HR-10)', async (t) => {
    const one = await hire()
    const other = await hire()
    const self = await people.holding('staff:bank', 'staff:bank-approve', 'hr:all')
    await link(self, one.id)
    const own = await self.post(`/hr/staff/${one.id}/bank-accounts`, bank)
    t.equal(own.message, 'Somebody else must enter your bank details.')
    const number = { account_no: '99-77' }
    const mine = await enter(one.id, number)
    t.equal(
      (await self.post(`/hr/bank-accounts/${mine.data.id}/approve`, {})).message,
      'Somebody else must approve these bank details.',
    )
    await manager.post(`/hr/bank-accounts/${mine.data.id}/approve`, {})
    const shared = { bank_name: ' crdb ', account_no: '9977' }
    const refused = await enter(other.id, shared)
    t.equal(refused.message, `This account already pays ${one.staff_number} ${one.full_name}.`)
    t.equal(refused.status, 409)
    const couple = await enter(other.id, { ...shared, shared_reason: 'Married' })
    t.equal(couple.status, 201, couple.message)
    const no = await manager.post(`/hr/bank-accounts/${couple.data.id}/refuse`, {})
    t.equal(no.message, 'note is required.')
    const off = await manager.post(`/hr/bank-accounts/${couple.data.id}/refuse`, { note: 'No' })
    t.match(off.data, { status: 'REFUSED', note: 'No' })
  })

  t.test('what each way of paying needs', async (t) => {
    const one = await hire()
    t.equal((await enter(one.id, { account_no: null })).message, 'account_no is required for BANK.')
    t.equal((await enter(one.id, { bank_name: '' })).message, 'bank_name is required for BANK.')
    const mobile = await enter(one.id, { method: 'MOBILE' })
    t.equal(mobile.message, 'mobile_no is required for MOBILE.')
    const good = await enter(one.id, { method: 'MOBILE', mobile_no: '0712 345 678' })
    t.match(good.data, { mobile_no: '+255712345678', account_no: null })
    const away = await people.holding('staff:bank')
    t.match(await away.get(`/hr/staff/${one.id}/bank-accounts`), { status: 404 })
  })

  t.test('settings: as they ship, and as somebody set them (2.11)', async (t) => {
    const shipped = await officer.get('/hr/settings')
    t.match(shipped.data, {
      licence_clinical: 'WARN',
      retirement_age: 60,
      min_net_pct_of_basic: 33.33,
      roster_rules: { LONG_DAY: 'REFUSE' },
      version: 1,
    })
    t.equal((await officer.patch('/hr/settings', { retirement_age: 65 })).status, 403)
    const bad = await manager.patch('/hr/settings', { retirement_age: 5 })
    t.equal(bad.message, 'retirement_age must be between 40 and 90.')
    const set = await manager.patch('/hr/settings', {
      retirement_age: 65,
      roster_rules: { LONG_DAY: 'WARN' },
    })
    t.match(set.data, {
      retirement_age: 65,
      roster_rules: { LONG_DAY: 'WARN', REST: 'WARN' },
      version: 2,
    })
    const stale = manager.with({ 'if-match': '1' })
    t.equal((await stale.patch('/hr/settings', { retirement_age: 70 })).status, 409)
    const nobody = await manager.patch('/hr/settings', {
      department_heads: [{ facility_id: 'x', department: 'y', staff_id: 'z' }],
    })
    t.equal(nobody.status, 404)
  })
})
