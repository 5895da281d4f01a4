// Where this program runs from: the packaged appliance, or a clone. Defaults differ (operations 2.1).

import { join } from 'node:path'
import { packaged, root } from '../../core/assets.ts'

export type Place = 'appliance' | 'clone'

export const place: Place = packaged ? 'appliance' : 'clone'

/** The folder that a clone's own data lie in, whatever folder the command was typed in. */
export const clone_root = root

export const compiled_file = (of: Place): string =>
  of === 'appliance' ? '/etc/kituo/kituo.toml' : join(clone_root, '.kituo', 'kituo.toml')
