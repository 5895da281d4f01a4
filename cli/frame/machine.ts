// What the machine must give before anything is opened (OPS-1, step 2).

import { existsSync, statSync } from 'node:fs'
import { writeSize } from '../../db/appliance/configuration/kinds.ts'
import type { Configuration } from '../../db/appliance/configuration/read.ts'
import { refuseNetworkFilesystem, spaceAt } from '../../db/appliance/deployment/filesystem.ts'
import { userName } from '../../db/appliance/deployment/user.ts'
import { Refusal } from '../../db/core/refusal.ts'

export function checkMachine({ get, place }: Configuration, allow_root: boolean): void {
  const dir = get('data.dir')
  const uid = process.getuid?.()
  // A clone is for trying, often in a container that knows no other user.
  if (uid === 0 && place === 'appliance' && !allow_root) {
    throw refused(
      403,
      'not.permitted',
      'Kituo does not run as root. As a service: systemctl start kituo. All the same: --allow-root',
    )
  }
  if (existsSync(dir)) {
    const { uid: owner, mode } = statSync(dir)
    if (uid !== undefined && owner !== uid) {
      throw refused(
        403,
        'not.permitted',
        `${dir} belongs to ${userName(owner)}: run kituo serve as that user.`,
      )
    }
    if ((mode & 0o077) !== 0) {
      throw refused(409, 'data_dir.open', `${dir} is open to others. Run: chmod 700 ${dir}`)
    }
  }
  if (get('database.engine') === 'sqlite') refuseNetworkFilesystem(dir)
  const { free } = spaceAt(dir)
  if (free < get('disk.read_only')) {
    throw refused(
      503,
      'resources.disk',
      `${dir} has less than ${writeSize(get('disk.read_only'))} free. Free space, then start again.`,
    )
  }
}

const refused = (status: number, code: string, message: string): Refusal =>
  new Refusal(status, code, message)
