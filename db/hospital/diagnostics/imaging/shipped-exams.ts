// The images of a district hospital, from general knowledge in own words: `code | name | Swahili and other
// words | section | modality | region | minutes | hours | marks | template`. Marks: `side` a side is asked,
// `contrast` always, `maybe` perhaps; a template is a key of those below. Preparation follows `prep=`.

export const shipped_exams = `
XR-CHEST|Chest X-ray|Eksirei ya kifua;CXR|XRAY|XR|Chest|10|4||chest
XR-ABD|Abdomen X-ray|Eksirei ya tumbo;AXR|XRAY|XR|Abdomen|10|4||abdomen
XR-PELV|Pelvis X-ray|Eksirei ya nyonga|XRAY|XR|Pelvis|10|4||bone
XR-HIP|Hip X-ray||XRAY|XR|Hip|10|4|side|bone
XR-FEMUR|Femur X-ray||XRAY|XR|Femur|10|4|side|bone
XR-KNEE|Knee X-ray|Eksirei ya goti|XRAY|XR|Knee|10|4|side|bone
XR-TIBFIB|Lower leg X-ray||XRAY|XR|Lower leg|10|4|side|bone
XR-ANKLE|Ankle X-ray|Eksirei ya kifundo|XRAY|XR|Ankle|10|4|side|bone
XR-FOOT|Foot X-ray||XRAY|XR|Foot|10|4|side|bone
XR-SHOULDER|Shoulder X-ray|Eksirei ya bega|XRAY|XR|Shoulder|10|4|side|bone
XR-CLAV|Clavicle X-ray||XRAY|XR|Clavicle|10|4|side|bone
XR-HUMERUS|Humerus X-ray||XRAY|XR|Upper arm|10|4|side|bone
XR-ELBOW|Elbow X-ray||XRAY|XR|Elbow|10|4|side|bone
XR-FOREARM|Forearm X-ray||XRAY|XR|Forearm|10|4|side|bone
XR-WRIST|Wrist X-ray||XRAY|XR|Wrist|10|4|side|bone
XR-HAND|Hand X-ray|Eksirei ya mkono|XRAY|XR|Hand|10|4|side|bone
XR-CSPINE|Cervical spine X-ray||XRAY|XR|Cervical spine|15|4||bone
XR-TSPINE|Thoracic spine X-ray||XRAY|XR|Thoracic spine|15|4||bone
XR-LSPINE|Lumbar spine X-ray|Eksirei ya kiuno|XRAY|XR|Lumbar spine|15|4||bone
XR-SKULL|Skull X-ray||XRAY|XR|Skull|15|4||bone
XR-SINUS|Sinus X-ray||XRAY|XR|Sinuses|10|4||bone
XR-JAW|Jaw X-ray||XRAY|XR|Mandible|10|4||bone
US-ABD|Abdominal ultrasound|Ultrasaundi ya tumbo|USS|US|Abdomen|20|8|prep=Nothing_to_eat_for_6_hours.|us_abdomen
US-PELV|Pelvic ultrasound|Ultrasaundi ya nyonga|USS|US|Pelvis|20|8|prep=Come_with_a_full_bladder.|us_pelvis
US-OBS|Obstetric ultrasound|Ultrasaundi ya mimba;ANC scan|USS|US|Obstetric|20|4|female|us_obstetric
US-KUB|Renal tract ultrasound|Ultrasaundi ya figo|USS|US|Kidneys and bladder|20|8|prep=Come_with_a_full_bladder.|
US-THYR|Thyroid ultrasound||USS|US|Neck|20|24||
US-BREAST|Breast ultrasound|Ultrasaundi ya matiti|USS|US|Breast|20|24|side|
US-SCROT|Scrotal ultrasound||USS|US|Scrotum|20|8|male|
US-SOFT|Soft tissue ultrasound||USS|US|Soft tissue|20|24||
US-DVT|Leg veins, Doppler||USS|US|Leg|30|8|side|
US-CHEST|Chest ultrasound||USS|US|Chest|15|4||
US-FAST|Trauma ultrasound (FAST)||USS|US|Abdomen and chest|10|1||
CT-HEAD|CT of the head|CT ya kichwa|CT|CT|Head|15|4|maybe|ct_head
CT-CSPINE|CT of the cervical spine||CT|CT|Cervical spine|20|8||
CT-CHEST|CT of the chest|CT ya kifua|CT|CT|Chest|20|24|maybe|
CT-ABDPEL|CT of abdomen and pelvis|CT ya tumbo|CT|CT|Abdomen and pelvis|30|24|contrast prep=Nothing_to_eat_for_4_hours._A_recent_creatinine_is_needed.|
CT-KUB|CT of the kidneys and ureters||CT|CT|Renal tract|20|8||
CT-ANGIO|CT angiography of the chest||CT|CT|Chest|30|4|contrast|
MR-BRAIN|MRI of the brain|MRI ya ubongo|MRI|MR|Brain|40|48|maybe|
MR-LSPINE|MRI of the lumbar spine||MRI|MR|Lumbar spine|40|48||
MR-KNEE|MRI of the knee||MRI|MR|Knee|40|48|side|
MG-BOTH|Mammography|Mamografia|MAMMO|MG|Breasts|20|48|female|
FL-BARSW|Barium swallow||FLUORO|FL|Oesophagus|30|48|prep=Nothing_to_eat_for_6_hours.|
FL-HSG|Hysterosalpingography||FLUORO|FL|Uterus and tubes|30|48|female contrast|
ECHO-TTE|Echocardiography|Ekokardiografia;echo|ECHO|ECHO|Heart|40|24||echo
ECG-12|Electrocardiogram, 12 leads|ECG|ECG|ECG|Heart|10|2||ecg
`

/** What stands in a report before somebody writes over it. */
export const report_templates: Readonly<Record<string, { findings: string; impression: string }>> =
  {
    chest: {
      findings:
        'Heart size and mediastinal contours: \nLungs and pleura: \nHila: \nBones and soft tissues: ',
      impression: '',
    },
    abdomen: {
      findings: 'Bowel gas pattern: \nFree air: \nCalcifications: \nBones: ',
      impression: '',
    },
    bone: {
      findings: 'Alignment: \nCortex and bone texture: \nJoint spaces: \nSoft tissues: ',
      impression: '',
    },
    us_abdomen: {
      findings:
        'Liver: \nGallbladder and bile ducts: \nPancreas: \nSpleen: \nKidneys: \nFree fluid: ',
      impression: '',
    },
    us_pelvis: { findings: 'Uterus: \nOvaries: \nBladder: \nFree fluid: ', impression: '' },
    us_obstetric: {
      findings:
        'Number of fetuses: \nPresentation: \nFetal heart: \nMeasurements and age: \nPlacenta: \nLiquor: ',
      impression: '',
    },
    ct_head: {
      findings: 'Brain: \nVentricles and cisterns: \nHaemorrhage: \nMidline: \nBones and sinuses: ',
      impression: '',
    },
    echo: {
      findings: 'Chambers: \nSystolic function: \nValves: \nPericardium: ',
      impression: '',
    },
    ecg: { findings: 'Rate: \nRhythm: \nAxis: \nIntervals: \nST and T: ', impression: '' },
  }
