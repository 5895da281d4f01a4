// The tests of a district hospital's laboratory, from general laboratory knowledge in own words:
// `code | name | Swahili or synonyms | section | specimen | unit | decimals | hours | more`. Synonyms are
// parted by `;`, the first of them Swahili. Of more: `crit=7:20 valid=0:30 ref=0:5` low and high, either
// may be missing; `coded=` a set of answers; `panel=` its parts, `?` behind one that may be missing;
// `delta=20%:7` or `delta=5:7` within days; `sex stat restricted consent poc hidden text calc culture`.

export const shipped_tests = `
HGB|Haemoglobin|Hemoglobini;Hb|HAEM|EDTA|g/dL|1|4|crit=7:20 valid=0:30 delta=20%:7
WBC|White blood cells|Seli nyeupe;Leucocytes|HAEM|EDTA|10^9/L|1|4|crit=1:50 valid=0:500
RBC|Red blood cells|Seli nyekundu;Erythrocytes|HAEM|EDTA|10^12/L|2|4|valid=0:15
HCT|Haematocrit|;PCV;packed cell volume|HAEM|EDTA|%|1|4|crit=20:60 valid=0:90
MCV|Mean cell volume||HAEM|EDTA|fL|1|4|valid=30:160
MCH|Mean cell haemoglobin||HAEM|EDTA|pg|1|4|valid=5:60
MCHC|Mean cell haemoglobin concentration||HAEM|EDTA|g/dL|1|4|valid=10:50
RDW|Red cell distribution width||HAEM|EDTA|%|1|4|valid=5:50
PLT|Platelets|Chembe sahani;thrombocytes|HAEM|EDTA|10^9/L|0|4|crit=20:1000 valid=0:5000
NEUT|Neutrophils, absolute||HAEM|EDTA|10^9/L|2|4|crit=0.5: valid=0:400
LYMP|Lymphocytes, absolute||HAEM|EDTA|10^9/L|2|4|valid=0:400
MONO|Monocytes, absolute||HAEM|EDTA|10^9/L|2|4|valid=0:100
EOS|Eosinophils, absolute||HAEM|EDTA|10^9/L|2|4|valid=0:100
BASO|Basophils, absolute||HAEM|EDTA|10^9/L|2|4|valid=0:100
NEUTP|Neutrophils, share||HAEM|EDTA|%|1|4|valid=0:100
LYMPP|Lymphocytes, share||HAEM|EDTA|%|1|4|valid=0:100
MONOP|Monocytes, share||HAEM|EDTA|%|1|4|valid=0:100
EOSP|Eosinophils, share||HAEM|EDTA|%|1|4|valid=0:100
BASOP|Basophils, share||HAEM|EDTA|%|1|4|valid=0:100
FBC|Full blood count|Picha kamili ya damu;FBP;CBC|HAEM|EDTA|||4|panel=HGB,WBC,RBC,HCT,MCV,MCH,MCHC,RDW?,PLT,NEUT?,LYMP?,MONO?,EOS?,BASO?
RETIC|Reticulocytes||HAEM|EDTA|%|1|8|valid=0:100
ESR|Erythrocyte sedimentation rate|;sed rate|HAEM|EDTA|mm/h|0|4|valid=0:200
FILM|Peripheral blood film|;smear|HAEM|EDTA|||24|text
SICK|Sickling test|Kipimo cha selimundu|HAEM|EDTA|||4|coded=posneg
HBEL|Haemoglobin electrophoresis|;sickle genotype|HAEM|EDTA|||72|coded=haemoglobins
G6PD|G6PD screen||HAEM|EDTA|||24|coded=g6pd
PT|Prothrombin time||HAEM|CITR|s|1|4|crit=:50 valid=5:200
INR|International normalised ratio||HAEM|CITR||2|4|crit=:5 valid=0.5:20
APTT|Activated partial thromboplastin time||HAEM|CITR|s|1|4|crit=:100 valid=10:250
FIB|Fibrinogen||HAEM|CITR|g/L|1|8|crit=1: valid=0:15
DDIM|D-dimer||HAEM|CITR|mg/L FEU|2|4|valid=0:100
BT|Bleeding time||HAEM||min|1|2|valid=0:60
COAG|Clotting screen|;coagulation profile|HAEM|CITR|||4|panel=PT,INR,APTT,FIB?
NA|Sodium|Sodiamu|CHEM|SER|mmol/L|0|4|crit=120:160 valid=80:220 delta=10:3
K|Potassium|Potasiamu|CHEM|SER|mmol/L|1|4|crit=2.5:6.5 valid=1:12 delta=1.5:3
CL|Chloride||CHEM|SER|mmol/L|0|4|crit=80:120 valid=50:160
HCO3|Bicarbonate|;CO2|CHEM|SER|mmol/L|0|4|crit=10:40 valid=2:60
UREA|Urea|;BUN|CHEM|SER|mmol/L|1|4|crit=:36 valid=0:100 delta=50%:7
CREAT|Creatinine|Kreatinini|CHEM|SER|µmol/L|0|4|crit=:650 valid=5:3000 delta=50%:7
EGFR|Estimated glomerular filtration rate|;kidney function|CHEM|SER|mL/min/1.73 m²|0|4|calc
UE|Urea and electrolytes|Figo;renal profile|CHEM|SER|||4|panel=NA,K,CL?,HCO3?,UREA,CREAT,EGFR?
GLUR|Glucose, random|Sukari;RBG|CHEM|FLUO|mmol/L|1|2|crit=2.5:25 valid=0:80
GLUF|Glucose, fasting|Sukari kabla ya kula;FBG|CHEM|FLUO|mmol/L|1|2|crit=2.5:25 valid=0:80 fasting
GLU2|Glucose two hours after 75 g|;OGTT|CHEM|FLUO|mmol/L|1|4|crit=2.5:25 valid=0:80
A1C|Glycated haemoglobin|;HbA1c|CHEM|EDTA|%|1|24|valid=3:20
CA|Calcium||CHEM|SER|mmol/L|2|4|crit=1.6:3.25 valid=0.5:6
CACOR|Calcium, corrected for albumin||CHEM|SER|mmol/L|2|4|calc
PHOS|Phosphate||CHEM|SER|mmol/L|2|4|crit=0.3:3 valid=0:10
MG|Magnesium||CHEM|SER|mmol/L|2|4|crit=0.4:2 valid=0:6
URIC|Uric acid||CHEM|SER|µmol/L|0|8|valid=10:2000
TP|Total protein||CHEM|SER|g/L|0|4|valid=10:150
ALB|Albumin||CHEM|SER|g/L|0|4|crit=15: valid=5:80
GLOB|Globulin||CHEM|SER|g/L|0|4|calc
AST|Aspartate aminotransferase|;SGOT|CHEM|SER|U/L|0|4|crit=:1000 valid=0:20000
ALT|Alanine aminotransferase|;SGPT|CHEM|SER|U/L|0|4|crit=:1000 valid=0:20000
ALP|Alkaline phosphatase||CHEM|SER|U/L|0|4|valid=0:5000
GGT|Gamma-glutamyl transferase||CHEM|SER|U/L|0|4|valid=0:5000
TBIL|Bilirubin, total||CHEM|SER|µmol/L|0|4|crit=:300 valid=0:1000
DBIL|Bilirubin, direct||CHEM|SER|µmol/L|0|4|valid=0:800
IBIL|Bilirubin, indirect||CHEM|SER|µmol/L|0|4|calc
LFT|Liver profile|Ini;liver function|CHEM|SER|||4|panel=TP?,ALB,GLOB?,AST,ALT,ALP,GGT?,TBIL,DBIL?,IBIL?
AMYL|Amylase||CHEM|SER|U/L|0|4|crit=:1000 valid=0:20000
LIPA|Lipase||CHEM|SER|U/L|0|4|valid=0:20000
CK|Creatine kinase||CHEM|SER|U/L|0|4|crit=:10000 valid=0:200000
CKMB|Creatine kinase MB||CHEM|SER|U/L|0|2|valid=0:5000
LDH|Lactate dehydrogenase||CHEM|SER|U/L|0|4|valid=0:20000
TNI|Troponin I, high sensitivity||CHEM|SER|ng/L|0|1|crit=:52 valid=0:100000 stat
BNP|NT-proBNP||CHEM|SER|ng/L|0|4|valid=0:70000
CRP|C-reactive protein||CHEM|SER|mg/L|0|4|valid=0:800
PCT|Procalcitonin||CHEM|SER|µg/L|2|4|crit=:10 valid=0:500
TC|Cholesterol, total|Lehemu|CHEM|SER|mmol/L|2|24|valid=0.5:30 fasting
TG|Triglycerides||CHEM|SER|mmol/L|2|24|crit=:11.3 valid=0.1:60 fasting
HDL|HDL cholesterol||CHEM|SER|mmol/L|2|24|valid=0.1:6
LDL|LDL cholesterol||CHEM|SER|mmol/L|2|24|calc
NHDL|Non-HDL cholesterol||CHEM|SER|mmol/L|2|24|calc
LIPID|Lipid profile|Mafuta ya damu|CHEM|SER|||24|panel=TC,TG,HDL,LDL?,NHDL? fasting
FE|Iron||CHEM|SER|µmol/L|1|24|valid=0:200
TIBC|Total iron binding capacity||CHEM|SER|µmol/L|0|24|valid=5:200
FERR|Ferritin||IMMU|SER|µg/L|0|24|valid=0:50000
B12|Vitamin B12||IMMU|SER|pmol/L|0|72|valid=20:5000
FOL|Folate||IMMU|SER|nmol/L|1|72|valid=0:100
LACT|Lactate||CHEM|FLUO|mmol/L|1|1|crit=:4 valid=0:30 stat
AMMO|Ammonia||CHEM|EDTA|µmol/L|0|2|crit=:200 valid=0:2000
OSMO|Osmolality, calculated||CHEM|SER|mmol/kg|0|4|calc
LITH|Lithium||CHEM|SER|mmol/L|2|8|crit=:2 valid=0:8
ABPH|Arterial pH||CHEM|HEPB||2|1|crit=7.2:7.6 valid=6.5:8 hidden
PCO2|Arterial pCO2||CHEM|HEPB|kPa|1|1|crit=2.7:9.3 valid=0.5:25 hidden
PO2|Arterial pO2||CHEM|HEPB|kPa|1|1|crit=5.3: valid=1:90 hidden
BE|Base excess||CHEM|HEPB|mmol/L|1|1|valid=-40:40 hidden
ABG|Arterial blood gas||CHEM|HEPB|||1|panel=ABPH,PCO2,PO2,BE? stat
TSH|Thyroid stimulating hormone||IMMU|SER|mIU/L|2|72|valid=0:200
FT4|Thyroxine, free||IMMU|SER|pmol/L|1|72|crit=:75 valid=0:150
FT3|Triiodothyronine, free||IMMU|SER|pmol/L|1|72|valid=0:60
TFT|Thyroid profile||IMMU|SER|||72|panel=TSH,FT4,FT3?
FSH|Follicle stimulating hormone||IMMU|SER|IU/L|1|72|valid=0:250
LH|Luteinising hormone||IMMU|SER|IU/L|1|72|valid=0:250
PRL|Prolactin||IMMU|SER|mIU/L|0|72|valid=0:200000
E2|Oestradiol||IMMU|SER|pmol/L|0|72|valid=0:30000
PROG|Progesterone||IMMU|SER|nmol/L|1|72|valid=0:500
TEST|Testosterone||IMMU|SER|nmol/L|1|72|valid=0:80
CORT|Cortisol, morning||IMMU|SER|nmol/L|0|72|crit=80: valid=0:3000
BHCG|Beta-hCG, quantitative||IMMU|SER|IU/L|0|8|ref=:5 valid=0:1000000 sex=Female
PTH|Parathyroid hormone||IMMU|SER|pmol/L|1|72|valid=0:400
VITD|Vitamin D, 25-hydroxy||IMMU|SER|nmol/L|0|72|valid=5:500
PSA|Prostate specific antigen|Tezi dume|IMMU|SER|µg/L|2|72|valid=0:5000 sex=Male
AFP|Alpha-fetoprotein||IMMU|SER|µg/L|1|72|ref=:8 valid=0:100000
CEA|Carcinoembryonic antigen||IMMU|SER|µg/L|1|72|ref=:5 valid=0:10000
CA125|Cancer antigen 125||IMMU|SER|kU/L|0|72|ref=:35 valid=0:20000 sex=Female
CA199|Cancer antigen 19-9||IMMU|SER|kU/L|0|72|ref=:37 valid=0:50000
HIV|HIV rapid test|Kipimo cha VVU|SERO|EDTA|||2|coded=reactive restricted consent
CD4|CD4 cells||IMMU|EDTA|cells/µL|0|24|valid=0:5000 restricted
HBSAG|Hepatitis B surface antigen|Homa ya ini B|SERO|SER|||4|coded=posneg
HBSAB|Hepatitis B surface antibody||SERO|SER|||24|coded=immune
HBEAG|Hepatitis B e antigen||SERO|SER|||72|coded=posneg
HCV|Hepatitis C antibody|Homa ya ini C|SERO|SER|||4|coded=posneg
HAV|Hepatitis A IgM||SERO|SER|||24|coded=posneg
VDRL|Syphilis screen (RPR or VDRL)|Kaswende|SERO|SER|||4|coded=reactive
TPHA|Syphilis treponemal test||SERO|SER|||24|coded=posneg
BRUC|Brucella agglutination|;brucellosis|SERO|SER|||8|coded=posneg
TYPH|Typhoid rapid test|Homa ya matumbo|SERO|SER|||4|coded=posneg
RF|Rheumatoid factor||SERO|SER|||8|coded=posneg
ASO|Antistreptolysin O||SERO|SER|||8|coded=posneg
ANA|Antinuclear antibody||SERO|SER|||168|coded=posneg
HPAB|Helicobacter pylori antibody||SERO|SER|||4|coded=posneg
CRAG|Cryptococcal antigen||SERO|SER|||4|coded=poscrit
DNS1|Dengue NS1 antigen||SERO|SER|||4|coded=posneg
DIGM|Dengue IgM||SERO|SER|||4|coded=posneg
TOXO|Toxoplasma IgG||SERO|SER|||72|coded=immune
RUBE|Rubella IgG||SERO|SER|||72|coded=immune
CMVM|Cytomegalovirus IgM||SERO|SER|||72|coded=posneg
COVAG|SARS-CoV-2 antigen||SERO|NPS|||2|coded=posneg
FLUAG|Influenza A and B antigen||SERO|NPS|||2|coded=posneg
BGRP|Blood group, ABO and RhD|Kundi la damu|SERO|EDTA|||2|coded=groups
DCT|Direct antiglobulin test|;Coombs|SERO|EDTA|||4|coded=posneg
ICT|Antibody screen|;indirect Coombs|SERO|EDTA|||4|coded=posneg
UPT|Pregnancy test, urine|Kipimo cha mimba|SERO|URIN|||1|coded=pregnancy sex=Female poc
MRDT|Malaria rapid test|Malaria;mRDT|PARA|EDTA|||1|coded=malaria_rapid poc
MALARIA|Malaria blood slide|Malaria;BS for malaria|PARA|EDTA|||2|coded=malaria
MALD|Malaria parasite density||PARA|EDTA|/µL|0|2|crit=:250000 valid=0:5000000
BSLIDE|Malaria slide and density|;thick and thin film|PARA|EDTA|||2|panel=MALARIA,MALD?
FILAR|Microfilariae, night blood||PARA|EDTA|||24|coded=seen
TRYP|Trypanosomes||PARA|EDTA|||4|coded=seencrit
BORR|Borrelia||PARA|EDTA|||4|coded=seencrit
LEIS|Leishmania bodies||PARA|TISS|||24|coded=seen
SNIP|Skin snip for microfilariae||PARA|TISS|||24|coded=seen
UCOL|Urine, colour||URINE|URIN|||2|text hidden
UAPP|Urine, appearance||URINE|URIN|||2|text hidden
USG|Urine, specific gravity||URINE|URIN||3|2|valid=1:1.06 hidden
UPH|Urine, pH||URINE|URIN||1|2|valid=4:10 hidden
UPRO|Urine, protein||URINE|URIN|||2|coded=dip hidden
UGLU|Urine, glucose||URINE|URIN|||2|coded=dip hidden
UKET|Urine, ketones||URINE|URIN|||2|coded=dip hidden
UBLD|Urine, blood||URINE|URIN|||2|coded=dip hidden
ULEU|Urine, leucocytes||URINE|URIN|||2|coded=dip hidden
UNIT|Urine, nitrite||URINE|URIN|||2|coded=posneg hidden
UBIL|Urine, bilirubin||URINE|URIN|||2|coded=dip hidden
UWBC|Urine, pus cells||URINE|URIN|/hpf|0|2|valid=0:1000 hidden
URBC|Urine, red cells||URINE|URIN|/hpf|0|2|valid=0:1000 hidden
USED|Urine, casts, crystals and others||URINE|URIN|||2|text hidden
USCH|Urine, Schistosoma ova|Kichocho|URINE|URIN|||2|coded=seen
URA|Urinalysis|Kipimo cha mkojo;dipstick and microscopy|URINE|URIN|||2|panel=UCOL?,UAPP?,USG?,UPH?,UPRO,UGLU,UKET?,UBLD,ULEU,UNIT,UBIL?,UWBC?,URBC?,USED?
UALB|Urine albumin||URINE|URIN|mg/L|1|8|valid=0:10000
UCRE|Urine creatinine||URINE|URIN|mmol/L|1|8|valid=0.1:60
ACR|Albumin to creatinine ratio||URINE|URIN|mg/mmol|1|8|calc
ACRP|Albumin and creatinine in urine|;microalbumin|URINE|URIN|||8|panel=UALB,UCRE,ACR?
U24P|Protein, urine of 24 hours||URINE|U24|g/24 h|2|24|valid=0:50
STMAC|Stool, appearance||PARA|STOL|||2|text hidden
STMIC|Stool, microscopy||PARA|STOL|||2|text hidden
STOVA|Stool, ova and parasites||PARA|STOL|||2|coded=seen hidden
STOOL|Stool examination|Kipimo cha choo|PARA|STOL|||2|panel=STMAC,STMIC,STOVA?
FOB|Occult blood in stool||PARA|STOL|||4|coded=posneg
HPAG|Helicobacter pylori antigen, stool||SERO|STOL|||4|coded=posneg
ROTA|Rotavirus antigen||SERO|STOL|||4|coded=posneg
CHOL|Cholera rapid test|Kipindupindu|SERO|STOL|||1|coded=poscrit notifiable=CHOLERA
AFB|Acid-fast bacilli, smear|Makohozi|MICRO|SPUT|||24|coded=afb
GXP|MTB and rifampicin resistance, PCR|;GeneXpert|MOLEC|SPUT|||24|coded=xpert
TBLAM|TB lipoarabinomannan, urine||SERO|URIN|||2|coded=posneg restricted
GRAM|Gram stain||MICRO|SWAB|||4|text
WET|Wet preparation||MICRO|SWAB|||2|text
KOH|Fungal elements, KOH||MICRO|TISS|||4|coded=seen
INDIA|Cryptococcus, India ink||MICRO|CSF|||2|coded=seencrit
CSFA|CSF, appearance||MICRO|CSF|||2|text hidden
CSFW|CSF, white cells||MICRO|CSF|/µL|0|2|crit=:100 valid=0:50000 hidden
CSFR|CSF, red cells||MICRO|CSF|/µL|0|2|valid=0:1000000 hidden
CSFG|CSF, glucose||MICRO|CSF|mmol/L|1|2|crit=1: valid=0:40 hidden
CSFP|CSF, protein||MICRO|CSF|g/L|2|2|valid=0:30 hidden
CSFX|CSF, Gram stain||MICRO|CSF|||2|text hidden
CSFE|Cerebrospinal fluid examination|Maji ya uti wa mgongo|MICRO|CSF|||2|panel=CSFA,CSFW,CSFR?,CSFG,CSFP,CSFX stat
FLAP|Body fluid, appearance||MICRO|FLUI|||4|text hidden
FLWB|Body fluid, white cells||MICRO|FLUI|/µL|0|4|valid=0:500000 hidden
FLPR|Body fluid, protein||MICRO|FLUI|g/L|0|4|valid=0:150 hidden
FLUID|Body fluid examination|;ascitic; pleural|MICRO|FLUI|||4|panel=FLAP,FLWB,FLPR
BLDC|Blood culture and sensitivity|Kuotesha damu|MICRO|BCUL|||144|culture
CSFC|CSF culture and sensitivity|Kuotesha maji ya uti wa mgongo|MICRO|CSF|||72|culture
URINC|Urine culture and sensitivity|Kuotesha mkojo|MICRO|URIN|||72|culture
STOC|Stool culture and sensitivity|Kuotesha choo|MICRO|STOL|||72|culture
SPUC|Sputum culture and sensitivity|Kuotesha makohozi|MICRO|SPUT|||72|culture
SWAC|Pus or wound swab, culture and sensitivity|Kuotesha usaha|MICRO|SWAB|||72|culture
FLUC|Body fluid, culture and sensitivity|Kuotesha maji ya mwili|MICRO|FLUI|||72|culture
SVOL|Semen, volume||HAEM|SEME|mL|1|4|valid=0:20 hidden
SCON|Semen, concentration||HAEM|SEME|10^6/mL|0|4|valid=0:1000 hidden
SMOT|Semen, total motility||HAEM|SEME|%|0|4|valid=0:100 hidden
SMOR|Semen, normal forms||HAEM|SEME|%|0|4|valid=0:100 hidden
SEMEN|Semen analysis||HAEM|SEME|||4|panel=SVOL,SCON,SMOT,SMOR sex=Male
HIVVL|HIV viral load||MOLEC|EDTA|copies/mL|0|168|valid=0:100000000 restricted
EID|HIV early infant diagnosis||MOLEC|DBS|||168|coded=detected restricted consent
HBVL|Hepatitis B viral load||MOLEC|EDTA|IU/mL|0|168|valid=0:10000000000
COVPCR|SARS-CoV-2 PCR||MOLEC|NPS|||48|coded=detected
HPV|HPV DNA, high risk||MOLEC|CERV|||168|coded=detected sex=Female
PAP|Cervical smear, cytology||HISTO|CERV|||168|text sex=Female
FNAC|Fine needle aspiration, cytology||HISTO|TISS|||168|text
HISTO|Histology of a specimen||HISTO|TISS|||336|text
GLUP|Glucose at the bedside|Sukari ya kidole|POC||mmol/L|1|1|crit=2.5:25 valid=0.5:40 poc
HBP|Haemoglobin at the bedside|;HemoCue|POC||g/dL|1|1|crit=7:20 valid=2:26 poc
`

