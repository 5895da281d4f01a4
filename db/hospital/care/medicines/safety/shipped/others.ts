// Kidneys, conditions, ages, allergies that cross and classes that double, in own words.

/** `target | below ml/min | action | advice | most a day in MG`. */
export const shipped_renal = `
NSAID|30|AVOID|Use paracetamol.
metformin|30|AVOID|Stop; use insulin.
metformin|45|REDUCE|At most 1 g a day.|1000
nitrofurantoin|45|AVOID|It does not reach the urine; use another.
tenofovir|50|AVOID|Change the regimen.
gentamicin|60|EXTEND_INTERVAL|Every 36 to 48 hours, and measure levels.
amikacin|60|EXTEND_INTERVAL|Every 36 to 48 hours, and measure levels.
streptomycin|50|EXTEND_INTERVAL|Two or three times a week.
vancomycin|50|EXTEND_INTERVAL|By levels.
ciprofloxacin|30|REDUCE|Reduce to 500 mg a day.|500
levofloxacin|50|REDUCE|Half the dose.|500
sulfamethoxazole|30|REDUCE|Half the dose.|1600
sulfamethoxazole|15|AVOID|Use another.
amoxicillin|30|REDUCE|Twice a day at most.|1000
ceftazidime|50|REDUCE|1 g every 12 hours.|2000
cefixime|20|REDUCE|Half the dose.|200
meropenem|50|REDUCE|Every 12 hours.|2000
imipenem|50|REDUCE|Lower dose: fits.|2000
fluconazole|50|REDUCE|Half the dose after the first.|400
aciclovir|25|EXTEND_INTERVAL|Every 8 to 12 hours.
ethambutol|30|EXTEND_INTERVAL|Three times a week.
pyrazinamide|30|EXTEND_INTERVAL|Three times a week.
lamivudine|30|REDUCE|Once a day, lower.|150
colchicine|30|REDUCE|Half the dose, no repeat for two weeks.|0.5
allopurinol|30|REDUCE|Start at 100 mg.|100
digoxin|50|REDUCE|Half the dose, and watch the pulse.|0.125
lithium|30|AVOID|Choose another.
lithium|60|MONITOR|Check the level weekly.
spironolactone|30|AVOID|High potassium.
ACE_INHIBITORS|30|MONITOR|Check potassium and creatinine in a week.
ARB|30|MONITOR|Check potassium and creatinine in a week.
POTASSIUM|30|AVOID|High potassium.
magnesium_sulfate|30|MONITOR|Check reflexes and urine; half the rate.
glibenclamide|60|AVOID|Low sugar for days; use gliclazide.
enoxaparin|30|REDUCE|Once a day.|80
rivaroxaban|15|AVOID|Use heparin and warfarin.
morphine|30|REDUCE|Half the dose, longer apart.|60
pethidine|30|AVOID|Fits; use morphine in small doses.
tramadol|30|REDUCE|At most 200 mg a day.|200
codeine|30|AVOID|Use another.
methotrexate|30|AVOID|Bone marrow fails.
methotrexate|60|MONITOR|Check the blood count weekly.
atenolol|35|REDUCE|At most 50 mg a day.|50
levetiracetam|50|REDUCE|At most 1 g a day.|1000
metoclopramide|40|REDUCE|Half the dose.|15
amphotericin_b|60|MONITOR|Fluids before, and creatinine daily.
`

