// Sections, specimens and reasons that a hospital begins with (diagnostics 2.1).

/** `code | name | turnaround hours`. */
export const shipped_sections = {
  LAB: `
HAEM|Haematology|24
CHEM|Clinical chemistry|24
MICRO|Microbiology|72
PARA|Parasitology|4
SERO|Serology|24
IMMU|Immunology and hormones|72
URINE|Urinalysis|4
MOLEC|Molecular biology|72
HISTO|Histology and cytology|336
POC|Point of care|1
GENERAL|General|24
`,
  IMAGING: `
XRAY|X-ray|24
USS|Ultrasound|24
CT|CT|24
MRI|MRI|48
MAMMO|Mammography|48
FLUORO|Fluoroscopy|48
ECHO|Echocardiography|48
ECG|ECG|4
`,
} as const

/**
 * `code | name | Swahili | container | colour | mL | room,cold,frozen hours | storage | marks`. Marks: p the
 * patient collects, s needs a site, h hazard. Aliases follow after `;` in the name.
 */
export const shipped_specimen_types = `
EDTA|EDTA whole blood;EDTA;whole blood;purple top;blood|Damu ya EDTA|EDTA tube|Purple|4|24,72,|ROOM|
SER|Serum;serum;clotted blood;red top;plain|Seramu|Plain or gel tube|Red|5|8,72,2160|COLD|
CITR|Citrated plasma;citrate;blue top|Plazima ya sitreti|Citrate tube|Blue|2.7|4,,336|ROOM|
FLUO|Fluoride plasma;fluoride;grey top|Plazima ya floridi|Fluoride tube|Grey|2|24,72,|ROOM|
HEPB|Heparinised arterial blood;heparin;arterial blood|Damu ya mshipa wa ateri|Heparin syringe|Green|2|,1,|COLD|
URIN|Urine;random urine;midstream urine|Mkojo|Urine cup|Yellow|20|2,24,|COLD|p
U24|Urine of 24 hours;24 h urine|Mkojo wa saa 24|Urine bottle|Yellow|2000|24,48,|COLD|p
STOL|Stool;faeces|Choo|Stool container|Brown|5|2,24,|ROOM|p
SPUT|Sputum|Makohozi|Sputum cup|Clear|3|24,168,|COLD|ph
SEME|Semen|Shahawa|Sterile cup|Clear|2|1,,|ROOM|p
SWAB|Swab;pus swab;wound swab;high vaginal swab|Usufi|Swab with transport medium|Black|1|24,48,|ROOM|s
NPS|Nasopharyngeal swab;throat swab|Usufi wa pua|Swab with viral medium|Pink|3|8,72,2160|COLD|h
CERV|Cervical specimen;pap smear|Sampuli ya shingo ya kizazi|Brush and fixative|White|1|72,336,|ROOM|
BCUL|Blood for culture;blood culture bottle|Damu ya kuotesha|Blood culture bottle|Clear|10|24,,|ROOM|
CSF|Cerebrospinal fluid;CSF|Maji ya uti wa mgongo|Sterile tube|Clear|2|2,,|ROOM|h
FLUI|Body fluid;ascitic fluid;pleural fluid;synovial fluid|Maji ya mwili|Sterile tube|Clear|10|4,24,|ROOM|s
TISS|Tissue;biopsy;skin scraping;aspirate|Tishu|Formalin pot or slide|White|1|168,,|ROOM|s
DBS|Dried blood spot;filter paper|Tone kavu la damu|Filter paper|White|0.3|336,720,|ROOM|
`

/** `code | name | Swahili | marks`. Marks: o our own failure, n needs a note, - is not collected again. */
export const shipped_reasons = {
  REJECT: `
UNLABELLED|No label|Haina lebo|o
MISLABELLED|Wrong label|Lebo si sahihi|o
WRONG_CONTAINER|Wrong container|Chombo si sahihi|o
INSUFFICIENT|Too little|Haitoshi|
HAEMOLYSED|Haemolysed|Imeharibika|
CLOTTED|Clotted|Imeganda|o
LIPAEMIC|Lipaemic|Ina mafuta|
ICTERIC|Icteric|Ina manjano|
LEAKED|Leaked|Imevuja|o
CONTAMINATED|Contaminated|Imechafuliwa|
TOO_OLD|Too old|Imepita muda|o
WRONG_TEMPERATURE|Wrong temperature|Joto si sahihi|o
NO_REQUEST|No request|Hakuna ombi|o-
NOT_FASTING|Not fasting|Alikula|
DRIP_ARM|From the arm of a drip|Mkono wenye dripu|o
EXPIRED_CONTAINER|Container past its date|Chombo kimeisha muda|o
EMPTY|Empty|Tupu|
WRONG_TYPE|Wrong specimen|Sampuli si sahihi|o
OTHER|Other|Nyingine|n
`,
  CANCEL: `
DUPLICATE|Ordered twice|Imeagizwa mara mbili|
WRONG_TEST|Wrong test|Kipimo si sahihi|
WRONG_PATIENT|Wrong patient|Mgonjwa si sahihi|o
NOT_NEEDED|Not needed any more|Haihitajiki|
PATIENT_LEFT|The patient left|Mgonjwa ameondoka|
PATIENT_REFUSED|The patient refused|Mgonjwa amekataa|
UNPAID|Not paid|Haijalipwa|
NO_REAGENT|No reagent|Hakuna kitendanishi|o
INSTRUMENT_DOWN|The instrument is down|Mashine imeharibika|o
NO_OPERATOR|Nobody to do it|Hakuna mtaalamu|o
DIED|The patient died|Mgonjwa amefariki|
OTHER|Other|Nyingine|n
`,
  UNAVAILABLE: `
NO_REAGENT|No reagent|Hakuna kitendanishi|o
INSTRUMENT_DOWN|The instrument is down|Mashine imeharibika|o
MAINTENANCE|Maintenance|Matengenezo|
NO_OPERATOR|Nobody to do it|Hakuna mtaalamu|o
QC_OUT|Controls out of limits|Udhibiti wa ubora umeshindwa|
OTHER|Other|Nyingine|n
`,
  RETURN: `
CHECK_AGAIN|Check again|Kagua tena|
DILUTE|Dilute and measure again|Punguza na upime tena|
WRONG_UNIT|Wrong unit|Kipimo si sahihi|
CLERICAL|Slip of the pen|Kosa la uandishi|
INSTRUMENT_FLAG|The instrument warns|Mashine inaonya|
OTHER|Other|Nyingine|n
`,
  AMEND: `
CLERICAL|Slip of the pen|Kosa la uandishi|o
WRONG_PATIENT|Wrong patient|Mgonjwa si sahihi|o
INSTRUMENT|The instrument|Mashine|o
METHOD|The method|Njia|
REFERENCE_LAB|The reference laboratory|Maabara ya rufaa|
OTHER|Other|Nyingine|n
`,
  DISMISS: `
TEST_RUN|Trial run|Jaribio|
ENTERED_BY_HAND|Entered by hand|Imeingizwa kwa mkono|
WRONG_SAMPLE|Wrong specimen|Sampuli si sahihi|
NOT_OURS|Not ours|Si yetu|
TOO_OLD|Too old|Ya zamani|
OTHER|Other|Nyingine|n
`,
} as const
