// Names as they are heard in a Tanzanian waiting room: of the coast, the lake, the mountains.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const girls = words(`
  Asha Neema Zawadi Rehema Fatuma Mwanaidi Halima Zainabu Amina Mariamu Subira Tatu Saada Mwajuma
  Khadija Salma Hadija Rukia Ashura Zuhura Farida Latifa Nuru Siwema Upendo Furaha Tumaini Baraka
  Grace Joyce Esther Agnes Rose Anna Maria Elizabeth Monica Veronica Theresia Paulina Devota Leah
  Rachel Martha Debora Happiness Gloria Beatrice Janeth Consolata Scholastica Pendo Neyma Witness
  Wande Nyamizi Kabula Nyanzobe Mageni Bhoke Nyangeta Robi Naomi Ruth Lilian Doris Catherine Irene
  Sophia Judith Mercy Stella Flora Eliza Bahati Sikujua Mwanahamisi Mwanaisha Tausi Sharifa Hawa`)

export const boys = words(`
  Juma Hamisi Ally Salum Rashidi Bakari Omari Ramadhani Athumani Hassani Husseini Abdallah Idrissa
  Selemani Yusufu Ibrahimu Issa Musa Mohamed Saidi Shabani Khalfani Mbaraka Kassim Nassoro Hemedi
  Baraka Amani Emanueli Johana Petro Paulo Yohana Samweli Danieli Elia Joseph Michael Peter John
  Charles Frank Godfrey Innocent Deogratias Festo Kelvin Brian Erick Denis Patrick Gabriel Simon
  Masanja Shija Maganga Kulwa Doto Masunga Mabula Chacha Marwa Mwita Nyerere Machibya Lameck Elias
  Thomas Stephano Zakaria Filbert Faustine Boniface Vicent Anthony Adam Haruna Twaha Jabiri Mussa`)

export const families = words(`
  Mrisho Mushi Massawe Kimaro Lyimo Mosha Shayo Temba Urassa Swai Kessy Minja Tarimo Mlay Ngowi
  Komba Haule Ngonyani Mapunda Nchimbi Millinga Mbilinyi Sanga Mgaya Kisanga Chengula Mahenge Luoga
  Mwakyusa Mwakalinga Mwambungu Kyando Mwaipopo Mwasaga Mwanjala Kapinga Mbena Mwinuka Mhagama
  Masanja Shija Magesa Ndaki Mabula Malale Luhende Masele Nkwabi Kashindye Mwendapole Bundala Nyanda
  Marwa Chacha Mwita Wambura Magige Nyamhanga Werema Rugemalira Kamugisha Rwechungura Mutagwaba
  Bakari Mohamed Salum Hamisi Rashidi Omari Athumani Shabani Kombo Khamis Haji Makame Suleiman Juma
  Ngozi Mkwawa Mndeme Kilewo Senkoro Shemdoe Kilonzo Mzava Mkumbo Msuya Mbwambo Mgonja Kiondo Mnzava
  Laizer Mollel Saibulu Lukumay Ole Sironga Kimambo Macha Kavishe Njau Moshi Lema Malisa Nnko`)

export const occupations = words(`
  Farmer Trader Teacher Driver Tailor Fisher Student Pupil Mason Carpenter Nurse Guard Cook Cleaner
  Herder Miner Mechanic Clerk Welder Hairdresser`)

/** Region, district, ward, villages. */
export const places: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['Tanga', 'Korogwe', 'Mombo', words('Jitengeni Mlembule Makumba Mazinde')],
  ['Tanga', 'Korogwe', 'Mashewa', words('Kijango Magoma Kwamndolwa')],
  ['Tanga', 'Lushoto', 'Soni', words('Kwehangala Magila Shashui Mbuzii')],
  ['Tanga', 'Lushoto', 'Mlalo', words('Hambalawei Handei Lwandai')],
  ['Tanga', 'Muheza', 'Amani', words('Shebomeza Mbomole Kisiwani')],
  ['Kilimanjaro', 'Same', 'Hedaru', words('Gavao Kwamwengo Saweni')],
  ['Kilimanjaro', 'Mwanga', 'Usangi', words('Kirongwe Chomvu Ndorwe')],
  ['Kilimanjaro', 'Moshi', 'Himo', words('Makuyuni Lotima Kitereni')],
  ['Manyara', 'Kiteto', 'Kibaya', words('Bwawani Majengo Matui')],
  ['Pwani', 'Bagamoyo', 'Chalinze', words('Msolwa Lugoba Bwilingu')],
  ['Morogoro', 'Mvomero', 'Turiani', words('Lusanga Manyinga Kilimanjaro Mziha')],
  ['Dodoma', 'Kongwa', 'Kibaigwa', words('Ndurugumi Karume Kinangali')],
]
