// The old register from a file, and the register as a file (PAT-34, PLT-126 to PLT-130).

import { join } from 'node:path'
import t from 'tap'
import type { Caller } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import * as imports from '../../../../db/hospital/office/imports/imports.ts'
import { patients_dataset } from '../../../../db/hospital/desk/patients/register/dataset.ts'
import { catalogue } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'
import { workAll } from '../../../support/jobs.ts'

const heading =
  'First name,Last name,Sex,Birth date,Age years,Phone,National ID,Old number,Kin name,' +
  'Kin relationship,Allergies,Registered on,Notes,Shoe size\n'

t.test('the old register', async (t) => {
  const { people, system, database, facility_id } = await boot(t)
  setImportFolder(join(database.folder, 'imports'))
  clock.freeze('2026-03-10T07:00:00.000Z')
  const admin = await people.administrator()
  const clerk = await people.with('reception')
  const by: Caller = {
    ...system,
    kind: 'USER',
    user_id: admin.user.id,
    name: admin.user.full_name,
    permissions: new Set(catalogue),
    facility_id,
    facility_ids: [facility_id],
  }
  const upload = async (text: string, on_duplicate: 'ERROR' | 'SKIP' | 'UPDATE' = 'ERROR') => {
    const { id } = await imports.upload(by, {
      kind: 'patients',
      file_name: 'register.csv',
      bytes: Buffer.from(heading + text),
      options: { on_duplicate },
    })
    await workAll()
    return (await admin.get(`/imports/${id}`)).data
  }
  const commit = async (id: string) => {
    t.equal((await admin.post(`/imports/${id}/commit`)).status, 202)
    await workAll()
    return (await admin.get(`/imports/${id}`)).data
  }
  const said = async (id: string): Promise<string[]> =>
    (await imports.rows(by, id, { page: 1, per_page: 50 })).rows.flatMap(({ errors }) =>
      errors.map(({ message }) => message),
    )

  await t.test('PLT-127: the dry run finds what the writing would refuse', async (t) => {
    const one = await upload(
      'Neema,Ally,F,1988-02-01,,,,N/1,,,,,,\n' +
        'NEEMA,Ally,ke,1988-02-01,,,,N/2,,,,,,\n' +
        'Neema,Ally,F,1988-02-01,,,19880201-1,N/3,,,,,,\n' +
        'Omari,Kessy,X,1988-02-30,,,,N/4,,,,,,\n',
    )
    t.match(one, { rows_ok: 1, rows_error: 3 })
    const told = await said(one.id)
    t.same(
      told.filter((text) => /repeats/.test(text)),
      ['This repeats row 2 of the file.', 'This repeats row 2 of the file.'],
      'another old number makes no other person of the same name and birth date',
    )
    t.ok(told.includes('sex must be one of Male, Female, Ambiguous.'), 'beside the other fault')
    const twins = await upload(
      'Neema,Ally,F,1988-02-01,,,19880201-1,N/1,,,,,,\nNeema,Ally,F,1988-02-01,,,19880201-2,N/2,,,,,,\n',
    )
    t.match(twins, { rows_ok: 2 }, 'but national numbers of their own do')
    for (const { id } of [one, twins]) await admin.post(`/imports/${id}/cancel`)
  })

  await t.test('rows that are right are registered with everything they say', async (t) => {
    const one = await upload(
      'ASHA,MRISHO,ke,1990-05-12,,0712000111,,A/77/09,Rukia Omari,sister,Penicillin; Eggs,2009-03-01,Card lost,38\n' +
        'Juma,Said,M,,40,,,A/78/09,,,,,,41\n',
    )
    t.match(one, { status: 'CHECKED', rows_ok: 2, rows_error: 0 })
    t.equal((await clerk.get('/patients')).meta?.total, 0, 'the dry run writes nobody')
    t.match(await commit(one.id), { status: 'DONE', rows_done: 2 })
    const [asha] = (await clerk.get('/patients', { search: 'Mrisho' })).data
    const whole = (await clerk.get(`/patients/${asha.id}`)).data
    t.match(whole, {
      full_name: 'Asha Mrisho',
      sex: 'Female',
      phone: '+255712000111',
      source: 'IMPORT',
      registered_at: /^2009-02-28T21:00|^2009-03-01/,
      next_of_kin: [{ full_name: 'Rukia Omari', relationship: 'SISTER' }],
      alerts: [{ text: 'Card lost', severity: 'INFO' }],
    })
    t.match((await clerk.get('/patients', { search: 'A/78/09' })).data, [
      { full_name: 'Juma Said' },
    ])
  })

  await t.test('what is wrong is said in the words of the desk', async (t) => {
    const one = await upload(
      ',Kessy,Male,1990-01-01,,,,,,,,,,\n' +
        'Ali,Kessy,Boy,1990-01-01,,,,,,,,,,\n' +
        'Ali,Kessy,Male,,,,,,,,,,,\n' +
        'Ali,Kessy,Male,1890-01-01,,12,,,,,,2027-01-01,,\n' +
        'Ali,Kessy,Male,1990-01-01,30,,,,,,,,,\n' +
        'Al1,Kessy,Male,1990-01-01,,,,,,,,,,\n',
    )
    t.equal(one.rows_error, 6)
    t.same(await said(one.id), [
      'first_name is required.',
      'sex must be one of Male, Female, Ambiguous.',
      'Give a birth date or an age.',
      'birth_date is before 1900.',
      'phone is not a telephone number.',
      'registered_on is in the future.',
      'Give either a birth date or an age, not both.',
      "first_name may hold letters, spaces, - ' and . only.",
    ])
  })

  await t.test('the same file again doubles nobody (restartable by the old number)', async (t) => {
    const again = 'Asha,Mrisho,F,1990-05-12,,0712000111,,A/77/09,,,,,,\n'
    const one = await upload(again)
    t.match(one, { rows_error: 1 })
    t.match(await said(one.id), [
      /^PT-000001 Asha Mrisho is recorded already: old number A\/77\/09/,
    ])
    const skipped = await commit((await upload(again, 'SKIP')).id)
    t.equal(skipped.status, 'DONE')
    t.equal((await clerk.get('/patients')).meta?.total, 2)
  })

  await t.test('an update fills what the file says and overwrites no birth date', async (t) => {
    const done = await commit(
      (await upload('Juma,Said,M,,40,0755000222,,A/78/09,,,,,,\n', 'UPDATE')).id,
    )
    t.equal(done.status, 'DONE')
    const [juma] = (await clerk.get('/patients', { search: 'Juma' })).data
    t.equal(juma.phone, '+255755000222')
    const other = await upload('Asha,Mrisho,F,1991-01-01,,,,A/77/09,,,,,,\n', 'UPDATE')
    await commit(other.id)
    t.match(await said(other.id), [/birth_date is 1990-05-12 on PT-000001: it is not overwritten/])
  })

  await t.test('the register as a file holds nobody who is hidden', async (t) => {
    const [asha] = (await clerk.get('/patients', { search: 'Mrisho' })).data
    const rows = async (caller: Caller, filters = {}) => {
      const found: Record<string, unknown>[] = []
      for await (const part of patients_dataset.rows(caller, filters)) found.push(...part)
      return found
    }
    const all = await rows(by)
    t.match(all, [{ number: asha.number, age_years: 35 }, { full_name: 'Juma Said' }])
    t.equal(await patients_dataset.count?.(by, {}), 2)
    t.equal((await rows(by, { from: '2026-01-01' })).length, 1)
    await admin.put(`/patients/${asha.id}/sensitivity`, {
      sensitivity: 'RESTRICTED',
      reason: 'asked for it',
    })
    const plain = { ...by, permissions: new Set(['patient:read']) }
    t.match(await rows(plain), [{ full_name: 'Juma Said' }])
  })
})
