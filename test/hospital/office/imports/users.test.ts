import { join } from 'node:path'
import t from 'tap'
import type { Caller } from '../../../../db/core/caller.ts'
import { within } from '../../../../db/store/connection.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import * as imports from '../../../../db/hospital/office/imports/imports.ts'
import { catalogue } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'
import { workAll } from '../../../support/jobs.ts'

t.test('accounts from a file', async (t) => {
  const { people, system, database, facility_id } = await boot(t)
  setImportFolder(join(database.folder, 'imports'))
  const admin = await people.administrator()
  const plain = await people.holding('import:create', 'import:read', 'import:commit', 'user:create')
  const as = (person: typeof admin, codes: readonly string[]): Caller => ({
    ...system,
    kind: 'USER',
    user_id: person.user.id,
    name: person.user.full_name,
    permissions: new Set(codes),
    facility_id,
    facility_ids: [facility_id],
  })
  const upload = async (caller: Caller, text: string, way: 'ERROR' | 'UPDATE' = 'ERROR') => {
    const { id } = await imports.upload(caller, {
      kind: 'users',
      file_name: 'users.csv',
      bytes: Buffer.from(text),
      options: { on_duplicate: way },
    })
    await workAll()
    return id
  }
  const by = as(admin, catalogue)
  const said = async (id: string): Promise<string[]> =>
    (await imports.rows(by, id, { page: 1, per_page: 50 })).rows.flatMap(({ errors }) =>
      errors.map(({ message }) => message),
    )

  t.test('PLT-127: what is wrong is said in the words of the accounts’ own route', async (t) => {
    const id = await upload(
      by,
      'username,full_name,email,phone,facility_codes,role_codes\n' +
        `9lives,${'A'.repeat(121)},not an address,12,NOWHERE,wizard\n` +
        'nobody.reached,Nobody Reached,,,,\n' +
        `admin,Second Admin,second@example.org,,MAIN,\n`,
    )
    t.same(await said(id), [
      'username must be a–z, 0–9, ., _ and -, beginning with a letter.',
      'full_name must be between 1 and 120 characters.',
      'email is not an email address.',
      'phone is not a telephone number.',
      'facility_codes holds "NOWHERE", which does not exist.',
      'role_codes holds "wizard", which does not exist.',
      'email is required when there is no phone: the invitation goes there.',
      'Neema Mushi is recorded already: username admin.',
    ])
  })

  t.test('accounts are opened, invited and hold their roles', async (t) => {
    const id = await upload(
      by,
      'username,full name,phone,role codes\nasha.juma,Asha Juma,0712 345 678,cashier;nurse\n',
    )
    await within(() => imports.commit(by, id))
    await workAll()
    t.match(await imports.find(by, id), { status: 'DONE', created: 1 }, (await said(id)).join())
    const { data } = await admin.get('/users', { search: 'asha' })
    t.match(data, [
      { username: 'asha.juma', full_name: 'Asha Juma', status: 'INVITED', phone: '+255712345678' },
    ])
    const update = await upload(by, 'username,full name,phone\nasha.juma,Asha Omari,\n', 'UPDATE')
    await within(() => imports.commit(by, update))
    await workAll()
    t.match(await imports.find(by, update), { status: 'DONE', updated: 1 })
    t.match((await admin.get('/users', { search: 'asha' })).data, [
      { full_name: 'Asha Omari', phone: '+255712345678' },
    ])
  })

  t.test('roles need user:grant, and a change of an account user:update', async (t) => {
    const held = ['import:create', 'import:read', 'import:commit', 'user:create', 'self:use']
    const weak = as(plain, held)
    const roles = await upload(
      weak,
      'username,full name,phone,role codes\nb.b,Bea Bea,0712345001,cashier\n',
    )
    t.match(await said(roles), [/It needs user:grant\.$/])
    const id = await upload(
      weak,
      'username,full name,phone\nadmin,Other Name,0712345002\n',
      'UPDATE',
    )
    await within(() => imports.commit(weak, id))
    await workAll()
    t.match(await imports.find(by, id), { status: 'PARTLY_DONE', updated: 0 })
    t.match(await said(id), [/It needs user:update\.$/])
  })
})
