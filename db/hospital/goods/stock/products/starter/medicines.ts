// Medicines of the list to begin with: generic names of a district hospital, by form and strength, from general
// pharmacological knowledge in own words; the packs are what is usual. Nobody has confirmed a line.
// `name | strength | form | route | base unit | pack | base units in it | category | storage | schedule | antibiotic group
// | high alert`; what a line leaves away at its end is empty.

export const starter_medicines = `
Paracetamol|500 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Paracetamol|120 mg/5 ml|Syrup|Oral|ml|bottle|60|Analgesics and palliative care
Paracetamol|10 mg/ml|Infusion|Intravenous|ml|bottle|100|Analgesics and palliative care
Paracetamol|125 mg|Suppository|Rectal|suppository|box|10|Analgesics and palliative care
Paracetamol|250 mg|Suppository|Rectal|suppository|box|10|Analgesics and palliative care
Ibuprofen|200 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Ibuprofen|400 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Ibuprofen|100 mg/5 ml|Suspension|Oral|ml|bottle|100|Analgesics and palliative care
Diclofenac|50 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Diclofenac|75 mg/3 ml|Injection|Intramuscular|ampoule|box|10|Analgesics and palliative care
Naproxen|250 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Indometacin|25 mg|Capsule|Oral|capsule|box|100|Analgesics and palliative care
Meloxicam|7.5 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Acetylsalicylic acid|75 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Acetylsalicylic acid|300 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Morphine|10 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care||NARCOTIC||yes
Morphine|10 mg/5 ml|Syrup|Oral|ml|bottle|100|Analgesics and palliative care||NARCOTIC||yes
Morphine|10 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Analgesics and palliative care||NARCOTIC||yes
Pethidine|50 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Analgesics and palliative care||NARCOTIC||yes
Fentanyl|100 mcg/2 ml|Injection|Intravenous|ampoule|box|10|Analgesics and palliative care||NARCOTIC||yes
Codeine|30 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care||NARCOTIC
Tramadol|50 mg|Capsule|Oral|capsule|box|100|Analgesics and palliative care||PSYCHOTROPIC
Tramadol|50 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Analgesics and palliative care||PSYCHOTROPIC
Naloxone|0.4 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Antidotes
Ketamine|50 mg/ml|Injection|Intravenous or Intramuscular|vial|box|10|Anaesthetics||PSYCHOTROPIC||yes
Propofol|10 mg/ml|Injection|Intravenous|ampoule|box|10|Anaesthetics||||yes
Thiopental|1 g|Injection|Intravenous|vial|box|10|Anaesthetics||||yes
Halothane|250 ml|Other|Inhaled|ml|bottle|250|Anaesthetics
Isoflurane|100 ml|Other|Inhaled|ml|bottle|100|Anaesthetics
Suxamethonium|50 mg/ml|Injection|Intravenous|ampoule|box|10|Anaesthetics|COLD|||yes
Atracurium|10 mg/ml|Injection|Intravenous|ampoule|box|10|Anaesthetics|COLD|||yes
Neostigmine|2.5 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Anaesthetics
Lidocaine|2%|Injection|Subcutaneous or Intravenous|ml|vial|20|Anaesthetics
Lidocaine with adrenaline|2%|Injection|Subcutaneous|ml|vial|20|Anaesthetics
Bupivacaine heavy|0.5%|Injection|Intrathecal|ampoule|box|10|Anaesthetics
Amoxicillin|250 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Amoxicillin|500 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Amoxicillin|250 mg dispersible|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Amoxicillin|125 mg/5 ml|Suspension|Oral|ml|bottle|100|Antibiotics|||ACCESS
Amoxicillin with clavulanic acid|625 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Amoxicillin with clavulanic acid|457 mg/5 ml|Suspension|Oral|ml|bottle|70|Antibiotics|||ACCESS
Amoxicillin with clavulanic acid|1.2 g|Injection|Intravenous|vial|box|10|Antibiotics|||ACCESS
Ampicillin|500 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||ACCESS
Ampicillin with cloxacillin|500 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Benzylpenicillin|600 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||ACCESS
Benzathine benzylpenicillin|2.4 MU|Injection|Intramuscular|vial|box|10|Antibiotics|||ACCESS
Procaine benzylpenicillin|4 MU|Injection|Intramuscular|vial|box|10|Antibiotics|||ACCESS
Phenoxymethylpenicillin|250 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Cloxacillin|250 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Cloxacillin|500 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||ACCESS
Flucloxacillin|250 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Piperacillin with tazobactam|4.5 g|Injection|Intravenous|vial|box|10|Antibiotics|||WATCH
Cefalexin|250 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Cefazolin|1 g|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||ACCESS
Cefuroxime|750 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Cefixime|200 mg|Capsule|Oral|capsule|box|100|Antibiotics|||WATCH
Cefixime|100 mg/5 ml|Suspension|Oral|ml|bottle|60|Antibiotics|||WATCH
Cefotaxime|1 g|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Ceftriaxone|250 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Ceftriaxone|500 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Ceftriaxone|1 g|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Ceftazidime|1 g|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||WATCH
Meropenem|1 g|Injection|Intravenous|vial|box|10|Antibiotics|||WATCH
Imipenem with cilastatin|500 mg|Injection|Intravenous|vial|box|10|Antibiotics|||WATCH
Azithromycin|250 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Azithromycin|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Azithromycin|200 mg/5 ml|Suspension|Oral|ml|bottle|15|Antibiotics|||WATCH
Erythromycin|250 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Erythromycin|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Erythromycin|125 mg/5 ml|Suspension|Oral|ml|bottle|100|Antibiotics|||WATCH
Clarithromycin|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Clindamycin|150 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Clindamycin|300 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Antibiotics|||ACCESS
Gentamicin|80 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Antibiotics|||ACCESS
Gentamicin|0.3% eye|Drops|Eye|bottle|box|10|Antibiotics
Amikacin|500 mg/2 ml|Injection|Intravenous or Intramuscular|vial|box|10|Antibiotics|||ACCESS
Streptomycin|1 g|Injection|Intramuscular|vial|box|10|Tuberculosis|||WATCH
Ciprofloxacin|250 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Ciprofloxacin|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Ciprofloxacin|200 mg/100 ml|Infusion|Intravenous|ml|bottle|100|Antibiotics|||WATCH
Ciprofloxacin|0.3% eye|Drops|Eye or Ear|bottle|box|10|Antibiotics
Levofloxacin|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Moxifloxacin|400 mg|Tablet|Oral|tablet|box|100|Antibiotics|||WATCH
Doxycycline|100 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Tetracycline|1% eye|Ointment|Eye|tube|box|10|Antibiotics|||ACCESS
Sulfamethoxazole with trimethoprim|480 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Sulfamethoxazole with trimethoprim|960 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Sulfamethoxazole with trimethoprim|240 mg/5 ml|Suspension|Oral|ml|bottle|100|Antibiotics|||ACCESS
Sulfadoxine with pyrimethamine|525 mg|Tablet|Oral|tablet|box|100|Antimalarials
Sulfadiazine|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Metronidazole|200 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Metronidazole|400 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Metronidazole|200 mg/5 ml|Suspension|Oral|ml|bottle|100|Antibiotics|||ACCESS
Metronidazole|500 mg/100 ml|Infusion|Intravenous|ml|bottle|100|Antibiotics|||ACCESS
Tinidazole|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Secnidazole|500 mg|Tablet|Oral|tablet|box|100|Antibiotics|||ACCESS
Nitrofurantoin|100 mg|Capsule|Oral|capsule|box|100|Antibiotics|||ACCESS
Chloramphenicol|1 g|Injection|Intravenous|vial|box|10|Antibiotics|||ACCESS
Chloramphenicol|0.5% eye|Drops|Eye|bottle|box|10|Antibiotics
Vancomycin|500 mg|Injection|Intravenous|vial|box|10|Antibiotics|||WATCH
Linezolid|600 mg|Tablet|Oral|tablet|box|100|Antibiotics|||RESERVE
Colistin|1 MU|Injection|Intravenous|vial|box|10|Antibiotics|||RESERVE
Isoniazid|300 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Isoniazid|100 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Rifampicin with isoniazid|150/75 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Rifampicin with isoniazid|75/50 mg dispersible|Tablet|Oral|tablet|box|100|Tuberculosis
Rifampicin, isoniazid, pyrazinamide, ethambutol|150/75/400/275 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Rifampicin, isoniazid, pyrazinamide|75/50/150 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Ethambutol|400 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Pyrazinamide|400 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Bedaquiline|100 mg|Tablet|Oral|tablet|box|100|Tuberculosis
Artemether with lumefantrine|20/120 mg|Tablet|Oral|tablet|box|100|Antimalarials
Artemether with lumefantrine|80/480 mg|Tablet|Oral|tablet|box|100|Antimalarials
Artesunate|60 mg|Injection|Intravenous or Intramuscular|vial|box|10|Antimalarials
Artesunate|100 mg|Suppository|Rectal|suppository|box|10|Antimalarials
Artesunate with amodiaquine|100/270 mg|Tablet|Oral|tablet|box|100|Antimalarials
Artesunate with amodiaquine|50/135 mg|Tablet|Oral|tablet|box|100|Antimalarials
Dihydroartemisinin with piperaquine|40/320 mg|Tablet|Oral|tablet|box|100|Antimalarials
Quinine|300 mg|Tablet|Oral|tablet|box|100|Antimalarials
Quinine|600 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Antimalarials||||yes
Primaquine|15 mg|Tablet|Oral|tablet|box|100|Antimalarials
Primaquine|7.5 mg|Tablet|Oral|tablet|box|100|Antimalarials
Chloroquine|150 mg base|Tablet|Oral|tablet|box|100|Antimalarials
Hydroxychloroquine|200 mg|Tablet|Oral|tablet|box|100|Antimalarials
Dapsone|100 mg|Tablet|Oral|tablet|box|100|Antibiotics
Albendazole|400 mg|Tablet|Oral|tablet|box|100|Antiparasitics
Albendazole|100 mg/5 ml|Suspension|Oral|ml|bottle|20|Antiparasitics
Mebendazole|100 mg|Tablet|Oral|tablet|box|100|Antiparasitics
Mebendazole|500 mg|Tablet|Oral|tablet|box|100|Antiparasitics
Praziquantel|600 mg|Tablet|Oral|tablet|box|100|Antiparasitics
Ivermectin|3 mg|Tablet|Oral|tablet|box|100|Antiparasitics
Fluconazole|150 mg|Capsule|Oral|capsule|box|100|Antifungals
Fluconazole|50 mg|Capsule|Oral|capsule|box|100|Antifungals
Fluconazole|200 mg|Tablet|Oral|tablet|box|100|Antifungals
Fluconazole|2 mg/ml|Infusion|Intravenous|ml|bottle|100|Antifungals
Ketoconazole|200 mg|Tablet|Oral|tablet|box|100|Antifungals
Clotrimazole|1%|Cream|Topical|g|tube|20|Antifungals
Clotrimazole|100 mg|Pessary|Vaginal|pessary|pack|6|Antifungals
Nystatin|100000 IU/ml|Suspension|Oral|ml|bottle|30|Antifungals
Griseofulvin|500 mg|Tablet|Oral|tablet|box|100|Antifungals
Amphotericin B|50 mg|Injection|Intravenous|vial|box|10|Antifungals||||yes
Terbinafine|250 mg|Tablet|Oral|tablet|box|100|Antifungals
Aciclovir|200 mg|Tablet|Oral|tablet|box|100|Antivirals
Aciclovir|400 mg|Tablet|Oral|tablet|box|100|Antivirals
Aciclovir|250 mg|Injection|Intravenous|vial|box|10|Antivirals
Aciclovir|3% eye|Ointment|Eye|tube|box|10|Antivirals
Tenofovir, lamivudine, dolutegravir|300/300/50 mg|Tablet|Oral|tablet|box|100|Antivirals
Tenofovir, lamivudine, efavirenz|300/300/400 mg|Tablet|Oral|tablet|box|100|Antivirals
Zidovudine with lamivudine|300/150 mg|Tablet|Oral|tablet|box|100|Antivirals
Abacavir with lamivudine|600/300 mg|Tablet|Oral|tablet|box|100|Antivirals
Abacavir with lamivudine|120/60 mg dispersible|Tablet|Oral|tablet|box|100|Antivirals
Dolutegravir|10 mg dispersible|Tablet|Oral|tablet|box|100|Antivirals
Dolutegravir|50 mg|Tablet|Oral|tablet|box|100|Antivirals
Lopinavir with ritonavir|200/50 mg|Tablet|Oral|tablet|box|100|Antivirals
Atazanavir with ritonavir|300/100 mg|Tablet|Oral|tablet|box|100|Antivirals
Nevirapine|10 mg/ml|Suspension|Oral|ml|bottle|100|Antivirals
Zidovudine|10 mg/ml|Syrup|Oral|ml|bottle|100|Antivirals
Amlodipine|5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Amlodipine|10 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Nifedipine|20 mg retard|Tablet|Oral|tablet|box|100|Cardiovascular
Nifedipine|10 mg|Capsule|Oral|capsule|box|100|Cardiovascular
Verapamil|40 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Captopril|25 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Enalapril|5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Lisinopril|10 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Lisinopril|5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Losartan|50 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Losartan|100 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Valsartan|80 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Atenolol|50 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Propranolol|40 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Bisoprolol|5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Bisoprolol|2.5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Carvedilol|6.25 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Carvedilol|12.5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Labetalol|100 mg/20 ml|Injection|Intravenous|ampoule|box|10|Cardiovascular
Labetalol|200 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Methyldopa|250 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Hydralazine|20 mg|Injection|Intravenous or Intramuscular|ampoule|box|10|Cardiovascular
Hydralazine|25 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Bendroflumethiazide|5 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Hydrochlorothiazide|25 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Furosemide|40 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Furosemide|20 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Cardiovascular
Spironolactone|25 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Spironolactone|50 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Digoxin|0.25 mg|Tablet|Oral|tablet|box|100|Cardiovascular||||yes
Digoxin|0.5 mg/2 ml|Injection|Intravenous|ampoule|box|10|Cardiovascular||||yes
Amiodarone|200 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Amiodarone|150 mg/3 ml|Injection|Intravenous|ampoule|box|10|Cardiovascular||||yes
Glyceryl trinitrate|0.5 mg|Tablet|Sublingual|tablet|box|100|Cardiovascular
Isosorbide dinitrate|10 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Simvastatin|20 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Atorvastatin|20 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Atorvastatin|40 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Clopidogrel|75 mg|Tablet|Oral|tablet|box|100|Cardiovascular
Warfarin|5 mg|Tablet|Oral|tablet|box|100|Blood and coagulation||||yes
Warfarin|3 mg|Tablet|Oral|tablet|box|100|Blood and coagulation||||yes
Warfarin|1 mg|Tablet|Oral|tablet|box|100|Blood and coagulation||||yes
Heparin|5000 IU/ml|Injection|Intravenous or Subcutaneous|vial|box|10|Blood and coagulation||||yes
Enoxaparin|40 mg/0.4 ml|Injection|Subcutaneous|piece|box|2|Blood and coagulation||||yes
Enoxaparin|60 mg/0.6 ml|Injection|Subcutaneous|piece|box|2|Blood and coagulation||||yes
Enoxaparin|80 mg/0.8 ml|Injection|Subcutaneous|piece|box|2|Blood and coagulation||||yes
Rivaroxaban|20 mg|Tablet|Oral|tablet|box|100|Blood and coagulation||||yes
Tranexamic acid|500 mg/5 ml|Injection|Intravenous|ampoule|box|10|Blood and coagulation
Tranexamic acid|500 mg|Tablet|Oral|tablet|box|100|Blood and coagulation
Phytomenadione|1 mg/0.5 ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Blood and coagulation
Phytomenadione|10 mg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Blood and coagulation
Ferrous sulfate|200 mg|Tablet|Oral|tablet|box|100|Antibiotics
Ferrous sulfate with folic acid|200/0.4 mg|Tablet|Oral|tablet|box|100|Antibiotics
Folic acid|5 mg|Tablet|Oral|tablet|box|100|Blood and coagulation
Hydroxocobalamin|1 mg/ml|Injection|Intramuscular|ampoule|box|10|Blood and coagulation
Pyridoxine|25 mg|Tablet|Oral|tablet|box|100|Vitamins and minerals
Thiamine|100 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Vitamins and minerals
Retinol|200000 IU|Capsule|Oral|capsule|box|100|Vitamins and minerals
Retinol|100000 IU|Capsule|Oral|capsule|box|100|Vitamins and minerals
Zinc|20 mg dispersible|Tablet|Oral|tablet|box|100|Vitamins and minerals
Calcium carbonate|500 mg|Tablet|Oral|tablet|box|100|Vitamins and minerals
Calcium gluconate|10%|Injection|Intravenous|ampoule|box|10|Fluids and electrolytes||||yes
Magnesium sulfate|50%|Injection|Intravenous or Intramuscular|ampoule|box|10|Antibiotics||||yes
Potassium chloride|15%|Injection|Intravenous|ampoule|box|10|Fluids and electrolytes||||yes
Potassium chloride|600 mg slow release|Tablet|Oral|tablet|box|100|Fluids and electrolytes
Sodium chloride|0.9%|Infusion|Intravenous|ml|bag|500|Fluids and electrolytes
Glucose|5%|Infusion|Intravenous|ml|bag|500|Fluids and electrolytes
Glucose|10%|Infusion|Intravenous|ml|bag|500|Fluids and electrolytes
Glucose|50%|Injection|Intravenous|ml|vial|50|Fluids and electrolytes
Compound sodium lactate|500 ml|Infusion|Intravenous|ml|bag|500|Fluids and electrolytes
Sodium bicarbonate|8.4%|Injection|Intravenous|ml|vial|50|Fluids and electrolytes||||yes
Oral rehydration salts|1 litre|Powder|Oral|sachet|box|50|Fluids and electrolytes
Metformin|500 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Metformin|850 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Metformin|1 g|Tablet|Oral|tablet|box|100|Diabetes and hormones
Glibenclamide|5 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Gliclazide|80 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Insulin, soluble|100 IU/ml|Injection|Subcutaneous or Intravenous|vial|box|10|Diabetes and hormones|COLD|||yes
Insulin, isophane|100 IU/ml|Injection|Subcutaneous|vial|box|10|Diabetes and hormones|COLD|||yes
Insulin, biphasic|30/70 100 IU/ml|Injection|Subcutaneous|vial|box|10|Diabetes and hormones|COLD|||yes
Levothyroxine|50 mcg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Levothyroxine|25 mcg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Levothyroxine|100 mcg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Carbimazole|5 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Prednisolone|5 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Prednisolone|15 mg/5 ml|Syrup|Oral|ml|bottle|60|Diabetes and hormones
Hydrocortisone|100 mg|Injection|Intravenous or Intramuscular|vial|box|10|Diabetes and hormones
Hydrocortisone|1%|Cream|Topical|g|tube|15|Diabetes and hormones
Dexamethasone|4 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Diabetes and hormones
Dexamethasone|0.5 mg|Tablet|Oral|tablet|box|100|Diabetes and hormones
Betamethasone|0.1%|Cream|Topical|g|tube|15|Diabetes and hormones
Salbutamol|100 mcg/puff|Inhaler|Inhaled|inhaler|box|10|Respiratory
Salbutamol|5 mg/ml nebuliser solution|Other|Nebulised|ml|bottle|20|Respiratory
Salbutamol|4 mg|Tablet|Oral|tablet|box|100|Respiratory
Ipratropium|0.25 mg/ml nebuliser solution|Other|Nebulised|ml|bottle|20|Respiratory
Beclometasone|100 mcg/puff|Inhaler|Inhaled|inhaler|box|10|Respiratory
Budesonide|200 mcg/puff|Inhaler|Inhaled|inhaler|box|10|Respiratory
Aminophylline|250 mg/10 ml|Injection|Intravenous|ampoule|box|10|Respiratory||||yes
Aminophylline|100 mg|Tablet|Oral|tablet|box|100|Respiratory
Adrenaline|1 mg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Anti-allergics and anaphylaxis||||yes
Noradrenaline|2 mg/ml|Injection|Intravenous|ampoule|box|10|Cardiovascular||||yes
Dopamine|40 mg/ml|Injection|Intravenous|ampoule|box|10|Cardiovascular||||yes
Atropine|1 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Cardiovascular
Chlorphenamine|4 mg|Tablet|Oral|tablet|box|100|Anti-allergics and anaphylaxis
Chlorphenamine|10 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Anti-allergics and anaphylaxis
Promethazine|25 mg|Tablet|Oral|tablet|box|100|Anti-allergics and anaphylaxis
Promethazine|25 mg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Anti-allergics and anaphylaxis
Cetirizine|10 mg|Tablet|Oral|tablet|box|100|Anti-allergics and anaphylaxis
Loratadine|10 mg|Tablet|Oral|tablet|box|100|Anti-allergics and anaphylaxis
Omeprazole|20 mg|Capsule|Oral|capsule|box|100|Gastrointestinal
Omeprazole|40 mg|Injection|Intravenous|vial|box|10|Gastrointestinal
Pantoprazole|40 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Ranitidine|50 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Gastrointestinal
Aluminium hydroxide with magnesium trisilicate|370 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Metoclopramide|10 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Metoclopramide|10 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Gastrointestinal
Ondansetron|4 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Ondansetron|8 mg/4 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Gastrointestinal
Hyoscine butylbromide|10 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Hyoscine butylbromide|20 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Gastrointestinal
Loperamide|2 mg|Capsule|Oral|capsule|box|100|Gastrointestinal
Bisacodyl|5 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Lactulose|3.35 g/5 ml|Syrup|Oral|ml|bottle|100|Gastrointestinal
Senna|7.5 mg|Tablet|Oral|tablet|box|100|Gastrointestinal
Misoprostol|200 mcg|Tablet|Oral or Sublingual|tablet|box|100|Obstetrics
Oxytocin|10 IU/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Obstetrics|COLD|||yes
Carbetocin|100 mcg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Obstetrics|COLD
Ergometrine|0.5 mg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Obstetrics|COLD
Medroxyprogesterone|150 mg/ml|Injection|Intramuscular|vial|box|10|Obstetrics
Levonorgestrel|1.5 mg|Tablet|Oral|tablet|box|100|Obstetrics
Levonorgestrel with ethinylestradiol|0.15/0.03 mg|Tablet|Oral|tablet|box|100|Obstetrics
Etonogestrel implant|68 mg|Device|Subcutaneous|piece|||Obstetrics
Phenobarbital|30 mg|Tablet|Oral|tablet|box|100|Anticonvulsants||PSYCHOTROPIC
Phenobarbital|200 mg/ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Anticonvulsants||PSYCHOTROPIC||yes
Phenytoin|100 mg|Capsule|Oral|capsule|box|100|Anticonvulsants
Phenytoin|250 mg/5 ml|Injection|Intravenous|ampoule|box|10|Anticonvulsants||||yes
Carbamazepine|200 mg|Tablet|Oral|tablet|box|100|Anticonvulsants
Carbamazepine|100 mg/5 ml|Suspension|Oral|ml|bottle|100|Anticonvulsants
Sodium valproate|200 mg|Tablet|Oral|tablet|box|100|Anticonvulsants
Sodium valproate|200 mg/5 ml|Syrup|Oral|ml|bottle|100|Anticonvulsants
Lamotrigine|25 mg|Tablet|Oral|tablet|box|100|Anticonvulsants
Levetiracetam|500 mg|Tablet|Oral|tablet|box|100|Anticonvulsants
Diazepam|5 mg|Tablet|Oral|tablet|box|100|Anticonvulsants||PSYCHOTROPIC
Diazepam|10 mg/2 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Anticonvulsants||PSYCHOTROPIC||yes
Lorazepam|2 mg|Tablet|Oral|tablet|box|100|Anticonvulsants||PSYCHOTROPIC
Midazolam|15 mg/3 ml|Injection|Intravenous or Intramuscular|ampoule|box|10|Anticonvulsants||PSYCHOTROPIC||yes
Amitriptyline|25 mg|Tablet|Oral|tablet|box|100|Mental health
Fluoxetine|20 mg|Capsule|Oral|capsule|box|100|Mental health
Sertraline|50 mg|Tablet|Oral|tablet|box|100|Mental health
Haloperidol|5 mg|Tablet|Oral|tablet|box|100|Mental health
Haloperidol|5 mg/ml|Injection|Intramuscular or Intravenous|ampoule|box|10|Mental health
Chlorpromazine|100 mg|Tablet|Oral|tablet|box|100|Mental health
Chlorpromazine|50 mg/2 ml|Injection|Intramuscular|ampoule|box|10|Mental health
Risperidone|2 mg|Tablet|Oral|tablet|box|100|Mental health
Olanzapine|10 mg|Tablet|Oral|tablet|box|100|Mental health
Fluphenazine decanoate|25 mg/ml|Injection|Intramuscular|ampoule|box|10|Mental health
Lithium carbonate|300 mg|Tablet|Oral|tablet|box|100|Mental health
Trihexyphenidyl|5 mg|Tablet|Oral|tablet|box|100|Mental health
Levodopa with carbidopa|250/25 mg|Tablet|Oral|tablet|box|100|Mental health
Allopurinol|100 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Allopurinol|300 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Colchicine|0.5 mg|Tablet|Oral|tablet|box|100|Analgesics and palliative care
Methotrexate|2.5 mg|Tablet|Oral|tablet|box|100|||||yes
Azathioprine|50 mg|Tablet|Oral|tablet|box|100
Hydroxycarbamide|500 mg|Capsule|Oral|capsule|box|100|||||yes
Cyclophosphamide|500 mg|Injection|Intravenous|vial|box|10|||||yes
Vincristine|1 mg/ml|Injection|Intravenous|vial|box|10|||||yes
Doxorubicin|50 mg|Injection|Intravenous|vial|box|10|||||yes
Tamoxifen|20 mg|Tablet|Oral|tablet|box|100
Activated charcoal|50 g|Powder|Oral|sachet|||Antidotes
Acetylcysteine|200 mg/ml|Injection|Intravenous|ampoule|box|10|Antidotes
Flumazenil|0.5 mg/5 ml|Injection|Intravenous|ampoule|box|10|Antidotes
Protamine|50 mg/5 ml|Injection|Intravenous|ampoule|box|10|Antidotes||||yes
Permethrin|5%|Cream|Topical|g|tube|30|Dermatology
Benzyl benzoate|25%|Other|Topical|ml|bottle|100|Dermatology
Silver sulfadiazine|1%|Cream|Topical|g|tube|50|Dermatology
Salicylic acid|2%|Ointment|Topical|g|tube|30|Dermatology
Calamine|15%|Other|Topical|ml|bottle|100|Dermatology
Povidone iodine|10%|Other|Topical|ml|bottle|100|Disinfectants
Timolol|0.5% eye|Drops|Eye|bottle|box|10|Eye, ear, nose and throat
Pilocarpine|2% eye|Drops|Eye|bottle|box|10|Eye, ear, nose and throat
Oxygen|medical|Gas|Inhaled|litre|||Anaesthetics
Tetanus immunoglobulin|250 IU|Injection|Intramuscular|vial|box|10|Vaccines and sera|COLD
Anti-D immunoglobulin|300 mcg|Injection|Intramuscular|vial|box|10|Blood and coagulation|COLD
Rabies vaccine|1 dose|Vaccine|Intramuscular or Intradermal|vial|box|10|Vaccines and sera|COLD
Tetanus and diphtheria vaccine|0.5 ml|Vaccine|Intramuscular|dose|vial|10|Vaccines and sera|COLD
BCG vaccine|0.05 ml|Vaccine|Intradermal|dose|vial|10|Vaccines and sera|COLD
Measles and rubella vaccine|0.5 ml|Vaccine|Subcutaneous|dose|vial|10|Vaccines and sera|COLD
Oral polio vaccine|2 drops|Vaccine|Oral|dose|vial|10|Vaccines and sera|COLD
Inactivated polio vaccine|0.5 ml|Vaccine|Intramuscular|dose|vial|10|Vaccines and sera|COLD
Pentavalent vaccine|0.5 ml|Vaccine|Intramuscular|dose|vial|10|Vaccines and sera|COLD
Pneumococcal conjugate vaccine|0.5 ml|Vaccine|Intramuscular|dose|vial|4|Vaccines and sera|COLD
Rotavirus vaccine|1.5 ml|Vaccine|Oral|dose|||Vaccines and sera|COLD
Human papillomavirus vaccine|0.5 ml|Vaccine|Intramuscular|dose|||Vaccines and sera|COLD
Hepatitis B vaccine|1 ml|Vaccine|Intramuscular|dose|vial|10|Vaccines and sera|COLD
Yellow fever vaccine|0.5 ml|Vaccine|Subcutaneous|dose|vial|10|Vaccines and sera|COLD
`
