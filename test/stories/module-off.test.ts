// PLT-4, PLT-57, PLT-112, PLT-117: a module that is off, the log of it all, and a row changed
// behind the house's back.

import t from 'tap'
import type * as Tap from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { get } from '../../daemon/hospital/words.ts'
import { area } from '../../daemon/edge/route.ts'
import { roles } from '../../db/hospital/office/access/tables.ts'
import { setAnchorLog } from '../../db/hospital/office/audit/anchor-log.ts'
import { prove } from '../../db/hospital/office/auditing/proofs.ts'
import { module_names } from '../../db/hospital/modules.ts'
import { newId } from '../../db/core/ids.ts'
import { Flag, shape } from '../../db/core/kinds/kinds.ts'
import { boot, type House } from '../support/boot.ts'
import { withAccount } from '../support/desk/portal.ts'
import { allModulesOn } from '../support/modules-on.ts'
import { tamper } from '../support/programs/tamper.ts'

const theatre = area('story-theatre', [
  get('/story-theatre/lists', {
    summary: 'A door of this test',
    access: 'role:read',
    opens: 'nobody',
    module: 'theatre',
    reply: shape({ open: Flag }),
    run: async () => ({ open: true }),
  }),
])

t.test('a module that is off', async (t) => {
  const house = await boot(t, [...hospital_doors, theatre])
  const { people, facility_id, system, nobody } = house
  setAnchorLog(null)
  const admin = await people.administrator()
  const nurse = await people.with('nurse')
  const auditor = await people.with('auditor')
  const ask = (who: typeof admin) => who.get('/story-theatre/lists')
  const turn = async (way: 'on' | 'off') => {
    const body = way === 'off' ? { reason: 'no surgeon today' } : {}
    const { status, message } = await admin.post(
      `/facilities/${facility_id}/modules/theatre/switch-${way}`,
      body,
    )
    t.equal(status, 200, message)
  }
  const permission = 'You do not have permission to do this. It needs role:read.'
  const off = 'The theatre module is switched off at Main.'

  t.same((await ask(admin)).data, { open: true }, 'theatre begins switched on')
  await turn('off')
  t.match(await ask(admin), { status: 403, message: off })
  t.match(await ask(nurse), { status: 403, message: permission }, 'the permission comes first')
  t.equal((await nobody.get('/story-theatre/lists')).status, 401, 'and the token before it')
  await turn('on')
  t.equal((await ask(admin)).status, 200, 'at the next request')
  t.match(await ask(nurse), { status: 403, message: permission })

  const log = (await auditor.get('/audit', { per_page: '200' })).data as Record<string, unknown>[]
  const refusals = log.filter(({ outcome }) => outcome === 'REFUSED')
  const said = refusals.map(({ reason, user_name }) => `${String(user_name)}: ${String(reason)}`)
  t.same(said.sort(), [
    `${admin.user.full_name}: ${off}`,
    `${nurse.user.full_name}: ${permission}`,
    `${nurse.user.full_name}: ${permission}`,
  ])
  const moves = log.filter(({ reason }) => reason === 'no surgeon today')
  t.equal(moves.length, 1, 'who switched it off, and why')
  t.match(moves[0], { user_name: admin.user.full_name, outcome: 'DONE' })

  const sound = await prove(system)
  t.match(sound, { ok: true, problems: [] })
  t.equal((await auditor.get('/system')).data.audit.state, 'OK')
  const { seq } = moves[0] as { seq: number }
  await tamper(house, [
    `update audit_rows set user_name = 'Somebody else' where hospital_id = '${house.hospital.id}' and seq = ${seq}`,
  ])
  const broken = await prove(system)
  t.equal(broken.ok, false)
  t.match(broken.problems, [{ seq, kind: 'ALTERED' }])
  t.match((await auditor.get('/notifications', { kind: 'audit.broken' })).data, [
    { urgency: 'URGENT' },
  ])
  t.equal((await auditor.get('/system')).data.audit.state, 'BAD')
})

t.test('every route of a module, while it is on and while it is off', async (t) => {
  const house = await boot(t)
  await allModulesOn(house)
  await theRealOnes(t, house)
})

async function everyRole({ hospital }: House): Promise<string[]> {
  const held = await roles.all({ hospital_id: hospital.id, system: true })
  return held.map(({ code }) => code).filter((code) => code !== 'patient')
}

/** Every route that names a module, asked by somebody who may, of a patient's too. */
async function theRealOnes(t: Tap.Test, house: House) {
  const { people, facility_id } = house
  const admin = await people.administrator()
  const may = await people.with(...(await everyRole(house)))
  const patient = await withAccount(house, await people.with('reception'))
  const routes = hospital_doors.flatMap((door) => door.routes)
  const of_modules = routes.filter(({ module }) => module !== undefined)
  t.ok(of_modules.length >= 2, 'the portal has two')
  for (const { method, path, module } of of_modules) {
    const who = path.startsWith('/portal/') ? patient : may
    const ask = () => who.send(method, path.replaceAll(/:[a-z_]+/g, newId()))
    const way = `/facilities/${facility_id}/modules/${module}/switch-`
    t.not((await ask()).status, 403, `${path} while it is on`)
    t.equal((await admin.post(`${way}off`, { reason: 'nobody runs it' })).status, 200)
    t.match(await ask(), {
      status: 403,
      message: `The ${module_names[module ?? 'theatre']} module is switched off at Main.`,
    })
    t.equal((await admin.post(`${way}on`)).status, 200)
  }
}
