// A service as it is shown: its report to who certifies, and to nobody else (MOR-10).

import { type Caller, can } from '../../../../core/caller.ts'
import type { ServiceRow } from './record.ts'
import { serviceRecord, servicesOf } from './record.ts'
import type { BodyService } from './shapes.ts'

const shown = (caller: Caller, row: ServiceRow): BodyService => ({
  ...row,
  reference: row.number,
  report: can(caller, 'mortuary:certify') ? row.report : null,
  charged: row.status === 'DONE',
  warnings: [],
  moves: serviceRecord.moves(caller, row),
  history: [],
})

export const whole = async (
  caller: Caller,
  row: ServiceRow,
  warnings: readonly string[] = [],
): Promise<BodyService> => ({
  ...shown(caller, row),
  warnings: [...warnings],
  history: await serviceRecord.history(caller, row.id),
})

export const ofBody = async (caller: Caller, body_id: string): Promise<BodyService[]> =>
  (await servicesOf(caller, body_id)).map((row) => shown(caller, row))
