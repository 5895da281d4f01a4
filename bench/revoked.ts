// What a list of revoked workstations costs the loop while it is built, and what openssl says of it
// (O21: 5,000 entries, nobody held for 50 ms). Beside the loop: how often it is built anew in a day is
// for revocations to say, so each round is a whole building, from the rows to the row that is served.
//   npm run bench -- revoked [entries, 5000] [rounds, 10]

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operator } from '../db/core/caller.ts'
import { days, instantIn } from '../db/core/clock.ts'
import { rows, within } from '../db/store/connection.ts'
import { open } from '../db/hospital/office/devices/activations.ts'
import { authority } from '../db/hospital/office/devices/authority.ts'
import { claim } from '../db/hospital/office/devices/claim.ts'
import { revoke } from '../db/hospital/office/devices/devices.ts'
import { asPem, currentList, rebuild } from '../db/hospital/office/devices/revocation-list.ts'
import { device_certificates } from '../db/hospital/office/devices/tables.ts'
import { revoke_reasons } from '../db/hospital/office/devices/words.ts'
import { newSerial } from '../db/appliance/pki/making.ts'
import { sql } from '../db/store/sql.ts'
import { configurationAt, houseAt } from '../test/support/programs/backed-house.ts'
import { workstation } from '../test/support/workstation.ts'
import { watchLoop } from './harness/loop.ts'
import { median, report } from './harness/report.ts'

const [entries = 5000, rounds = 10] = process.argv.slice(2).map(Number)
const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-revoked-'))
const { deployment, hospital_id } = await houseAt(configurationAt(join(dir, 'data')))
const caller = operator(hospital_id, 'a bench')
const [facility] = await rows<{ id: string }>(sql`select id from facilities`)

interface Till {
  id: string
  certificate: string
}

async function till(label: string): Promise<Till> {
  const asked = { facility_id: facility?.id ?? '', label, station_role: 'cashier' } as const
  const { code } = await within(() => open(caller, asked))
  const from = { ip: '10.0.0.1', base_url: 'https://kituo.example.org' }
  await claim(from, workstation().claim(code))
  const [made] = await rows<Till>(sql`select id, certificate from devices where label = ${label}`)
  if (made === undefined) throw new Error(`${label} was not claimed`)
  return made
}

const good = await till('Till 1')
const lost = await till('Till 2')
await within(() => revoke(caller, lost.id, { reason: 'LOST', note: null }))
const { fingerprint, pem } = await authority()
// What the first building of a process loads is not what is measured.
await rebuild()
for (let at = 1; at < entries; at += 500) {
  await within(() =>
    device_certificates.insertMany(
      Array.from({ length: Math.min(500, entries - at) }, (_, n) => ({
        serial: newSerial(),
        hospital_id,
        device_id: lost.id,
        authority: fingerprint,
        not_after: instantIn(days(30)),
        revoked_at: instantIn(-days(1) - n),
        reason: revoke_reasons[n % revoke_reasons.length] ?? null,
      })),
    ),
  )
}

const took: number[] = []
const held: number[] = []
const held_own: number[] = []
for (let round = 0; round < rounds; round++) {
  const watch = watchLoop()
  const began = performance.now()
  await rebuild()
  took.push(performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { longest_ms, own_ms } = watch.end()
  held.push(longest_ms)
  held_own.push(own_ms)
}

const der = await currentList()
const keep = (name: string, bytes: string | Buffer): string => {
  const path = join(dir, name)
  writeFileSync(path, bytes)
  return path
}
const ca = keep('ca.pem', pem)
const list = keep('list.pem', asPem(der))
const says = (...line: string[]): string => {
  const { stdout, stderr } = spawnSync('openssl', line, { encoding: 'utf8' })
  return `${stdout}${stderr}`
}
const checked = (name: string, { certificate }: Till): string =>
  says('verify', '-crl_check', '-CAfile', ca, '-CRLfile', list, keep(name, certificate))
const listed = says('crl', '-in', list, '-noout', '-text').match(/Serial Number:/g)?.length ?? 0
await deployment.close()
const said = {
  'the list itself': says('crl', '-in', list, '-noout', '-verify', '-CAfile', ca).trim(),
  'a certificate that counts': checked('good.pem', good).includes(': OK') ? 'OK' : 'refused',
  'a revoked one': checked('lost.pem', lost).includes('certificate revoked') ? 'revoked' : 'OK',
}
rmSync(dir, { recursive: true, force: true })
const figures = (all: readonly number[]) => ({
  median: Math.round(median(all)),
  most: Math.round(Math.max(...all)),
})
report(
  'revoked',
  {
    'built, ms': figures(took),
    'the loop was held, ms (goal 50)': figures(held),
    'less what others took, ms': figures(held_own),
    'entries, as openssl counts them': { median: listed, most: listed },
  },
  [
    `${entries} entries, ${Math.round(der.length / 1024)} KiB, built ${rounds} times.`,
    ...Object.entries(said).map(([what, answer]) => `openssl of ${what}: ${answer}`),
  ],
)
