// The medicines a hospital begins with: generic names of a district hospital, by form and strength, from
// general pharmacological knowledge in own words. `generic | strength | form | ingredient amount unit in
// one unit of dose, more with + | more`. `unit routes` where they are not those of the form; `aware`,
// `controlled`, `witness`, `pack`, `split`, `counsel` as the record has them; `alert`, `critical`, `otc`.

export const shipped_medicines = `
Paracetamol|500 mg|tablet|paracetamol 500 MG|split=0.5 otc
Paracetamol|120 mg/5 ml|syrup|paracetamol 24 MG|pack=60 otc counsel=SHAKE
Paracetamol|10 mg/ml|infusion|paracetamol 10 MG|
Paracetamol|125 mg|suppository|paracetamol 125 MG|
Paracetamol|250 mg|suppository|paracetamol 250 MG|
Ibuprofen|200 mg|tablet|ibuprofen 200 MG|otc counsel=WITH_FOOD
Ibuprofen|400 mg|tablet|ibuprofen 400 MG|counsel=WITH_FOOD
Ibuprofen|100 mg/5 ml|suspension|ibuprofen 20 MG|pack=100 counsel=SHAKE,WITH_FOOD
Diclofenac|50 mg|tablet|diclofenac 50 MG|counsel=WITH_FOOD
Diclofenac|75 mg/3 ml|injection|diclofenac 75 MG|unit=AMP routes=IM
Naproxen|250 mg|tablet|naproxen 250 MG|counsel=WITH_FOOD
Indometacin|25 mg|capsule|indometacin 25 MG|counsel=WITH_FOOD
Meloxicam|7.5 mg|tablet|meloxicam 7.5 MG|counsel=WITH_FOOD
Acetylsalicylic acid|75 mg|tablet|aspirin 75 MG|counsel=WITH_FOOD
Acetylsalicylic acid|300 mg|tablet|aspirin 300 MG|split=0.5 counsel=WITH_FOOD
Morphine|10 mg|tablet|morphine 10 MG|controlled=NARCOTIC alert witness=ADMINISTER counsel=DROWSY
Morphine|10 mg/5 ml|syrup|morphine 2 MG|pack=100 controlled=NARCOTIC alert witness=ADMINISTER counsel=DROWSY
Morphine|10 mg/ml|injection|morphine 10 MG|unit=AMP routes=IV,IM,SC controlled=NARCOTIC alert witness=ADMINISTER
Pethidine|50 mg/ml|injection|pethidine 50 MG|unit=AMP routes=IV,IM controlled=NARCOTIC alert witness=ADMINISTER
Fentanyl|100 mcg/2 ml|injection|fentanyl 100 MCG|unit=AMP routes=IV controlled=NARCOTIC alert witness=ADMINISTER
Codeine|30 mg|tablet|codeine 30 MG|controlled=NARCOTIC witness=ADMINISTER counsel=DROWSY
Tramadol|50 mg|capsule|tramadol 50 MG|controlled=PSYCHOTROPIC witness=ADMINISTER counsel=DROWSY
Tramadol|50 mg/ml|injection|tramadol 100 MG|unit=AMP routes=IV,IM controlled=PSYCHOTROPIC witness=ADMINISTER
Naloxone|0.4 mg/ml|injection|naloxone 0.4 MG|unit=AMP routes=IV,IM,SC critical
Ketamine|50 mg/ml|injection|ketamine 500 MG|unit=VIAL routes=IV,IM controlled=PSYCHOTROPIC alert witness=ADMINISTER
Propofol|10 mg/ml|injection|propofol 200 MG|unit=AMP routes=IV alert
Thiopental|1 g|injection|thiopental 1000 MG|unit=VIAL routes=IV alert
Halothane|250 ml|other|halothane 1 ML|unit=ML routes=INH
Isoflurane|100 ml|other|isoflurane 1 ML|unit=ML routes=INH
Suxamethonium|50 mg/ml|injection|suxamethonium 100 MG|unit=AMP routes=IV alert
Atracurium|10 mg/ml|injection|atracurium 25 MG|unit=AMP routes=IV alert
Neostigmine|2.5 mg/ml|injection|neostigmine 2.5 MG|unit=AMP routes=IV,IM
Lidocaine|2%|injection|lidocaine 20 MG|unit=ML routes=SC,IV
Lidocaine with adrenaline|2%|injection|lidocaine 20 MG + adrenaline 0.005 MG|unit=ML routes=SC
Bupivacaine heavy|0.5%|injection|bupivacaine 20 MG|unit=AMP routes=IT
Amoxicillin|250 mg|capsule|amoxicillin 250 MG|aware=ACCESS counsel=FINISH_COURSE
Amoxicillin|500 mg|capsule|amoxicillin 500 MG|aware=ACCESS counsel=FINISH_COURSE
Amoxicillin|250 mg dispersible|tablet|amoxicillin 250 MG|aware=ACCESS split=0.5 counsel=FINISH_COURSE
Amoxicillin|125 mg/5 ml|suspension|amoxicillin 25 MG|aware=ACCESS pack=100 counsel=SHAKE,FINISH_COURSE,DISCARD_AFTER_7
Amoxicillin with clavulanic acid|625 mg|tablet|amoxicillin 500 MG + clavulanic_acid 125 MG|aware=ACCESS counsel=WITH_FOOD,FINISH_COURSE
Amoxicillin with clavulanic acid|457 mg/5 ml|suspension|amoxicillin 80 MG + clavulanic_acid 11.4 MG|aware=ACCESS pack=70 counsel=SHAKE,WITH_FOOD,FINISH_COURSE
Amoxicillin with clavulanic acid|1.2 g|injection|amoxicillin 1000 MG + clavulanic_acid 200 MG|unit=VIAL routes=IV aware=ACCESS
Ampicillin|500 mg|injection|ampicillin 500 MG|unit=VIAL routes=IV,IM aware=ACCESS
Ampicillin with cloxacillin|500 mg|capsule|ampicillin 250 MG + cloxacillin 250 MG|aware=ACCESS counsel=FINISH_COURSE
Benzylpenicillin|600 mg|injection|benzylpenicillin 600 MG|unit=VIAL routes=IV,IM aware=ACCESS
Benzathine benzylpenicillin|2.4 MU|injection|benzathine_penicillin 2400000 IU|unit=VIAL routes=IM aware=ACCESS
Procaine benzylpenicillin|4 MU|injection|procaine_penicillin 4000000 IU|unit=VIAL routes=IM aware=ACCESS
Phenoxymethylpenicillin|250 mg|tablet|phenoxymethylpenicillin 250 MG|aware=ACCESS counsel=EMPTY_STOMACH,FINISH_COURSE
Cloxacillin|250 mg|capsule|cloxacillin 250 MG|aware=ACCESS counsel=EMPTY_STOMACH,FINISH_COURSE
Cloxacillin|500 mg|injection|cloxacillin 500 MG|unit=VIAL routes=IV,IM aware=ACCESS
Flucloxacillin|250 mg|capsule|flucloxacillin 250 MG|aware=ACCESS counsel=EMPTY_STOMACH,FINISH_COURSE
Piperacillin with tazobactam|4.5 g|injection|piperacillin 4000 MG + tazobactam 500 MG|unit=VIAL routes=IV aware=WATCH
Cefalexin|250 mg|capsule|cefalexin 250 MG|aware=ACCESS counsel=FINISH_COURSE
Cefazolin|1 g|injection|cefazolin 1000 MG|unit=VIAL routes=IV,IM aware=ACCESS
Cefuroxime|750 mg|injection|cefuroxime 750 MG|unit=VIAL routes=IV,IM aware=WATCH
Cefixime|200 mg|capsule|cefixime 200 MG|aware=WATCH counsel=FINISH_COURSE
Cefixime|100 mg/5 ml|suspension|cefixime 20 MG|aware=WATCH pack=60 counsel=SHAKE,FINISH_COURSE
Cefotaxime|1 g|injection|cefotaxime 1000 MG|unit=VIAL routes=IV,IM aware=WATCH
Ceftriaxone|250 mg|injection|ceftriaxone 250 MG|unit=VIAL routes=IV,IM aware=WATCH
Ceftriaxone|500 mg|injection|ceftriaxone 500 MG|unit=VIAL routes=IV,IM aware=WATCH
Ceftriaxone|1 g|injection|ceftriaxone 1000 MG|unit=VIAL routes=IV,IM aware=WATCH
Ceftazidime|1 g|injection|ceftazidime 1000 MG|unit=VIAL routes=IV,IM aware=WATCH
Meropenem|1 g|injection|meropenem 1000 MG|unit=VIAL routes=IV aware=WATCH
Imipenem with cilastatin|500 mg|injection|imipenem 500 MG + cilastatin 500 MG|unit=VIAL routes=IV aware=WATCH
Azithromycin|250 mg|tablet|azithromycin 250 MG|aware=WATCH counsel=FINISH_COURSE
Azithromycin|500 mg|tablet|azithromycin 500 MG|aware=WATCH counsel=FINISH_COURSE
Azithromycin|200 mg/5 ml|suspension|azithromycin 40 MG|aware=WATCH pack=15 counsel=SHAKE,FINISH_COURSE
Erythromycin|250 mg|tablet|erythromycin 250 MG|aware=WATCH counsel=FINISH_COURSE
Erythromycin|500 mg|tablet|erythromycin 500 MG|aware=WATCH counsel=FINISH_COURSE
Erythromycin|125 mg/5 ml|suspension|erythromycin 25 MG|aware=WATCH pack=100 counsel=SHAKE,FINISH_COURSE
Clarithromycin|500 mg|tablet|clarithromycin 500 MG|aware=WATCH counsel=FINISH_COURSE
Clindamycin|150 mg|capsule|clindamycin 150 MG|aware=ACCESS counsel=FINISH_COURSE
Clindamycin|300 mg/2 ml|injection|clindamycin 300 MG|unit=AMP routes=IV,IM aware=ACCESS
Gentamicin|80 mg/2 ml|injection|gentamicin 80 MG|unit=AMP routes=IV,IM aware=ACCESS
Gentamicin|0.3% eye|drops|gentamicin 3 MG|routes=EYE pack=1 counsel=DISCARD_AFTER_28
Amikacin|500 mg/2 ml|injection|amikacin 500 MG|unit=VIAL routes=IV,IM aware=ACCESS
Streptomycin|1 g|injection|streptomycin 1000 MG|unit=VIAL routes=IM aware=WATCH
Ciprofloxacin|250 mg|tablet|ciprofloxacin 250 MG|aware=WATCH counsel=NOT_WITH_MILK,FINISH_COURSE
Ciprofloxacin|500 mg|tablet|ciprofloxacin 500 MG|aware=WATCH split=0.5 counsel=NOT_WITH_MILK,FINISH_COURSE
Ciprofloxacin|200 mg/100 ml|infusion|ciprofloxacin 2 MG|aware=WATCH
Ciprofloxacin|0.3% eye|drops|ciprofloxacin 3 MG|routes=EYE,EAR pack=1 counsel=DISCARD_AFTER_28
Levofloxacin|500 mg|tablet|levofloxacin 500 MG|aware=WATCH counsel=NOT_WITH_MILK,FINISH_COURSE
Moxifloxacin|400 mg|tablet|moxifloxacin 400 MG|aware=WATCH counsel=NOT_WITH_MILK,FINISH_COURSE
Doxycycline|100 mg|capsule|doxycycline 100 MG|aware=ACCESS counsel=NOT_WITH_MILK,FINISH_COURSE
Tetracycline|1% eye|ointment|tetracycline 10 MG|routes=EYE pack=1 aware=ACCESS
Sulfamethoxazole with trimethoprim|480 mg|tablet|sulfamethoxazole 400 MG + trimethoprim 80 MG|aware=ACCESS split=0.5 counsel=FINISH_COURSE,PLENTY_OF_WATER
Sulfamethoxazole with trimethoprim|960 mg|tablet|sulfamethoxazole 800 MG + trimethoprim 160 MG|aware=ACCESS split=0.5 counsel=FINISH_COURSE,PLENTY_OF_WATER
Sulfamethoxazole with trimethoprim|240 mg/5 ml|suspension|sulfamethoxazole 40 MG + trimethoprim 8 MG|aware=ACCESS pack=100 counsel=SHAKE,FINISH_COURSE
Sulfadoxine with pyrimethamine|525 mg|tablet|sulfadoxine 500 MG + pyrimethamine 25 MG|
Sulfadiazine|500 mg|tablet|sulfadiazine 500 MG|aware=ACCESS counsel=PLENTY_OF_WATER
Metronidazole|200 mg|tablet|metronidazole 200 MG|aware=ACCESS counsel=NO_ALCOHOL,FINISH_COURSE
Metronidazole|400 mg|tablet|metronidazole 400 MG|aware=ACCESS split=0.5 counsel=NO_ALCOHOL,FINISH_COURSE
Metronidazole|200 mg/5 ml|suspension|metronidazole 40 MG|aware=ACCESS pack=100 counsel=SHAKE,FINISH_COURSE
Metronidazole|500 mg/100 ml|infusion|metronidazole 5 MG|aware=ACCESS
Tinidazole|500 mg|tablet|tinidazole 500 MG|aware=ACCESS counsel=NO_ALCOHOL
Secnidazole|500 mg|tablet|secnidazole 500 MG|aware=ACCESS counsel=NO_ALCOHOL
Nitrofurantoin|100 mg|capsule|nitrofurantoin 100 MG|aware=ACCESS counsel=WITH_FOOD,FINISH_COURSE
Chloramphenicol|1 g|injection|chloramphenicol 1000 MG|unit=VIAL routes=IV aware=ACCESS
Chloramphenicol|0.5% eye|drops|chloramphenicol 5 MG|routes=EYE pack=1 counsel=DISCARD_AFTER_28
Vancomycin|500 mg|injection|vancomycin 500 MG|unit=VIAL routes=IV aware=WATCH
Linezolid|600 mg|tablet|linezolid 600 MG|aware=RESERVE
Colistin|1 MU|injection|colistin 1000000 IU|unit=VIAL routes=IV aware=RESERVE
Isoniazid|300 mg|tablet|isoniazid 300 MG|
Isoniazid|100 mg|tablet|isoniazid 100 MG|split=0.5
Rifampicin with isoniazid|150/75 mg|tablet|rifampicin 150 MG + isoniazid 75 MG|critical counsel=EMPTY_STOMACH,FINISH_COURSE
Rifampicin with isoniazid|75/50 mg dispersible|tablet|rifampicin 75 MG + isoniazid 50 MG|critical counsel=EMPTY_STOMACH,FINISH_COURSE
Rifampicin, isoniazid, pyrazinamide, ethambutol|150/75/400/275 mg|tablet|rifampicin 150 MG + isoniazid 75 MG + pyrazinamide 400 MG + ethambutol 275 MG|critical counsel=EMPTY_STOMACH,FINISH_COURSE
Rifampicin, isoniazid, pyrazinamide|75/50/150 mg|tablet|rifampicin 75 MG + isoniazid 50 MG + pyrazinamide 150 MG|critical counsel=FINISH_COURSE
Ethambutol|400 mg|tablet|ethambutol 400 MG|
Pyrazinamide|400 mg|tablet|pyrazinamide 400 MG|
Bedaquiline|100 mg|tablet|bedaquiline 100 MG|
Artemether with lumefantrine|20/120 mg|tablet|artemether 20 MG + lumefantrine 120 MG|counsel=WITH_FOOD,FINISH_COURSE
Artemether with lumefantrine|80/480 mg|tablet|artemether 80 MG + lumefantrine 480 MG|counsel=WITH_FOOD,FINISH_COURSE
Artesunate|60 mg|injection|artesunate 60 MG|unit=VIAL routes=IV,IM critical
Artesunate|100 mg|suppository|artesunate 100 MG|
Artesunate with amodiaquine|100/270 mg|tablet|artesunate 100 MG + amodiaquine 270 MG|counsel=FINISH_COURSE
Artesunate with amodiaquine|50/135 mg|tablet|artesunate 50 MG + amodiaquine 135 MG|counsel=FINISH_COURSE
Dihydroartemisinin with piperaquine|40/320 mg|tablet|dihydroartemisinin 40 MG + piperaquine 320 MG|split=0.5 counsel=EMPTY_STOMACH,FINISH_COURSE
Quinine|300 mg|tablet|quinine 300 MG|split=0.5 counsel=FINISH_COURSE
Quinine|600 mg/2 ml|injection|quinine 600 MG|unit=AMP routes=IV,IM alert
Primaquine|15 mg|tablet|primaquine 15 MG|split=0.5 counsel=WITH_FOOD
Primaquine|7.5 mg|tablet|primaquine 7.5 MG|counsel=WITH_FOOD
Chloroquine|150 mg base|tablet|chloroquine 150 MG|
Hydroxychloroquine|200 mg|tablet|hydroxychloroquine 200 MG|counsel=WITH_FOOD
Dapsone|100 mg|tablet|dapsone 100 MG|
Albendazole|400 mg|tablet|albendazole 400 MG|split=0.5 otc counsel=WITH_FOOD
Albendazole|100 mg/5 ml|suspension|albendazole 20 MG|pack=20 otc counsel=SHAKE,WITH_FOOD
Mebendazole|100 mg|tablet|mebendazole 100 MG|otc
Mebendazole|500 mg|tablet|mebendazole 500 MG|otc
Praziquantel|600 mg|tablet|praziquantel 600 MG|split=0.25 counsel=WITH_FOOD
Ivermectin|3 mg|tablet|ivermectin 3 MG|
Fluconazole|150 mg|capsule|fluconazole 150 MG|
Fluconazole|50 mg|capsule|fluconazole 50 MG|
Fluconazole|200 mg|tablet|fluconazole 200 MG|
Fluconazole|2 mg/ml|infusion|fluconazole 2 MG|
Ketoconazole|200 mg|tablet|ketoconazole 200 MG|counsel=NO_ALCOHOL
Clotrimazole|1%|cream|clotrimazole 10 MG|pack=20 otc
Clotrimazole|100 mg|pessary|clotrimazole 100 MG|otc
Nystatin|100000 IU/ml|suspension|nystatin 100000 IU|pack=30 counsel=SHAKE
Griseofulvin|500 mg|tablet|griseofulvin 500 MG|split=0.5 counsel=WITH_FOOD
Amphotericin B|50 mg|injection|amphotericin_b 50 MG|unit=VIAL routes=IV alert
Terbinafine|250 mg|tablet|terbinafine 250 MG|
Aciclovir|200 mg|tablet|aciclovir 200 MG|counsel=PLENTY_OF_WATER
Aciclovir|400 mg|tablet|aciclovir 400 MG|counsel=PLENTY_OF_WATER
Aciclovir|250 mg|injection|aciclovir 250 MG|unit=VIAL routes=IV
Aciclovir|3% eye|ointment|aciclovir 30 MG|routes=EYE pack=1
Tenofovir, lamivudine, dolutegravir|300/300/50 mg|tablet|tenofovir 300 MG + lamivudine 300 MG + dolutegravir 50 MG|critical
Tenofovir, lamivudine, efavirenz|300/300/400 mg|tablet|tenofovir 300 MG + lamivudine 300 MG + efavirenz 400 MG|critical
Zidovudine with lamivudine|300/150 mg|tablet|zidovudine 300 MG + lamivudine 150 MG|critical
Abacavir with lamivudine|600/300 mg|tablet|abacavir 600 MG + lamivudine 300 MG|critical
Abacavir with lamivudine|120/60 mg dispersible|tablet|abacavir 120 MG + lamivudine 60 MG|critical split=0.5
Dolutegravir|10 mg dispersible|tablet|dolutegravir 10 MG|critical
Dolutegravir|50 mg|tablet|dolutegravir 50 MG|critical
Lopinavir with ritonavir|200/50 mg|tablet|lopinavir 200 MG + ritonavir 50 MG|critical
Atazanavir with ritonavir|300/100 mg|tablet|atazanavir 300 MG + ritonavir 100 MG|critical counsel=WITH_FOOD
Nevirapine|10 mg/ml|suspension|nevirapine 10 MG|pack=100 critical counsel=SHAKE
Zidovudine|10 mg/ml|syrup|zidovudine 10 MG|pack=100 critical
Amlodipine|5 mg|tablet|amlodipine 5 MG|split=0.5
Amlodipine|10 mg|tablet|amlodipine 10 MG|split=0.5
Nifedipine|20 mg retard|tablet|nifedipine 20 MG|counsel=SWALLOW_WHOLE
Nifedipine|10 mg|capsule|nifedipine 10 MG|
Verapamil|40 mg|tablet|verapamil 40 MG|
Captopril|25 mg|tablet|captopril 25 MG|split=0.5
Enalapril|5 mg|tablet|enalapril 5 MG|split=0.5
Lisinopril|10 mg|tablet|lisinopril 10 MG|split=0.5
Lisinopril|5 mg|tablet|lisinopril 5 MG|split=0.5
Losartan|50 mg|tablet|losartan 50 MG|split=0.5
Losartan|100 mg|tablet|losartan 100 MG|split=0.5
Valsartan|80 mg|tablet|valsartan 80 MG|
Atenolol|50 mg|tablet|atenolol 50 MG|split=0.5
Propranolol|40 mg|tablet|propranolol 40 MG|split=0.5
Bisoprolol|5 mg|tablet|bisoprolol 5 MG|split=0.5
Bisoprolol|2.5 mg|tablet|bisoprolol 2.5 MG|
Carvedilol|6.25 mg|tablet|carvedilol 6.25 MG|split=0.5 counsel=WITH_FOOD
Carvedilol|12.5 mg|tablet|carvedilol 12.5 MG|split=0.5 counsel=WITH_FOOD
Labetalol|100 mg/20 ml|injection|labetalol 100 MG|unit=AMP routes=IV
Labetalol|200 mg|tablet|labetalol 200 MG|split=0.5
Methyldopa|250 mg|tablet|methyldopa 250 MG|
Hydralazine|20 mg|injection|hydralazine 20 MG|unit=AMP routes=IV,IM
Hydralazine|25 mg|tablet|hydralazine 25 MG|
Bendroflumethiazide|5 mg|tablet|bendroflumethiazide 5 MG|split=0.5
Hydrochlorothiazide|25 mg|tablet|hydrochlorothiazide 25 MG|split=0.5
Furosemide|40 mg|tablet|furosemide 40 MG|split=0.5
Furosemide|20 mg/2 ml|injection|furosemide 20 MG|unit=AMP routes=IV,IM
Spironolactone|25 mg|tablet|spironolactone 25 MG|split=0.5
Spironolactone|50 mg|tablet|spironolactone 50 MG|split=0.5
Digoxin|0.25 mg|tablet|digoxin 0.25 MG|split=0.5 alert
Digoxin|0.5 mg/2 ml|injection|digoxin 0.5 MG|unit=AMP routes=IV alert
Amiodarone|200 mg|tablet|amiodarone 200 MG|split=0.5
Amiodarone|150 mg/3 ml|injection|amiodarone 150 MG|unit=AMP routes=IV alert
Glyceryl trinitrate|0.5 mg|tablet|glyceryl_trinitrate 0.5 MG|routes=SL
Isosorbide dinitrate|10 mg|tablet|isosorbide_dinitrate 10 MG|split=0.5
Simvastatin|20 mg|tablet|simvastatin 20 MG|
Atorvastatin|20 mg|tablet|atorvastatin 20 MG|
Atorvastatin|40 mg|tablet|atorvastatin 40 MG|
Clopidogrel|75 mg|tablet|clopidogrel 75 MG|
Warfarin|5 mg|tablet|warfarin 5 MG|split=0.5 alert critical
Warfarin|3 mg|tablet|warfarin 3 MG|split=0.5 alert critical
Warfarin|1 mg|tablet|warfarin 1 MG|split=0.5 alert critical
Heparin|5000 IU/ml|injection|heparin 25000 IU|unit=VIAL routes=IV,SC alert witness=ADMINISTER critical
Enoxaparin|40 mg/0.4 ml|injection|enoxaparin 40 MG|unit=UNIT routes=SC alert witness=ADMINISTER critical
Enoxaparin|60 mg/0.6 ml|injection|enoxaparin 60 MG|unit=UNIT routes=SC alert witness=ADMINISTER critical
Enoxaparin|80 mg/0.8 ml|injection|enoxaparin 80 MG|unit=UNIT routes=SC alert witness=ADMINISTER critical
Rivaroxaban|20 mg|tablet|rivaroxaban 20 MG|alert counsel=WITH_FOOD
Tranexamic acid|500 mg/5 ml|injection|tranexamic_acid 500 MG|unit=AMP routes=IV critical
Tranexamic acid|500 mg|tablet|tranexamic_acid 500 MG|
Phytomenadione|1 mg/0.5 ml|injection|phytomenadione 1 MG|unit=AMP routes=IM,IV
Phytomenadione|10 mg/ml|injection|phytomenadione 10 MG|unit=AMP routes=IM,IV
Ferrous sulfate|200 mg|tablet|ferrous_sulfate 200 MG|otc counsel=NOT_WITH_MILK
Ferrous sulfate with folic acid|200/0.4 mg|tablet|ferrous_sulfate 200 MG + folic_acid 0.4 MG|otc counsel=NOT_WITH_MILK
Folic acid|5 mg|tablet|folic_acid 5 MG|otc split=0.5
Hydroxocobalamin|1 mg/ml|injection|hydroxocobalamin 1 MG|unit=AMP routes=IM
Pyridoxine|25 mg|tablet|pyridoxine 25 MG|
Thiamine|100 mg/ml|injection|thiamine 100 MG|unit=AMP routes=IV,IM
Retinol|200000 IU|capsule|retinol 200000 IU|
Retinol|100000 IU|capsule|retinol 100000 IU|
Zinc|20 mg dispersible|tablet|zinc 20 MG|split=0.5 otc
Calcium carbonate|500 mg|tablet|calcium_carbonate 500 MG|otc
Calcium gluconate|10%|injection|calcium_gluconate 1000 MG|unit=AMP routes=IV alert
Magnesium sulfate|50%|injection|magnesium_sulfate 5000 MG|unit=AMP routes=IV,IM alert witness=PREPARE_AND_ADMINISTER critical
Potassium chloride|15%|injection|potassium_chloride 20 MMOL|unit=AMP routes=IV alert witness=PREPARE_AND_ADMINISTER
Potassium chloride|600 mg slow release|tablet|potassium_chloride 8 MMOL|counsel=SWALLOW_WHOLE,WITH_FOOD
Sodium chloride|0.9%|infusion|sodium_chloride 9 MG|
Glucose|5%|infusion|glucose 50 MG|
Glucose|10%|infusion|glucose 100 MG|
Glucose|50%|injection|glucose 500 MG|unit=ML routes=IV critical
Compound sodium lactate|500 ml|infusion|sodium_lactate 1 ML|
Sodium bicarbonate|8.4%|injection|sodium_bicarbonate 1 MMOL|unit=ML routes=IV alert
Oral rehydration salts|1 litre|powder|oral_rehydration_salts 1 G|otc
Metformin|500 mg|tablet|metformin 500 MG|counsel=WITH_FOOD
Metformin|850 mg|tablet|metformin 850 MG|counsel=WITH_FOOD
Metformin|1 g|tablet|metformin 1000 MG|split=0.5 counsel=WITH_FOOD
Glibenclamide|5 mg|tablet|glibenclamide 5 MG|split=0.5 counsel=WITH_FOOD
Gliclazide|80 mg|tablet|gliclazide 80 MG|split=0.5 counsel=WITH_FOOD
Insulin, soluble|100 IU/ml|injection|insulin_soluble 1 IU|unit=UNIT routes=SC,IV alert witness=ADMINISTER critical counsel=FRIDGE
Insulin, isophane|100 IU/ml|injection|insulin_isophane 1 IU|unit=UNIT routes=SC alert witness=ADMINISTER critical counsel=FRIDGE
Insulin, biphasic|30/70 100 IU/ml|injection|insulin_biphasic 1 IU|unit=UNIT routes=SC alert witness=ADMINISTER critical counsel=FRIDGE
Levothyroxine|50 mcg|tablet|levothyroxine 50 MCG|split=0.5 counsel=EMPTY_STOMACH
Levothyroxine|25 mcg|tablet|levothyroxine 25 MCG|counsel=EMPTY_STOMACH
Levothyroxine|100 mcg|tablet|levothyroxine 100 MCG|split=0.5 counsel=EMPTY_STOMACH
Carbimazole|5 mg|tablet|carbimazole 5 MG|
Prednisolone|5 mg|tablet|prednisolone 5 MG|split=0.5 counsel=WITH_FOOD
Prednisolone|15 mg/5 ml|syrup|prednisolone 3 MG|pack=60 counsel=WITH_FOOD
Hydrocortisone|100 mg|injection|hydrocortisone 100 MG|unit=VIAL routes=IV,IM
Hydrocortisone|1%|cream|hydrocortisone 10 MG|pack=15
Dexamethasone|4 mg/ml|injection|dexamethasone 4 MG|unit=AMP routes=IV,IM
Dexamethasone|0.5 mg|tablet|dexamethasone 0.5 MG|counsel=WITH_FOOD
Betamethasone|0.1%|cream|betamethasone 1 MG|pack=15
Salbutamol|100 mcg/puff|inhaler|salbutamol 100 MCG|pack=200
Salbutamol|5 mg/ml nebuliser solution|other|salbutamol 5 MG|unit=ML routes=NEB
Salbutamol|4 mg|tablet|salbutamol 4 MG|split=0.5
Ipratropium|0.25 mg/ml nebuliser solution|other|ipratropium 0.25 MG|unit=ML routes=NEB
Beclometasone|100 mcg/puff|inhaler|beclometasone 100 MCG|pack=200 counsel=RINSE_MOUTH
Budesonide|200 mcg/puff|inhaler|budesonide 200 MCG|pack=200 counsel=RINSE_MOUTH
Aminophylline|250 mg/10 ml|injection|aminophylline 250 MG|unit=AMP routes=IV alert
Aminophylline|100 mg|tablet|aminophylline 100 MG|
Adrenaline|1 mg/ml|injection|adrenaline 1 MG|unit=AMP routes=IM,IV,SC alert critical
Noradrenaline|2 mg/ml|injection|noradrenaline 8 MG|unit=AMP routes=IV alert
Dopamine|40 mg/ml|injection|dopamine 200 MG|unit=AMP routes=IV alert
Atropine|1 mg/ml|injection|atropine 1 MG|unit=AMP routes=IV,IM,SC critical
Chlorphenamine|4 mg|tablet|chlorphenamine 4 MG|split=0.5 otc counsel=DROWSY
Chlorphenamine|10 mg/ml|injection|chlorphenamine 10 MG|unit=AMP routes=IV,IM
Promethazine|25 mg|tablet|promethazine 25 MG|split=0.5 counsel=DROWSY
Promethazine|25 mg/ml|injection|promethazine 25 MG|unit=AMP routes=IM,IV
Cetirizine|10 mg|tablet|cetirizine 10 MG|split=0.5 otc
Loratadine|10 mg|tablet|loratadine 10 MG|otc
Omeprazole|20 mg|capsule|omeprazole 20 MG|counsel=EMPTY_STOMACH
Omeprazole|40 mg|injection|omeprazole 40 MG|unit=VIAL routes=IV
Pantoprazole|40 mg|tablet|pantoprazole 40 MG|counsel=EMPTY_STOMACH
Ranitidine|50 mg/2 ml|injection|ranitidine 50 MG|unit=AMP routes=IV,IM
Aluminium hydroxide with magnesium trisilicate|370 mg|tablet|aluminium_hydroxide 120 MG + magnesium_trisilicate 250 MG|otc counsel=CHEW
Metoclopramide|10 mg|tablet|metoclopramide 10 MG|split=0.5
Metoclopramide|10 mg/2 ml|injection|metoclopramide 10 MG|unit=AMP routes=IV,IM
Ondansetron|4 mg|tablet|ondansetron 4 MG|
Ondansetron|8 mg/4 ml|injection|ondansetron 8 MG|unit=AMP routes=IV,IM
Hyoscine butylbromide|10 mg|tablet|hyoscine_butylbromide 10 MG|
Hyoscine butylbromide|20 mg/ml|injection|hyoscine_butylbromide 20 MG|unit=AMP routes=IV,IM
Loperamide|2 mg|capsule|loperamide 2 MG|
Bisacodyl|5 mg|tablet|bisacodyl 5 MG|otc counsel=SWALLOW_WHOLE
Lactulose|3.35 g/5 ml|syrup|lactulose 0.67 G|pack=100
Senna|7.5 mg|tablet|senna 7.5 MG|otc
Misoprostol|200 mcg|tablet|misoprostol 200 MCG|routes=PO,SL,PV,PR split=0.25
Oxytocin|10 IU/ml|injection|oxytocin 10 IU|unit=AMP routes=IM,IV alert critical counsel=FRIDGE
Carbetocin|100 mcg/ml|injection|carbetocin 100 MCG|unit=AMP routes=IM,IV critical
Ergometrine|0.5 mg/ml|injection|ergometrine 0.5 MG|unit=AMP routes=IM,IV
Medroxyprogesterone|150 mg/ml|injection|medroxyprogesterone 150 MG|unit=VIAL routes=IM
Levonorgestrel|1.5 mg|tablet|levonorgestrel 1.5 MG|
Levonorgestrel with ethinylestradiol|0.15/0.03 mg|tablet|levonorgestrel 0.15 MG + ethinylestradiol 0.03 MG|
Etonogestrel implant|68 mg|device|etonogestrel 68 MG|unit=UNIT routes=SC
Phenobarbital|30 mg|tablet|phenobarbital 30 MG|controlled=PSYCHOTROPIC witness=ADMINISTER critical counsel=DROWSY
Phenobarbital|200 mg/ml|injection|phenobarbital 200 MG|unit=AMP routes=IV,IM controlled=PSYCHOTROPIC alert witness=ADMINISTER critical
Phenytoin|100 mg|capsule|phenytoin 100 MG|critical
Phenytoin|250 mg/5 ml|injection|phenytoin 250 MG|unit=AMP routes=IV alert critical
Carbamazepine|200 mg|tablet|carbamazepine 200 MG|split=0.5 critical
Carbamazepine|100 mg/5 ml|suspension|carbamazepine 20 MG|pack=100 critical counsel=SHAKE
Sodium valproate|200 mg|tablet|valproate 200 MG|critical counsel=SWALLOW_WHOLE
Sodium valproate|200 mg/5 ml|syrup|valproate 40 MG|pack=100 critical
Lamotrigine|25 mg|tablet|lamotrigine 25 MG|critical
Levetiracetam|500 mg|tablet|levetiracetam 500 MG|critical split=0.5
Diazepam|5 mg|tablet|diazepam 5 MG|split=0.5 controlled=PSYCHOTROPIC witness=ADMINISTER counsel=DROWSY
Diazepam|10 mg/2 ml|injection|diazepam 10 MG|unit=AMP routes=IV,IM,PR controlled=PSYCHOTROPIC alert witness=ADMINISTER critical
Lorazepam|2 mg|tablet|lorazepam 2 MG|split=0.5 controlled=PSYCHOTROPIC witness=ADMINISTER counsel=DROWSY
Midazolam|15 mg/3 ml|injection|midazolam 15 MG|unit=AMP routes=IV,IM controlled=PSYCHOTROPIC alert witness=ADMINISTER
Amitriptyline|25 mg|tablet|amitriptyline 25 MG|split=0.5 counsel=DROWSY
Fluoxetine|20 mg|capsule|fluoxetine 20 MG|
Sertraline|50 mg|tablet|sertraline 50 MG|split=0.5
Haloperidol|5 mg|tablet|haloperidol 5 MG|split=0.5 counsel=DROWSY
Haloperidol|5 mg/ml|injection|haloperidol 5 MG|unit=AMP routes=IM,IV
Chlorpromazine|100 mg|tablet|chlorpromazine 100 MG|split=0.5 counsel=DROWSY
Chlorpromazine|50 mg/2 ml|injection|chlorpromazine 50 MG|unit=AMP routes=IM
Risperidone|2 mg|tablet|risperidone 2 MG|split=0.5
Olanzapine|10 mg|tablet|olanzapine 10 MG|split=0.5
Fluphenazine decanoate|25 mg/ml|injection|fluphenazine 25 MG|unit=AMP routes=IM
Lithium carbonate|300 mg|tablet|lithium 300 MG|
Trihexyphenidyl|5 mg|tablet|trihexyphenidyl 5 MG|split=0.5
Levodopa with carbidopa|250/25 mg|tablet|levodopa 250 MG + carbidopa 25 MG|split=0.5
Allopurinol|100 mg|tablet|allopurinol 100 MG|counsel=PLENTY_OF_WATER
Allopurinol|300 mg|tablet|allopurinol 300 MG|split=0.5 counsel=PLENTY_OF_WATER
Colchicine|0.5 mg|tablet|colchicine 0.5 MG|
Methotrexate|2.5 mg|tablet|methotrexate 2.5 MG|alert witness=ADMINISTER
Azathioprine|50 mg|tablet|azathioprine 50 MG|
Hydroxycarbamide|500 mg|capsule|hydroxycarbamide 500 MG|alert
Cyclophosphamide|500 mg|injection|cyclophosphamide 500 MG|unit=VIAL routes=IV alert witness=PREPARE_AND_ADMINISTER
Vincristine|1 mg/ml|injection|vincristine 1 MG|unit=VIAL routes=IV alert witness=PREPARE_AND_ADMINISTER
Doxorubicin|50 mg|injection|doxorubicin 50 MG|unit=VIAL routes=IV alert witness=PREPARE_AND_ADMINISTER
Tamoxifen|20 mg|tablet|tamoxifen 20 MG|
Activated charcoal|50 g|powder|charcoal 50 G|
Acetylcysteine|200 mg/ml|injection|acetylcysteine 2000 MG|unit=AMP routes=IV
Flumazenil|0.5 mg/5 ml|injection|flumazenil 0.5 MG|unit=AMP routes=IV
Protamine|50 mg/5 ml|injection|protamine 50 MG|unit=AMP routes=IV alert
Permethrin|5%|cream|permethrin 50 MG|pack=30
Benzyl benzoate|25%|other|benzyl_benzoate 250 MG|unit=ML routes=TOP pack=100 otc
Silver sulfadiazine|1%|cream|silver_sulfadiazine 10 MG|pack=50
Salicylic acid|2%|ointment|salicylic_acid 20 MG|pack=30 otc
Calamine|15%|other|calamine 150 MG|unit=ML routes=TOP pack=100 otc
Povidone iodine|10%|other|povidone_iodine 100 MG|unit=ML routes=TOP pack=100 otc
Timolol|0.5% eye|drops|timolol 5 MG|routes=EYE pack=1 counsel=DISCARD_AFTER_28
Pilocarpine|2% eye|drops|pilocarpine 20 MG|routes=EYE pack=1 counsel=DISCARD_AFTER_28
Oxygen|medical|gas|oxygen 1 ML|unit=L_MIN routes=INH
Tetanus immunoglobulin|250 IU|injection|tetanus_immunoglobulin 250 IU|unit=VIAL routes=IM
Anti-D immunoglobulin|300 mcg|injection|anti_d_immunoglobulin 300 MCG|unit=VIAL routes=IM
Rabies vaccine|1 dose|vaccine|rabies_vaccine 1 ML|unit=VIAL routes=IM,ID
Tetanus and diphtheria vaccine|0.5 ml|vaccine|tetanus_diphtheria_vaccine 1 ML|unit=UNIT routes=IM
BCG vaccine|0.05 ml|vaccine|bcg_vaccine 1 ML|unit=UNIT routes=ID
Measles and rubella vaccine|0.5 ml|vaccine|measles_rubella_vaccine 1 ML|unit=UNIT routes=SC
Oral polio vaccine|2 drops|vaccine|polio_oral_vaccine 1 ML|unit=UNIT routes=PO
Inactivated polio vaccine|0.5 ml|vaccine|polio_inactivated_vaccine 1 ML|unit=UNIT routes=IM
Pentavalent vaccine|0.5 ml|vaccine|pentavalent_vaccine 1 ML|unit=UNIT routes=IM
Pneumococcal conjugate vaccine|0.5 ml|vaccine|pneumococcal_vaccine 1 ML|unit=UNIT routes=IM
Rotavirus vaccine|1.5 ml|vaccine|rotavirus_vaccine 1 ML|unit=UNIT routes=PO
Human papillomavirus vaccine|0.5 ml|vaccine|papillomavirus_vaccine 1 ML|unit=UNIT routes=IM
Hepatitis B vaccine|1 ml|vaccine|hepatitis_b_vaccine 1 ML|unit=UNIT routes=IM
Yellow fever vaccine|0.5 ml|vaccine|yellow_fever_vaccine 1 ML|unit=UNIT routes=SC
`
