// PAT-31: the tree of areas from a file; and the directory of other houses, read in the same manner.

import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { multipart } from '../../../support/files.ts'
import type { Person } from '../../../support/people.ts'

const send = (by: Person, path: string, text: string, fields: [string, string][] = []) =>
  by.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    ...multipart([...fields, ['file', ['list.csv', Buffer.from(text)]]]),
  })

t.test('areas from a file (PAT-31)', async (t) => {
  const { people } = await boot(t)
  const clerk = await people.with('records')
  const path = '/administrative-areas/import'
  const file = [
    'code,parent code,level,name,population',
    'X-1-1-1,X-1-1,3,Mombo,12000',
    'X-1,,1,Tanga mpya,',
    'X-1-1,X-1,2,Korogwe mpya,',
    'X-9-1,X-9,2,Nowhere,',
    ',,1,Nameless,',
    'X-2,,one,Bad level,',
  ].join('\n')
  const refused = [
    { row: 5, message: 'There is no area with the code X-9.' },
    { row: 6, message: 'code is required.' },
    { row: 7, message: 'level must be a whole number from 1 to 9.' },
  ]
  const before = await rowCounts()

  const trial = await send(clerk, path, file, [['dry_run', 'true']])
  t.equal(trial.status, 200, trial.message)
  t.match(trial.data, { rows: 6, created: 3, changed: 0 })
  t.same(
    trial.data.refused.toSorted((a: { row: number }, b: { row: number }) => a.row - b.row),
    refused,
  )
  t.same(await rowCounts(), before, 'a trial leaves nothing')

  const made = await send(clerk, path, file)
  t.match(made.data, { rows: 6, created: 3, changed: 0 }, made.message)
  const [ward] = (await clerk.get('/administrative-areas', { search: 'Mombo' })).data
  t.match(ward, { path: 'Tanga mpya / Korogwe mpya / Mombo', population: 12000 })

  const again = await send(clerk, path, 'code;level;name;parent code\nX-1-1-1;3;Mombo Mjini;X-1-1')
  t.match(again.data, { rows: 1, created: 0, changed: 1, refused: [] }, again.message)
  const same = await send(clerk, path, 'code;level;name;parent code\nX-1-1-1;3;Mombo Mjini;X-1-1')
  t.match(same.data, { rows: 1, created: 0, changed: 0 }, 'a second time there is nothing to do')

  for (const [text, message] of [
    ['', 'file is empty.'],
    ['code,level,name\n', 'file holds no rows.'],
    ['code,name\nX,Y', 'file has no column level.'],
    ['code,level,name,colour\nX,1,Y,red', /^file has a column "colour"/],
  ] as const) {
    const answer = await send(clerk, path, text)
    t.match(answer, { status: 400, message })
  }
  t.match(await send(clerk, path, file, [['dry_run', 'yes']]), {
    status: 400,
    message: 'dry_run must be true or false.',
  })
  t.equal((await send(await people.with('nurse'), path, file)).status, 403)
})

t.test('the directory of other houses from a file', async (t) => {
  const { people } = await boot(t)
  const clerk = await people.with('records', 'clinician')
  const path = '/referral-facilities/import'
  const file = [
    'code,name,level,phone,services',
    'bmb,Bombo Regional Hospital,REGIONAL,0712 345 678,Surgery; Obstetrics',
    ',Kilimani Dispensary,DISPENSARY,,',
    'kcm,KCMC,HUGE,,',
    'kc2,KCMC,ZONAL,12,',
  ].join('\n')
  const trial = await send(clerk, path, file, [['dry_run', 'true']])
  t.match(trial.data, { rows: 4, created: 2, refused: [{ row: 4 }, { row: 5 }] }, trial.message)
  t.same((await clerk.get('/referral-facilities')).data, [])
  const made = await send(clerk, path, file)
  t.match(made.data.refused, [
    { row: 4, message: /^level must be one of/ },
    { row: 5, message: 'phone is not a telephone number.' },
  ])
  const found = (await clerk.get('/referral-facilities')).data
  t.match(found, [
    { code: 'BMB', phone: '+255712345678', services: ['Surgery', 'Obstetrics'] },
    { code: null, name: 'Kilimani Dispensary' },
  ])
  t.match((await send(clerk, path, file)).data, { created: 0, changed: 0 })
  const moved = await send(clerk, path, 'code,name,level\nBMB,Bombo Hospital,ZONAL')
  t.match(moved.data, { created: 0, changed: 1 }, moved.message)
  t.match((await clerk.get('/referral-facilities', { search: 'Bombo' })).data, [
    { name: 'Bombo Hospital', level: 'ZONAL', phone: '+255712345678' },
  ])
})
