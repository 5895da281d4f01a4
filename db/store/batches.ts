// A long list in pieces, each read after the last row of the one before: no piece is dearer than
// another, and nothing is held open between them.

export const batch_rows = 1000

export async function* batchesOf<T>(
  read: (after: T | undefined, limit: number) => Promise<T[]>,
  limit = batch_rows,
): AsyncGenerator<T[]> {
  let after: T | undefined
  for (;;) {
    const batch = await read(after, limit)
    if (batch.length > 0) yield batch
    if (batch.length < limit) return
    after = batch.at(-1)
  }
}
