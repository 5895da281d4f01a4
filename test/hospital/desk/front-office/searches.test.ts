// Whatever is typed into a search: no list breaks, none takes a sign for a pattern, and each finds
// what really holds the sign (issue 4; PAT-10). The lists are read from the doors.

import t from 'tap'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { clock } from '../../../../db/core/clock.ts'
import { catalogue, isPlatformCode } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'
import { allModulesOn } from '../../../support/modules-on.ts'
import { fieldsOf } from '../../../support/desk/two-hospitals.ts'

const everything = catalogue.filter((code) => !isPlatformCode(code) && code !== 'portal:use')
const lists = hospital_doors
  .flatMap(({ routes }) => routes)
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .filter(({ path }) => !/^\/(platform|gateway|portal)\//.test(path))

t.test('searches', async (t) => {
  const house = await boot(t)
  const { people } = house
  await allModulesOn(house)
  clock.freeze('2026-03-10T07:00:00.000Z')
  const me = await people.holding(...everything)
  const labels = [
    'Man 100% drunk',
    "Sheila O'Neil",
    'Blue_shirt boy',
    'Back\\slash man',
    '😀😀 cap',
  ]
  for (const unknown_label of labels) {
    const made = await me.post('/patients/unknown', { unknown_label })
    t.equal(made.status, 201, made.message)
  }
  for (const name of ['Plain Clinic', '100% Care', "St. Mary's", 'Under_score', 'Emoji 😀 House']) {
    t.equal((await me.post('/referral-facilities', { name })).status, 201)
  }
  const labelled = async (search: string): Promise<string[]> => {
    const answer = await me.get('/patients', { search })
    t.equal(answer.status, 200, `${search}: ${answer.message}`)
    return answer.data.map((one: { unknown_label: string; full_name: string }) => one.full_name)
  }
  const houses = async (search: string): Promise<string[]> => {
    const answer = await me.get('/referral-facilities', { search })
    t.equal(answer.status, 200, `${search}: ${answer.message}`)
    return answer.data.map(({ name }: { name: string }) => name)
  }

  /** Words without which a list is not answered at all. */
  const also: Record<string, Record<string, string>> = {
    '/attachments': { entity_type: 'facility', entity_id: house.facility_id },
    '/permissions/holders': { code: 'patient:read' },
    '/accounting/budgets': { year: '2026' },
  }
  const typed: [string, string][] = [
    ['300 characters', 'a'.repeat(300)],
    ['200 characters', 'a'.repeat(200)],
    ['200 words of one letter', 'a '.repeat(100)],
    ['a per cent', '%'],
    ['per cents', '%%'],
    ['an underscore', '_'],
    ['underscores', '__'],
    ['an emoji', '😀'],
    ['emojis', '😀😀'],
    ['a quote', "'"],
    ['quotes', `"'`],
    ['a closed quote', `" or 1=1 --`],
    ['a backslash', '\\'],
    ['backslashes', '\\\\'],
    ['a star', '*'],
    ['words of the full-text language', 'NEAR(a b) AND OR NOT'],
    ['a column of it', 'name_words: x'],
    ['letters that fold to nothing', 'hh'],
    ['only spaces', '    '],
    ['tabs and no-break spaces', '\t\u00a0\u2003'],
    ['right to left', 'محمد'],
    ['a joined letter', 'e\u0301e\u0301'],
  ]
  for (const [name, search] of typed) {
    await t.test(`${name}: every list answers`, async (t) => {
      let asked = 0
      for (const { path, query } of lists) {
        // What is somebody's own in the staff's records wants a staff record.
        // The next doses are of one ward, and nothing is searched among them.
        if (path.startsWith('/hr/me/') || path === '/nursing/doses/due') continue
        for (const word of ['search', 'q'].filter((one) => fieldsOf(query).includes(one))) {
          asked += 1
          const answer = await me.get(path, { ...also[path], [word]: search })
          const sentence = `${path}: ${answer.status} ${answer.message}`
          t.ok(answer.status === 200 || answer.status === 400, sentence)
          if (answer.status === 400) t.match(answer.message, new RegExp(`^${word} `), sentence)
          if (search.length === 300) t.equal(answer.status, 400, sentence)
        }
      }
      t.ok(asked > 20, `${asked} lists`)
    })
  }

  await t.test('300 characters are refused in one sentence, 200 are taken', async (t) => {
    for (const path of ['/patients', '/visits', '/appointments', '/referrals', '/emergencies']) {
      const long = await me.get(path, { search: 'a'.repeat(300) })
      t.match(long, { status: 400, message: 'search must be at most 200 characters.' }, path)
      t.same((await me.get(path, { search: 'a'.repeat(200) })).data, [], path)
    }
  })

  await t.test('a sign alone finds nobody on the register, and never everybody', async (t) => {
    for (const search of ['%%', '__', '😀😀', '\\\\', `"'`, '**', '--', '%_%', 'hh', 'h h']) {
      t.same(await labelled(search), [], search)
    }
  })

  await t.test('spaces alone ask for nothing: the register as it is', async (t) => {
    t.equal((await labelled('    ')).length, labels.length)
    t.equal((await me.get('/patients', { search: '' })).meta?.total, labels.length)
  })

  await t.test('a word with a sign in it is found by it and without it', async (t) => {
    const found: [string, string][] = [
      ['100%', 'Unknown Man 100% drunk'],
      ['100', 'Unknown Man 100% drunk'],
      ["O'Neil", "Unknown Sheila O'Neil"],
      ['oneil', "Unknown Sheila O'Neil"],
      ['o’neil', "Unknown Sheila O'Neil"],
      ['Blue_shirt', 'Unknown Blue_shirt boy'],
      ['Back\\slash', 'Unknown Back\\slash man'],
      ['cap 😀😀', 'Unknown 😀😀 cap'],
    ]
    for (const [search, name] of found) t.same(await labelled(search), [name], search)
    t.same(await labelled('Bluexshirt'), [], 'an underscore stands for itself')
    t.same(await labelled('Back%man'), [])
  })

  await t.test('directories compare signs as they are', async (t) => {
    t.same(await houses('%'), ['100% Care'])
    t.same(await houses('100%'), ['100% Care'])
    t.same(await houses('_'), ['Under_score'])
    t.same(await houses("mary's"), ["St. Mary's"])
    t.same(await houses('😀'), ['Emoji 😀 House'])
    t.same(await houses('\\'), [])
    t.same(await houses('"'), [])
  })
})