/** `target | codes of ICD-10 | ! contraindicated, c caution | advice`. */
export const shipped_conditions = `
OXIDANTS|D55|!|G6PD deficiency: red cells break down.
nitrofurantoin|D55|!|G6PD deficiency: red cells break down.
SULFONAMIDES|D55|c|G6PD deficiency: watch for jaundice and dark urine.
NONSELECTIVE_BETA_BLOCKERS|J45-J46|!|Asthma: airways close.
BETA_BLOCKERS|J45-J46|c|Asthma: airways may close.
NSAID|J45-J46|c|Asthma: ask whether aspirin made it worse.
NSAID|K25-K28|!|Ulcer: bleeding. Use paracetamol.
NSAID|N17-N19|!|Kidney disease: use paracetamol.
NSAID|I50|c|Heart failure: water is kept.
NSAID|K70-K77|c|Liver disease: bleeding and kidney injury.
aspirin|B00-B09|c|Virus in a child: Reye's syndrome.
CORTICOSTEROIDS|K25-K28|c|Ulcer: protect the stomach.
CORTICOSTEROIDS|E10-E14|c|Diabetes: sugar rises.
CORTICOSTEROIDS|A15-A19|c|Tuberculosis: under treatment only.
ANTICOAGULANTS|K25-K28|!|Ulcer: bleeding.
ANTICOAGULANTS|I60-I62|!|Bleeding in the head.
ANTIPLATELETS|I60-I62|!|Bleeding in the head.
tramadol|G40-G41|!|Epilepsy: fits.
pethidine|G40-G41|c|Epilepsy: fits.
FLUOROQUINOLONES|G40-G41|c|Epilepsy: fits.
chloroquine|G40-G41|c|Epilepsy: fits.
TRICYCLICS|G40-G41|c|Epilepsy: fits.
ANTIPSYCHOTICS|G40-G41|c|Epilepsy: fits.
imipenem|G40-G41|c|Epilepsy: fits.
FLUOROQUINOLONES|G70|!|Myasthenia: weakness.
AMINOGLYCOSIDES|G70|!|Myasthenia: weakness.
MACROLIDES|G70|c|Myasthenia: weakness.
MAGNESIUM|G70|!|Myasthenia: weakness.
BETA_BLOCKERS|G70|c|Myasthenia: weakness.
BETA_BLOCKERS|I44-I45|!|Heart block.
verapamil|I44-I45|!|Heart block.
verapamil|I50|!|Heart failure.
digoxin|I44-I45|!|Heart block.
TRICYCLICS|I21-I22|!|Recent heart attack.
TRICYCLICS|H40|c|Glaucoma: pressure rises.
ANTICHOLINERGICS|H40|c|Glaucoma: pressure rises.
ANTICHOLINERGICS|N40|c|Prostate: retention.
SEDATING_ANTIHISTAMINES|N40|c|Prostate: retention.
PDE5_INHIBITORS|I20-I25|c|Heart disease: not with nitrates.
ERGOTS|I10-I15|!|High pressure: stroke.
ERGOTS|O13-O16|!|High pressure in pregnancy: stroke.
OESTROGENS|I26|!|Clots.
OESTROGENS|I80-I82|!|Clots.
OESTROGENS|I10-I15|c|High pressure.
OESTROGENS|G43|c|Migraine: stroke.
OESTROGENS|C50|!|Cancer of the breast.
PROGESTOGENS|C50|!|Cancer of the breast.
HEPATOTOXIC|K70-K77|c|Liver disease: check the liver tests.
paracetamol|K70-K77|c|Liver disease: at most 2 g a day.
methotrexate|K70-K77|!|Liver disease.
valproate|K70-K77|!|Liver disease.
ketoconazole|K70-K77|!|Liver disease.
STATINS|K70-K77|c|Liver disease: check the liver tests.
metformin|K70-K77|c|Liver disease: acid blood.
metformin|I50|c|Heart failure: acid blood when it is worse.
THIAZIDES|M10|c|Gout.
LOOP_DIURETICS|M10|c|Gout.
aspirin|M10|c|Gout.
metoclopramide|G20|!|Parkinson's disease.
haloperidol|G20|!|Parkinson's disease.
chlorpromazine|G20|!|Parkinson's disease.
levothyroxine|I20-I25|c|Heart disease: begin with 25 mcg.
lithium|N17-N19|!|Kidney disease.
SSRI|F30-F31|c|Bipolar: mania.
LIVE_VACCINES|B20-B24|c|HIV: by the stage.
bcg_vaccine|B20-B24|!|HIV: not the BCG vaccine.
`

