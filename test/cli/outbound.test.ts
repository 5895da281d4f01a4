import t from 'tap'
import { within } from '../../db/connection.ts'
import { holdAll } from '../../db/outbound/holds.ts'
import { configurationAt, houseAt } from '../support/backed-house.ts'
import { folder } from '../support/folder.ts'
import { typed, typedJson } from '../support/typed.ts'

t.test('what is held is shown and released by hand, channel by channel (OPS-134)', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  await within(() => holdAll('a test', 'restored'))
  await house.deployment.close()
  const at = ['--data', dir]
  t.match(await typedJson(['outbound', 'show', ...at]), {
    data: [
      { channel: 'sms', state: 'held: restored', waiting: 0 },
      { channel: 'webhook', state: 'held: restored' },
      { channel: 'mail', state: 'held: restored' },
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
