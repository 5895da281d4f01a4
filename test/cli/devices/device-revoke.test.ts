// `list_number` is the number of a list that names what was revoked, as it is served; else there is none
// (OPS-140, decision 0290).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { operator } from '../../../db/core/caller.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { open } from '../../../db/hospital/office/devices/activations.ts'
import { claim } from '../../../db/hospital/office/devices/claim.ts'
import { listNaming, listThatWillName } from '../../../db/hospital/office/devices/list-naming.ts'
import { rebuild } from '../../../db/hospital/office/devices/revocation-list.ts'
import { rotateDevices } from '../../../db/hospital/office/devices/ca.ts'
import { revoke } from '../../../db/hospital/office/devices/devices.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'
import { workstation } from '../../support/workstation.ts'

t.setTimeout(600_000)

async function withTills(t: Test) {
  const dir = join(folder(t), 'data')
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  const caller = operator(hospital_id, 'a test')
  const [facility] = await rows<{ id: string }>(sql`select id from facilities`)
  const till = async (label: string): Promise<{ id: string; serial: string }> => {
    const asked = { facility_id: facility?.id ?? '', label, station_role: 'cashier' } as const
    const { code } = await within(() => open(caller, asked))
    const from = { ip: '10.0.0.1', base_url: 'https://kituo.example.org' }
    await claim(from, workstation().claim(code))
    const [made] = await rows<{ id: string; serial: string }>(
      sql`select d.id, c.serial from devices d join device_certificates c on c.device_id = d.id
          where d.label = ${label}`,
    )
    if (made === undefined) throw new Error(`${label} was not claimed`)
    return made
  }
  const revoked = (id: string) => within(() => revoke(caller, id, { reason: 'LOST', note: null }))
  return { dir, deployment, till, revoked }
}

t.test('device revoke: the daemon has the number of a list that names them', async (t) => {
  const { dir, deployment, till } = await withTills(t)
  const tills = [await till('Till 1'), await till('Till 2'), await till('Till 3')]
  await rebuild()
  await deployment.close()
  await served(t, dir)
  const own = { env: { KITUO_CONFIG: '/dev/null' } }
  const ask = (line: string) => typedJson([...words(line), '--data', dir], own)
  let written = 0
  const names = async (serial = ''): Promise<boolean> => {
    const der = join(dir, `list-${++written}.crl`)
    await ask(`device crl export --out ${der} --format der`)
    return readFileSync(der).includes(Buffer.from(serial, 'hex'))
  }
  t.equal(await names(tills[0]?.serial), false)
  const said = await Promise.all([
    ask('device revoke "Till 1" --reason LOST --yes'),
    ask('device revoke "Till 2" --reason LOST --yes'),
  ])
  for (const [index, one] of said.entries()) {
    const { list_number } = one.data as { list_number: number | null }
    t.match(one, { success: true, message: 'Workstation revoked.' })
    t.ok(list_number !== null && list_number > 1, String(list_number))
    t.equal(await names(tills[index]?.serial), true)
    const lists = (await ask('device crl show')).data as { number: number }[]
    t.ok(lists.some(({ number }) => number >= (list_number ?? Number.NaN)))
  }
  const { data } = await ask('device revoke "Till 1" --reason LOST --yes')
  t.match(data, { list_number: Number })
})

t.test('device revoke: where no list names them there is no number', async (t) => {
  const { dir, deployment, till, revoked } = await withTills(t)
  const first = await till('Till 1')
  await rebuild()
  await revoked(first.id)
  const ids = [first.id]
  t.same(await listNaming(ids), { list_number: null, waits: true })
  t.same(await listThatWillName(ids, 0), { list_number: null, waits: true })
  const soon = listThatWillName(ids, 60_000)
  await rebuild()
  t.same(await soon, { list_number: 2, waits: false }, 'whoever waits is told')
  t.same(await listNaming([]), { list_number: null, waits: false })

  const before = await till('Till 2')
  await rotateDevices()
  const after = await till('Till 3')
  await revoked(before.id)
  await revoked(after.id)
  await rebuild()
  const of = async (...ids: string[]) => (await listNaming(ids)).list_number
  t.same([await of(before.id), await of(after.id)], [4, 2], 'each of its own authority')
  t.same(await listNaming([before.id, after.id]), { list_number: null, waits: false })
  const last = await till('Till 4')
  await revoked(last.id)
  await deployment.close()
  const own = { env: { KITUO_CONFIG: '/dev/null' } }
  const line = words('device revoke "Till 4" --reason LOST --yes')
  t.match(await typedJson([...line, '--data', dir], own), {
    message: / already\. No list names all of it yet\. See: kituo device crl show$/,
    data: { list_number: null },
    meta: { changed: false },
  })
})