/** `target | from day-to day of age | ! or c | advice`. */
export const shipped_ages = `
codeine|0-4382|!|Under 12 years: stopped breathing.
tramadol|0-4382|!|Under 12 years: stopped breathing.
TETRACYCLINES|0-2921|!|Under 8 years: teeth and bones.
aspirin|0-5843|!|Under 16 years: Reye's syndrome.
FLUOROQUINOLONES|0-6574|c|Under 18 years: joints.
ceftriaxone|0-28|c|Newborn: not with calcium, not when yellow.
SULFONAMIDES|0-42|!|Under 6 weeks: kernicterus.
nitrofurantoin|0-90|!|Under 3 months: red cells break down.
chloramphenicol|0-28|!|Newborn: grey baby.
promethazine|0-730|!|Under 2 years: stopped breathing.
chlorphenamine|0-365|c|Under 1 year: drowsy.
metoclopramide|0-365|!|Under 1 year: spasms.
metoclopramide|366-6574|c|Under 18 years: spasms; short courses.
loperamide|0-1460|!|Under 4 years: paralysed bowel.
ibuprofen|0-90|!|Under 3 months.
diclofenac|0-365|!|Under 1 year.
indometacin|0-5113|c|Under 14 years.
primaquine|0-180|!|Under 6 months.
sulfadoxine|0-60|!|Under 2 months.
mebendazole|0-365|c|Under 1 year.
albendazole|0-365|c|Under 1 year.
ivermectin|0-1826|c|Under 5 years or 15 kg.
benzyl_benzoate|0-730|c|Under 2 years: burns; use permethrin.
NSAID|27393-|c|From 75 years: bleeding and kidneys.
BENZODIAZEPINES|23741-|c|From 65 years: falls.
TRICYCLICS|23741-|c|From 65 years: falls, confusion.
glibenclamide|23741-|c|From 65 years: low sugar for days.
SEDATING_ANTIHISTAMINES|23741-|c|From 65 years: confusion.
valproate|0-730|c|Under 2 years: liver.
lamotrigine|0-730|c|Under 2 years: rash.
`

/** `class | reacts with | = same, l likely, p possible`. */
export const shipped_cross_allergies = `
PENICILLINS|PENICILLINS|=
CEPHALOSPORINS|CEPHALOSPORINS|l
NSAID|NSAID|l
PENICILLINS|CEPHALOSPORINS|p
PENICILLINS|CARBAPENEMS|p
CEPHALOSPORINS|CARBAPENEMS|p
SULFONAMIDES|SULFONAMIDES|=
NSAID|SALICYLATES|l
SULFONAMIDES|THIAZIDES|p
SULFONAMIDES|LOOP_DIURETICS|p
SULFONAMIDES|SULFONYLUREAS|p
AMINOGLYCOSIDES|AMINOGLYCOSIDES|l
MACROLIDES|MACROLIDES|l
FLUOROQUINOLONES|FLUOROQUINOLONES|l
AMIDE_ANAESTHETICS|AMIDE_ANAESTHETICS|l
OPIOIDS|OPIOIDS|p
AZOLES|AZOLES|p
`

/** `class | R refuse, w warn | so many are allowed`. */
export const shipped_duplicate_classes = `
NSAID|R|1
ACE_INHIBITORS|R|1
ARB|R|1
BETA_BLOCKERS|w|1
STATINS|R|1
SSRI|R|1
TRICYCLICS|w|1
BENZODIAZEPINES|w|1
OPIOIDS|w|1
PPI|R|1
SULFONYLUREAS|R|1
PENICILLINS|w|1
CEPHALOSPORINS|R|1
MACROLIDES|R|1
FLUOROQUINOLONES|R|1
AMINOGLYCOSIDES|R|1
ANTICOAGULANTS|w|1
CORTICOSTEROIDS|w|2
ARTEMISININS|R|1
SEDATING_ANTIHISTAMINES|w|1
ANTIPSYCHOTICS|w|1
CALCIUM_BLOCKERS|w|1
THIAZIDES|R|1
LOOP_DIURETICS|R|1
PROTEASE_INHIBITORS|w|2
INTEGRASE_INHIBITORS|R|1
`
