// What people of the house hear of messaging: links that are down, and what an account's own people
// have to know (MSG 3.6, 7).

import { platform_id, system } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import {
  type AccountNotice,
  accountNotices,
  type LinkNews,
  linksToTell,
} from '../../../messaging/messages/notices.ts'
import { prove, recountYesterday } from '../../../messaging/messages/recount.ts'
import { deployment } from '../../../appliance/deployment/kind.ts'
import { platformHolders } from '../../office/access/users/platform-people.ts'
import { notify, type To } from '../../office/notifications/notify.ts'
import { sendMail } from '../../office/outbox/send.ts'
import { openHospitals } from '../../office/system/watch.ts'
import { lettersOf } from './letters.ts'

const patience_ms = minutes(2)

/** Answers how many links people were told of. */
export async function watchLinks(): Promise<number> {
  const hospital_ids = await openHospitals()
  return within(async () => {
    const { lost, well } = await linksToTell(instantIn(-patience_ms), clock.instant())
    if (lost.length + well.length === 0) return 0
    const people = await peopleOf('gateway:operate', hospital_ids)
    for (const one of people) {
      for (const link of lost) await tellOfLink(one, link, false)
      for (const link of well) await tellOfLink(one, link, true)
    }
    return lost.length + well.length
  }, 'jobs')
}

interface Told {
  hospital_id: string
  to: To
}

/** The platform's people of a kind, or the administrators of the one hospital (MSG-610). */
async function peopleOf(permission: string, hospital_ids: readonly string[]): Promise<Told[]> {
  if (deployment() === 'single')
    return hospital_ids.map((hospital_id) => ({ hospital_id, to: { role: 'administrator' } }))
  const user = await platformHolders(permission)
  return user.length === 0 ? [] : [{ hospital_id: platform_id, to: { user } }]
}

const tellOfLink = ({ hospital_id, to }: Told, link: LinkNews, is_well: boolean) =>
  notify(system(hospital_id), {
    to,
    kind: 'messaging.link_down',
    title: is_well ? `The link ${link.name} is up again` : `The link ${link.name} is ${link.state}`,
    body: is_well
      ? 'Messages leave over it.'
      : `What goes over it waits until it is up, or takes the next route. ${link.last_error ?? ''}`.trim(),
    ...(is_well ? { urgency: 'INFO' as const } : {}),
  })

/** Letters to the accounts’ own addresses, and a notice inside where the account is a hospital’s. */
export function tellAccounts(): Promise<number> {
  return within(async () => {
    const notices = await accountNotices()
    for (const one of notices) await tellAccount(one)
    return notices.length
  }, 'jobs')
}

async function tellAccount(one: AccountNotice): Promise<void> {
  const { subject, text } = lettersOf(one)
  // An account outside any hospital is written to by the platform.
  const caller = system(one.hospital_id ?? platform_id)
  for (const to of one.emails) await sendMail(caller, { to, subject, text, language: one.language })
  if (one.hospital_id === null) return
  await notify(caller, {
    to: { permission: 'messaging:manage' },
    kind: `messaging.${one.kind}`,
    title: subject,
    body: text,
    inside_only: true,
  })
}

/** The nightly proof of every wallet: a difference stops nothing and is told (MSG-270). */
export async function proveWallets(): Promise<{ wallets: number; differences: number }> {
  const { wallets, differences } = await prove()
  await alarm(
    'Messaging wallets do not agree with their entries',
    differences.map(({ account_id, mode, what }) => `${account_id} ${mode}: ${what}`),
  )
  return { wallets, differences: differences.length }
}

/** Yesterday's usage against the messages themselves (MSG-622). */
export async function proveUsage(): Promise<{ zones: number; differences: number }> {
  const { zones, differences } = await recountYesterday()
  await alarm(
    'Messaging usage of yesterday does not agree with its messages',
    differences.map(({ account_id, day, what }) => `${account_id} ${day}: ${what}`),
  )
  return { zones, differences: differences.length }
}

const named_in_notice = 10

async function alarm(title: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const rest = lines.length - named_in_notice
  const body = [
    ...lines.slice(0, named_in_notice),
    ...(rest > 0 ? [`… and ${rest} more; ask for the wallet proof.`] : []),
  ].join('\n')
  const hospital_ids = await openHospitals()
  await within(async () => {
    for (const { hospital_id, to } of await peopleOf('gateway:money', hospital_ids))
      await notify(system(hospital_id), {
        to,
        kind: 'messaging.books_differ',
        title,
        body: body.slice(0, 1000),
      })
  }, 'jobs')
}
