// A command that needs the house alone, approved by a second person beside a house that works: it is
// carried out as the command itself would be, and the request says how it ended (OPS-68, OPS-126).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { asking, own } from '../../support/programs/alone.ts'
import { signing } from '../../support/programs/signing.ts'
import { typed } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const kinds = (seen: readonly { status: number }[]): number[] => [
  ...new Set(seen.map(({ status }) => status)),
]

t.test('an approved restore is laid out while people work', async (t) => {
  const at = await signing(t)
  const { name } = (await at.ask('backup', 'create')).data as { name: string }
  const request = await at.asked('backup', 'restore', name)
  const { seen, result } = await asking(at.me, at.approve(request))
  t.match(result, { success: true, meta: { mode: 'direct' } }, result.message)
  t.match(result.message, /is live as generation 2; \d+ ms offline\. People were kept out for \d/)
  t.same(kinds(seen), [200, 503, 401], 'nobody met a closed door, and every session ended')
  t.match(
    seen.find(({ status }) => status === 503)?.message,
    /^Kituo is being maintained: kituo backup restore is at work\. Back at about \d\d:\d\d\.$/,
  )
  const through = seen.findIndex(({ status }) => status === 503)
  t.ok(through > 3, `answered ${through} times while it was laid out and proved`)
  t.match(
    result.warnings.map(({ message }) => message),
    ['The request is not in the data that are live now.'],
    'it was asked for after the backup',
  )
  t.match(await at.rows('command.backup.restore'), [
    { user_name: 'neema Mushi', query: { asked_by: 'asha Mushi' } },
  ])
  t.match(await at.rows('command.request.approve'), [{ query: { id: request } }])
  t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })

  t.test('another one, whose house does not stand aside before its work', async (t) => {
    const request = await at.asked('secret', 'rotate', 'app_key')
    t.match(await at.ask('request', 'approve', request, '--yes', ...at.as('asha')), {
      error: { message: /^you asked for this/ },
      meta: { exit: 3 },
    })
    const { seen, result } = await asking(at.me, at.approve(request))
    t.match(result, { success: true }, result.message)
    t.ok(
      seen.some(({ message }) => /kituo secret rotate is at work/.test(message ?? '')),
      'people read what is at work',
    )
    t.match(await at.ask('request', 'show', request), {
      data: { state: 'DONE', decided_by: 'neema Mushi', process: null },
    })
    t.match(await at.rows('command.secret.rotate'), [{ query: { asked_by: 'asha Mushi' } }])
    t.match(await at.rows('request.approved'), [{ entity_id: request, user_name: 'neema Mushi' }])
    t.match(await at.approve(request), { message: 'This request is done already.' })
  })

  t.test('on a terminal it says what waits, and how it goes on', async (t) => {
    const line = ['backup', 'restore', name, '--reason', 'a rehearsal', '--data', at.dir]
    const sure = ['--yes', '--confirm', `restore ${name}`, ...at.as('asha')]
    const said = await typed([...line, ...sure], own)
    t.match(said, { code: 7, out: '' })
    const id = /Recorded as (?<id>[0-9a-f-]{36});/.exec(said.err)?.groups?.['id'] ?? ''
    t.match(said.err, `kituo request approve ${id} --as <username>`)
    t.equal(await at.state(id), 'WAITING')
  })

  t.test('of two who approve the same at one moment, one goes on', async (t) => {
    const request = await at.asked('secret', 'rotate', 'app_key')
    const both = ['neema', 'baraka'].map((who) => at.approving(request, who))
    const ended = await Promise.all(both.map((one) => one.ended))
    const said = both.map((one) => one.said()).join('\n')
    t.equal(ended.filter((exit) => exit === 0).length, 1, said)
    t.ok(
      ended.some((exit) => exit === 3 || exit === 5),
      said,
    )
    t.match(await at.state(request), 'DONE')
    t.equal((await at.rows('command.secret.rotate')).length, 2, 'each request once')
  })
})

t.test('an approved restore that is refused keeps nobody out, and waits again', async (t) => {
  const at = await signing(t)
  const { name } = (await at.ask('backup', 'create')).data as { name: string }
  const request = await at.asked('backup', 'restore', 'latest')
  const open = { data: { state: 'WAITING', decided_by: null, process: null } }

  t.test('the phrase does not fit any more', async (t) => {
    await at.ask('backup', 'create')
    const { seen, result } = await asking(at.me, at.approve(request))
    t.match(result, { error: { code: 'confirm.needed' }, meta: { exit: 2 } }, result.message)
    t.same(kinds(seen), [200])
    t.match(await at.ask('request', 'show', request), open)
    t.match(await at.rows('command.request.approve', 'REFUSED'), [{ query: { id: request } }])
  })

  t.test('the backup is damaged', async (t) => {
    const request = await at.asked('backup', 'restore', name)
    const file = join(at.dir, 'backups/backups', name)
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(30_000) ^ 1, 30_000)
    writeFileSync(file, bytes)
    const { seen, result } = await asking(at.me, at.approve(request))
    t.match(result, { error: { code: 'integrity.backup' }, meta: { exit: 10 } }, result.message)
    t.same(kinds(seen), [200])
    t.match(await at.ask('request', 'show', request), open)
    t.match(
      await at.rows('command.backup.restore', 'REFUSED'),
      [{ user_name: 'neema Mushi', query: { asked_by: 'asha Mushi' } }],
      'the house wrote it for somebody who may approve it, and not do it',
    )
    t.equal((await at.rows('command.request.approve', 'REFUSED')).length, 2)
    t.match(await at.ask('journal', 'list'), { meta: { total: 0 } })
    t.match(await at.ask('request', 'withdraw', request, ...at.as('asha')), { success: true })
  })
})

t.test('an approval that is killed can be tried again', async (t) => {
  const at = await signing(t)
  const { name } = (await at.ask('backup', 'create')).data as { name: string }
  const request = await at.asked('backup', 'restore', name)
  const live = async () =>
    ((await at.ask('generation', 'list')).data as { number: number; state: string }[]).find(
      ({ state }) => state === 'LIVE',
    )?.number

  await t.test('while it is laid out', async (t) => {
    const tried = at.approving(request, 'neema')
    while ((await at.state(request)) !== 'APPROVED') await Promise.race([tried.ended, wait(1)])
    t.match(await at.approve(request, 'baraka'), {
      error: { message: 'This request is approved already.' },
      meta: { exit: 3 },
    })
    t.match(
      await at.ask(
        'request',
        'decline',
        request,
        '--yes',
        '--reason',
        'not today',
        ...at.as('baraka'),
      ),
      {
        error: { message: 'This request is approved already.' },
      },
    )
    tried.child.kill('SIGKILL')
    await tried.ended
    t.equal(await at.state(request), 'WAITING')
    t.match(await at.ask('request', 'list', '--state', 'WAITING'), { data: [{ id: request }] })
    t.match(await at.ask('request', 'list', '--state', 'APPROVED'), { data: [] })
    t.equal(await live(), 1)
  })

  await t.test('while the house stands aside', async (t) => {
    const tried = at.approving(request, 'neema')
    while ((await at.me()).status === 200) await Promise.race([tried.ended, wait(1)])
    tried.child.kill('SIGKILL')
    await tried.ended
    while ((await at.me()).status === 503);
    const turned = (await live()) !== 1
    t.equal(
      await at.state(request),
      turned ? undefined : 'WAITING',
      'old or new, and never between',
    )
    if (turned) return
    const again = await at.approve(request)
    t.match(again, { success: true }, again.message)
  })
})
