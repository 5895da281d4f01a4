// Bodies of the laboratory: rules by which results go out without a person.

export const diagnostic_bodies: Record<string, (said: { word: string }) => unknown> = {
  'PUT /diagnostics/auto-rules': ({ word }) => ({ rules: [{ name: word, step: 'VERIFY' }] }),
}
