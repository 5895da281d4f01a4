// Rows into a table of PostgreSQL as the text of COPY: no statement and no bound value for each.

import type pg from 'pg'

/** The driver's own connection, of which its types say less than there is. */
interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const chunk_bytes = 65_536

/** It takes the place of a query in the driver's line. */
export const copyIn = (client: pg.PoolClient, text: string, rows: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = {
      submit: (wire: unknown) => (wire as Wire).query(text),
      handleCopyInResponse(wire: Wire) {
        for (let at = 0; at < rows.length; at += chunk_bytes) {
          wire.sendCopyFromChunk(rows.subarray(at, at + chunk_bytes))
        }
        wire.endCopyFrom()
      },
      handleError: (error: Error) => reject(error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
    }
    client.query(query)
  })
