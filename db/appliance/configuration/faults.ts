// What is wrong with a configuration, all of it at once (OPS-35).

import { Refusal } from '../../core/refusal.ts'

export interface Fault {
  code:
    | 'config.unreadable'
    | 'config.unknown_key'
    | 'config.wrong_value'
    | 'config.missing_path'
    | 'config.secret'
    | 'config.together'
  /** `kituo.toml:14`, `KITUO_LISTEN`, `--listen`. */
  where: string
  line: number | null
  key: string | null
  message: string
  /** It is there, and whoever asks may not read it. */
  forbidden?: true
}

/** `where: message`; where a flag or an environment name is the subject, the sentence begins with it. */
export const said = ({ where, message }: Fault): string =>
  message.startsWith(`${where} `) ? message : `${where}: ${message}`

export const ofTheHouse = (file: string): string =>
  `${file} is for the house and for root to read: type it as root.`

export class ConfigurationFaults extends Refusal {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    const first = faults[0] as Fault
    const refused = faults.every(({ forbidden }) => forbidden === true)
    const message = refused ? ofTheHouse(first.where) : faults.map(said).join('\n')
    const facts = { field: first.key ?? undefined, facts: { faults } }
    super(refused ? 403 : 400, refused ? 'not.permitted' : first.code, message, facts)
    this.name = 'ConfigurationFaults'
    this.faults = faults
  }
}
