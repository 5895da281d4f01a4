// A word to everybody from the command line, written and published at once (platform 8).

import { choice, day, instant, type Kind, text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { nextDay, startOfDay } from '../../db/core/clock.ts'
import { command, done, maybe, orElse, word, words } from '../frame/grammar/command.ts'

const levels = ['info', 'important', 'must_read'] as const

const day_or_instant: Kind<string> = {
  ...instant(),
  takes: 'a day, which is part of it, or an instant like 2027-02-03T14:30Z',
  read: (written) => day().read(written) ?? instant().read(written),
}

const announce = command('announce', {
  says: 'Announces something to everybody on the staff, or to a branch or roles.',
  class: 'M',
  confirm: 'C1',
  rehearses: true,
  reply: async () => ({
    whole: (await import('../../db/hospital/office/announcements/shapes.ts')).AnnouncementOpened,
  }),
  permission: 'announcement:manage',
  http: 'POST /api/v1/announcements',
  asks: { title: word(text('1 to 120 characters', /^[^\0]{1,120}$/), 'what it is about') },
  flags: {
    body: word(text('1 to 4,000 characters', /^[^\0]{1,4000}$/), 'the text'),
    level: orElse(choice(levels), 'info', 'must_read counts as unread until it is acknowledged'),
    until: maybe(day_or_instant, 'how long it stands; else until it is withdrawn'),
    role: words(
      text('the code of a role', /^[^\s\0]{1,60}$/),
      'only for who holds this role; may be said several times',
    ),
  },
  examples: [
    'kituo announce "Water is off" --body "From 14:00 to 16:00 in the north wing." --until 2027-02-03',
    'kituo announce "New consent form" --body "Use it from Monday." --level must_read --role doctor --yes',
  ],
  async plan({ asked, flags: { level, role }, caller }) {
    const { facility_id } = await caller()
    const whom = role.length === 0 ? 'everybody on the staff' : `who holds ${role.join(' or ')}`
    const where = facility_id === null ? '' : ' of the branch'
    return { steps: [`publish "${asked.title}" (${level}) to ${whom}${where}`] }
  },
  async run({ asked, flags, caller }) {
    const by = await caller()
    const { write, publish } = await import(
      '../../db/hospital/office/announcements/announcements.ts'
    )
    const { shown } = await import('../../db/hospital/office/announcements/list.ts')
    const { byCode } = await import('../../db/hospital/office/access/roles/roles.ts')
    const role_ids: string[] = []
    for (const code of flags.role) role_ids.push((await byCode(by, code)).id)
    const { id } = await write(by, {
      title: asked.title,
      body: flags.body,
      level: flags.level.toUpperCase() as Uppercase<typeof flags.level>,
      audience: { role_ids, facility_ids: by.facility_id === null ? [] : [by.facility_id] },
      ends_at: flags.until === undefined ? null : await endOf(by, flags.until),
    })
    const made = await shown(by, await publish(by, id))
    return done(`"${made.title}" is announced to ${made.audience_count}.`, made)
  },
  view: () => null,
})

export const commands = [announce]

/** A day is over at midnight in the hospital. */
async function endOf(by: Caller, until: string): Promise<string> {
  if (until.includes('T')) return new Date(until).toISOString()
  const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const { timezone } = await hospitalOf(by)
  return startOfDay(timezone, nextDay(until))
}
