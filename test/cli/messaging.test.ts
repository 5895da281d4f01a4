// The commands of messaging as they are typed, through the socket of a house that runs and directly
// on the data of one that does not (OPS-54): the same documents and the same exit codes.

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startSmsc } from '../../daemon/smsc/server.ts'
import type { Document } from '../../db/deployment/line.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/house.ts'
import { receiver } from '../support/receiver.ts'
import { certificate } from '../support/certificate.ts'
import { typed, typedJson } from '../support/typed.ts'
import { words } from '../support/words.ts'

t.setTimeout(120_000)
const own = { env: { KITUO_CONFIG: undefined } }
const place = folder(t)
const people = join(place, 'people.csv')
writeFileSync(people, 'phone,firstName\n0712345678,Asha\n0754000111,Juma\n12,Nobody\n')
const people_json = join(place, 'people.json')
writeFileSync(people_json, '{"contacts":[{"phone":"0712345678","firstName":"Asha"}]}')
const password = join(place, 'pw')
writeFileSync(password, 'secretly\n')
const long_password = join(place, 'long')
writeFileSync(long_password, 'much-too-long\n')
const ca = join(place, 'ca.pem')
writeFileSync(ca, certificate)

const because = '--reason "the operator asked"'
/** What is typed, and the exit code that it ends with. */
const lines: readonly (readonly [string, number])[] = [
  ['business add Duka --registration B-1 --contact Ali --email a@example.org --phone 0712', 0],
  ['account add Duka', 0],
  ['account add Duka', 3],
  ['key create --account Duka --name Till --mode test', 0],
  ['key create --account Nobody --name Till', 2],
  ['key create --account Duka --name Till --scope fly:high', 2],

  ['link add trial --host 127.0.0.1 --port 1 --system-id kituo --option windowSize=50', 0],
  ['link add trial --host 127.0.0.1 --system-id kituo', 3],
  ['link add Worse --host 127.0.0.1', 2],
  ['link add other --host h --system-id kituo --option windowSize=501', 2],
  ['link add other --host h --system-id kituo --option speed=5', 2],
  [`link add other --host h --system-id kituo --option tls.on=true --option tls.verify=false`, 2],
  [
    `link add open --host h --system-id kituo --option tls.on=true --option tls.verify=false --acknowledge-insecure`,
    0,
  ],
  [`link set trial --password-file ${password} --throughput 100`, 0],
  [`link set trial --password-file ${long_password}`, 2],
  ['link set trial', 0],
  ['link set nowhere --throughput 1', 2],
  ['link show trial', 0],
  ['link test trial', 6],
  ['link log open', 0],
  ['route set yas open simulator:promotional --yes', 0],
  ['route set mars open --yes', 2],
  ['route set yas nowhere --yes', 2],
  ['route set yas simulator:love --yes', 2],
  ['route list', 0],
  [`link remove open --yes --confirm open ${because}`, 3],
  ['route set yas simulator --yes', 0],
  [`link remove open --yes --confirm opne ${because}`, 2],
  [`link remove open --yes --confirm open ${because}`, 0],
  ['link show open', 2],
  ['link stop trial --yes', 2],
  [`link stop trial --yes ${because}`, 0],

  ['queue pause --yes', 2],
  [`queue pause --yes ${because}`, 0],
  [`queue pause --yes ${because}`, 0],
  ['queue show', 0],
  ['queue show --watch', 0],
  ['queue resume --yes', 0],
  ['uncertain list', 0],
  [`uncertain resolve 0199a5c2-7d1e-7000-8000-000000000001 --outcome accepted --yes ${because}`, 2],

  [`contacts import ${people} --account Duka`, 20],
  [`contacts import ${people_json} --account Duka --on-existing skip`, 0],
  [`contacts import ${people} --account Duka --group Nobody`, 2],
  ['contacts import /not/there --account Duka', 2],
  ['contacts import /dev/null --account Duka', 2],
  ['optout add 0712345678 --account Duka --note "at the desk"', 0],
  ['optout add 0712345678 --account Duka', 0],
  ['optout add 0712345678x --account Duka', 2],
  ['optout add 0222123456 --account Duka', 3],
  ['optout list --account Duka', 0],
  ['optout lift 0712345678 --account Duka --note ab --yes', 2],
  ['optout lift 0712345678 --account Duka --note "asked in writing" --yes', 0],
  ['optout remove 0712345678 --account Duka --note "asked in writing" --yes', 2],
  ['optout list --account Duka --lifted', 0],

  ['campaign list --account Duka', 0],
  ['campaign show Nothing --account Duka', 2],
  [`campaign pause Nothing --account Duka --yes ${because}`, 2],

  ['webhook show --account Duka', 2],
  ['webhook set http://duka.example.org/hook --account Duka', 2],
  ['webhook set https://10.0.0.1/hook --account Duka', 2],
  ['webhook set https://duka.example.org/hook --account Duka --event message.delivered', 0],
  ['webhook set https://duka.example.org/hook --account Duka --event message.read', 2],
  ['webhook show --account Duka', 0],
  ['webhook list --account Duka', 0],
  ['webhook rotate --account Duka --yes', 0],
  ['webhook deliveries --account Duka', 0],
  ['webhook replay --account Duka --yes', 2],
  ['webhook replay 0199a5c2-7d1e-7000-8000-000000000001 --account Duka --yes', 2],
  ['webhook replay --account Duka --since 2027-01-01 --until 2027-01-02 --yes', 0],
  ['webhook test --account Duka --mode test', 3],

  ['settings', 0],
  ['set rate_limit_per_minute 100 --yes', 0],
  ['set rate_limit_per_minute 100 --yes', 0],
  ['set rate_limit_per_minute - --yes', 0],
  ['set rate_limit_per_minute many --yes', 2],
  ['set gateway_paused true --yes', 2],
  ['set webhook_allow_cidrs 127.0.0.0/8,10.0.0.0/8 --yes', 0],
  ['clock show --account Duka', 0],
  ['clock advance 60 --account Duka', 0],
  ['clock reset --account Duka --yes', 0],

  ['send --account Duka --mode test --to 0712345678 --text Karibu --yes', 0],
  ['send --account Duka --to 0712345678 --text Karibu --yes', 2],
  ['send --account Duka --mode test --to 0222123456 --text Karibu --yes', 3],
  ['account add Clinic --billing unmetered', 0],
  ['account show Duka', 0],
  ['account show Nobody', 2],
  [`account pause Duka --yes ${because}`, 0],
  [`account pause Duka --yes ${because}`, 0],
  ['account resume Duka --yes', 0],
  ['business suspend 0199a5c2-7d1e-7000-8000-000000000001 --yes', 2],
  [`business suspend 0199a5c2-7d1e-7000-8000-000000000001 --yes ${because}`, 2],
  ['key list --account Duka', 0],
  ['key list --account Duka --state revoked', 0],
  ['key rotate 0199a5c2-7d1e-7000-8000-000000000001 --yes', 2],
  [`key revoke 0199a5c2-7d1e-7000-8000-000000000001 --yes ${because}`, 2],
  ['wallet topup Duka 5000 --payment BANK-1 --yes', 0],
  ['wallet topup Duka 5000 --payment BANK-1 --yes', 3],
  [`wallet adjust -100 --account Duka --yes ${because}`, 0],
  [`wallet adjust -100000 --account Duka --yes ${because}`, 3],
  ['wallet adjust 1 --account Duka --yes', 2],
  [`wallet adjust 100 --account Duka --yes ${because}`, 0],
  ['wallet threshold 1000 --account Duka', 0],
  ['wallet threshold - --account Duka', 0],
  ['wallet show --account Duka', 0],
  ['wallet statement --account Duka', 0],
  ['wallet prove', 0],
  ['topup list --account Duka', 0],
  ['topup confirm 0199a5c2-7d1e-7000-8000-000000000001 --yes', 2],
  [`topup reject 0199a5c2-7d1e-7000-8000-000000000001 --yes ${because}`, 2],
  ['lookup 0712345678', 0],
  ['lookup 12345', 3],
]

