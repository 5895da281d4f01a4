import t from 'tap'
import { configurationAt, houseAt } from '../support/backed-house.ts'
import { folder } from '../support/folder.ts'
import { typed, typedJson } from '../support/typed.ts'

t.test('workstations by hand', async (t) => {
  const dir = folder(t)
  await (await houseAt(configurationAt(dir))).deployment.close()
  const at = ['--data', dir]
  const made = await typedJson([
    'device',
    'activate',
    '--label',
    'Till 1',
    '--role',
    'cashier',
    '--cidr',
    '10.0.0.0/8',
    ...at,
  ])
  t.match(made, {
    success: true,
    message: /^[2-9A-Z]{5}-[2-9A-Z]{5} {2}for Till 1 at Main\. Shown once\.$/,
    data: { status: 'PENDING', allowed_cidrs: ['10.0.0.0/8'] },
  })
  const { id } = made.data as { id: string }
  t.match(await typed(['device', 'activations', ...at]), { code: 0, out: /Till 1 +cashier/ })
  t.match(await typed(['device', 'cancel', id, '--yes', ...at]), { code: 0, out: /cancelled/ })
  t.match(await typed(['device', 'cancel', id, '--yes', ...at]), { code: 3, err: /CANCELLED/ })
  t.match(await typed(['device', 'show', 'Till 9', ...at]), {
    code: 2,
    err: /there is no workstation Till 9/,
  })
  t.match(
    await typed([
      'device',
      'activate',
      '--label',
      'X1',
      '--role',
      'cashier',
      '--cidr',
      '10.x',
      ...at,
    ]),
    { code: 2, err: /cidr/ },
  )
  t.match(await typedJson(['device', 'ca', 'show', ...at]), {
    data: { subject: /CN=Kituo Device CA, O=Kituo Hospital/ },
  })
})
