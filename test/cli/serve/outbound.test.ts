import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { outbox_messages } from '../../../db/hospital/office/outbox/tables.ts'
import { holdAll } from '../../../db/appliance/outbound/holds.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.test('what is held is shown and released by hand, channel by channel (OPS-134)', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  await within(() => holdAll('a test', 'restored'))
  await house.deployment.close()
  const at = ['--data', dir]
  t.match(await typedJson(['outbound', 'show', ...at]), {
    data: [
      { channel: 'sms', state: 'held: restored', waiting: 0 },
      { channel: 'whatsapp', state: 'held: restored' },
      { channel: 'email', state: 'held: restored' },
      { channel: 'webhooks', state: 'held: restored' },
    ],
  })
  const release = ['outbound', 'release', '--channel', 'sms', '--yes', ...at]
  t.match(await typed(release), { code: 2 }, 'a reason must be given')
  t.match(await typedJson([...release, '--reason', 'asked the operator']), {
    message: 'sms goes on.',
    meta: { changed: true },
  })
  t.match(await typedJson([...release, '--reason', 'asked the operator']), {
    meta: { changed: false },
  })
  t.match(await typed(['outbound', 'show', ...at]), { code: 0, out: /sms +running/ })
})

t.test('a release gives up what is too old, shows it before, and tells the counts', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  const letter = (to: string, created_at: string) =>
    within(() =>
      outbox_messages.insert({
        hospital_id: house.hospital_id,
        event: 'letter',
        class: 'SERVICE',
        channel: 'email',
        contact: to,
        language: 'en',
        status: 'HELD',
        reason: 'restored',
        send_after: created_at,
        created_at,
      }),
    )
  await letter('asha@example.org', '2026-03-01T08:00:00.000Z')
  await letter('juma@example.org', '2026-03-02T08:00:00.000Z')
  await letter('neema@example.org', clock.instant())
  await within(() => holdAll('a test', 'restored'))
  await house.deployment.close()
  const at = ['--data', dir]
  t.match(await typedJson(['outbound', 'show', ...at]), {
    data: [
      { channel: 'sms', held: true, reason: 'restored', already_answered: 0, would_expire: 0 },
      {},
      { channel: 'email', waiting: 3, oldest: '2026-03-01T08:00:00.000Z' },
    ],
  })
  const line = ['outbound', 'release', '--channel', 'email', '--reason', 'yesterday is over', ...at]
  for (const [flags, message] of [
    [['--drop-older-than', '24h', '--drop-accepted-before', '2026-03-02'], /not both/],
    [['--drop-accepted-before', '2026-13-45'], /takes a moment like/],
    [['--drop-older-than', 'yesterday'], /drop-older-than/],
  ] as const)
    t.match(await typedJson([...line, '--yes', ...flags]), { message, meta: { exit: 2 } })
  const cut = ['--drop-accepted-before', '2026-03-01T12:00:00Z']
  t.match(await typedJson([...line, ...cut, '--dry-run']), {
    data: {
      steps: [
        'give up 1 of email that were accepted before 2026-03-01T12:00:00.000Z',
        'let 2 of email go, the oldest of 2026-03-01T08:00:00.000Z',
      ],
    },
  })
  t.match(await typedJson([...line, '--yes', '--drop-older-than', '24h']), {
    message: 'email goes on. 2 were given up.',
    data: { channel: 'email', released: ['email'], queued: 1, dropped: 2 },
  })
  t.match(
    await typedJson([
      'outbound',
      'release',
      '--moved',
      '--reason',
      'the old one is off',
      '--dry-run',
      ...at,
    ]),
    {
      data: { steps: [/^say that these data run on /] },
    },
  )
  t.match(await typed(['outbound', 'release', '--yes', '--reason', 'the old one is off', ...at]), {
    code: 2,
    err: /Give --channel, or --moved\./,
  })
})
