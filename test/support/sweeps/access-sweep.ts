// Nobody gets in: every route of a part of the house is tried by everyone who may not use it.
// New routes are swept the moment they are listed; nothing here names them one by one.

import type { Test } from 'tap'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { addressesOf } from '../../../daemon/edge/route.ts'
import { codesOf, type Route } from '../../../daemon/edge/route.ts'
import { setDeployment } from '../../../db/appliance/deployment/kind.ts'
import { within } from '../../../db/store/connection.ts'
import { module_names, modules } from '../../../db/hospital/modules.ts'
import * as switches from '../../../db/hospital/office/places/modules.ts'
import { catalogue, isPlatformCode } from '../../../db/hospital/permits.ts'
import { newId } from '../../../db/core/ids.ts'
import { boot } from '../boot.ts'
import { type HospitalPart, partOf } from './parts.ts'
import { withAccount } from '../desk/portal.ts'
import { neighbourOf } from '../desk/two-hospitals.ts'

const prefix = '/api/v1'
const every = hospital_doors.flatMap(({ area, routes }) =>
  routes.flatMap((route) => addressesOf({ prefix }, route).map((path) => ({ area, route, path }))),
)
const filled = (path: string, id = newId()): string => path.replace(/:[a-z_]+/g, id)
const coded = (route: Route): boolean => codesOf(route.access).length > 0