/** Answers of coded tests: `code:text:Swahili:N, A or C`. */
export const answer_sets: Readonly<Record<string, string>> = {
  posneg: 'NEG:Negative:Hasi:N POS:Positive:Chanya:A',
  poscrit: 'NEG:Negative:Hasi:N POS:Positive:Chanya:C',
  reactive: 'NR:Non-reactive:Hasi:N R:Reactive:Chanya:A INC:Inconclusive:Haijulikani:A',
  immune: 'NEG:Negative:Hasi:N POS:Positive:Chanya:N',
  pregnancy: 'NEG:Negative:Hasi:N POS:Positive:Chanya:A',
  detected: 'ND:Not_detected:Haijaonekana:N DET:Detected:Imeonekana:A INV:Invalid:Batili:A',
  seen: 'NS:None_seen:Hakuna:N SEEN:Seen:Vimeonekana:A',
  seencrit: 'NS:None_seen:Hakuna:N SEEN:Seen:Vimeonekana:C',
  malaria_rapid: 'NEG:Negative:Hasi:N POS:Positive:Chanya:A INV:Invalid:Batili:A',
  malaria:
    'NEG:No_parasites_seen:Hakuna_vimelea:N PF:P._falciparum:P._falciparum:A ' +
    'PV:P._vivax:P._vivax:A PM:P._malariae:P._malariae:A PO:P._ovale:P._ovale:A ' +
    'MIXED:Mixed_infection:Mchanganyiko:A',
  groups:
    'OPOS:O_positive:O_chanya:N ONEG:O_negative:O_hasi:N APOS:A_positive:A_chanya:N ' +
    'ANEG:A_negative:A_hasi:N BPOS:B_positive:B_chanya:N BNEG:B_negative:B_hasi:N ' +
    'ABPOS:AB_positive:AB_chanya:N ABNEG:AB_negative:AB_hasi:N',
  haemoglobins: 'AA:AA:AA:N AS:AS:AS:A SS:SS:SS:A AC:AC:AC:A SC:SC:SC:A AF:AF:AF:A',
  g6pd: 'NOR:Normal:Kawaida:N DEF:Deficient:Upungufu:A',
  dip: 'NEG:Negative:Hasi:N TR:Trace:Kidogo:A P1:1+:1+:A P2:2+:2+:A P3:3+:3+:A P4:4+:4+:A',
  afb: 'NEG:No_bacilli_seen:Hakuna:N SC:Scanty:Kidogo:A P1:1+:1+:A P2:2+:2+:A P3:3+:3+:A',
  xpert:
    'ND:MTB_not_detected:MTB_haijaonekana:N TR:MTB_trace:MTB_kidogo:A ' +
    'RS:MTB_detected,_rifampicin_sensitive:MTB_imeonekana,_inatibika_na_rifampicin:A ' +
    'RR:MTB_detected,_rifampicin_resistant:MTB_imeonekana,_usugu_wa_rifampicin:C ' +
    'RI:MTB_detected,_rifampicin_indeterminate:MTB_imeonekana,_usugu_haujulikani:A ' +
    'INV:Invalid:Batili:A',
}

export const shipped_formulas: Readonly<Record<string, string>> = {
  LDL: 'if({TG} > 4.5, none, {TC} - {HDL} - {TG} / 2.2)',
  NHDL: '{TC} - {HDL}',
  EGFR:
    '142 * min({CREAT} / 88.4 / if(female = 1, 0.7, 0.9), 1) ^ if(female = 1, -0.241, -0.302)' +
    ' * max({CREAT} / 88.4 / if(female = 1, 0.7, 0.9), 1) ^ -1.2' +
    ' * 0.9938 ^ age * if(female = 1, 1.012, 1)',
  CACOR: '{CA} + 0.02 * (40 - {ALB})',
  GLOB: '{TP} - {ALB}',
  IBIL: '{TBIL} - {DBIL}',
  OSMO: '2 * {NA} + {UREA} + {GLUR}',
  ACR: '{UALB} / {UCRE}',
}
