// What is typed wrongly, row by row of operations 6.1: the exit and the sentence, and nothing is changed.
// Rows that need a scene of their own stand with their commands.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { initialised, typed } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

t.test('what is typed wrongly is refused in a sentence', async (t) => {
  const dir = folder(t)
  await initialised(dir)
  const own = { env: { KITUO_CONFIG: undefined } }
  const run = (...line: string[]) => typed([...line, '--data', dir], own)
  const because = ['--reason', 'a good reason', '--yes']
  const [short, common] = [join(dir, 'short'), join(dir, 'common')]
  writeFileSync(short, 'abc123\n')
  writeFileSync(common, 'password123\n')
  const long = 'x'.repeat(300)
  const business = [
    'messaging',
    'business',
    'add',
    'Duka',
    '--contact',
    'Juma',
    '--phone',
    '0712000000',
  ]
  const till = ['device', 'activate', '--label', 'Till 1', '--role', 'cashier']

  const cases: [string[], number, RegExp][] = [
    [
      ['start'],
      2,
      /^there is no command start\. As a service: systemctl start kituo\. In this terminal: kituo serve$/,
    ],
    [
      ['init', '--country', 'KE'],
      4,
      /^this hospital was set up for TZ; --country KE does not fit\. Settings are changed with: kituo settings set$/,
    ],
    [['init', '--currency', 'TZX'], 2, /^TZX is not a currency code\.$/],
    [
      ['init', '--timezone', 'Dar'],
      2,
      /^Dar is not a time zone\. Did you mean Africa\/Dar_es_Salaam\?$/,
    ],
    [['init', '--code', 'a b'], 2, /^--code takes 3 to 20 small letters, digits and hyphens\.$/],
    [['init', '--admin-password-file', short], 2, /^the password needs at least 10 characters\.$/],
    [['init', '--admin-password-file', common], 2, /^this password is among the commonest\.$/],
    [
      ['init', '--database-url', 'postgres://kituo:secret@db/kituo'],
      2,
      /^a password on the command line is seen by everybody on this machine: use --database-url-file\.$/,
    ],
    [['schedule', 'pause', 'audit-anchor', ...because], 3, /^audit-anchor cannot be paused\.$/],
    [['user', 'suspend', 'admin', ...because], 3, /^This is the last administrator\.$/],
    [
      ['user', 'create', 'admin', '--name', 'Asha', '--phone', '0713000000', '--if-absent'],
      4,
      /^admin exists with another phone\.$/,
    ],
    [['bakup', 'list'], 2, /^there is no command bakup\. Did you mean: backup, books\?$/],
    [
      ['backup', 'create', '--tga', 'x'],
      2,
      /^backup create has no flag --tga\. Did you mean --tag\?$/,
    ],
    [
      ['backup', 'create', '--tag', 'before close'],
      2,
      /^--tag takes small letters, digits and hyphens, at most 40\.$/,
    ],
    [['serve', '--listen', '8080'], 2, /^--listen takes host:port, for example 0\.0\.0\.0:8443\.$/],
    [
      ['module', 'off', 'theatre'],
      2,
      /^module off theatre asks for confirmation: add --yes and --reason\.$/,
    ],
    [
      ['module', 'off', 'pharmacy', ...because],
      2,
      /^pharmacy is not switchable\. Modules: theatre, blood_bank, mortuary, ambulance, tb_ctc, maternity\.$/,
    ],
    [['user', 'show', 'nobody'], 2, /^there is no user nobody\.$/],
    [['generation', 'remove', '9', ...because], 2, /^there is no generation 9\.$/],
    [
      [...till, '--hours', '24', '--never-expires'],
      2,
      /^--hours and --never-expires do not go together\.$/,
    ],
    [[...till, '--cidr', '10.1.0.0/40'], 2, /^10\.1\.0\.0\/40 is not a network\.$/],
    [['database', 'query', 'delete from users'], 2, /only one reading statement\.$/],
    [['database', 'query', 'select 1; select 2'], 2, /only one reading statement\.$/],
    ...['0', '1000001', 'ten'].map((many): [string[], number, RegExp] => [
      ['demo', 'load', '--patients', many, '--yes'],
      2,
      /^--patients takes 1 to 1,000,000\.$/,
    ]),
    [['user', 'show', 'a\0b'], 2, /^user show: <username> takes a user name\.$/],
    [['user', 'show', "'; drop table users; --"], 2, /takes a user name\.$/],
    [['user', 'show', 'x'.repeat(5000)], 2, /^.{1,200}$/],
    [['device', 'revoke', 'x'.repeat(5000), ...because], 2, /^.{1,200}$/],
    [['x'.repeat(5000)], 2, /^.{1,200}$/],
    // Whatever is no UTF-8 comes as this letter.
    [['user', 'show', '\ufffd\ufffd'], 2, /^there is no user \ufffd\ufffd\.$/u],
    [['\ufffd\0'], 2, /^there is no command .{1,180}$/],
    [['user', 'show', 'x'.repeat(10_000_000)], 2, /^.{1,200}$/],
    [['x'.repeat(10_000_000)], 2, /^.{1,200}$/],
    [['user', 'show', 'asha', `--${'y'.repeat(10_000_000)}`], 2, /^.{1,200}$/],
    [['role', 'create', 'x'.repeat(5000), '--permission', 'user:read'], 2, /^.{1,200}$/],
    // Longer than its column: there is none that is called so.
    [['facility', 'show', 'nine-long'], 2, /^there is no branch nine-long\.$/],
    [
      ['department', 'edit', 'thirteen-long', '--name', 'X-ray'],
      2,
      /^there is no department thirt/,
    ],
    [[...till, '--branch', long], 2, /^there is no branch x{60}\.$/],
    [['audit', 'search', '--user', long], 2, /^there is no user x{60}\.$/],
    [['claims', 'list', '--scheme', 'x'.repeat(21)], 2, /^there is no scheme x{21}\.$/],
    [['messaging', 'sender', 'show', long], 2, /^there is no sender ID x{60}\.$/],
    // No day of the calendar, or of no year that anybody means.
    [['accounts', 'list', '--as-of', '2026-13-01'], 2, /^--as-of takes a day like 2026-12-31\.$/],
    [['books', 'lock', '2026-02-30'], 2, /<date> takes a day like 2026-12-31\.$/],
    [['books', 'trial-balance', '--as-of', '9999-12-31'], 2, /takes a day like 2026-12-31\.$/],
    [['payments', 'list', '--from', '0001-01-01'], 2, /takes a day like 2026-12-31\.$/],
    [['backup', 'keep', 'latest', '--until', '2027-02-29', ...because], 2, /takes a day like/],
    [['user', 'roles', 'admin', '--add', 'nurse:2027-02-30'], 2, /or code:YYYY-MM-DD\.$/],
    [['maintenance', 'on', '--until', '2027-02-30T10:00Z', ...because], 2, /takes an instant like/],
    [
      ['messaging', 'override', 'set', '0712345678', 'yas', '--expires', '2027-13-01'],
      2,
      /a moment/,
    ],
    [
      ['outbound', 'release', '--drop-accepted-before', '2027-02-30', ...because],
      2,
      /a moment like/,
    ],
    // A file that is not there, or is none.
    [['backup', 'import', '/nowhere.tar'], 2, /^\/nowhere\.tar is not there\.$/],
    [['backup', 'import', dir], 2, /is a folder\.$/],
    [['backup', 'restore', '/nowhere.tar', '--plan'], 2, /^\/nowhere\.tar is not there\.$/],
    [['update', 'check', '--from', '/nowhere'], 2, /^\/nowhere is not there\.$/],
    [['update', 'check', '--from', short], 2, /short is no folder\.$/],
    [['audit', 'verify', '--export', '/nowhere.jsonl'], 6, /^\/nowhere\.jsonl is not there\.$/],
    [['audit', 'verify', '--export', dir], 6, /is a folder\.$/],
    [
      [
        ...'licence issue st-mary CLINIC --number L-1 --name M --until 2027-12-31 --key'.split(' '),
        short,
      ],
      2,
      /^key: this is not the private key of licence keygen\.$/,
    ],
    [['books', 'verify', '--only', 'ACC-101,ACC-17'], 2, /^--only: there is no proof ACC-17\.$/],
    // What every object has without having been told.
    [['constructor'], 2, /^there is no command constructor\. Did you mean: .*\bconfig\b/],
    [['help', 'toString'], 2, /^there is no command toString\. Did you mean: /],
    [['settings', 'get', 'constructor'], 2, /^there is no setting constructor\.$/],
    [
      [...business, '--email', 'nobody', '--pending'],
      2,
      /^contact_email is not an email address\.$/,
    ],
    [
      [...business, '--email', 'a@b.co', '--registration', long],
      2,
      /^registration_no must be between 1 and 60 characters\.$/,
    ],
    [['role', 'edit', 'cashier', '--add', 'patient:no-such'], 2, /which does not exist\.$/],
    [['settings', 'set', `short_name=${'x'.repeat(5000)}`], 2, /^.{1,200}$/],
  ]
  for (const [line, code, sentence] of cases) {
    const said = await run(...line)
    const name = line.join(' ').slice(0, 60)
    t.equal(said.code, code, name)
    t.match(said.err.replace(/^kituo: /, '').trimEnd(), sentence, name)
    t.notMatch(said.err, /\n\s+at |\0/, 'no stack')
    t.equal(said.out, '', name)
  }
  const { out } = await run('device', 'activations', '--json')
  t.same((JSON.parse(out) as { data: unknown }).data, [], 'no code was made')

  t.match(await run('patient', 'search', 'constructor'), { code: 0 })

  await run('backup', 'create', '--tag', 'one')
  t.match(await run('backup', 'keep', 'latest', '--until', '2020-01-01', ...because), {
    code: 2,
    err: /--until is past\.\n$/,
  })
  const deep = join(dir, 'x'.repeat(300))
  t.match(await run('backup', 'unpack', 'latest', '--to-dir', deep), {
    code: 2,
    err: /its name is too long\. Name another\.\n$/,
  })
  t.match(await run('backup', 'unpack', 'latest', '--to-dir', '/proc/x'), {
    code: 2,
    err: /nobody may write at \/proc\. Name another\.\n$/,
  })
  t.match(await run('backup', 'verify', 'yesterday'), {
    code: 2,
    err: /^kituo: there is no backup yesterday\. Newest: \S+-one\.kbk\n$/,
  })
})
