// The board of the labour ward: for the midwives, and on a wall (MOD-18, MOD-20).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boardsWaiting } from '../../../../db/hospital/modules/parts/boards.ts'
import { done, maternityHouse } from '../../../support/desk/maternity.ts'

const on = await maternityHouse(t)
clock.freeze('2026-03-10T08:00:00.000Z')
const { midwife, labouring, boss } = on
const live = { live: 'true' }
const wall = { live: 'true', display: 'true' }
const of = (rows: Data[], { id }: Data): Data => rows.find((row) => row.id === id)
const closed = (id: string, sensitivity: string): Promise<Data> =>
  done(boss.put(`/patients/${id}/sensitivity`, { sensitivity, reason: 'Asked for it' }))

t.test('MOD-18: a wall has bed, place and initials, and what must be looked at', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 6, baseline_fhr: 185 } })
  const known = await labouring()
  await closed(known.patient.id, 'RESTRICTED')
  const staff = await labouring()
  await closed(staff.patient.id, 'STAFF')
  const { data, meta } = await midwife.get('/labours', wall)
  const { full_name, number } = labour.patient
  const [first, last] = full_name.split(' ')
  t.same(of(data, labour), {
    id: labour.id,
    ward: labour.ward,
    bed: labour.bed,
    initials: `${first[0]}.${last[0]}.`,
    stage: 'ACTIVE',
    open_alerts: 1,
    danger: true,
    late: [],
  })
  for (const one of [known, staff]) {
    t.match(of(data, one), { bed: one.bed, initials: 'Restricted record', stage: 'LATENT' })
  }
  for (const told of [full_name, number, labour.reference, '185']) {
    if (told !== undefined)
      t.notOk(JSON.stringify(data.map(({ id: _id, ...row }: Data) => row)).includes(told), told)
  }
  t.match(meta, { current_page: 1, last_page: 1, total: 3 })
  // Whoever hung it up may open the record: who goes by may not.
  t.match(of((await boss.get('/labours', wall)).data, known), { initials: 'Restricted record' })
  t.same(
    (await midwife.get('/labours', live)).data.map(({ id }: Data) => id),
    [labour.id],
    'PRV-1: with names it is as every list of what is clinical',
  )
})

t.test('MOD-20: the board is not paged, has a tag and may be waited for', async (t) => {
  const labour = await labouring()
  const board = await midwife.get('/labours', { ...live, per_page: '1', page: '2' })
  t.ok(board.data.length >= 2)
  t.match(board.meta, { current_page: 1, last_page: 1 })
  const held = midwife.with({ 'if-none-match': board.headers['etag'] as string })
  t.equal((await held.get('/labours', { ...live, per_page: '1', page: '2' })).status, 304)
  const waits = held.get('/labours', { ...live, per_page: '1', page: '2', wait: '25' })
  while (boardsWaiting() === 0) await new Promise((resolve) => setImmediate(resolve))
  await done(midwife.post(`/labours/${labour.id}/observations`, { cervix_cm: 5 }))
  t.match(of((await waits).data, labour), { stage: 'ACTIVE' })
  const list = await midwife.get('/labours')
  t.equal(list.headers['etag'], undefined, 'a list is no board')
})

t.test('a list is not for a wall, and is not waited for', async (t) => {
  for (const word of ['display', 'wait']) {
    const asked = { [word]: word === 'wait' ? '5' : 'true' }
    const words = { status: 400, message: `${word} is for the board: ask with live=true.` }
    t.match(await midwife.get('/labours', asked), words)
    t.match(await midwife.get('/labours', { ...asked, live: 'false' }), words)
  }
  t.match(await midwife.get('/labours', { ...live, wait: '26' }), {
    status: 400,
    message: /^wait /,
  })
})
