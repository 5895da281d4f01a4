// What the listeners show of themselves (OPS-19…OPS-24, OPS-137): judged by openssl and by a client
// that trusts nothing but what it fetched.

import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

const own = { env: { KITUO_CONFIG: undefined } }
const ask = (dir: string, ...line: string[]) => typedJson([...line, '--data', dir], own)

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Whose certificate is shown, whoever signed it. */
const shownAt = (url: string): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerCertificate())
        socket.destroy()
      },
    )
    socket.once('error', reject)
  })

/** As a workstation that trusts what it was given, and nothing else. */
const fetched = (
  url: string,
  ca: string,
): Promise<{ status: number; body: string; hsts: unknown }> =>
  new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body,
          hsts: answer.headers['strict-transport-security'],
        }),
      )
    }).once('error', reject)
  })

const house = async (t: Parameters<typeof served>[0], toml: string) => {
  const dir = join(folder(t), 'data')
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'kituo.toml'), toml)
  return { dir, ...(await served(t, dir, '--first-run')) }
}

const signedByNobody = (at: string, name: string): { certificate: string; key: string } => {
  const [certificate, key] = [join(at, `${name}.pem`), join(at, `${name}.key`)]
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=${name}
      -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${certificate}`.split(/\s+/),
    { stdio: 'ignore' },
  )
  return { certificate, key }
}

t.test(
  'OPS-137: the house signs its own certificate, and a machine can fetch whom to trust',
  async (t) => {
    const redirect = await freePort()
    const { dir, url } = await house(
      t,
      `redirect_listen = "127.0.0.1:${redirect}"\n[tls]\nmode = "own"\nnames = ["kituo.st-mary.example"]\n`,
    )
    t.match(url, /^https:/)
    const plain = `http://127.0.0.1:${redirect}`

    // OPS-22
    const answer = await fetch(`${plain}/pki/server-ca.pem`)
    t.equal(answer.status, 200)
    const ca = await answer.text()
    const der = Buffer.from(await (await fetch(`${plain}/pki/server-ca.der`)).arrayBuffer())
    t.ok(new X509Certificate(der).raw.equals(new X509Certificate(ca).raw))
    t.match(answer.headers.get('last-modified'), / GMT$/)
    const etag = answer.headers.get('etag') ?? ''
    t.match(etag, /^"[0-9a-f]{32}"$/)
    const again = await fetch(`${plain}/pki/server-ca.pem`, { headers: { 'if-none-match': etag } })
    t.equal(again.status, 304)
    t.equal((await fetch(`${plain}/pki/other.pem`)).status, 404)

    const health = await fetched(`${url}/api/v1/health`, ca)
    t.match(health, { status: 200, body: /"ok"/ })
    t.equal(health.hsts, undefined, 'OPS-24: only where the authority is known everywhere')
    t.equal((await fetched(`${url}/pki/server-ca.pem`, ca)).body, ca)

    const shown = await shownAt(url)
    t.match(shown.subjectaltname, /DNS:kituo\.st-mary\.example/)
    t.match(shown.subjectaltname, /IP Address:127\.0\.0\.1/)
    writeFileSync(join(dir, 'tmp/ca.pem'), ca)
    writeFileSync(join(dir, 'tmp/own.pem'), new X509Certificate(shown.raw).toString())
    t.match(
      execFileSync(
        'openssl',
        [
          'verify',
          '-purpose',
          'sslserver',
          '-CAfile',
          join(dir, 'tmp/ca.pem'),
          join(dir, 'tmp/own.pem'),
        ],
        { encoding: 'utf8' },
      ),
      /OK/,
    )
    const days = (Date.parse(shown.valid_to) - Date.parse(shown.valid_from)) / 86_400_000
    t.ok(days > 396 && days < 398, `397 days, and it is ${days}`)

    t.test('plain HTTP leads to the encrypted address, and shows the fingerprint', async (t) => {
      const led = await fetch(`${plain}/portal/info?x=1`, { redirect: 'manual' })
      t.equal(led.status, 308)
      t.match(led.headers.get('location'), /^https:\/\/.*\/portal\/info\?x=1$/)
      t.equal((await fetch(`${plain}/api/v1/health`)).status, 200)
      t.equal((await fetch(`${plain}/api/v1/auth/me`, { redirect: 'manual' })).status, 308)
      const print = new X509Certificate(ca).fingerprint256.replaceAll(':', '').toLowerCase()
      const page = (await (await fetch(plain)).text()).replaceAll('\n', ' ')
      t.match(page.replaceAll(' ', ''), print)
    })

    t.test('OPS-20: other names are shown without a stop', async (t) => {
      await ask(dir, 'config', 'set', 'tls.names', 'kituo.elsewhere.example')
      const told = await ask(dir, 'reload')
      t.match(told.data, { applied: [{ key: 'tls.names' }], after_restart: [] })
      t.match((await shownAt(url)).subjectaltname, /DNS:kituo\.elsewhere\.example/)
      t.match(await fetched(`${url}/api/v1/health`, ca), { status: 200 })
    })

    t.test('ca: shown, checked, renewed and rotated', async (t) => {
      const { data: listed } = await ask(dir, 'ca', 'show')
      t.match(listed, [
        { kind: 'SERVER', state: 'CURRENT' },
        { kind: 'DEVICE', state: 'CURRENT' },
      ])
      const before = (await shownAt(url)).serialNumber
      t.match(await ask(dir, 'ca', 'server', 'renew'), { success: true })
      t.not((await shownAt(url)).serialNumber, before, 'a new certificate is in use')
      t.match(await fetched(`${url}/api/v1/health`, ca), { status: 200 }, 'of the same authority')

      const words = ['ca', 'server', 'rotate', '--reason', 'a key was seen']
      t.match(await ask(dir, ...words), { error: { code: 'confirm.needed' } })
      const rotated = await ask(dir, ...words, '--yes', '--confirm', 'server authority')
      t.match(rotated, { success: true, data: { kind: 'SERVER', state: 'CURRENT' } })
      t.rejects(fetched(`${url}/api/v1/health`, ca), 'what was fetched before does not do any more')
      const both = (await (await fetch(`${plain}/pki/server-ca.pem`)).text()) ?? ''
      t.equal(both.match(/BEGIN CERTIFICATE/g)?.length, 2, 'OPS-141: both are published')
      t.match(await fetched(`${url}/api/v1/health`, both), { status: 200 })
      t.match(await ask(dir, 'ca', 'show'), {
        data: [{ state: 'CURRENT' }, { state: 'PREVIOUS' }, { kind: 'DEVICE' }],
      })
      t.match(await ask(dir, 'ca', 'check', '--openssl'), {
        success: true,
        data: { findings: [{ state: 'OK' }] },
      })
      const sheet = join(dir, 'tmp/sheet.pdf')
      const { data: on_it } = await ask(dir, 'ca', 'sheet', '--out', sheet)
      const kinds = (on_it as { authorities: { kind: string; fingerprint: string }[] }).authorities
      t.same([...new Set(kinds.map(({ kind }) => kind))], ['SERVER', 'DEVICE'], 'OPS-143')
      for (const { fingerprint } of kinds) t.match(fingerprint, /^[0-9a-f]{64}$/)
      t.match(readFileSync(sheet, 'latin1'), /^%PDF-/)
    })

    t.test('the mode is changed without a stop', async (t) => {
      await ask(dir, 'config', 'set', 'tls.mode', 'off')
      t.match(await ask(dir, 'reload'), { success: true })
      const status = await ask(dir, 'status')
      const [now = ''] = (status.data as { daemon: { listen: string[] } }).daemon.listen
      t.equal(now, url.replace('https:', 'http:'))
      t.equal((await fetch(`${now}/api/v1/health`)).status, 200)
    })
  },
)

