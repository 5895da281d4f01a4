// Campaigns as the platform watches and holds them (messaging 8, 3.5).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { campaign_states } from '../../db/messaging/campaigns/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import type { CampaignLine } from '../../db/messaging/platform/overview.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { any_account, mode_flag, name, owner, spoken, whose, within } from './frame.ts'

const campaign = word(name, 'its name or id')
const rules = () => import('../../db/messaging/campaigns/campaigns.ts')
const moving = () => import('../../db/messaging/campaigns/moves.ts')

const list = command('messaging campaign list', {
  says: 'Prints campaigns, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...any_account,
    ...mode_flag,
    state: maybe(choice(campaign_states), 'only in this state'),
  },
  examples: [
    'kituo messaging campaign list --state running',
    'kituo messaging campaign list --account Duka --json',
  ],
  run: async ({ flags }) => {
    const { listCampaigns } = await import('../../db/messaging/platform/overview.ts')
    const asked = { ...(await within(flags.account)), mode: flags.mode }
    const filters = spoken({ status: flags.state })
    return gathered(flags.limit, (page) => listCampaigns({ ...page, ...asked, ...filters }))
  },
  view: tableOf<CampaignLine>(
    ['Name', (row) => row.name],
    ['Account', (row) => row.account_name],
    ['State', (row) => row.status],
    ['Planned', (row) => row.planned],
    ['Created', (row) => row.created, 'wide'],
    ['Delivered', (row) => row.delivered],
    ['Failed', (row) => row.failed],
    ['At', (row, page) => page.time(row.at)],
    ['Id', (row) => row.id, 'wide'],
  ),
})

const show = command('messaging campaign show', {
  says: 'Prints one campaign with its counts, its money and how far it is.',
  class: 'R',
  permission: 'gateway:read',
  asks: { campaign },
  flags: whose,
  examples: [
    'kituo messaging campaign show "Clinic day" --account Duka',
    'kituo messaging campaign show 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --account Duka --json',
  ],
  run: async ({ asked, flags, caller }) => {
    const { called, find } = await rules()
    const { progress } = await import('../../db/messaging/campaigns/progress.ts')
    const who = await owner(caller, flags)
    const { id } = await called(who, asked.campaign)
    const { perMinute, etaSeconds, failures } = await progress(who, id)
    return done('', { ...(await find(who, id)), progress: { perMinute, etaSeconds, failures } })
  },
})

const does = {
  pause: 'Holds a campaign: no more of its messages leave until it is resumed.',
  resume: 'Lets a held campaign go on, whoever held it.',
  cancel: 'Ends a campaign: what has not left never does, and is paid back.',
} as const

const move = (verb: keyof typeof does) =>
  command(`messaging campaign ${verb}`, {
    says: does[verb],
    class: 'M',
    permission: 'gateway:operate',
    confirm: verb === 'cancel' ? 'C2' : 'C1',
    ...(verb === 'resume' ? {} : { reason: 'must' as const }),
    asks: { campaign },
    flags: whose,
    examples: [
      `kituo messaging campaign ${verb} "Clinic day" --account Duka --reason "asked by the owner"`,
      `kituo messaging campaign ${verb} "Clinic day" --account Duka --yes${verb === 'cancel' ? ' --confirm "Clinic day"' : ''} --reason "asked by the owner"`,
    ],
    plan: async ({ asked, flags, caller }) => {
      const { called, find } = await rules()
      const who = await owner(caller, flags)
      const one = await find(who, (await called(who, asked.campaign)).id)
      const waiting = one.counts.planned - one.counts.created + one.counts.queued
      return {
        steps: [`${verb} ${one.name} (${one.status}), of which ${waiting} have not left`],
        ...(verb === 'cancel' ? { type: one.name } : {}),
      }
    },
    run: async ({ asked, flags, caller }) => {
      const { called } = await rules()
      const { cancel, pause, resume } = await moving()
      const who = await owner(caller, flags)
      const { id } = await called(who, asked.campaign)
      const after =
        verb === 'pause'
          ? await pause(who, id, 'platform')
          : verb === 'resume'
            ? await resume(who, id, 'platform')
            : await cancel(who, id)
      return done(`${after.name} is ${after.status}.`, after)
    },
    view: () => null,
  })

export const commands = [list, show, move('pause'), move('resume'), move('cancel')]