export async function sweepAccess(t: Test, part: HospitalPart): Promise<void> {
  const closed = every.filter(({ route }) => route.access !== 'open' && partOf(route.path) === part)
  t.ok(closed.length > 0, 'there are routes')
  const house = await boot(t)
  // Where one hospital is served the operator's routes are not there for anybody (PLT-79).
  setDeployment('hosted')
  const { nobody, people } = house
  const without = await people.holding()
  const patient = await people.patient()

  t.test('without a token every closed route answers 401 (ALL-2)', async (t) => {
    for (const { route, path } of closed) {
      const answer = await nobody.send(route.method, filled(path), {})
      t.equal(answer.status, 401, `${route.method} ${path}`)
      t.equal(answer.message, 'Sign in to go on.')
      t.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })

  t.test('with a token that is none every closed route answers 401', async (t) => {
    for (const token of [
      'x',
      'a'.repeat(43),
      `${without.token}x`,
      (without.token ?? '').slice(1),
      `${newId()}.${newId()}.x`,
    ]) {
      for (const { route, path } of closed) {
        const answer = await nobody
          .with({ authorization: `Bearer ${token}` })
          .send(route.method, filled(path), {})
        t.equal(answer.status, 401, `${route.method} ${path}`)
        t.equal(answer.message, 'Your session has ended. Sign in again.')
      }
    }
  })

  t.test('without the permission every route answers 403 in one sentence (PLT-3)', async (t) => {
    for (const { route, path } of closed.filter((one) => coded(one.route))) {
      const codes = codesOf(route.access)
      if (codes.includes('self:use')) continue
      const answer = await without.send(route.method, filled(path), { nonsense: true })
      t.equal(answer.status, 403, `${route.method} ${path}`)
      t.equal(
        answer.message,
        // POR-2: the portal is for patients, whatever a member of staff holds.
        path.includes('/portal/')
          ? 'This address is for patients.'
          : `You do not have permission to do this. It needs ${codes.join(' or ')}.`,
      )
      t.equal(answer.data, null)
    }
  })

  t.test('holding every other permission is not enough', async (t) => {
    for (const code of catalogue) {
      const routes = closed.filter(({ route }) => codesOf(route.access).includes(code))
      if (routes.length === 0) continue
      const others = await people.holding(...catalogue.filter((one) => one !== code))
      for (const { route, path } of routes) {
        if (codesOf(route.access).length > 1) continue
        const answer = await others.send(route.method, filled(path), {})
        t.equal(answer.status, 403, `${route.method} ${path} asks ${code}`)
      }
    }
  })

  t.test('a patient’s account opens nothing outside the portal (PLT-34)', async (t) => {
    for (const { route, path } of closed) {
      if (route.access === 'signed in' || path.includes('/portal/')) continue
      const answer = await patient.send(route.method, filled(path), {})
      if (route.access === 'the record decides')
        t.ok([403, 404, 400].includes(answer.status), `${route.method} ${path}: ${answer.status}`)
      else t.equal(answer.status, 403, `${route.method} ${path}`)
    }
  })

  t.test('the portal is for patients alone, and shut to staff who hold everything', async (t) => {
    const administrator = await people.administrator()
    const portal = closed.filter(({ path }) => path.includes('/portal/'))
    if (part === 'desk') t.ok(portal.length > 50, 'both addresses of each route (ALL-13)')
    for (const { route, path } of portal) {
      t.same(codesOf(route.access), ['portal:use'], `${route.method} ${path}`)
      const answer = await administrator.send(route.method, filled(path), {})
      t.equal(answer.status, 403, `${route.method} ${path}`)
      t.equal(answer.message, 'This address is for patients.')
      // An account whose patient is nowhere on the register finds nothing there either.
      const nobody_there = await patient.send(route.method, filled(path), {})
      t.ok(
        [400, 404, 409].includes(nobody_there.status),
        `${route.method} ${path}: ${nobody_there.status}`,
      )
    }
  })

  t.test(
    'with the module off every route behind it says which, after the permission (PLT-4)',
    async (t) => {
      const caller = { ...house.system }
      setDeployment('single')
      const registered = await withAccount(house, await people.with('reception'))
      setDeployment('hosted')
      for (const module of modules) {
        const routes = closed.filter(({ route }) => route.module === module)
        if (routes.length === 0) continue
        await within(() =>
          switches.switchOff(caller, house.facility_id, module, { reason: 'sweep', force: true }),
        )
        const holder = await people.holding(...catalogue)
        for (const { route, path } of routes) {
          const own = path.includes('/portal/')
          const answer = await (own ? registered : holder).send(route.method, filled(path), {})
          t.equal(
            answer.message,
            `The ${module_names[module]} module is switched off at Main.`,
            `${route.method} ${path}`,
          )
          const { message } = await without.send(route.method, filled(path), {})
          t.match(message, own ? /for patients/ : /It needs/)
        }
        await within(() => switches.switchOn(caller, house.facility_id, module))
      }
    },
  )

  t.test(
    'an id of another hospital, an unknown one and a malformed one are 404 alike (PLT-82, ALL-5)',
    async (t) => {
      const administrator = await people.administrator()
      const other = await neighbourOf(house)
      const stranger = await other.people.administrator()
      const theirs = [other.facility_id, other.administrator_id]
      const with_id = closed.filter(
        ({ route, path }) =>
          /:(id|[a-z_]+_id)/.test(path) && coded(route) && typeof route.takes !== 'object',
      )
      for (const { route, path } of with_id) {
        // A patient's ids are swept in test/hospital/desk/portal/isolation.test.ts.
        if (path.includes('/portal/')) continue
        if (codesOf(route.access).some(isPlatformCode)) continue
        for (const id of [...theirs, newId(), 'x', '%00', "1' or '1'='1"]) {
          const answer = await administrator.send(
            route.method,
            filled(path, encodeURIComponent(id)),
            { nonsense: 1 },
          )
          t.equal(answer.status, 404, `${route.method} ${path} with ${id}: ${answer.message}`)
          t.match(answer.message, /^No such /)
        }
      }
      t.equal((await stranger.get('/facilities')).meta?.total, 1, 'the other hospital sees its own')
      const header = await administrator
        .with({ 'x-facility-id': other.facility_id })
        .get('/facilities')
      t.equal(header.status, 404)
      t.equal(header.message, 'No such branch on your account.')
    },
  )

  t.test('bodies that cannot be read are refused and leave nothing behind', async (t) => {
    const staff = await people.administrator()
    const taking = closed.filter(({ route }) => route.body !== undefined && coded(route))
    for (const { route, path } of taking) {
      if (codesOf(route.access).some(isPlatformCode)) continue
      const method = route.method as 'POST'
      const holder = path.includes('/portal/') ? patient : staff
      const at = filled(path)
      const name = `${route.method} ${path}`
      t.equal(
        (await holder.raw(method, at, '{"a":', 'application/json')).message,
        'The request could not be read.',
        name,
      )
      t.ok(
        [400, 404].includes((await holder.raw(method, at, '[1]', 'application/json')).status),
        name,
      )
      t.equal(
        (await holder.raw(method, at, '{"__proto__":{"x":1}}', 'application/json')).status,
        400,
        name,
      )
      t.equal((await holder.raw(method, at, '<a/>', 'application/xml')).status, 400, name)
      const large = await holder.raw(
        method,
        at,
        JSON.stringify({ a: 'x'.repeat(2 * (route.body_limit ?? 1024 * 1024)) }),
        'application/json',
      )
      t.equal(large.status, 413, name)
      t.equal(large.message, 'The request is too large.')
    }
  })

  t.test('every field of every body is held against its type', async (t) => {
    const staff = await people.administrator()
    for (const { route, path } of closed.filter(
      (one) => one.route.body !== undefined && !one.path.includes(':'),
    )) {
      const { properties = {}, required = [] } = route.body as {
        properties?: Record<string, { type?: string }>
        required?: string[]
      }
      const holder = path.includes('/portal/') ? patient : staff
      for (const [field, schema] of Object.entries(properties)) {
        for (const wrong of wrongFor(schema)) {
          const answer = await holder.send(route.method, path, { [field]: wrong })
          t.ok(
            [400, 403, 404, 409].includes(answer.status),
            `${route.method} ${path} ${field}=${JSON.stringify(wrong)?.slice(0, 40)}: ${answer.status} ${answer.message}`,
          )
        }
      }
      for (const field of required.slice(0, 1)) {
        const answer = await holder.send(route.method, path, {})
        if (answer.status === 400)
          t.match(answer.message, / is required\.$/, `${route.method} ${path} without ${field}`)
      }
    }
  })
}

function wrongFor(schema: { type?: string }): unknown[] {
  switch (schema.type) {
    case 'string':
      return [5, true, {}, [], 'x\u0000y', 'x'.repeat(100_000)]
    case 'integer':
    case 'number':
      return ['12', true, {}, 1e300]
    case 'boolean':
      return ['true', 1, {}]
    case 'array':
      return ['x', 5, { 0: 'x' }]
    case 'object':
      return ['x', 5, [1]]
    default:
      return []
  }
}
