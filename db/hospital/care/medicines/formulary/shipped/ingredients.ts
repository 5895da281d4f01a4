// The ingredients a hospital begins with, from general pharmacological knowledge in own words (ruling of
// the tables that ship): class words are the product's own. `code | name | classes | pregnancy by
// trimester | lactation`; S safe, C caution, A avoid, N never (contraindicated), U unknown.

export const shipped_ingredients = `
paracetamol|Paracetamol||SSS|S
ibuprofen|Ibuprofen|NSAID NEPHROTOXIC|CCN|S
diclofenac|Diclofenac|NSAID NEPHROTOXIC|CCN|C
naproxen|Naproxen|NSAID NEPHROTOXIC|CCN|C
indometacin|Indometacin|NSAID NEPHROTOXIC|CAN|C
meloxicam|Meloxicam|NSAID NEPHROTOXIC|CCN|C
aspirin|Acetylsalicylic acid|NSAID SALICYLATES ANTIPLATELETS|CCA|A
morphine|Morphine|OPIOIDS CNS_DEPRESSANTS|CCC|C
pethidine|Pethidine|OPIOIDS CNS_DEPRESSANTS SEROTONERGIC|CCC|A
fentanyl|Fentanyl|OPIOIDS CNS_DEPRESSANTS|CCC|C
codeine|Codeine|OPIOIDS CNS_DEPRESSANTS|CCC|N
tramadol|Tramadol|OPIOIDS CNS_DEPRESSANTS SEROTONERGIC|CCC|A
naloxone|Naloxone||SSS|S
ketamine|Ketamine|ANAESTHETICS CNS_DEPRESSANTS|CCC|C
propofol|Propofol|ANAESTHETICS CNS_DEPRESSANTS|CCC|C
thiopental|Thiopental|ANAESTHETICS CNS_DEPRESSANTS|CCC|C
halothane|Halothane|ANAESTHETICS|CCC|C
isoflurane|Isoflurane|ANAESTHETICS|CCC|C
suxamethonium|Suxamethonium|MUSCLE_RELAXANTS|CCC|S
atracurium|Atracurium|MUSCLE_RELAXANTS|CCC|S
neostigmine|Neostigmine||CCC|S
lidocaine|Lidocaine|AMIDE_ANAESTHETICS|SSS|S
bupivacaine|Bupivacaine|AMIDE_ANAESTHETICS|CCC|S
amoxicillin|Amoxicillin|PENICILLINS|SSS|S
ampicillin|Ampicillin|PENICILLINS|SSS|S
benzylpenicillin|Benzylpenicillin|PENICILLINS|SSS|S
benzathine_penicillin|Benzathine benzylpenicillin|PENICILLINS|SSS|S
phenoxymethylpenicillin|Phenoxymethylpenicillin|PENICILLINS|SSS|S
procaine_penicillin|Procaine benzylpenicillin|PENICILLINS|SSS|S
cloxacillin|Cloxacillin|PENICILLINS|SSS|S
flucloxacillin|Flucloxacillin|PENICILLINS|SSS|S
piperacillin|Piperacillin|PENICILLINS|CCC|S
tazobactam|Tazobactam||CCC|S
clavulanic_acid|Clavulanic acid||CCC|S
cefalexin|Cefalexin|CEPHALOSPORINS|SSS|S
cefazolin|Cefazolin|CEPHALOSPORINS|SSS|S
cefuroxime|Cefuroxime|CEPHALOSPORINS|SSS|S
cefixime|Cefixime|CEPHALOSPORINS|SSS|S
cefotaxime|Cefotaxime|CEPHALOSPORINS|SSS|S
ceftriaxone|Ceftriaxone|CEPHALOSPORINS|SSC|S
ceftazidime|Ceftazidime|CEPHALOSPORINS|SSS|S
meropenem|Meropenem|CARBAPENEMS|CCC|C
imipenem|Imipenem|CARBAPENEMS|CCC|C
cilastatin|Cilastatin||CCC|C
azithromycin|Azithromycin|MACROLIDES QT_PROLONGING|SSS|S
erythromycin|Erythromycin|MACROLIDES QT_PROLONGING CYP3A_INHIBITORS|SSS|S
clarithromycin|Clarithromycin|MACROLIDES QT_PROLONGING CYP3A_INHIBITORS|CCC|C
clindamycin|Clindamycin|LINCOSAMIDES|SSS|C
gentamicin|Gentamicin|AMINOGLYCOSIDES NEPHROTOXIC OTOTOXIC|AAA|S
amikacin|Amikacin|AMINOGLYCOSIDES NEPHROTOXIC OTOTOXIC|AAA|S
streptomycin|Streptomycin|AMINOGLYCOSIDES NEPHROTOXIC OTOTOXIC|NNN|S
ciprofloxacin|Ciprofloxacin|FLUOROQUINOLONES QT_PROLONGING|AAA|C
levofloxacin|Levofloxacin|FLUOROQUINOLONES QT_PROLONGING|AAA|C
moxifloxacin|Moxifloxacin|FLUOROQUINOLONES QT_PROLONGING|AAA|A
doxycycline|Doxycycline|TETRACYCLINES|CNN|C
tetracycline|Tetracycline|TETRACYCLINES|CNN|C
sulfamethoxazole|Sulfamethoxazole|SULFONAMIDES|ACN|C
trimethoprim|Trimethoprim|TRIMETHOPRIM|ACC|S
sulfadoxine|Sulfadoxine|SULFONAMIDES|ACC|C
pyrimethamine|Pyrimethamine||ACC|S
sulfadiazine|Sulfadiazine|SULFONAMIDES|CCN|C
metronidazole|Metronidazole|NITROIMIDAZOLES|CSS|S
tinidazole|Tinidazole|NITROIMIDAZOLES|ACC|C
secnidazole|Secnidazole|NITROIMIDAZOLES|ACC|C
nitrofurantoin|Nitrofurantoin||SSN|C
chloramphenicol|Chloramphenicol||CCN|N
vancomycin|Vancomycin|GLYCOPEPTIDES NEPHROTOXIC OTOTOXIC|CCC|S
linezolid|Linezolid|SEROTONERGIC MAO_INHIBITORS|CCC|C
colistin|Colistin|NEPHROTOXIC|AAA|C
isoniazid|Isoniazid|TB_MEDICINES HEPATOTOXIC|SSS|S
rifampicin|Rifampicin|TB_MEDICINES ENZYME_INDUCERS HEPATOTOXIC|SSC|S
pyrazinamide|Pyrazinamide|TB_MEDICINES HEPATOTOXIC|SSS|S
ethambutol|Ethambutol|TB_MEDICINES|SSS|S
bedaquiline|Bedaquiline|TB_MEDICINES QT_PROLONGING|CCC|C
artemether|Artemether|ARTEMISININS|CSS|S
lumefantrine|Lumefantrine|QT_PROLONGING|CSS|S
artesunate|Artesunate|ARTEMISININS|CSS|S
amodiaquine|Amodiaquine|AMINOQUINOLINES|CCC|C
dihydroartemisinin|Dihydroartemisinin|ARTEMISININS|CSS|S
piperaquine|Piperaquine|QT_PROLONGING|CSS|S
quinine|Quinine|QT_PROLONGING|CCC|S
primaquine|Primaquine|AMINOQUINOLINES OXIDANTS|NNN|A
chloroquine|Chloroquine|AMINOQUINOLINES QT_PROLONGING|CCC|C
hydroxychloroquine|Hydroxychloroquine|AMINOQUINOLINES QT_PROLONGING|CCC|C
dapsone|Dapsone|OXIDANTS|CCC|C
albendazole|Albendazole|BENZIMIDAZOLES|NCC|S
mebendazole|Mebendazole|BENZIMIDAZOLES|ACC|S
praziquantel|Praziquantel||CSS|S
ivermectin|Ivermectin||ACC|C
fluconazole|Fluconazole|AZOLES CYP3A_INHIBITORS QT_PROLONGING|ACC|S
ketoconazole|Ketoconazole|AZOLES CYP3A_INHIBITORS HEPATOTOXIC QT_PROLONGING|AAA|A
clotrimazole|Clotrimazole|TOPICAL_AZOLES|SSS|S
nystatin|Nystatin||SSS|S
griseofulvin|Griseofulvin|ENZYME_INDUCERS|NNN|A
amphotericin_b|Amphotericin B|NEPHROTOXIC|CCC|C
terbinafine|Terbinafine||CCC|A
aciclovir|Aciclovir||SSS|S
tenofovir|Tenofovir disoproxil|NRTI NEPHROTOXIC|SSS|S
lamivudine|Lamivudine|NRTI|SSS|S
zidovudine|Zidovudine|NRTI|SSS|S
abacavir|Abacavir|NRTI|SSS|S
efavirenz|Efavirenz|NNRTI ENZYME_INDUCERS|CSS|S
nevirapine|Nevirapine|NNRTI ENZYME_INDUCERS HEPATOTOXIC|CCC|S
dolutegravir|Dolutegravir|INTEGRASE_INHIBITORS|SSS|S
lopinavir|Lopinavir|PROTEASE_INHIBITORS CYP3A_INHIBITORS|SSS|S
ritonavir|Ritonavir|PROTEASE_INHIBITORS CYP3A_INHIBITORS|SSS|S
atazanavir|Atazanavir|PROTEASE_INHIBITORS CYP3A_INHIBITORS|SSS|S
amlodipine|Amlodipine|CALCIUM_BLOCKERS|CCC|C
nifedipine|Nifedipine|CALCIUM_BLOCKERS|CSS|S
verapamil|Verapamil|CALCIUM_BLOCKERS RATE_SLOWING CYP3A_INHIBITORS|CCC|C
captopril|Captopril|ACE_INHIBITORS|ANN|C
enalapril|Enalapril|ACE_INHIBITORS|ANN|S
lisinopril|Lisinopril|ACE_INHIBITORS|ANN|C
losartan|Losartan|ARB|ANN|C
valsartan|Valsartan|ARB|ANN|C
atenolol|Atenolol|BETA_BLOCKERS RATE_SLOWING|ACC|A
propranolol|Propranolol|BETA_BLOCKERS RATE_SLOWING NONSELECTIVE_BETA_BLOCKERS|CCC|S
bisoprolol|Bisoprolol|BETA_BLOCKERS RATE_SLOWING|CCC|C
carvedilol|Carvedilol|BETA_BLOCKERS RATE_SLOWING NONSELECTIVE_BETA_BLOCKERS|CCC|C
labetalol|Labetalol|BETA_BLOCKERS RATE_SLOWING NONSELECTIVE_BETA_BLOCKERS|SSS|S
methyldopa|Methyldopa||SSS|S
hydralazine|Hydralazine||CSS|S
bendroflumethiazide|Bendroflumethiazide|THIAZIDES POTASSIUM_LOSING|AAA|C
hydrochlorothiazide|Hydrochlorothiazide|THIAZIDES POTASSIUM_LOSING|AAA|C
furosemide|Furosemide|LOOP_DIURETICS POTASSIUM_LOSING OTOTOXIC|CCC|C
spironolactone|Spironolactone|POTASSIUM_SPARING|AAA|C
digoxin|Digoxin|CARDIAC_GLYCOSIDES RATE_SLOWING|CCC|S
amiodarone|Amiodarone|QT_PROLONGING RATE_SLOWING|NNN|N
glyceryl_trinitrate|Glyceryl trinitrate|NITRATES|CCC|C
isosorbide_dinitrate|Isosorbide dinitrate|NITRATES|CCC|C
sildenafil|Sildenafil|PDE5_INHIBITORS|CCC|C
simvastatin|Simvastatin|STATINS|NNN|N
atorvastatin|Atorvastatin|STATINS|NNN|N
clopidogrel|Clopidogrel|ANTIPLATELETS|CCC|A
warfarin|Warfarin|ANTICOAGULANTS|NCN|S
heparin|Heparin|ANTICOAGULANTS HEPARINS|SSS|S
enoxaparin|Enoxaparin|ANTICOAGULANTS HEPARINS|SSS|S
rivaroxaban|Rivaroxaban|ANTICOAGULANTS|NNN|A
tranexamic_acid|Tranexamic acid||CCC|S
phytomenadione|Phytomenadione||SSS|S
ferrous_sulfate|Ferrous sulfate|POLYVALENT_CATIONS IRON|SSS|S
folic_acid|Folic acid||SSS|S
hydroxocobalamin|Hydroxocobalamin||SSS|S
pyridoxine|Pyridoxine||SSS|S
thiamine|Thiamine||SSS|S
retinol|Retinol|VITAMIN_A|NCC|C
zinc|Zinc|POLYVALENT_CATIONS|SSS|S
calcium_carbonate|Calcium carbonate|POLYVALENT_CATIONS CALCIUM|SSS|S
calcium_gluconate|Calcium gluconate|CALCIUM|SSS|S
magnesium_sulfate|Magnesium sulfate|MAGNESIUM|SSC|S
potassium_chloride|Potassium chloride|POTASSIUM|SSS|S
sodium_chloride|Sodium chloride||SSS|S
glucose|Glucose||SSS|S
sodium_bicarbonate|Sodium bicarbonate||SSS|S
sodium_lactate|Compound sodium lactate|CALCIUM|SSS|S
oral_rehydration_salts|Oral rehydration salts||SSS|S
metformin|Metformin|BIGUANIDES|SSS|S
glibenclamide|Glibenclamide|SULFONYLUREAS|CCA|C
gliclazide|Gliclazide|SULFONYLUREAS|AAA|C
insulin_soluble|Insulin, soluble|INSULINS|SSS|S
insulin_isophane|Insulin, isophane|INSULINS|SSS|S
insulin_biphasic|Insulin, biphasic 30/70|INSULINS|SSS|S
levothyroxine|Levothyroxine||SSS|S
carbimazole|Carbimazole||CCC|C
prednisolone|Prednisolone|CORTICOSTEROIDS|CCC|S
hydrocortisone|Hydrocortisone|CORTICOSTEROIDS|CCC|S
dexamethasone|Dexamethasone|CORTICOSTEROIDS|CCC|C
betamethasone|Betamethasone|CORTICOSTEROIDS|CCC|C
salbutamol|Salbutamol|BETA_AGONISTS|SSS|S
ipratropium|Ipratropium|ANTICHOLINERGICS|SSS|S
beclometasone|Beclometasone|CORTICOSTEROIDS|SSS|S
budesonide|Budesonide|CORTICOSTEROIDS|SSS|S
aminophylline|Aminophylline|XANTHINES|CCC|C
adrenaline|Adrenaline||SSS|S
noradrenaline|Noradrenaline||CCC|C
dopamine|Dopamine||CCC|C
atropine|Atropine|ANTICHOLINERGICS|SSS|C
chlorphenamine|Chlorphenamine|SEDATING_ANTIHISTAMINES CNS_DEPRESSANTS|SSC|C
promethazine|Promethazine|SEDATING_ANTIHISTAMINES CNS_DEPRESSANTS|SSC|C
cetirizine|Cetirizine||SSS|S
loratadine|Loratadine||SSS|S
omeprazole|Omeprazole|PPI|SSS|S
pantoprazole|Pantoprazole|PPI|SSS|S
ranitidine|Ranitidine|H2_BLOCKERS|SSS|S
aluminium_hydroxide|Aluminium hydroxide|POLYVALENT_CATIONS ANTACIDS|SSS|S
magnesium_trisilicate|Magnesium trisilicate|POLYVALENT_CATIONS ANTACIDS|SSS|S
metoclopramide|Metoclopramide|DOPAMINE_ANTAGONISTS|SSS|C
ondansetron|Ondansetron|QT_PROLONGING SEROTONERGIC|CSS|C
hyoscine_butylbromide|Hyoscine butylbromide|ANTICHOLINERGICS|CCC|C
loperamide|Loperamide||CCC|C
bisacodyl|Bisacodyl||CCC|S
lactulose|Lactulose||SSS|S
senna|Senna||CCC|S
misoprostol|Misoprostol|UTEROTONICS|NNN|C
oxytocin|Oxytocin|UTEROTONICS|AAC|S
ergometrine|Ergometrine|UTEROTONICS ERGOTS|NNN|C
carbetocin|Carbetocin|UTEROTONICS|AAC|S
medroxyprogesterone|Medroxyprogesterone|PROGESTOGENS|AAA|S
levonorgestrel|Levonorgestrel|PROGESTOGENS|AAA|S
ethinylestradiol|Ethinylestradiol|OESTROGENS|AAA|A
etonogestrel|Etonogestrel|PROGESTOGENS|AAA|S
phenobarbital|Phenobarbital|ANTIEPILEPTICS ENZYME_INDUCERS CNS_DEPRESSANTS|AAA|A
phenytoin|Phenytoin|ANTIEPILEPTICS ENZYME_INDUCERS|AAA|S
carbamazepine|Carbamazepine|ANTIEPILEPTICS ENZYME_INDUCERS|AAA|S
valproate|Sodium valproate|ANTIEPILEPTICS HEPATOTOXIC|NNN|C
lamotrigine|Lamotrigine|ANTIEPILEPTICS|CCC|C
levetiracetam|Levetiracetam|ANTIEPILEPTICS|CCC|C
diazepam|Diazepam|BENZODIAZEPINES CNS_DEPRESSANTS|CCC|A
lorazepam|Lorazepam|BENZODIAZEPINES CNS_DEPRESSANTS|CCC|C
midazolam|Midazolam|BENZODIAZEPINES CNS_DEPRESSANTS|CCC|C
amitriptyline|Amitriptyline|TRICYCLICS SEROTONERGIC QT_PROLONGING|CCC|C
fluoxetine|Fluoxetine|SSRI SEROTONERGIC|CCC|C
sertraline|Sertraline|SSRI SEROTONERGIC|CCC|S
haloperidol|Haloperidol|ANTIPSYCHOTICS QT_PROLONGING DOPAMINE_ANTAGONISTS|CCC|C
chlorpromazine|Chlorpromazine|ANTIPSYCHOTICS QT_PROLONGING CNS_DEPRESSANTS DOPAMINE_ANTAGONISTS|CCC|C
risperidone|Risperidone|ANTIPSYCHOTICS|CCC|C
olanzapine|Olanzapine|ANTIPSYCHOTICS CNS_DEPRESSANTS|CCC|C
fluphenazine|Fluphenazine decanoate|ANTIPSYCHOTICS DOPAMINE_ANTAGONISTS|CCC|C
lithium|Lithium carbonate|LITHIUM|NAA|N
trihexyphenidyl|Trihexyphenidyl|ANTICHOLINERGICS|CCC|C
levodopa|Levodopa||CCC|A
carbidopa|Carbidopa||CCC|A
allopurinol|Allopurinol||CCC|C
colchicine|Colchicine||AAA|C
methotrexate|Methotrexate|CYTOTOXICS HEPATOTOXIC|NNN|N
azathioprine|Azathioprine|IMMUNOSUPPRESSANTS|CCC|C
cyclophosphamide|Cyclophosphamide|CYTOTOXICS|NNN|N
hydroxycarbamide|Hydroxycarbamide|CYTOTOXICS|NNN|N
vincristine|Vincristine|CYTOTOXICS|NNN|N
doxorubicin|Doxorubicin|CYTOTOXICS|NNN|N
tamoxifen|Tamoxifen||NNN|N
charcoal|Activated charcoal||SSS|S
acetylcysteine|Acetylcysteine||SSS|S
flumazenil|Flumazenil||CCC|C
protamine|Protamine||CCC|C
permethrin|Permethrin||SSS|S
benzyl_benzoate|Benzyl benzoate||CCC|C
silver_sulfadiazine|Silver sulfadiazine|SULFONAMIDES|CCN|C
salicylic_acid|Salicylic acid|SALICYLATES|CCC|C
calamine|Calamine||SSS|S
povidone_iodine|Povidone iodine|IODINE|CAA|C
timolol|Timolol|BETA_BLOCKERS NONSELECTIVE_BETA_BLOCKERS|CCC|C
pilocarpine|Pilocarpine||CCC|C
oxygen|Oxygen||SSS|S
tetanus_immunoglobulin|Tetanus immunoglobulin||SSS|S
anti_d_immunoglobulin|Anti-D immunoglobulin||SSS|S
rabies_vaccine|Rabies vaccine|VACCINES|SSS|S
tetanus_diphtheria_vaccine|Tetanus and diphtheria vaccine|VACCINES|SSS|S
bcg_vaccine|BCG vaccine|VACCINES LIVE_VACCINES|NNN|S
measles_rubella_vaccine|Measles and rubella vaccine|VACCINES LIVE_VACCINES|NNN|S
polio_oral_vaccine|Oral polio vaccine|VACCINES LIVE_VACCINES|NNN|S
polio_inactivated_vaccine|Inactivated polio vaccine|VACCINES|CCC|S
pentavalent_vaccine|Pentavalent vaccine|VACCINES|CCC|S
pneumococcal_vaccine|Pneumococcal conjugate vaccine|VACCINES|CCC|S
rotavirus_vaccine|Rotavirus vaccine|VACCINES LIVE_VACCINES|NNN|S
papillomavirus_vaccine|Human papillomavirus vaccine|VACCINES|AAA|S
hepatitis_b_vaccine|Hepatitis B vaccine|VACCINES|SSS|S
yellow_fever_vaccine|Yellow fever vaccine|VACCINES LIVE_VACCINES|NNN|A
`
