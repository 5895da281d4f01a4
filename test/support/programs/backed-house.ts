// A hospital with people, departments and files in it, to be backed up and put back.

import { nothingLostYet } from './nothing-lost-yet.ts'
import { setStretching } from '../../../db/appliance/backups/slots.ts'
import { setFileStore, put } from '../../../db/store/files/store.ts'
import { operator } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { readConfiguration, type Configuration } from '../../../db/appliance/configuration/read.ts'
import { within } from '../../../db/store/connection.ts'
import { createDeployment } from '../../../db/appliance/deployment/create.ts'
import type { Deployment } from '../../../db/appliance/deployment/deployment.ts'
import { setAnchorLog } from '../../../db/hospital/office/audit/anchor-log.ts'
import { record } from '../../../db/hospital/office/audit/record.ts'
import { attachments } from '../../../db/hospital/office/attachments/tables.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import { provision } from '../../../db/hospital/tenants/provisioning/provision.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { withoutUsualDepartments } from '../usual-departments.ts'
import { newId } from '../../../db/core/ids.ts'
import { join } from 'node:path'

setStretching(10)

export interface BackedHouse {
  deployment: Deployment
  hospital_id: string
  department: (code: string) => Promise<void>
  file: (text: string) => Promise<string>
}

export const configurationAt = (dir: string, settings = ''): Configuration =>
  readConfiguration({
    place: 'clone',
    env: {},
    file: join(dir, 'kituo.toml'),
    text: settings,
    flags: { 'data.dir': dir },
  })

export async function houseAt(configuration: Configuration): Promise<BackedHouse> {
  bringAreas()
  nothingLostYet()
  const deployment = await createDeployment(configuration, { command: 'a test', env: {} })
  setFileStore(deployment.root.dir)
  setAnchorLog(join(deployment.root.dir, 'audit-anchors.log'))
  const made = await provision((id) => operator(id, 'a test'), {
    name: 'Kituo Hospital',
    code: 'kituo',
    country: 'TZ',
    facility: { name: 'Main', code: 'MAIN' },
    administrator: { username: 'admin', full_name: 'Neema Mushi' },
    password: 'a long enough secret 42',
  })
  const hospital_id = made.hospital.id
  await withoutUsualDepartments(hospital_id)
  const caller = operator(hospital_id, 'a test')
  return {
    deployment,
    hospital_id,
    department: (code) =>
      within(async () => {
        const { id } = await departments.insert({
          hospital_id,
          code,
          name: `Ward ${code}`,
          name_key: `ward ${code}`.toLowerCase(),
          kind: 'CLINICAL',
        })
        record(caller, 'department.opened', { entity_type: 'department', entity_id: id })
      }),
    async file(text) {
      const sha256 = await put(Buffer.from(text))
      await within(() =>
        attachments.insert({
          hospital_id,
          entity_type: 'hospital',
          entity_id: newId(),
          file_name: 'note.txt',
          content_type: 'text/plain',
          size: text.length,
          sha256,
          category: 'OTHER',
          scan_state: 'CLEAN',
          uploaded_by_name: 'a test',
          uploaded_at: clock.instant(),
        }),
      )
      return sha256
    },
  }
}
