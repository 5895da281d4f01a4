// What developers read: the guide that the house serves (MSG-143), and docs/webhooks.md, which says the same
// and cannot drift from what is posted.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { verifying } from '../../db/messaging/guide/verifying.ts'
import { failure_reasons } from '../../db/messaging/messages/words.ts'
import { gaps_ms } from '../../db/messaging/webhooks/ladder.ts'
import { samples } from '../../db/messaging/webhooks/samples.ts'
import { sign } from '../../db/messaging/webhooks/signature.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { within } from '../../db/store/connection.ts'
import { boot } from '../support/boot.ts'
import { forgetMessaging } from '../support/messaging/messaging.ts'

const docs = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
const secret = 'whsec_test_0123456789abcdef'
const body = '{"event":"message.sent"}'

t.test('the guide is served without a key and without the network (MSG-143)', async (t) => {
  const { nobody } = await boot(t, [])
  const read = async () => nobody.inject({ method: 'GET', url: '/docs/messaging' })
  const page = await read()
  t.equal(page.status, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.match(page.headers['content-security-policy'], /^default-src 'none'/)
  const html = page.raw.toString()
  for (const word of ['sending', 'signatures', 'segments', 'testing', 'limits', 'live'])
    t.match(html, `<h2 id="${word}">`, word)
  for (const { event } of samples()) t.ok(html.includes(event), event)
  for (const { language } of verifying) t.ok(html.includes(`<h3>${language}</h3>`), language)
  t.equal(verifying.length, 5)
  t.notMatch(html.replaceAll(/<pre>[^]*?<\/pre>/g, ''), /src=|@import|url\(|<script/)
  t.match(html, /<td>Calls per minute and key<\/td><td>60<\/td>/)
  await within(() => change({ rate_limit_per_minute: 300 }, 'cli:test'))
  forgetMessaging()
  t.match((await read()).raw.toString(), /<td>Calls per minute and key<\/td><td>300<\/td>/)
})

t.test(
  'docs/webhooks.md has every event with its members, the schedule and the reasons',
  async (t) => {
    for (const { event, sample } of samples()) {
      const line = docs
        .split('\n')
        .find((one) => one.startsWith('| `') && one.includes(`\`${event}\``))
      t.ok(line, event)
      for (const member of Object.keys(sample['data'] as object))
        t.match(line, new RegExp(`\\b${member}\\b`), `${event} ${member}`)
    }
    for (const [at, gap] of gaps_ms.entries()) {
      const said = gap < 60_000 ? `${gap / 1000} s` : `${gap / 60_000} min`
      t.match(docs, `| ${at + 2} | ${said} |`)
    }
    for (const reason of failure_reasons) t.ok(docs.includes(`\`${reason}\``), reason)
    for (const { kind, code } of verifying)
      t.ok(docs.includes(`\`\`\`${kind}\n${code}\`\`\``), kind)
  },
)

const is_there = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0
const codeOf = (kind: string): string => verifying.find((one) => one.kind === kind)?.code ?? ''

/** Right, another secret, another body, too old. */
const cases = (now: number): [string, string, string, string][] => {
  const at = String(now)
  return [
    [secret, at, sign(secret, at, body), body],
    ['whsec_other', at, sign(secret, at, body), body],
    [secret, at, sign(secret, at, body), `${body} `],
    [secret, '1767225600', sign(secret, '1767225600', body), body],
    [secret, '', '', body],
  ]
}
const verdicts = 'true false false false false'

t.test(
  'the receiver in Python judges as ours does',
  { skip: !is_there('python3', '--version') && 'no Python here' },
  async (t) => {
    const folder = t.testdir({})
    const tried = JSON.stringify(cases(Math.floor(performance.timeOrigin / 1000)))
    writeFileSync(
      join(folder, 'try.py'),
      `${codeOf('python')}
import json
tried = json.loads(${JSON.stringify(tried)})
print(*(str(is_ours(s, {"x-sms-timestamp": at, "x-sms-signature": g}, b.encode())).lower() for s, at, g, b in tried))
`,
    )
    const said = spawnSync('python3', ['try.py'], { cwd: folder, encoding: 'utf8' })
    t.equal(said.stdout.trim(), verdicts, said.stderr)
  },
)

t.test(
  'the receiver in Java judges as ours does',
  { skip: !is_there('java', '-version') && 'no Java here', timeout: 600_000 },
  async (t) => {
    const folder = t.testdir({})
    const tried = cases(Math.floor(performance.timeOrigin / 1000)).flat()
    const main = `
public class Try {
    public static void main(String[] given) throws Exception {
        StringBuilder said = new StringBuilder();
        for (int at = 0; at < given.length; at += 4)
            said.append(Webhooks.isOurs(given[at], java.util.Map.of("x-sms-timestamp", given[at + 1], "x-sms-signature", given[at + 2]), given[at + 3].getBytes("UTF-8"))).append(' ');
        System.out.println(said.toString().trim());
    }
}
`
    const imports = /^import .*$/gm
    const code = codeOf('java')
    writeFileSync(
      join(folder, 'Try.java'),
      `${(code.match(imports) ?? []).join('\n')}\n${main}\n${code.replaceAll(imports, '')}`,
    )
    const said = spawnSync('java', ['Try.java', ...tried], { cwd: folder, encoding: 'utf8' })
    t.equal(said.stdout.trim(), verdicts, said.stderr)
  },
)
