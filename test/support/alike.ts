// Documents of two houses, made alike: what a house makes up is told apart by nothing but its kind.

import type { Document } from '../../db/appliance/deployment/line.ts'

/** Ids, instants and folders are; a test says what else differs. */
export function alike(
  { meta, ...document }: Document,
  differs: readonly (readonly [RegExp, string])[] = [],
): unknown {
  const { mode: _mode, request: _request, took_ms: _took, data_dir: _dir, ...rest } = meta
  const { configuration: _file, ...own_meta } = rest
  const every: typeof differs = [
    [/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID'],
    [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'THEN'],
    ...differs,
  ]
  const text = JSON.stringify({ ...document, meta: own_meta })
  return JSON.parse(every.reduce((said, [made_up, kind]) => said.replace(made_up, kind), text))
}
