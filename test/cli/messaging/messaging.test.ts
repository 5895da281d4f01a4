// The commands of messaging as they are typed, through the socket of a house that runs and directly
// on the data of one that does not (OPS-54): the same documents and the same exit codes.

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startSmsc } from '../../../daemon/sending/smsc/server.ts'
import { alike } from '../../support/alike.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { receiver } from '../../support/messaging/receiver.ts'
import { certificate } from '../../support/certificate.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

t.setTimeout(600_000)
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
const ported = join(place, 'ported.csv')
writeFileSync(ported, 'phone,operator\n0712345679,airtel\n0712345680,mars\n12,yas\n')
const token = join(place, 'token')
writeFileSync(token, 'a-token-that-nobody-reads\n')
const whatsapp = `whatsapp number add 0754000111 --name Duka --number-id 1098 --waba-id 2044 --token-file ${token} --secret-file ${token}`
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
  ['link add far --kind http --option url=http://localhost/send --option body={}', 2],
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
  [
    'business add "Closing Ltd" --registration B-9 --contact Ali --email a@example.org --phone 0712',
    0,
  ],
  [`business close "Closing Ltd" --yes ${because}`, 2],
  [`business close "Closing Ltd" --confirm "Closing" ${because}`, 2],
  [`business close "Closing Ltd" --confirm "Closing Ltd" ${because}`, 0],
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

  ['business add Half --contact Ali --email a@example.org --phone 0712', 2],
  ['business add Half --contact Ali --email a@example.org --phone 0712 --pending', 0],
  ['business activate Half --yes', 2],
  ['business set Half', 2],
  ['business set Half --registration B-2', 0],
  ['business set Half --registration B-2', 0],
  ['business activate Half --yes', 0],
  ['business activate Half --yes', 3],
  ['business activate Nobody --yes', 2],
  ['business show Half', 0],
  ['business show Nobody', 2],
  ['business add Two --kind hospital --contact Ali --email a@example.org --phone 0712', 3],
  ['business list --state active', 0],
  ['business list --state bright', 2],
  ['account add Kiosk --business Nobody', 2],
  ['account add Kiosk', 0],
  ['account link Kiosk Nobody', 2],
  ['account link Kiosk Half', 0],
  ['account link Kiosk Half', 3],
  ['account unlink Kiosk --yes', 2],
  [`account unlink Kiosk --yes ${because}`, 0],
  [`account unlink Kiosk --yes ${because}`, 3],
  ['account set Duka', 2],
  ['account set Duka --weight 101', 2],
  ['account set Duka --weight 5 --otp on --max-queued 100', 0],
  ['account set Duka --weight 5', 0],
  ['account set Duka --max-queued 0', 0],
  ['account set Duka --price-list Nothing', 2],
  ['account set Nobody --weight 5', 2],
  ['account set Duka --name D', 2],
  ['account set Duka --name "Kituo Hospital"', 3],
  ['key show 0199a5c2-7d1e-7000-8000-000000000001', 2],
  ['key set 0199a5c2-7d1e-7000-8000-000000000001 --name Other', 2],
  ['console-key --account Duka --yes', 2],
  [`console-key --account Duka --yes ${because}`, 0],

  ['price list', 0],
  ['price show Standard', 0],
  ['price show Nothing', 2],
  ['price add Standard yas 18.50 --from 2020-01-01 --yes', 2],
  ['price add Standard yas -1 --yes', 2],
  ['price add Standard mars 18.50 --yes', 2],
  ['price add Standard marketing 18.50 --yes', 2],
  ['price add Standard yas 18.50 --from 2099-01-01 --yes', 0],
  ['price add Standard yas 18.50 --from 2099-01-01 --yes', 3],
  ['price add Wholesale all 15 --new --yes', 0],
  ['price add wholesale all 15 --new --yes', 3],
  ['price default Wholesale --yes', 3],
  ['price default Standard --yes', 0],
  ['account set Duka --price-list Wholesale', 0],
  ['lookup 0712345678 --account Duka', 0],
  ['account set Duka --price-list -', 0],

  ['operator list', 0],
  ['operator set yas', 2],
  ['operator set mars --throughput 5', 2],
  ['operator set yas --throughput 5001', 2],
  ['operator set yas --throughput 100 --refund-failed on --document identity', 0],
  ['operator set yas --throughput 100', 0],
  ['operator set yas --throughput 0', 0],
  ['operator pause yas --yes', 2],
  [`operator pause yas --yes ${because}`, 0],
  [`operator pause yas --yes ${because}`, 0],
  ['operator resume yas --yes', 0],
  ['prefix list --operator yas', 0],
  ['prefix list --operator mars', 2],
  ['prefix set 60 yas --yes', 0],
  ['prefix set 60 yas --yes', 0],
  ['prefix set 60 mars --yes', 2],
  ['prefix set 22 yas --yes', 2],
  ['prefix set 6 yas --yes', 2],
  ['prefix set 60 yas --state refused --yes', 3],
  ['prefix set 60 --state allocated --yes', 2],
  ['prefix set 60 --state refused --note "of nobody" --yes', 0],
  ['lookup 0601234567', 3],
  ['prefix set 60 --yes', 0],
  ['override set 0712345678 airtel', 0],
  ['override set 0712345678 mars', 2],
  ['override set 0222123456 airtel', 3],
  ['override set 0712345678 airtel --expires 2020-01-01', 2],
  ['lookup 0712345678', 0],
  ['override list --source manual', 0],
  ['override remove 0712345678 --yes', 0],
  ['override remove 0712345678 --yes', 2],
  [`override import ${ported} --yes`, 20],
  ['override import /dev/null --yes', 2],
  ['override list --search 0712', 0],

  ['sender list --state pending', 0],
  ['sender show Nothing', 2],
  ['sender show KITUO', 0],
  ['sender submit KITUO --yes', 3],
  ['sender submit KITUO --operator yas --yes', 2],
  [`sender reject Nothing --yes ${because}`, 2],
  ['receipts list --all', 0],
  [
    `receipts match 0199a5c2-7d1e-7000-8000-000000000001 0199a5c2-7d1e-7000-8000-000000000002 --yes`,
    2,
  ],
  [`receipts discard 0199a5c2-7d1e-7000-8000-000000000001 --yes ${because}`, 2],
  ['inbound-number list', 0],
  ['inbound-number add 15055 --account Nobody', 2],
  ['inbound-number add 15 --account Duka', 2],
  ['inbound-number add 15055 --account Duka', 0],
  ['inbound-number add 15055 --account "Kituo Hospital"', 3],
  ['inbound-number add 15055 --account "Kituo Hospital" --keyword kliniki', 0],
  ['inbound-number add 15055 --account Duka --keyword "two words"', 2],
  ['inbound-number set 15055 --account "Kituo Hospital" --yes', 3],
  ['inbound-number set 15055 --keyword KLINIKI --yes', 2],
  ['inbound-number set 15055 --keyword KLINIKI --new-keyword afya --account Duka --yes', 0],
  ['inbound-number set 15055 --keyword afya --no-keyword --yes', 3],
  ['inbound-number list --account Duka', 0],
  ['inbound-number remove 15055 --keyword AFYA --yes', 0],
  ['inbound-number remove 15055 --yes', 0],
  ['inbound-number remove 15055 --yes', 2],

  [`${whatsapp} --account Duka --mode test`, 2],
  [`${whatsapp.replace('0754000111', '0222000111')} --account Duka`, 3],
  [
    `${whatsapp.replace('--token-file', '--graph-url http://10.0.0.1 --token-file')} --account Duka`,
    2,
  ],
  [`${whatsapp} --account Duka`, 0],
  [`${whatsapp} --account Duka`, 3],
  ['whatsapp number check 0754999999 --account Duka', 2],
  ['whatsapp number disable 0754000111 --account Duka --yes', 2],
  [`whatsapp number disable 0754000111 --account Duka --yes ${because}`, 0],
  [`whatsapp number disable 0754000111 --account Duka --yes ${because}`, 0],
  ['whatsapp number enable 0754000111 --account Duka --yes', 0],
  ['whatsapp number check 255700000099 --account Duka --mode test', 0],
  ['whatsapp template list --account Duka', 0],
  ['whatsapp template sync --account Duka --mode test', 0],
  ['whatsapp template sync --account Duka --number 0754999999', 2],

  ['message list --account Duka', 0],
  ['message list --to 12345678901', 3],
  ['message list --to 0712345678 --to 0712345679', 2],
  ['message list --state lost', 2],
  ['message show 0199a5c2-7d1e-7000-8000-000000000001', 2],
  ['message show 0199a5c2-7d1e-7000-8000-000000000001 --account Duka', 2],
  ['campaign list', 0],
  ['campaign list --account Nobody', 2],
  ['topup list --state pending', 0],
  ['webhook list', 0],
  ['webhook list --health failing', 0],
  ['webhook list --health bright', 2],
  ['webhook deliveries --state failed', 0],
  ['webhook set https://duka.example.org/hook --account Duka', 0],
]

