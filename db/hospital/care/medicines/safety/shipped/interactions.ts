// Interactions that are widely known, in own words. `one | other | severity | what happens | what to do |
// hours apart`; capitals are classes. `!` contraindicated, `M` major, `m` moderate, `.` minor.

export const shipped_interactions = `
warfarin|metronidazole|M|bleeding|Halve the dose and check INR.
warfarin|sulfamethoxazole|M|bleeding|Use another antibiotic or check INR in 3 days.
warfarin|NSAID|M|bleeding of the stomach|Use paracetamol.
warfarin|AZOLES|M|bleeding|Lower the dose and check INR.
warfarin|MACROLIDES|M|bleeding|Check INR in 3 days.
warfarin|FLUOROQUINOLONES|M|bleeding|Check INR in 3 days.
warfarin|ENZYME_INDUCERS|M|clotting: warfarin works less|Check INR weekly and adjust.
warfarin|amiodarone|M|bleeding|Lower the dose by a third and check INR weekly.
warfarin|SSRI|m|bleeding|Watch for bleeding.
warfarin|ANTIPLATELETS|M|bleeding|Give both only on a specialist's word.
warfarin|tramadol|m|bleeding|Check INR.
warfarin|CEPHALOSPORINS|m|bleeding|Check INR in 5 days.
warfarin|simvastatin|m|bleeding|Check INR when it is begun.
warfarin|phytomenadione|m|warfarin works less|Meant as antidote only.
ANTICOAGULANTS|NSAID|M|bleeding|Use paracetamol.
ANTICOAGULANTS|ANTIPLATELETS|M|bleeding|Give both only on a specialist's word.
rivaroxaban|CYP3A_INHIBITORS|M|bleeding|Choose another anticoagulant.
rivaroxaban|ENZYME_INDUCERS|M|clotting|Choose another anticoagulant.
NSAID|CORTICOSTEROIDS|m|ulcer and bleeding of the stomach|Protect the stomach.
NSAID|SSRI|m|bleeding of the stomach|Protect the stomach.
NSAID|ACE_INHIBITORS|m|kidney injury and less effect on blood pressure|Watch creatinine and pressure.
NSAID|ARB|m|kidney injury and less effect on blood pressure|Watch creatinine and pressure.
NSAID|LOOP_DIURETICS|m|less effect, kidney injury|Watch weight and creatinine.
NSAID|THIAZIDES|m|less effect, kidney injury|Watch pressure and creatinine.
NSAID|lithium|M|lithium poisoning|Use paracetamol or check the lithium level.
NSAID|methotrexate|M|methotrexate poisoning|Use paracetamol.
NSAID|tenofovir|m|kidney injury|Use paracetamol for longer pain.
ACE_INHIBITORS|POTASSIUM_SPARING|M|high potassium|Check potassium in a week.
ACE_INHIBITORS|POTASSIUM|M|high potassium|Check potassium.
ACE_INHIBITORS|ARB|M|kidney injury, low pressure, high potassium|Give one of them.
ACE_INHIBITORS|TRIMETHOPRIM|m|high potassium|Check potassium.
ACE_INHIBITORS|lithium|M|lithium poisoning|Check the lithium level.
ARB|POTASSIUM_SPARING|M|high potassium|Check potassium in a week.
ARB|POTASSIUM|M|high potassium|Check potassium.
ARB|lithium|M|lithium poisoning|Check the lithium level.
POTASSIUM_SPARING|POTASSIUM|!|dangerously high potassium|Do not give together.
POTASSIUM_SPARING|TRIMETHOPRIM|m|high potassium|Check potassium.
THIAZIDES|lithium|M|lithium poisoning|Check the lithium level.
digoxin|POTASSIUM_LOSING|m|digoxin poisoning when potassium is low|Check potassium.
digoxin|amiodarone|M|digoxin poisoning|Halve digoxin.
digoxin|verapamil|M|digoxin poisoning and slow heart|Halve digoxin and watch the pulse.
digoxin|clarithromycin|M|digoxin poisoning|Use another antibiotic.
digoxin|CALCIUM|m|arrhythmia when given into a vein|Give calcium slowly on a monitor.
digoxin|quinine|m|digoxin poisoning|Lower digoxin and watch the pulse.
BETA_BLOCKERS|verapamil|!|heart block|Do not give together.
BETA_BLOCKERS|amiodarone|m|slow heart|Watch the pulse.
BETA_BLOCKERS|digoxin|m|slow heart|Watch the pulse.
BETA_BLOCKERS|INSULINS|m|signs of low sugar are hidden|Tell the patient and measure more often.
BETA_BLOCKERS|BETA_AGONISTS|M|neither works, narrow airways|Choose another for the heart.
NITRATES|PDE5_INHIBITORS|!|dangerously low pressure|Do not give within 24 hours.
simvastatin|CYP3A_INHIBITORS|!|muscle breakdown|Stop the statin for the course.
atorvastatin|CYP3A_INHIBITORS|M|muscle breakdown|Lower or stop the statin.
simvastatin|amlodipine|m|muscle pain|At most 20 mg of simvastatin.
amlodipine|CYP3A_INHIBITORS|m|low pressure|Watch pressure.
clopidogrel|omeprazole|m|clopidogrel works less|Use pantoprazole.
OPIOIDS|BENZODIAZEPINES|M|stopped breathing|Lowest doses, and watch breathing.
OPIOIDS|CNS_DEPRESSANTS|m|drowsiness, slow breathing|Watch breathing.
BENZODIAZEPINES|CNS_DEPRESSANTS|m|drowsiness, slow breathing|Watch breathing.
tramadol|SSRI|M|fits and serotonin syndrome|Use another painkiller.
tramadol|TRICYCLICS|M|fits and serotonin syndrome|Use another painkiller.
tramadol|carbamazepine|m|tramadol works less, fits|Use another painkiller.
pethidine|MAO_INHIBITORS|!|serotonin syndrome|Do not give together.
SSRI|MAO_INHIBITORS|!|serotonin syndrome|Do not give together.
TRICYCLICS|MAO_INHIBITORS|!|serotonin syndrome|Do not give together.
SSRI|TRICYCLICS|m|high level of the tricyclic|Lower its dose.
SEROTONERGIC|MAO_INHIBITORS|M|serotonin syndrome|Choose another.
QT_PROLONGING|QT_PROLONGING|M|arrhythmia|Choose another or watch the ECG.
lumefantrine|quinine|M|arrhythmia|Do not give one within 12 hours of the other.
haloperidol|metoclopramide|m|stiffness and spasms|Use ondansetron.
DOPAMINE_ANTAGONISTS|levodopa|M|levodopa does not work|Use another against vomiting.
rifampicin|NNRTI|M|less antiretroviral effect|Follow the TB and HIV guideline for the regimen.
rifampicin|dolutegravir|M|less dolutegravir|Give dolutegravir twice a day.
rifampicin|PROTEASE_INHIBITORS|!|antiretroviral failure|Change the regimen.
rifampicin|OESTROGENS|M|pregnancy|Use another method.
rifampicin|PROGESTOGENS|M|pregnancy|Use another method; the three-month injection may go on.
rifampicin|SULFONYLUREAS|m|high sugar|Measure sugar more often.
rifampicin|CORTICOSTEROIDS|m|steroid works less|Double the steroid where it matters.
rifampicin|AZOLES|M|azole does not work|Choose another or raise the dose.
rifampicin|phenytoin|m|fits|Check the level.
rifampicin|lumefantrine|M|malaria is not cured|Use another antimalarial.
rifampicin|bedaquiline|!|bedaquiline does not work|Do not give together.
ENZYME_INDUCERS|OESTROGENS|M|pregnancy|Use another method.
ENZYME_INDUCERS|etonogestrel|M|pregnancy|Use another method.
ENZYME_INDUCERS|dolutegravir|M|less dolutegravir|Give dolutegravir twice a day.
efavirenz|lumefantrine|m|less of the antimalarial|Look at the patient again on day 3.
isoniazid|phenytoin|M|phenytoin poisoning|Lower phenytoin and watch for it.
isoniazid|carbamazepine|M|carbamazepine poisoning|Lower it and watch the liver.
isoniazid|paracetamol|m|liver injury|Short courses and ordinary doses only.
isoniazid|POLYVALENT_CATIONS|m|less isoniazid is taken up|Apart.|2
dolutegravir|POLYVALENT_CATIONS|m|less dolutegravir is taken up|Dolutegravir first.|2
dolutegravir|metformin|m|more metformin|At most 1 g of metformin a day.
FLUOROQUINOLONES|POLYVALENT_CATIONS|m|the antibiotic is not taken up|Antibiotic first.|2
TETRACYCLINES|POLYVALENT_CATIONS|m|the antibiotic is not taken up|Antibiotic first.|2
levothyroxine|POLYVALENT_CATIONS|m|less thyroxine is taken up|Apart.|4
FLUOROQUINOLONES|NSAID|m|fits|Use paracetamol.
FLUOROQUINOLONES|CORTICOSTEROIDS|m|torn tendons|Warn the patient.
FLUOROQUINOLONES|XANTHINES|M|fits and arrhythmia|Halve the xanthine.
FLUOROQUINOLONES|SULFONYLUREAS|m|low sugar|Measure sugar more often.
MACROLIDES|XANTHINES|M|fits and arrhythmia|Lower the xanthine.
MACROLIDES|carbamazepine|M|carbamazepine poisoning|Use azithromycin or another.
ERGOTS|MACROLIDES|!|limbs without blood|Do not give together.
ERGOTS|PROTEASE_INHIBITORS|!|limbs without blood|Use oxytocin.
PROTEASE_INHIBITORS|midazolam|M|deep sedation|Use another or less.
PROTEASE_INHIBITORS|PPI|m|less atazanavir|Choose another or apart.
PROTEASE_INHIBITORS|CORTICOSTEROIDS|m|too much steroid, inhaled too|Choose beclometasone.
zidovudine|trimethoprim|m|anaemia|Check the blood count.
AMINOGLYCOSIDES|LOOP_DIURETICS|M|deafness, kidney injury|Watch hearing and creatinine.
AMINOGLYCOSIDES|vancomycin|M|deafness, kidney injury|Watch creatinine.
AMINOGLYCOSIDES|amphotericin_b|M|kidney injury|Watch creatinine daily.
AMINOGLYCOSIDES|NSAID|m|kidney injury|Use paracetamol.
AMINOGLYCOSIDES|MUSCLE_RELAXANTS|M|breathing stays away|Be ready to ventilate.
MAGNESIUM|MUSCLE_RELAXANTS|M|breathing stays away|Be ready to ventilate.
MAGNESIUM|nifedipine|m|low pressure, weakness|Watch pressure and reflexes.
MAGNESIUM|AMINOGLYCOSIDES|m|weakness|Watch breathing.
NEPHROTOXIC|NEPHROTOXIC|m|kidney injury|Watch creatinine.
amphotericin_b|POTASSIUM_LOSING|m|low potassium|Check potassium.
CORTICOSTEROIDS|POTASSIUM_LOSING|m|low potassium|Check potassium.
ceftriaxone|CALCIUM|M|deposits when mixed; in the newborn in lungs and kidneys|Never in one line; not in the newborn.
valproate|CARBAPENEMS|!|fits|Use another antibiotic.
valproate|lamotrigine|M|severe rash|Halve lamotrigine and go up slowly.
valproate|phenobarbital|m|deep drowsiness|Lower phenobarbital.
valproate|ENZYME_INDUCERS|m|less valproate|Check for fits.
phenytoin|AZOLES|M|phenytoin poisoning|Check the level.
phenytoin|metronidazole|m|phenytoin poisoning|Watch for unsteadiness.
phenytoin|trimethoprim|m|folate deficiency, high level|Watch for unsteadiness.
carbamazepine|verapamil|M|carbamazepine poisoning|Choose another.
lithium|metronidazole|m|lithium poisoning|Check the lithium level.
methotrexate|TRIMETHOPRIM|!|bone marrow fails|Do not give together.
methotrexate|SULFONAMIDES|M|bone marrow fails|Use another antibiotic.
methotrexate|PENICILLINS|m|methotrexate poisoning|Watch the blood count.
azathioprine|allopurinol|!|bone marrow fails|Do not give together.
allopurinol|PENICILLINS|.|rash|Watch.
colchicine|CYP3A_INHIBITORS|M|colchicine poisoning|Lower the dose.
SULFONYLUREAS|AZOLES|M|low sugar|Measure sugar more often.
SULFONYLUREAS|SULFONAMIDES|m|low sugar|Measure sugar more often.
INSULINS|SULFONYLUREAS|m|low sugar|Measure sugar more often.
CORTICOSTEROIDS|INSULINS|m|high sugar|Measure sugar more often.
CORTICOSTEROIDS|LIVE_VACCINES|M|illness by the vaccine|Wait a month after high doses.
CYTOTOXICS|LIVE_VACCINES|!|illness by the vaccine|Do not give.
IMMUNOSUPPRESSANTS|LIVE_VACCINES|!|illness by the vaccine|Do not give.
POTASSIUM|TRIMETHOPRIM|m|high potassium|Check potassium within a week.
THIAZIDES|CALCIUM|m|high calcium|Check calcium where both go on for long.
ACE_INHIBITORS|allopurinol|m|rash and low white cells|Watch for fever and rash.
XANTHINES|BETA_AGONISTS|m|low potassium, fast heart|Check potassium.
metoclopramide|ANTICHOLINERGICS|.|they undo each other|Choose one.
ANTICHOLINERGICS|ANTICHOLINERGICS|m|confusion, retention|Choose one.
ketoconazole|PPI|m|ketoconazole is not taken up|Use fluconazole.
ketoconazole|ANTACIDS|m|ketoconazole is not taken up|Apart.|2
chloroquine|ANTACIDS|m|less chloroquine is taken up|Apart.|4
primaquine|quinine|m|more side effects|Watch.
sulfadoxine|TRIMETHOPRIM|M|severe rash, blood disorder|Do not give together.
sulfadoxine|folic_acid|m|malaria prevention works less at 5 mg|Give 0.4 mg, or wait two weeks.
`
