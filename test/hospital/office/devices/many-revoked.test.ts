// A list of more workstations than are read at once names each of them, once (O21).

import 'reflect-metadata'
import { X509Crl } from '@peculiar/x509'
import t from 'tap'
import { days, instantIn } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { authority } from '../../../../db/hospital/office/devices/authority.ts'
import { currentList, rebuild } from '../../../../db/hospital/office/devices/revocation-list.ts'
import { device_certificates } from '../../../../db/hospital/office/devices/tables.ts'
import { newSerial } from '../../../../db/appliance/pki/making.ts'
import { boot } from '../../../support/boot.ts'
import { workstation } from '../../../support/workstation.ts'

t.test('a list of 1,200 names each of them once', async (t) => {
  const { people, facility_id, nobody, hospital } = await boot(t)
  const it = await people.with('system_administrator')
  const asked = { facility_id, label: 'Desk 1', station_role: 'reception' }
  const { data } = await it.post('/devices/activations', asked)
  const { device } = (await nobody.post('/devices/claim', workstation().claim(data.code))).data
  const { fingerprint } = await authority()
  const serials = Array.from({ length: 1200 }, newSerial).sort()
  await within(() =>
    device_certificates.insertMany(
      serials.map((serial) => ({
        serial,
        hospital_id: hospital.id,
        device_id: device.id,
        authority: fingerprint,
        not_after: instantIn(days(30)),
        revoked_at: instantIn(-days(1)),
        reason: 'STOLEN' as const,
      })),
    ),
  )
  await rebuild()
  const { entries } = new X509Crl(new Uint8Array(await currentList()))
  t.same(
    entries.map(({ serialNumber }) => serialNumber),
    serials,
  )
})
