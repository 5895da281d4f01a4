// Routes to the operators, over links (messaging 8).

import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, word, words } from '../frame/grammar/command.ts'
import { onOff, tableOf } from '../frame/lists.ts'
import { by } from './frame.ts'

const rules = () => import('../../db/messaging/routing/routes.ts')

interface RouteLine {
  operator: string
  position: number
  link: string
  kind: string
  state: string
  classes: string[]
  enabled: boolean
}
const route_table = tableOf<RouteLine>(
  ['Operator', (row) => row.operator],
  ['', (row) => row.position],
  ['Link', (row) => row.link],
  ['Kind', (row) => row.kind],
  ['State', (row) => row.state],
  ['Classes', (row) => row.classes.join(', ')],
  ['On', (row) => onOff(row.enabled)],
)

const list = command('messaging route list', {
  says: 'Prints over which links the operators are reached, in order.',
  class: 'R',
  permission: 'gateway:read',
  examples: ['kituo messaging route list', 'kituo messaging route list --json'],
  run: async () => {
    const found = await (await rules()).listRoutes()
    return done('', found, { total: found.length })
  },
  view: route_table,
})

const way = text('a link, or LINK:CLASS,CLASS', /^[A-Za-z0-9-]{1,40}(:[a-z,]{1,60})?$/)
const operator = text('an operator, or all', /^[a-z0-9-]{2,20}$/)

const set = command('messaging route set', {
  says: 'Says over which links an operator is reached, the first one first.',
  class: 'M',
  rehearses: true,
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: {
    operator: word(operator, 'its code; all for every one'),
    links: { ...words(way, 'links in order'), needed: true },
  },
  examples: [
    'kituo messaging route set yas yas-1 yas-2',
    'kituo messaging route set all hub:otp,transactional hub-2 --yes',
  ],
  plan: async ({ asked }) => {
    const { operatorsCalled } = await rules()
    const codes = await operatorsCalled([asked.operator])
    return { steps: codes.map((one) => `send to ${one} over ${asked.links.join(', then ')}`) }
  },
  run: async ({ asked, caller }) => {
    const { operatorsCalled, setRoutes } = await rules()
    const who = await by(caller)
    const ways = asked.links.map((typed) => {
      const [link = '', classes] = typed.split(':')
      return { link, classes: classes === undefined ? [] : classes.split(',') }
    })
    const found: RouteLine[] = []
    for (const one of await operatorsCalled([asked.operator]))
      found.push(...(await setRoutes(who, one, ways)))
    return done(`${found.length} routes.`, found, { total: found.length })
  },
  view: route_table,
})

export const commands = [list, set]
