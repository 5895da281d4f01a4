// Vaccines as they ship, from general knowledge in own words. `code | name | in Swahili | antigens | l live,
// j injected | route | site | dose | doses in a vial | hours once open | ingredient of the formulary |
// code of its charge, where it is not free | not to whom`.

export const vaccines_edition = 1
export const vaccines_source =
  'Public schedules of the national immunisation programme and of WHO, in own words; compare with the ' +
  'programme in force and the leaflet of the lot before adopting.'

const lines = `
BCG|BCG|BCG|TB|lj|ID|left upper arm|0.05 ml; 0.1 ml from 1 year|20|6|bcg_vaccine||Symptomatic HIV, weak immunity
OPV|Oral polio|Polio ya matone|POLIO|l|PO|mouth|2 drops|20|672|polio_oral_vaccine||Weak immunity
PENTA|Pentavalent (DTP-HepB-Hib)|Penta|DIPHTHERIA TETANUS PERTUSSIS HEPB HIB|j|IM|left thigh|0.5 ml|10|672|pentavalent_vaccine||Shock or fits within 3 days of the last dose
PCV|Pneumococcal conjugate|Nimonia (PCV)|PNEUMOCOCCUS|j|IM|right thigh|0.5 ml|4|672|pneumococcal_vaccine||Severe reaction to an earlier dose
ROTA|Rotavirus|Rota|ROTAVIRUS|l|PO|mouth|1.5 ml|1|0|rotavirus_vaccine||Intussusception, weak immunity
IPV|Inactivated polio|Polio ya sindano|POLIO|j|IM|right thigh|0.5 ml|10|672|polio_inactivated_vaccine||Severe reaction to an earlier dose
MR|Measles and rubella|Surua na rubela|MEASLES RUBELLA|lj|SC|left upper arm|0.5 ml|10|6|measles_rubella_vaccine||Pregnancy, weak immunity
TD|Tetanus and diphtheria|Pepopunda na dondakoo|TETANUS DIPHTHERIA|j|IM|left upper arm|0.5 ml|10|672|tetanus_diphtheria_vaccine||Severe reaction to an earlier dose
HPV|Human papillomavirus|Saratani ya mlango wa kizazi|HPV|j|IM|left upper arm|0.5 ml|1|0|papillomavirus_vaccine||Pregnancy: wait; severe reaction to an earlier dose
HEPB|Hepatitis B|Homa ya ini B|HEPB|j|IM|upper arm|1 ml|1|0|hepatitis_b_vaccine|VAC-HEPB|Severe reaction to an earlier dose
RABIES|Rabies|Kichaa cha mbwa|RABIES|j|IM|upper arm|1 ml IM; 0.1 ml ID at two sites|1|0|rabies_vaccine|VAC-RABIES|Nothing after a bite
YF|Yellow fever|Homa ya manjano|YELLOW_FEVER|lj|SC|upper arm|0.5 ml|10|6|yellow_fever_vaccine|VAC-YF|Under 9 months, allergy to egg, weak immunity
`

export interface ShippedVaccine {
  code: string
  name: string
  name_sw: string
  antigens: string[]
  live: boolean
  injected: boolean
  route: string
  site: string
  dose_text: string
  doses_per_vial: number
  open_vial_hours: number | null
  ingredient: string
  charge_code: string | null
  contraindications: string
}

export const shipped_vaccines: readonly ShippedVaccine[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', name_sw = '', antigens = '', kind = '', ...rest] = line.split('|')
    const [route = '', site = '', dose_text = '', doses = '', hours = '', ingredient = '', ...end] =
      rest
    const [charge_code = '', contraindications = ''] = end
    return {
      code,
      name,
      name_sw,
      antigens: antigens.split(' '),
      live: kind.includes('l'),
      injected: kind.includes('j'),
      route,
      site,
      dose_text,
      doses_per_vial: Number(doses),
      open_vial_hours: Number(hours) || null,
      ingredient,
      charge_code: charge_code || null,
      contraindications,
    }
  })

const by_code = new Map(shipped_vaccines.map((one) => [one.code, one]))

export const vaccineCalled = (code: string): ShippedVaccine | undefined =>
  by_code.get(code.trim().toUpperCase())
