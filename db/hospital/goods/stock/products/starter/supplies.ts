// Supplies, reagents, films and blood bags of the list to begin with, in own words. Nobody has confirmed a line.
// `name | size | class | base unit | pack | base units in it | category`

export const starter_supplies = `
Cotton wool, absorbent|500 g|SUPPLY|roll|||Dressings
Gauze, absorbent|90 cm x 100 m|SUPPLY|roll|||Dressings
Gauze swab, sterile|10 x 10 cm, 8 ply|SUPPLY|piece|pack|100|Dressings
Gauze swab, X-ray line|10 x 10 cm, 12 ply|SUPPLY|piece|pack|100|Dressings
Abdominal pack, X-ray line|30 x 30 cm|SUPPLY|piece|pack|10|Dressings
Bandage, crepe|7.5 cm x 4.5 m|SUPPLY|roll|box|12|Dressings
Bandage, crepe|10 cm x 4.5 m|SUPPLY|roll|box|12|Dressings
Bandage, elastic|10 cm|SUPPLY|roll|box|12|Dressings
Bandage, plaster of Paris|10 cm x 2.7 m|SUPPLY|roll|box|12|Dressings
Bandage, plaster of Paris|15 cm x 2.7 m|SUPPLY|roll|box|12|Dressings
Padding, orthopaedic|15 cm|SUPPLY|roll|box|12|Dressings
Paraffin gauze|10 x 10 cm|SUPPLY|piece|tin|36|Dressings
Dressing, adhesive, sterile|10 x 8 cm|SUPPLY|piece|box|50|Dressings
Plaster, adhesive, zinc oxide|7.5 cm x 4.5 m|SUPPLY|roll|box|6|Dressings
Plaster, micropore|2.5 cm x 9 m|SUPPLY|roll|box|12|Dressings
Sanitary pad, maternity||SUPPLY|piece|pack|10|Dressings
Syringe with needle, single use|2 ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Syringe with needle, single use|5 ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Syringe with needle, single use|10 ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Syringe with needle, single use|20 ml|SUPPLY|piece|box|50|Syringes, needles and cannulae
Syringe, feeding tip|50 ml|SUPPLY|piece|box|25|Syringes, needles and cannulae
Syringe, insulin|1 ml, 100 IU|SUPPLY|piece|box|100|Syringes, needles and cannulae
Syringe, auto-disable|0.5 ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Syringe, auto-disable, BCG|0.05 ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Needle, hypodermic|21 G|SUPPLY|piece|box|100|Syringes, needles and cannulae
Needle, hypodermic|23 G|SUPPLY|piece|box|100|Syringes, needles and cannulae
Needle, hypodermic|25 G|SUPPLY|piece|box|100|Syringes, needles and cannulae
Needle, spinal|22 G|SUPPLY|piece|box|25|Syringes, needles and cannulae
Needle, spinal|25 G|SUPPLY|piece|box|25|Syringes, needles and cannulae
Cannula, intravenous|16 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Cannula, intravenous|18 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Cannula, intravenous|20 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Cannula, intravenous|22 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Cannula, intravenous|24 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Set, scalp vein|23 G|SUPPLY|piece|box|50|Syringes, needles and cannulae
Set, infusion|20 drops/ml|SUPPLY|piece|box|100|Syringes, needles and cannulae
Set, infusion, with burette|100 ml, 60 drops/ml|SUPPLY|piece|box|50|Syringes, needles and cannulae
Safety box for sharps|5 litres|SUPPLY|piece|box|25|Syringes, needles and cannulae
Lancet, blood, safety||SUPPLY|piece|box|100|Syringes, needles and cannulae
Three-way stopcock||SUPPLY|piece|box|50|Syringes, needles and cannulae
Glove, examination, latex|Small|SUPPLY|pair|box|50|Gloves and protection
Glove, examination, latex|Medium|SUPPLY|pair|box|50|Gloves and protection
Glove, examination, latex|Large|SUPPLY|pair|box|50|Gloves and protection
Glove, surgical, sterile|Size 6.5|SUPPLY|pair|box|50|Gloves and protection
Glove, surgical, sterile|Size 7|SUPPLY|pair|box|50|Gloves and protection
Glove, surgical, sterile|Size 7.5|SUPPLY|pair|box|50|Gloves and protection
Glove, surgical, sterile|Size 8|SUPPLY|pair|box|50|Gloves and protection
Glove, gynaecological, long|Size 7.5|SUPPLY|pair|box|25|Gloves and protection
Glove, heavy duty|Large|SUPPLY|pair|||Gloves and protection
Mask, surgical||SUPPLY|piece|box|50|Gloves and protection
Mask, respirator|N95|SUPPLY|piece|box|20|Gloves and protection
Apron, plastic, single use||SUPPLY|piece|pack|100|Gloves and protection
Gown, surgical, sterile|Large|SUPPLY|piece|box|20|Gloves and protection
Cap, surgical, single use||SUPPLY|piece|pack|100|Gloves and protection
Goggles, protective||SUPPLY|piece|||Gloves and protection
Boots, rubber|Size 42|SUPPLY|pair|||Gloves and protection
Catheter, urethral, Foley|Ch 14|SUPPLY|piece|box|10|Catheters, tubes and drains
Catheter, urethral, Foley|Ch 16|SUPPLY|piece|box|10|Catheters, tubes and drains
Catheter, urethral, Foley|Ch 18|SUPPLY|piece|box|10|Catheters, tubes and drains
Catheter, urethral, Foley, child|Ch 8|SUPPLY|piece|box|10|Catheters, tubes and drains
Bag, urine|2 litres|SUPPLY|piece|box|50|Catheters, tubes and drains
Tube, nasogastric|Ch 8|SUPPLY|piece|box|50|Catheters, tubes and drains
Tube, nasogastric|Ch 16|SUPPLY|piece|box|50|Catheters, tubes and drains
Tube, suction|Ch 10|SUPPLY|piece|box|50|Catheters, tubes and drains
Tube, suction|Ch 14|SUPPLY|piece|box|50|Catheters, tubes and drains
Tube, endotracheal, cuffed|Size 7|SUPPLY|piece|box|10|Catheters, tubes and drains
Tube, endotracheal, cuffed|Size 7.5|SUPPLY|piece|box|10|Catheters, tubes and drains
Tube, endotracheal, uncuffed|Size 3.5|SUPPLY|piece|box|10|Catheters, tubes and drains
Drain, chest|Ch 28|SUPPLY|piece|box|10|Catheters, tubes and drains
Bottle, chest drainage|2 litres|SUPPLY|piece|||Catheters, tubes and drains
Oxygen mask with tubing|Adult|SUPPLY|piece|box|50|Catheters, tubes and drains
Oxygen mask with tubing|Child|SUPPLY|piece|box|50|Catheters, tubes and drains
Oxygen cannula, nasal|Adult|SUPPLY|piece|box|50|Catheters, tubes and drains
Oxygen cannula, nasal|Newborn|SUPPLY|piece|box|50|Catheters, tubes and drains
Nebuliser set with mask|Adult|SUPPLY|piece|box|50|Catheters, tubes and drains
Nebuliser set with mask|Child|SUPPLY|piece|box|50|Catheters, tubes and drains
Suture, polyglactin|1, round body|SUPPLY|piece|box|12|Sutures and theatre
Suture, polyglactin|2-0, round body|SUPPLY|piece|box|12|Sutures and theatre
Suture, polyglactin|3-0, round body|SUPPLY|piece|box|12|Sutures and theatre
Suture, chromic catgut|2, round body|SUPPLY|piece|box|12|Sutures and theatre
Suture, nylon|2-0, cutting|SUPPLY|piece|box|12|Sutures and theatre
Suture, nylon|3-0, cutting|SUPPLY|piece|box|12|Sutures and theatre
Suture, silk|2-0, round body|SUPPLY|piece|box|12|Sutures and theatre
Blade, surgical|No 11|SUPPLY|piece|box|100|Sutures and theatre
Blade, surgical|No 22|SUPPLY|piece|box|100|Sutures and theatre
Drape, surgical, sterile|120 x 150 cm|SUPPLY|piece|box|20|Sutures and theatre
Clamp, umbilical cord||SUPPLY|piece|box|100|Sutures and theatre
Mucus extractor|Newborn|SUPPLY|piece|box|50|Sutures and theatre
Band, identification|Adult|SUPPLY|piece|box|100|Sutures and theatre
Band, identification|Newborn|SUPPLY|piece|box|100|Sutures and theatre
Tape, autoclave|19 mm x 50 m|SUPPLY|roll|||Sutures and theatre
Gel, ultrasound|5 litres|SUPPLY|bottle|||Sutures and theatre
Electrode, ECG||SUPPLY|piece|pack|50|Sutures and theatre
Chlorhexidine gluconate|5 %|SUPPLY|litre|carton|5|Disinfectants
Alcohol, hand rub|70 %|SUPPLY|bottle|carton|12|Disinfectants
Sodium hypochlorite|5 %|SUPPLY|litre|carton|20|Disinfectants
Hydrogen peroxide|3 %|SUPPLY|bottle|carton|12|Disinfectants
Glutaraldehyde|2 %|SUPPLY|litre|carton|5|Disinfectants
Methylated spirit|70 %|SUPPLY|litre|carton|5|Disinfectants
Soap, liquid, antiseptic|500 ml|SUPPLY|bottle|carton|12|Disinfectants
Needle, dental|27 G long|SUPPLY|piece|box|100|Dental
Cement, glass ionomer||SUPPLY|set|||Dental
Rapid test, malaria antigen||REAGENT|test|kit|25|Rapid tests
Rapid test, HIV, first||REAGENT|test|kit|25|Rapid tests
Rapid test, HIV, second||REAGENT|test|kit|25|Rapid tests
Rapid test, syphilis||REAGENT|test|kit|30|Rapid tests
Rapid test, hepatitis B surface antigen||REAGENT|test|kit|50|Rapid tests
Rapid test, hepatitis C antibody||REAGENT|test|kit|50|Rapid tests
Rapid test, pregnancy||REAGENT|test|kit|50|Rapid tests
Rapid test, Helicobacter pylori antigen||REAGENT|test|kit|25|Rapid tests
Strip, blood glucose||REAGENT|strip|box|50|Rapid tests
Strip, urine, ten parameters||REAGENT|strip|box|100|Rapid tests
Strip, haemoglobin||REAGENT|strip|box|50|Rapid tests
Stain, Giemsa||REAGENT|ml|bottle|500|Laboratory reagents
Stain, Field A||REAGENT|ml|bottle|500|Laboratory reagents
Stain, Field B||REAGENT|ml|bottle|500|Laboratory reagents
Stain, Gram, set||REAGENT|set|||Laboratory reagents
Stain, Ziehl-Neelsen, set||REAGENT|set|||Laboratory reagents
Oil, immersion||REAGENT|ml|bottle|100|Laboratory reagents
Serum, anti-A||REAGENT|ml|bottle|10|Laboratory reagents
Serum, anti-B||REAGENT|ml|bottle|10|Laboratory reagents
Serum, anti-D||REAGENT|ml|bottle|10|Laboratory reagents
Serum, anti-human globulin||REAGENT|ml|bottle|10|Laboratory reagents
Cartridge, tuberculosis nucleic acid||REAGENT|test|box|50|Laboratory reagents
Diluent for blood counts||REAGENT|litre|box|20|Laboratory reagents
Lysing fluid for blood counts||REAGENT|ml|bottle|500|Laboratory reagents
Reagent, creatinine||REAGENT|ml|kit|200|Laboratory reagents
Reagent, alanine aminotransferase||REAGENT|ml|kit|200|Laboratory reagents
Tube, blood, EDTA|4 ml|REAGENT|piece|box|100|Laboratory consumables
Tube, blood, plain with clot activator|4 ml|REAGENT|piece|box|100|Laboratory consumables
Tube, blood, citrate|2.7 ml|REAGENT|piece|box|100|Laboratory consumables
Tube, blood, fluoride|2 ml|REAGENT|piece|box|100|Laboratory consumables
Container, sputum|60 ml|REAGENT|piece|box|100|Laboratory consumables
Container, urine, sterile|60 ml|REAGENT|piece|box|100|Laboratory consumables
Container, stool|30 ml|REAGENT|piece|box|100|Laboratory consumables
Slide, microscope|76 x 26 mm|REAGENT|piece|box|50|Laboratory consumables
Cover glass|22 x 22 mm|REAGENT|piece|box|100|Laboratory consumables
Tip, pipette, yellow|200 µl|REAGENT|piece|pack|1000|Laboratory consumables
Tip, pipette, blue|1000 µl|REAGENT|piece|pack|500|Laboratory consumables
Film, X-ray|24 x 30 cm|IMAGING|sheet|box|100|Films and contrast
Film, X-ray|35 x 43 cm|IMAGING|sheet|box|100|Films and contrast
Film, dry laser|35 x 43 cm|IMAGING|sheet|box|100|Films and contrast
Contrast, iohexol|300 mg iodine/ml|IMAGING|bottle|box|10|Films and contrast
Contrast, barium sulfate|Powder, 300 g|IMAGING|tin|||Films and contrast
Bag, blood, single, with CPDA-1|450 ml|BLOOD|piece|box|50|Blood bags and sets
Bag, blood, child, with CPDA-1|250 ml|BLOOD|piece|box|50|Blood bags and sets
Set, blood giving||BLOOD|piece|box|100|Blood bags and sets
`
