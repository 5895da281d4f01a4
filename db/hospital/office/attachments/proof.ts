// Whether the files that rows name are there, and are what they were (OPS-43, PLT-109): of
// attachments, and of photos in their two sizes.

import { createHash } from 'node:crypto'
import { rows } from '../../../store/connection.ts'
import { kept, sizeOf } from '../../../store/files/store.ts'
import { raw, type Sql, sql } from '../../../store/sql.ts'

export interface FilesProof {
  count: number
  read: number
  missing: { sha256: string; file_name: string; uploaded_at: string }[]
  damaged: { sha256: string; file_name: string; uploaded_at: string }[]
}

interface Named {
  sha256: string
  file_name: string
  uploaded_at: string
  /** Null where no row says it: of the small size of a photo. */
  size: number | string | null
}

const at_once = 500

/** Every file is looked for; `sample` of a hundred are read and reckoned as well. */
export async function proveFiles(
  { sample, most = Number.POSITIVE_INFINITY }: { sample: number; most?: number },
  onPart: (done: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<FilesProof> {
  const proof: FilesProof = { count: 0, read: 0, missing: [], damaged: [] }
  let after = ''
  while (proof.count < most && signal?.aborted !== true) {
    const page = await named(after)
    if (page.length === 0) break
    for (const one of page) await look(one, proof, sample)
    proof.count += page.length
    after = page.at(-1)?.sha256 ?? ''
    onPart(proof.count)
  }
  return proof
}

const named = (after: string): Promise<Named[]> =>
  rows<Named>(
    sql`select sha256, min(file_name) as file_name, min(uploaded_at) as uploaded_at,
          min(size) as size
        from (select * from (${attached(after)}) a
          union all select * from (${shown(raw('sha256'), raw('size'), after)}) f
          union all select * from (${shown(raw('thumb_sha256'), raw('null'), after)}) s) named
        group by sha256 order by sha256 limit ${at_once}`,
  )

/** Grouped before it is cut off: of a file that many rows name there is one, and none is left out. */
const attached = (after: string): Sql =>
  sql`select sha256, min(file_name) as file_name, min(uploaded_at) as uploaded_at,
      min(size) as size
    from attachments where erased_at is null and sha256 > ${after}
    group by sha256 order by sha256 limit ${at_once}`

/** A photo has no name of its own: the kind of the record that it shows stands for it. */
const shown = (sha256: Sql, size: Sql, after: string): Sql =>
  sql`select ${sha256} as sha256, min('photo of ' || subject) as file_name,
      min(updated_at) as uploaded_at, cast(min(${size}) as bigint) as size
    from photos where ${sha256} > ${after}
    group by ${sha256} order by ${sha256} limit ${at_once}`

async function look(one: Named, proof: FilesProof, sample: number): Promise<void> {
  const { sha256, file_name, uploaded_at } = one
  const size = await sizeOf(sha256)
  const fault = { sha256, file_name, uploaded_at }
  if (size === undefined) {
    proof.missing.push(fault)
    return
  }
  // Which are read follows from their names, so that the same sample is the same files.
  const chosen = Number.parseInt(sha256.slice(0, 4), 16) % 100 < sample
  const fits = one.size === null || size === Number(one.size)
  if (fits && !chosen) return
  proof.read += 1
  const bytes = await kept(sha256)
  const is = bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex')
  if (is !== sha256) proof.damaged.push(fault)
}