t.test('OPS-20: a pair in files is judged before it replaces a good one', async (t) => {
  const at = folder(t)
  const first = signedByNobody(at, 'first')
  const second = signedByNobody(at, 'second')
  const { dir, url } = await house(
    t,
    `[tls]\nmode = "files"\ncertificate = "${first.certificate}"\nkey = "${first.key}"\nnames = ["127.0.0.1"]\n`,
  )
  const trusted = readFileSync(first.certificate, 'utf8')
  const health = await fetched(`${url}/api/v1/health`, trusted)
  t.equal(health.status, 200)
  t.match(health.hsts, /max-age=\d+/, 'OPS-24')

  const good = readFileSync(first.key)
  writeFileSync(first.key, readFileSync(second.key))
  t.match(await ask(dir, 'reload'), {
    success: false,
    error: { code: 'config.wrong_value', message: /is not the key of/ },
    meta: { exit: 2 },
  })
  t.match(await fetched(`${url}/api/v1/health`, trusted), { status: 200 }, 'the old one serves on')
  writeFileSync(first.key, good)

  writeFileSync(first.certificate, readFileSync(second.certificate))
  writeFileSync(first.key, readFileSync(second.key))
  t.match((await ask(dir, 'reload')).data, { applied: [{ key: 'tls.certificate' }] })
  t.match((await shownAt(url)).subject, { CN: 'second' }, 'the same names, another certificate')
})

t.test('OPS-20: files that do not fit stop the start', async (t) => {
  const at = folder(t)
  const [one, two] = [signedByNobody(at, 'one'), signedByNobody(at, 'two')]
  const dir = join(folder(t), 'data')
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(
    join(dir, 'kituo.toml'),
    `[tls]\nmode = "files"\ncertificate = "${one.certificate}"\nkey = "${two.key}"\n`,
  )
  t.match(await typed(['serve', '--first-run', '--data', dir, '--listen', '127.0.0.1:0'], own), {
    code: 2,
    err: /is not the key of/,
  })
})

t.test('OPS-141: a new authority for workstations, and its list', async (t) => {
  const dir = join(folder(t), 'data')
  await served(t, dir, '--first-run')
  const words = ['device', 'ca', 'rotate', '--reason', 'ten years are over', '--yes']
  t.match(await ask(dir, ...words), { error: { code: 'confirm.needed' } })
  const rotated = await ask(dir, ...words, '--confirm', 'rotate the authority')
  t.match(rotated, {
    success: true,
    data: {
      current: { state: 'CURRENT' },
      previous: { state: 'PREVIOUS' },
      workstations_to_renew: 0,
    },
  })
  t.match(await ask(dir, 'device', 'crl', 'publish'), { success: true })
  const { data: lists } = await ask(dir, 'device', 'crl', 'show')
  t.equal((lists as unknown[]).length, 2, 'each authority has its own')
  const files = folder(t)
  const [ca_out, crl_out] = [join(files, 'ca.pem'), join(files, 'crl.pem')]
  t.match(await typed(['device', 'ca', 'export', '--out', ca_out, '--data', dir], own), { code: 0 })
  t.match(
    await typed(
      ['device', 'crl', 'export', '--format', 'pem', '--out', crl_out, '--data', dir],
      own,
    ),
    { code: 0 },
  )
  t.match(
    execFileSync('openssl', ['crl', '-in', crl_out, '-noout', '-CAfile', ca_out, '-verify'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
    '',
  )
})
