// PLT-79, PLT-81: accounts of the operator hold its codes alone, and one who can make others stays.

import t from 'tap'
import { operator, platform_id } from '../../../../db/core/caller.ts'
import { within } from '../../../../db/store/connection.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import * as accounts from '../../../../db/hospital/tenants/platform/users.ts'
import { whole_page } from '../../../../db/store/pages.ts'
import { boot } from '../../../support/boot.ts'

const by = operator(platform_id, 'cli:test@here')
const asha = {
  username: 'Asha',
  full_name: 'Asha Komba',
  email: 'Asha@example.org',
  permissions: ['platform:user', 'platform:read'],
}

t.test('accounts of the operator', async (t) => {
  const { people } = await boot(t)
  setDeployment('hosted')
  t.teardown(() => setDeployment('single'))

  const { user, temporary_password } = await accounts.open(by, asha)
  t.match(temporary_password, /^\w{12}$/)
  t.match(user, {
    username: 'asha',
    email: 'asha@example.org',
    status: 'INVITED',
    permissions: ['platform:read', 'platform:user'],
    two_factor: false,
  })

  t.test('what is wrong is refused, and leaves nothing behind', async (t) => {
    const wrong: [Partial<typeof asha>, string | RegExp][] = [
      [{ username: '1x!' }, /^username must be/],
      [{ username: 'ali', permissions: ['user:read'] }, 'permissions cannot hold user:read.'],
      [{ username: 'ali', permissions: ['platform:none'] }, /which does not exist/],
      [{}, 'The username asha is taken.'],
      [{ username: 'ali' }, /belongs to Asha Komba/],
    ]
    for (const [given, said] of wrong) {
      await t.rejects(accounts.open(by, { ...asha, ...given }), { message: said })
    }
    const { rows } = await accounts.list(by, { ...whole_page, search: 'asha' })
    t.equal(rows.length, 1)
    t.equal((await accounts.list(by, { ...whole_page, search: 'ali' })).rows.length, 0)
  })

  t.test('the last one who can make others is not suspended', async (t) => {
    const last = await people.platform('platform:user')
    const suspended = (name: string) => within(() => accounts.suspend(by, name, 'left us'))
    await t.rejects(suspended(last.user.username), { status: 409, code: 'last_operator' })
    const other = await people.platform('platform:user')
    t.match(await suspended(other.user.username), { status: 'SUSPENDED' })
    await t.rejects(suspended(other.user.username), { message: /is SUSPENDED/ })
    t.match(await suspended('asha'), { status: 'SUSPENDED' }, 'one who never signed in is no loss')
    await t.rejects(suspended('nobody'), { message: 'there is no platform user nobody.' })
  })
})
