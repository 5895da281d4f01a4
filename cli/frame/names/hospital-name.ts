import { text } from '../../../db/appliance/configuration/kinds.ts'
import { word } from '../grammar/command.ts'

export const hospital = word(text('the code of a hospital', /^[^\s\0]{1,40}$/), 'by its code')

/** PLT-79 */
export async function hosted(): Promise<void> {
  const { hostedOnly } = await import('../../../db/appliance/deployment/kind.ts')
  hostedOnly()
}
