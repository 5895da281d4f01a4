// Bodies of what is done in a mortuary.

export const mortuary_bodies: Record<string, (said: { word: string }) => unknown> = {
  'POST /bodies/:id/services': ({ word }) => ({
    kind: 'CHAPEL',
    requested_by: { name: word },
  }),
}