function alike({ meta, ...document }: Document): unknown {
  const { mode: _mode, request: _request, took_ms: _took, data_dir: _dir, ...rest } = meta
  const { configuration: _file, ...own_meta } = rest
  return JSON.parse(
    JSON.stringify({ ...document, meta: own_meta })
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'THEN')
      .replace(/sms_(live|test)_\w{48}/g, 'KEY')
      .replace(/whsec_[^"]+/g, 'SECRET')
      .replace(/"(prefix|lastFour)":"[^"]+"/g, '"$1":"MADE UP"')
      .replace(/"(durationMs|took_ms|offsetSeconds)":\d+/g, '"$1":0')
      .replace(/ in \d+ ms/g, ''),
  ) as unknown
}

const said = (line: string, dir: string) =>
  typedJson(['messaging', ...words(line), '--data', dir], own)

t.test('every command gives the same document by socket and directly', async (t) => {
  const [running, resting] = [join(place, 'running'), join(place, 'resting')]
  const house = await served(t, running, '--first-run')
  const other = await served(t, resting, '--first-run')
  other.child.kill('SIGTERM')
  await other.ended
  for (const [line, exit] of lines) {
    const by_socket = await said(line, running)
    const direct = await said(line, resting)
    t.equal(by_socket.meta.exit, exit, `${line}: ${by_socket.message}`)
    t.same(alike(direct), alike(by_socket), line)
  }

  await t.test('no secret is read back', async (t) => {
    for (const line of ['link show trial', 'link list', 'webhook show --account Duka']) {
      const { out } = await typed(['messaging', ...words(line), '--json', '--data', running], own)
      t.notMatch(out, /secretly|whsec_/, line)
    }
    t.match(await said('link show trial', running), { data: { password: '••••' } })
  })

  await t.test('files come to the client, for its owner alone', async (t) => {
    for (const dir of [running, resting]) {
      const file = join(dir, 'people.csv')
      await said(`contacts export --account Duka --out ${file}`, dir)
      t.match(readFileSync(file, 'utf8'), /255712345678,Asha/)
      t.equal(statSync(file).mode & 0o777, 0o600)
      const proof = join(dir, 'opt-outs.jsonl')
      await said(`optout export --account Duka --format jsonl --out ${proof}`, dir)
      t.match(JSON.parse(readFileSync(proof, 'utf8')), { consentNote: 'asked in writing' })
      const secret = join(dir, 'secret')
      const made = await said(`webhook rotate --account Duka --yes --out ${secret}`, dir)
      t.notOk((made.data as { secret?: string }).secret)
      t.match(readFileSync(secret, 'utf8'), /^whsec_/)
    }
  })

  await t.test('a link is tried, started, serves, and is stopped', async (t) => {
    const smsc = await startSmsc({
      host: '127.0.0.1',
      port: 0,
      system_id: 'kituo',
      password: 'secretly',
      throughput: null,
      receipt_delay_ms: 0,
      mix: { delivered: 1, failed: 0, expired: 0 },
      say: () => undefined,
    })
    t.teardown(() => smsc.close())
    await said(`link set trial --port ${smsc.port}`, running)
    t.match(await said('link test trial', running), { data: { ok: true, state: 'up' } })
    await said('link start trial', running)
    await said('route set all trial --yes', running)
    const state = async () =>
      ((await said('link show trial', running)).data as { state: string }).state
    for (let tries = 0; tries < 50 && (await state()) !== 'up'; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    t.equal(await state(), 'up')
    const send = () =>
      said('send --account "Kituo Hospital" --to 0712345678 --text Karibu --yes', running)
    // A route is in force within two seconds: what was sent before goes the old way.
    let sent = await send()
    for (let tries = 0; tries < 50 && smsc.counts().accepted === 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (smsc.counts().accepted === 0) sent = await send()
    }
    t.equal(sent.meta.exit, 0, sent.message)
    const [{ id } = { id: '' }] = (sent.data as { messages: { id: string }[] }).messages
    const now = async () =>
      (await said(`message show ${id} --account "Kituo Hospital"`, running)).data as {
        status: string
        message?: string
      }
    for (let tries = 0; tries < 50 && (await now()).status !== 'delivered'; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    t.match(await now(), { status: 'delivered', message: undefined })
    t.ok(smsc.counts().accepted > 0)
    await said('route set all simulator --yes', running)
    await said(`link stop trial --yes ${because}`, running)
    t.equal(await state(), 'stopped')
    t.match(await said('link log trial', running), { data: [{ to: 'stopped' }] })
  })

  await t.test('a webhook is tried out where it is', async (t) => {
    const far = await receiver(t)
    await said(`set webhook_ca_file ${ca} --yes`, running)
    await said(`webhook set ${far.url} --account Duka`, running)
    t.match(await said('webhook test --account Duka', running), { data: { ok: true } })
    t.equal(far.posts[0]?.headers['x-sms-event'], 'webhook.test')
    far.answers = (_post, reply) => reply.writeHead(302, { location: '/there' }).end()
    t.match(await said('webhook test --account Duka', running), {
      error: { code: 'check.failed' },
      message: /redirects/,
    })
  })

  house.child.kill('SIGTERM')
  t.equal(await house.ended, 0)
})
