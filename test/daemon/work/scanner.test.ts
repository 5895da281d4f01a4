// The virus scanner, against a clamd of our own that speaks as the real one does (PLT-108).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { scan, scannerAnswers, scannerIsOn, setScanner } from '../../../daemon/work/scanner.ts'
import { attachments } from '../../../db/hospital/office/attachments/tables.ts'
import { audit_rows } from '../../../db/hospital/office/audit/tables.ts'
import { boot } from '../../support/boot.ts'
import * as files from '../../support/files.ts'

const silent = { status: 503, message: 'The virus scanner does not answer. Try again.' }

/** Reads a stream of pieces as clamd does and says what `answer` says of the bytes. */
function clamd(answer: (bytes: Buffer) => string | null): Server {
  return createServer((socket: Socket) => {
    let heard = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      heard = Buffer.concat([heard, piece])
      if (heard.toString('latin1').startsWith('zPING\0')) return socket.end('PONG\0')
      const bytes = streamed(heard)
      if (bytes === undefined) return undefined
      const said = answer(bytes)
      return said === null ? socket.destroy() : socket.end(`${said}\0`)
    })
  })
}

function streamed(heard: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (!heard.toString('latin1').startsWith(command)) return undefined
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(heard.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

t.test('scanner', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-scan-'))
  const file = join(folder, 'file')
  const large = Buffer.alloc(300_000, 'kituo')
  writeFileSync(file, large)
  let answer: (bytes: Buffer) => string | null = () => 'stream: OK'
  let seen: Buffer = Buffer.alloc(0)
  const listening = async (at: string | number) => {
    const server = clamd((bytes) => {
      seen = bytes
      return answer(bytes)
    })
    await new Promise<void>((resolve) => {
      server.listen(at as number, () => resolve())
    })
    t.teardown(() => server.close())
    return server.address()
  }
  const tcp = (await listening(0)) as { port: number }
  await listening(join(folder, 'clamd.sock'))
  t.teardown(() => {
    setScanner(null)
    rmSync(folder, { recursive: true })
  })

  t.test('without an address nobody looks', async (t) => {
    setScanner(null)
    t.equal(scannerIsOn(), false)
    t.equal(await scan(file), 'NOT_SCANNED')
    t.equal(await scannerAnswers(), false)
  })

  for (const at of [`127.0.0.1:${tcp.port}`, join(folder, 'clamd.sock')]) {
    t.test(`it is spoken to at ${at.startsWith('/') ? 'a socket' : 'a port'}`, async (t) => {
      setScanner(at)
      answer = () => 'stream: OK'
      t.equal(await scannerAnswers(), true)
      t.equal(await scan(file), 'CLEAN')
      t.ok(seen.equals(large), 'it was sent every byte')
      answer = () => 'stream: Eicar-Test-Signature FOUND'
      await t.rejects(scan(file), {
        status: 400,
        message: 'The file carries a known threat (Eicar-Test-Signature) and was not kept.',
      })
    })
  }

  t.test('one that is away, hangs up or does not know is silent', async (t) => {
    setScanner(`127.0.0.1:${tcp.port}`)
    answer = () => null
    await t.rejects(scan(file), silent)
    answer = () => 'INSTREAM size limit exceeded. ERROR'
    await t.rejects(scan(file), silent)
    setScanner(join(folder, 'nobody.sock'))
    await t.rejects(scan(file), silent)
    t.equal(await scannerAnswers(), false)
  })

  t.test('an upload is scanned before it is kept', async (t) => {
    const { people, facility_id, hospital } = await boot(t)
    const officer = await people.with('system_administrator')
    const branch = { entity_type: 'facility', entity_id: facility_id }
    setScanner(`127.0.0.1:${tcp.port}`)
    answer = () => 'stream: OK'
    const clean = await files.attach(officer, branch, 'a.pdf', files.pdf)
    t.match(clean, { status: 201, data: { scan_state: 'CLEAN' } }, clean.message)
    answer = () => 'stream: Win.Test FOUND'
    const found = await files.attach(officer, branch, 'b.txt', Buffer.from('bad'))
    t.equal(found.status, 400)
    t.equal(found.message, 'The file carries a known threat (Win.Test) and was not kept.')
    const noted = {
      hospital_id: hospital.id,
      action: 'attachment.threat',
      outcome: 'REFUSED' as const,
    }
    t.equal(Number(await audit_rows.count(noted)), 1)
    answer = () => null
    const away = await files.attach(officer, branch, 'c.txt', Buffer.from('who knows'))
    t.match(away, silent)
    t.equal(Number(await attachments.count({ hospital_id: hospital.id })), 1)
  })
})
