// Organisms, antibiotics and marks that a hospital begins with, by name alone: breakpoints are loaded by
// the hospital (ruling 41).

import { aware_groups, type Interpretation, interpretations, organism_groups } from '../words.ts'
import { antibiotics, organisms, resistance_marks } from './tables.ts'

/** `code | name | group | n is told to the authority`. */
const shipped_organisms = `
SAUR|Staphylococcus aureus|STAPH|
CONS|Coagulase-negative staphylococci|STAPH|
SPYO|Streptococcus pyogenes|STREP|
SAGA|Streptococcus agalactiae|STREP|
SPNE|Streptococcus pneumoniae|STREP|
VIRI|Viridans streptococci|STREP|
EFAE|Enterococcus faecalis|ENTEROCOCCUS|
EFAM|Enterococcus faecium|ENTEROCOCCUS|
ECOL|Escherichia coli|ENTEROBACTERALES|
KPNE|Klebsiella pneumoniae|ENTEROBACTERALES|
ENTB|Enterobacter species|ENTEROBACTERALES|
CITR|Citrobacter species|ENTEROBACTERALES|
PMIR|Proteus mirabilis|ENTEROBACTERALES|
MMOR|Morganella morganii|ENTEROBACTERALES|
SERR|Serratia marcescens|ENTEROBACTERALES|
SALT|Salmonella Typhi|ENTEROBACTERALES|n
SALM|Salmonella species, not Typhi|ENTEROBACTERALES|
SHIG|Shigella species|ENTEROBACTERALES|n
PAER|Pseudomonas aeruginosa|PSEUDOMONAS|
ABAU|Acinetobacter baumannii complex|ACINETOBACTER|
HINF|Haemophilus influenzae|HAEMOPHILUS|
NMEN|Neisseria meningitidis|NEISSERIA|n
NGON|Neisseria gonorrhoeae|NEISSERIA|
VCHO|Vibrio cholerae|OTHER|n
CAMP|Campylobacter species|OTHER|
CALB|Candida albicans|YEAST|
CAND|Candida species|YEAST|
CNEO|Cryptococcus neoformans|YEAST|
MTUB|Mycobacterium tuberculosis complex|MYCOBACTERIUM|n
OTHR|Another organism|OTHER|
`

/** `code | name | access, watch or reserve | r is kept back`. */
const shipped_antibiotics = `
PEN|Penicillin|ACCESS|
AMP|Ampicillin|ACCESS|
AMC|Amoxicillin and clavulanic acid|ACCESS|
OXA|Oxacillin|ACCESS|
FOX|Cefoxitin|WATCH|
CXM|Cefuroxime|WATCH|
CRO|Ceftriaxone|WATCH|
CTX|Cefotaxime|WATCH|
CAZ|Ceftazidime|WATCH|
FEP|Cefepime|WATCH|
TZP|Piperacillin and tazobactam|WATCH|
GEN|Gentamicin|ACCESS|
AMK|Amikacin|ACCESS|
CIP|Ciprofloxacin|WATCH|
LVX|Levofloxacin|WATCH|
SXT|Co-trimoxazole|ACCESS|
TET|Tetracycline|ACCESS|
DOX|Doxycycline|ACCESS|
CHL|Chloramphenicol|ACCESS|
ERY|Erythromycin|WATCH|
AZM|Azithromycin|WATCH|
CLI|Clindamycin|ACCESS|
NIT|Nitrofurantoin|ACCESS|
FOS|Fosfomycin, oral|WATCH|
MTZ|Metronidazole|ACCESS|
VAN|Vancomycin|WATCH|
MEM|Meropenem|WATCH|r
IPM|Imipenem|WATCH|r
ETP|Ertapenem|WATCH|r
LNZ|Linezolid|RESERVE|r
COL|Colistin|RESERVE|r
TGC|Tigecycline|RESERVE|r
FLU|Fluconazole||
AMB|Amphotericin B||
`

/** `code | name | group or organism | antibiotics | interpretations`. */
const shipped_marks = `
MRSA|Staphylococcus aureus that meticillin does not treat|SAUR|FOX,OXA|R
ESBL_SUSPECT|Beta-lactamase of extended spectrum suspected|ENTEROBACTERALES|CRO,CTX,CAZ|R
CRE|Enterobacterales that a carbapenem does not treat|ENTEROBACTERALES|MEM,IPM,ETP|IR
VRE|Enterococcus that vancomycin does not treat|ENTEROCOCCUS|VAN|R
CRAB|Acinetobacter that a carbapenem does not treat|ACINETOBACTER|MEM,IPM|R
CRPA|Pseudomonas that a carbapenem does not treat|PSEUDOMONAS|MEM,IPM|R
`

const linesIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const groupOf = (word: string) => organism_groups.find((one) => one === word)

export async function shipMicrobiology(hospital_id: string): Promise<void> {
  await organisms.insertMany(
    linesIn(shipped_organisms).map(([code = '', name = '', group = '', marks = '']) => ({
      hospital_id,
      code,
      name,
      organism_group: groupOf(group) ?? 'OTHER',
      notifiable: marks.includes('n'),
    })),
  )
  await antibiotics.insertMany(
    linesIn(shipped_antibiotics).map(
      ([code = '', name = '', aware = '', marks = ''], position) => ({
        hospital_id,
        code,
        name,
        aware: aware_groups.find((one) => one === aware) ?? null,
        position,
        reserved: marks.includes('r'),
      }),
    ),
  )
  await resistance_marks.insertMany(
    linesIn(shipped_marks).map(([code = '', name = '', of = '', drugs = '', letters = '']) => ({
      hospital_id,
      code,
      name,
      organism_group: groupOf(of) ?? null,
      organism_code: groupOf(of) === undefined ? of : null,
      antibiotic_codes: drugs.split(','),
      interpretations: interpretations.filter((one): one is Interpretation =>
        letters.includes(one),
      ),
      alerts: true,
    })),
  )
}
