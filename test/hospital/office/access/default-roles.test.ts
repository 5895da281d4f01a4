// The matrix of default roles (PLT-41 to PLT-43) as a page that a person reviews: a change of a
// permit or of a role shows here as a line. Write it anew with WRITE_ROLES=1.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  default_roles,
  shippedCodes,
} from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { permit_classes } from '../../../../db/hospital/permit.ts'
import { catalogue, permits } from '../../../../db/hospital/permits.ts'
import { textsOf } from '../../../support/texts.ts'

const file = join(import.meta.dirname, 'default-roles.txt')
const written = `${default_roles
  .map(({ code }) => [code, ...shippedCodes(code).map((held) => `  ${held}`)].join('\n'))
  .join('\n')}\n`

if (process.env['WRITE_ROLES'] === '1') writeFileSync(file, written)

t.test('the default roles hold what the committed page says', async (t) => {
  t.equal(written, readFileSync(file, 'utf8'), 'run this file with WRITE_ROLES=1')
})

t.test('a permission has the class of its action word in the chapter (PLT-38)', async (t) => {
  const chapter = [...textsOf('docs/rules').values()].join('\n')
  const words = [...chapter.matchAll(/^\| ([RCUXAPM]) \| (.*) \|$/gm)].flatMap(
    ([, letter = '', list = '']) =>
      list.split(/[,;] /).map((word) => ({ letter, word: word.replaceAll('`', '') })),
  )
  t.same([...new Set(words.map(({ letter }) => letter))], permit_classes, 'the table is read')
  for (const [code, permit] of Object.entries(permits)) {
    const own = words.filter(({ word }) => word === code || word === code.split(':')[1])
    const letters = own.length === 0 ? ['M'] : own.map(({ letter }) => letter)
    t.ok(letters.includes(permit.class), `${code} is ${permit.class}, the word ${letters.join()}`)
  }
})

// PLT-42: one code a role.
t.test('no permit names a role that is not shipped', async (t) => {
  const codes = new Set(default_roles.map(({ code }) => code))
  for (const [permit, { roles }] of Object.entries(permits)) {
    for (const role of roles) t.ok(codes.has(role), `${permit} names ${role}`)
  }
})

t.test('roles that include others name ones that are there', async (t) => {
  const codes = new Set(default_roles.map(({ code }) => code))
  for (const { code, includes } of default_roles) {
    if (includes !== undefined) t.ok(codes.has(includes), `${code} includes ${includes}`)
  }
})

t.test('the administrator holds the whole catalogue, a patient nothing of it', async (t) => {
  t.same(shippedCodes('administrator'), catalogue)
  t.same(shippedCodes('patient'), [])
})

t.test('a role holds what its permits name it for, and what it includes', async (t) => {
  for (const { code, includes, without = [] } of default_roles) {
    if (code === 'administrator' || code === 'patient') continue
    const named = Object.entries(permits)
      .filter(([, { roles }]) => (roles as readonly string[]).includes(code))
      .map(([permit]) => permit)
    const wanted = new Set([...named, ...(includes === undefined ? [] : shippedCodes(includes))])
    for (const left of without) wanted.delete(left)
    t.same(shippedCodes(code), [...wanted].sort(), code)
  }
})
