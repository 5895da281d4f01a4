// Type of number and numbering plan of an address (MSG-338).

export interface SmppAddress {
  ton: number
  npi: number
  address: string
}

export interface AddressSettings {
  source_ton: number | null
  source_npi: number | null
  dest_ton: number
  dest_npi: number
}

const alphanumeric = { ton: 5, npi: 0 }
const short_code = { ton: 3, npi: 0 }
const international = { ton: 1, npi: 1 }

export function sourceOf(sender: string, settings: AddressSettings): SmppAddress {
  const kind = /^[0-9]{3,6}$/.test(sender)
    ? short_code
    : /^\+?[0-9]+$/.test(sender)
      ? international
      : alphanumeric
  return {
    ton: settings.source_ton ?? kind.ton,
    npi: settings.source_npi ?? kind.npi,
    address: kind === international ? sender.replace('+', '') : sender,
  }
}

export const destinationOf = (to: string, settings: AddressSettings): SmppAddress => ({
  ton: settings.dest_ton,
  npi: settings.dest_npi,
  address: to.replace('+', ''),
})
