// How a file is held, removed, restored and erased.

import { existsSync } from 'node:fs'
import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import * as attachments from '../../../../db/hospital/office/attachments/attachments.ts'
import * as removal from '../../../../db/hospital/office/attachments/removal.ts'
import * as tables from '../../../../db/hospital/office/attachments/tables.ts'
import { boot } from '../../../support/boot.ts'
import { branchFiles } from '../../../support/branch-files.ts'
import * as files from '../../../support/files.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('removed files', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const hospital_id = house.hospital.id
  const { officer, nurse, privacy, branch, attach } = await branchFiles(house)

  t.test('a file under legal hold is not removed (PLT-109)', async (t) => {
    const { id } = await attach('evidence.pdf')
    const hold = `/attachments/${id}/hold`
    t.match((await nurse.post(hold, { reason: 'court' })).message, /It needs attachment:hold\.$/)
    t.equal((await privacy.post(hold, {})).message, 'reason is required.')
    t.equal((await privacy.post(`/attachments/${none}/hold`, {})).status, 404)
    const held = await privacy.post(hold, { reason: 'court order 12' })
    t.match(held, { status: 200, data: { held: true } })
    t.match(await privacy.post(hold, { reason: 'again' }), {
      status: 409,
      message: 'This file is under a legal hold already.',
    })
    t.match(await officer.remove(`/attachments/${id}`, { reason: 'tidying' }), {
      status: 409,
      message: 'This file is under a legal hold.',
    })
    const freed = await privacy.post(`/attachments/${id}/release`, { reason: 'case closed' })
    t.match(freed.data, { held: false })
    t.equal((await privacy.post(`/attachments/${id}/release`, { reason: 'again' })).status, 409)
    t.equal((await officer.remove(`/attachments/${id}`, { reason: 'tidying' })).status, 200)
  })

  t.test('removed bytes are kept 90 days, then erased; the row stays (PLT-109)', async (t) => {
    const file = async (text: string) => attach(`${text}.txt`, Buffer.from(text))
    const restored = await file('restored')
    const erased = await file('erased')
    const shared = await file('shared')
    const still = await file('shared')
    const held = await file('held')
    for (const { id } of [restored, erased, shared, held]) {
      const gone = await officer.remove(`/attachments/${id}`, { reason: 'mistake' })
      t.equal(gone.status, 200, gone.message)
    }
    await privacy.post(`/attachments/${held.id}/hold`, { reason: 'court order 13' })
    const in_days = (count: number) => new Date(clock.ms() + days(count))
    t.equal(await removal.eraseRemoved(in_days(60)), 0)
    await within(() => removal.restore(system, restored.id))
    t.equal((await nurse.get(`/attachments/${restored.id}`)).status, 200)
    const before = await tables.attachments.count({ hospital_id })
    t.ok((await removal.eraseRemoved(in_days(91))) >= 2)
    t.notOk(existsSync(pathOf(erased.sha256)))
    t.ok(existsSync(pathOf(restored.sha256)))
    t.ok(existsSync(pathOf(still.sha256)), 'bytes that another row needs stay')
    t.ok(existsSync(pathOf(held.sha256)), 'held ones stay')
    t.equal(await tables.attachments.count({ hospital_id }), before, 'rows stay')
    t.equal(await removal.eraseRemoved(in_days(92)), 0, 'once')
    await t.rejects(
      within(() => removal.restore(system, erased.id)),
      {
        message: 'The bytes of this file are erased.',
      },
    )
    await t.rejects(
      within(() => removal.restore(system, still.id)),
      {
        message: 'This file was not removed.',
      },
    )
  })

  t.test('one’s own is removed within a day, others’ by who may (PLT-103, 109)', async (t) => {
    clock.freeze('2026-11-02T08:00:00.000Z')
    t.teardown(() => clock.release())
    const manager = await people.holding('facility:manage')
    const made = await files.attach(manager, branch, 'a.pdf', files.pdf)
    const other = await people.holding('facility:manage')
    const id = made.data.id as string
    const refused = await other.remove(`/attachments/${id}`, { reason: 'not mine' })
    t.equal(refused.status, 403)
    t.match(refused.message, /It needs attachment:delete\.$/)
    const missing = await manager.remove(`/attachments/${id}`)
    t.match(missing, { status: 400, message: 'reason is required.' })
    t.equal((await manager.remove(`/attachments/${id}`, { reason: 'x' })).status, 400)
    clock.advance(hours(24))
    const { tokens } = await signInAgain(manager)
    const late = await manager.with(tokens).remove(`/attachments/${id}`, { reason: 'too late' })
    t.equal(late.status, 403, late.message)
    const deleter = await people.holding('facility:manage', 'attachment:delete')
    const gone = await deleter.inject({
      method: 'DELETE',
      url: `/api/v1/attachments/${id}`,
      query: { reason: 'wrong branch' },
    })
    t.match(gone, { status: 200, data: { remove_reason: 'wrong branch' } }, gone.message)
    for (const path of [`/attachments/${id}`, `/attachments/${id}/download`]) {
      t.equal((await deleter.get(path)).status, 404, 'it leaves every list at once')
    }
    t.equal((await deleter.remove(`/attachments/${id}`, { reason: 'again' })).status, 404)
    const page = { page: 1, per_page: 50 }
    const removed = await attachments.list(system, { ...branch, ...page, removed: true })
    t.ok(removed.rows.some((one) => one.id === id))
    t.equal((await attachments.find(system, id)).remove_reason, 'wrong branch')
  })

  /** Tokens live for minutes; a day later everybody signs in again. */
  async function signInAgain(person: { user: { id: string } }) {
    const { open } = await import('../../../../db/hospital/office/access/sign-in/sessions.ts')
    const { users } = await import('../../../../db/hospital/office/access/tables.ts')
    const user = await users.find({ hospital_id, id: person.user.id })
    if (user === undefined) throw new Error('nobody')
    const facts = { ip: '127.0.0.1', user_agent: 'test' }
    const { tokens } = await within(() => open({ user, method: 'PASSWORD', facts, max_days: 90 }))
    return { tokens: { authorization: `Bearer ${tokens.access_token}` } }
  }
})