const made_up = [
  [/sms_(live|test)_\w{48}/g, 'KEY'],
  [/whsec_[^"]+/g, 'SECRET'],
  [/"(prefix|lastFour)":"[^"]+"/g, '"$1":"MADE UP"'],
  [/"(durationMs|took_ms|offsetSeconds)":\d+/g, '"$1":0'],
  [/"verifyToken":"[^"]+"/g, '"verifyToken":"MADE UP"'],
  [/ in \d+ ms/g, ''],
] as const

const said = (line: string, dir: string) =>
  typedJson(['messaging', ...words(line), '--data', dir], own)

t.test('every command gives the same document by socket and directly', async (t) => {
  const [running, resting] = [join(place, 'running'), join(place, 'resting')]
  const house = await served(t, running, '--first-run')
  const other = await served(t, resting, '--first-run')
  other.child.kill('SIGTERM')
  await other.ended
  for (const [line, exit] of lines) {
    // Two houses: neither has to wait for the other.
    const [by_socket, direct] = await Promise.all([said(line, running), said(line, resting)])
    t.equal(by_socket.meta.exit, exit, `${line}: ${by_socket.message}`)
    t.same(alike(direct, made_up), alike(by_socket, made_up), line)
  }

  await t.test('a text that looks like JSON is a text where one belongs', async (t) => {
    const link = (verb: string, ...options: string[]) =>
      typedJson(
        [
          'messaging',
          'link',
          verb,
          'texts',
          '--data',
          running,
          ...(verb === 'add' ? ['--kind', 'http'] : []),
          ...options.flatMap((one) => ['--option', one]),
        ],
        own,
      )
    const body = '{"to":"{{to}}","text":"{{text}}"}'
    const url = 'url=https://sms.example.org/send'
    const made = await link('add', url, `body=${body}`, 'acceptStatuses=200', 'headers={"X-A":"7"}')
    t.equal(made.meta.exit, 0, made.message)
    t.match(made.data, { options: { body, acceptStatuses: '200', headers: { 'X-A': '7' } } })
    t.equal((await link('set', 'body={"to":')).meta.exit, 2, 'and must render to JSON')
    const quoted = await link('set', `body=${JSON.stringify(body)}`)
    t.match(quoted.data, { options: { body } })
  })

  await t.test('no secret is read back', async (t) => {
    for (const line of [
      'link show trial',
      'link list',
      'webhook show --account Duka',
      'whatsapp number list --account Duka',
    ]) {
      const { out } = await typed(['messaging', ...words(line), '--json', '--data', running], own)
      t.notMatch(out, /secretly|whsec_|a-token-that|verifyToken/, line)
    }
    t.match(await said('link show trial', running), { data: { password: '••••' } })
  })

  await t.test('the doctor of messaging names what keeps messages back', async (t) => {
    await said(`operator pause yas --yes ${because}`, running)
    const { data, meta, next } = await said('doctor', running)
    t.equal(meta.exit, 20)
    const { findings } = data as { findings: { id: string; state: string; message: string }[] }
    const by_id = new Map(findings.map((found) => [found.id, found]))
    t.match(by_id.get('messaging.links'), { state: 'WARN', message: /go to the simulator$/ })
    t.match(by_id.get('messaging.queue'), { state: 'WARN', message: 'paused: yas' })
    t.match(by_id.get('messaging.routes'), { state: 'OK' })
    t.match(by_id.get('messaging.webhooks'), { state: 'WARN', message: 'never answered yet: Duka' })
    t.ok(by_id.has('machine.clock') && by_id.has('disk.free'))
    t.ok(next.includes('kituo messaging operator resume yas'))
    await said('operator resume yas --yes', running)
    t.match(await said('doctor', resting), { success: true })
  })

  await t.test('what is shown once is shown to a person too', async (t) => {
    const shown = async (line: string): Promise<string> =>
      (await typed(['messaging', ...words(line), '--data', resting], own)).out
    t.match(await shown('key create --account Duka --name Shown'), /^Key +sms_live_\w{48} +Shown/m)
    t.match(await shown(`console-key --account Duka --yes ${because}`), /^Key +sms_live_\w{48}/m)
    t.match(await shown('webhook rotate --account Duka --yes'), /^Secret +whsec_\S+ +Shown once/m)
    const number = `${whatsapp.replace('0754000111', '0754000112').replace('1098', '1099')}`
    t.match(await shown(`${number} --account Duka`), /^Verify token +\S{30,} +Shown once/m)
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
