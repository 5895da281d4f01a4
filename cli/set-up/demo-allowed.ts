// Where made-up people may be (OPS-161): a machine of a real hospital has to allow them first.

import type { Configuration } from '../../db/appliance/configuration/read.ts'
import { conflict } from '../../db/core/refusal.ts'

export function refuseDemo({ get }: Pick<Configuration, 'get'>): void {
  if (get('demo.allowed')) return
  throw conflict(
    'Made-up people are not allowed on this machine. Allow them with: kituo config set demo.allowed true',
  )
}
