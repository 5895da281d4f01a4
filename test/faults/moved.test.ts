// Data that start on another machine than the one that wrote them last (OPS-136): nothing goes out
// until somebody has said once that they moved, so that two copies never both send.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dialect, rows, within } from '../../db/store/connection.ts'
import {
  cameFrom,
  lookWhereItRuns,
  setMachine,
  thisMachine,
} from '../../db/appliance/house/machines.ts'
import { outboundBanner } from '../../db/appliance/outbound/banner.ts'
import { holdAll, isHeld } from '../../db/appliance/outbound/holds.ts'
import { channels } from '../../db/appliance/outbound/words.ts'
import { sql } from '../../db/store/sql.ts'
import { seekLeadership } from '../../db/appliance/timetable/leadership.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { boot } from '../support/boot.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'
import { typed, typedJson } from '../support/programs/typed.ts'

const [hms1, hms2] = ['hms1', 'hms2'].map((host) => ({ id: host.padEnd(16, '0'), host })) as [
  { id: string; host: string },
  { id: string; host: string },
]

t.afterEach(() => setMachine(null))

t.test('the machine it began on asks nothing, another holds and asks once', async (t) => {
  await boot(t, [])
  setMachine(hms1)
  t.equal(await lookWhereItRuns(), null)
  t.equal(await lookWhereItRuns(), null, 'a restart asks nothing')
  setMachine(hms2)
  t.match(await lookWhereItRuns(), [{ host: 'hms1' }])
  for (const channel of channels) t.ok(await isHeld(channel), channel)
  t.match(await lookWhereItRuns(), [{ host: 'hms1' }], 'it is still the same question')
  t.match(await rows(sql`select distinct cause from outbound_holds`), [{ cause: 'moved' }])
  setMachine(hms1)
  t.equal(await lookWhereItRuns(), null, 'who wrote it before may go on writing it')
})

t.test('a further daemon beside one that lives is no copy', async (t) => {
  await boot(t, [])
  setMachine(hms1)
  await lookWhereItRuns()
  const leads = await seekLeadership({ daemon: 'hms1' })
  t.teardown(() => leads.stop())
  setMachine(hms2)
  const before = await lookWhereItRuns()
  if (dialect() === 'postgres') t.equal(before, null, 'several work on one database')
  else t.match(before, [{ host: 'hms1' }], 'a copy holds the rows of the daemon it was copied from')
  if (dialect() === 'sqlite') return
  t.same(await cameFrom(), [])
  await leads.stop()
  setMachine({ id: 'hms3'.padEnd(16, '0'), host: 'hms3' })
  t.match(await lookWhereItRuns(), [{ host: 'hms1' }, { host: 'hms2' }], 'alone it is asked')
})

t.test('a disk that moved: HELD at the start, said everywhere, let go by one word', async (t) => {
  const dir = join(folder(t), 'data')
  const own = { env: { KITUO_CONFIG: undefined } }
  const at = ['--data', dir]
  setMachine(hms1)
  const house = await houseAt(configurationAt(dir))
  await lookWhereItRuns()
  await house.deployment.close()
  setMachine(null)

  const copy = `${dir}-copy`
  cpSync(dir, copy, { recursive: true, verbatimSymlinks: true })
  const daemon = await served(t, dir)
  const status = await typedJson(['status', ...at], own)
  const banner =
    'COPY of Kituo Hospital from hms1: outgoing work is HELD (sms, whatsapp, email, webhooks). Switch the other off, then: kituo outbound release --moved'
  t.match(status.data, { banners: [banner] })
  t.match((await typed(['status', ...at], own)).out, banner)
  t.match(await typedJson(['__complete', 'banners', ...at], own), { data: [banner] })
  t.match(await typedJson(['outbound', 'show', ...at], own), {
    data: [{ channel: 'sms', state: 'held: moved', held: true, reason: 'moved' }],
  })

  const why = ['--reason', 'the old machine is off', '--yes', ...at]
  t.match(await typedJson(['outbound', 'release', '--channel', 'all', ...why], own), {
    error: { code: 'rule.refused' },
    message: /^These data ran on another machine\./,
    meta: { exit: 3 },
  })
  t.match(await typedJson(['outbound', 'release', '--moved', ...why], own), {
    error: { code: 'confirm.needed' },
  })
  const release = ['outbound', 'release', '--moved', '--confirm', thisMachine().host, ...why]
  t.match(await typedJson([...release, '--channel', 'sms'], own), { meta: { exit: 2 } })
  t.match(await typedJson(release, own), {
    message: 'sms, whatsapp, email, webhooks go on.',
    meta: { changed: true },
  })
  t.match((await typedJson(['status', ...at], own)).data, { banners: [] })
  daemon.child.kill('SIGTERM')
  t.equal(await daemon.ended, 0)

  const again = await served(t, dir)
  t.match((await typedJson(['status', ...at], own)).data, { banners: [] }, 'once')
  again.child.kill('SIGKILL')
})

t.test('a channel that was held before the move is not let go of a copy either', async (t) => {
  const dir = join(folder(t), 'data')
  const own = { env: { KITUO_CONFIG: undefined } }
  setMachine(hms1)
  const house = await houseAt(configurationAt(dir))
  await lookWhereItRuns()
  await within(() => holdAll('asha', 'asked'))
  setMachine(hms2)
  t.match(await lookWhereItRuns(), [{ host: 'hms1' }])
  t.match(await outboundBanner('St Mary'), [/^COPY of St Mary from hms1/, /somebody asked for it/])
  await house.deployment.close()

  const why = ['--reason', 'the old machine is off', '--yes', '--data', dir]
  t.match(await typedJson(['outbound', 'release', '--channel', 'sms', ...why], own), {
    message: /^These data ran on another machine\./,
    meta: { exit: 3 },
  })
  t.match(await typedJson(['outbound', 'release', '--moved', '--confirm', 'hms2', ...why], own), {
    message: 'These data run here now. What was held before the move stays held.',
    meta: { changed: true },
  })
  t.match(await typedJson(['outbound', 'release', '--channel', 'sms', ...why], own), {
    message: 'sms goes on.',
  })
})
