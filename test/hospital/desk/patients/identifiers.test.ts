// Numbers that others have given a patient (PAT-6, PAT-12).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { lookalikes } from '../../../support/desk/visits.ts'

t.test('identifiers', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-10T07:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const made = lookalikes(clerk)
  const of = (id: string) => clerk.get(`/patients/${id}/identifiers`)
  const add = (id: string, type: string, value: string) =>
    clerk.post(`/patients/${id}/identifiers`, { type, value })
  const verify = (id: string, more = {}) =>
    clerk.post(`/identifiers/${id}/verify`, { seen_document: true, ...more })

  t.test('one holder for those that are one person’s, many for others (PAT-12)', async (t) => {
    const [a, b] = [await made(), await made()]
    const passport = await add(a.id, 'PASSPORT', 'TA-123 456')
    t.equal(passport.status, 201, passport.message)
    t.match(passport.data, { type: 'PASSPORT', verified: false, voided: false })
    t.match(await add(b.id, 'PASSPORT', 'ta123456'), {
      status: 409,
      message: `A patient is already registered under this passport: ${a.number} ${a.full_name}.`,
    })
    t.equal((await add(a.id, 'EMPLOYER', 'E-1')).status, 201)
    t.equal((await add(b.id, 'EMPLOYER', 'E-1')).status, 201)
    t.match(await add(b.id, 'EMPLOYER', 'e1'), {
      status: 409,
      message: 'This number stands on the record already.',
    })
    t.equal((await nurse.post(`/patients/${a.id}/identifiers`, {})).status, 403)
    const void_it = (id: string, reason: string) =>
      clerk.post(`/identifiers/${id}/void`, { reason })
    t.equal((await void_it(passport.data.id, 'typed wrongly')).status, 200)
    t.equal((await add(b.id, 'PASSPORT', 'TA123456')).status, 201, 'it is free again')
    t.equal((await void_it(passport.data.id, 'again')).status, 409)
    t.equal((await of(a.id)).data.length, 1)
    const all = await clerk.get(`/patients/${a.id}/identifiers`, { include_voided: 'true' })
    t.equal(all.data.length, 2)
    t.match(await void_it(newId(), 'gone'), { status: 404, message: 'No such identifier.' })
  })

  t.test('a seen document confirms who somebody is, until it is voided', async (t) => {
    const one = await made()
    const { data } = await add(one.id, 'VOTER_ID', 'T-1001-2002')
    const unseen = await verify(data.id, { seen_document: false })
    t.match(unseen, { status: 400, message: 'seen_document must be true.' })
    t.match((await verify(data.id)).data, { verified: true, verified_by: clerk.user.full_name })
    t.equal((await clerk.get(`/patients/${one.id}`)).data.identity, 'CONFIRMED')
    t.equal((await verify(data.id)).status, 409)
    await clerk.post(`/identifiers/${data.id}/void`, { reason: 'not hers' })
    t.equal((await clerk.get(`/patients/${one.id}`)).data.identity, 'DECLARED')
  })

  t.test('a national ID that does not fit is kept, but never verified (PAT-6)', async (t) => {
    const one = await made({ national_id: '1990051212345678901' })
    const [number] = (await of(one.id)).data
    t.match(await verify(number.id), {
      status: 409,
      message: 'This does not look like a national ID of Tanzania.',
    })
    t.match(await add(one.id, 'NATIONAL_ID', '19900512123456789012'), { status: 409 })
  })

  t.test('its date corrects a guess and questions a birth date (PAT-6)', async (t) => {
    const told = await made({ national_id: '19880512123456789012' })
    const [number] = (await of(told.id)).data
    t.match(await verify(number.id), {
      status: 409,
      message: `The national ID says 1988-05-12, the birth date says ${told.birth_date}.`,
    })
    t.equal((await verify(number.id, { mismatch_reason: 'seen the birth paper' })).status, 200)
    t.equal((await clerk.get(`/patients/${told.id}`)).data.birth_date, told.birth_date)
    const guessed = await made({
      birth_date: undefined,
      age_years: 40,
      national_id: '19850115123456789012',
    })
    const [other] = (await of(guessed.id)).data
    t.equal((await verify(other.id)).status, 200)
    t.match((await clerk.get(`/patients/${guessed.id}`)).data, {
      birth_date: '1985-01-15',
      birth_date_estimated: false,
      identity: 'CONFIRMED',
    })
  })

  t.test('issuer and dates are corrected; a voided number is not', async (t) => {
    const one = await made()
    const { data } = await add(one.id, 'PASSPORT', 'TB998877')
    const issued = { issuer: 'Uhamiaji', issued_on: '2024-01-01', expires_on: '2034-01-01' }
    t.match((await clerk.patch(`/identifiers/${data.id}`, issued)).data, issued)
    await clerk.post(`/identifiers/${data.id}/void`, { reason: 'expired long ago' })
    t.equal((await clerk.patch(`/identifiers/${data.id}`, issued)).status, 409)
  })
})
