import type { VehicleTable } from './tables.ts';

/** Makers with a weight, the first characters of their identification numbers (ISO 3780), and their models: `name:type:fuels`, with fuels from petrol, diesel, hybrid and electric. */
export const table: VehicleTable = {
  Audi: [4, 'WAU', 'A3:hatchback:pd A4:sedan:pd A6:sedan:pdh Q3:SUV:pd Q5:SUV:pdh e-tron:SUV:e'],
  BMW: [
    5,
    'WBA',
    '1_Series:hatchback:pd 3_Series:sedan:pdh 5_Series:sedan:pdh X1:SUV:pdh X3:SUV:pdh i4:sedan:e iX:SUV:e',
  ],
  BYD: [3, 'LGX', 'Atto_3:SUV:e Dolphin:hatchback:e Seal:sedan:e Han:sedan:eh'],
  Chevrolet: [5, '1G1', 'Malibu:sedan:p Equinox:SUV:pe Tahoe:SUV:pd Silverado:pickup:pd Bolt:hatchback:e'],
  Dacia: [2, 'UU1', 'Sandero:hatchback:p Duster:SUV:pdh Spring:hatchback:e'],
  Fiat: [3, 'ZFA', '500:hatchback:pe Panda:hatchback:ph Tipo:sedan:pd Ducato:van:de'],
  Ford: [
    8,
    'WF0',
    'Fiesta:hatchback:p Focus:hatchback:pd Kuga:SUV:pdh Puma:SUV:ph Mustang:coupe:p F-150:pickup:pdhe Transit:van:de',
  ],
  Honda: [6, 'JHM', 'Civic:sedan:ph Accord:sedan:ph Jazz:hatchback:h CR-V:SUV:ph HR-V:SUV:h'],
  Hyundai: [6, 'KMH', 'i10:hatchback:p i20:hatchback:p Tucson:SUV:pdh Kona:SUV:phe Ioniq_5:SUV:e'],
  Kia: [5, 'KNA', 'Picanto:hatchback:p Ceed:hatchback:pd Sportage:SUV:pdh Niro:SUV:he EV6:SUV:e'],
  Mazda: [3, 'JMZ', '2:hatchback:ph 3:hatchback:p CX-5:SUV:pd CX-30:SUV:p MX-5:convertible:p'],
  'Mercedes-Benz': [
    5,
    'WDD',
    'A-Class:hatchback:pdh C-Class:sedan:pdh E-Class:sedan:pdh GLC:SUV:pdh EQA:SUV:e Sprinter:van:de',
  ],
  Nissan: [4, 'SJN', 'Micra:hatchback:p Juke:SUV:ph Qashqai:SUV:ph X-Trail:SUV:ph Leaf:hatchback:e'],
  Opel: [3, 'W0L', 'Corsa:hatchback:pe Astra:hatchback:pdhe Mokka:SUV:pe Vivaro:van:de'],
  Peugeot: [4, 'VF3', '208:hatchback:pe 308:hatchback:pdhe 2008:SUV:pe 3008:SUV:phe Partner:van:de'],
  Renault: [4, 'VF1', 'Clio:hatchback:ph Megane:hatchback:e Captur:SUV:ph Kangoo:van:de Twingo:hatchback:pe'],
  Seat: [2, 'VSS', 'Ibiza:hatchback:p Leon:hatchback:pdh Arona:SUV:p Ateca:SUV:pd'],
  Skoda: [4, 'TMB', 'Fabia:hatchback:p Octavia:wagon:pd Superb:wagon:pdh Kodiaq:SUV:pd Enyaq:SUV:e'],
  Subaru: [2, 'JF1', 'Impreza:hatchback:p Forester:SUV:ph Outback:wagon:p'],
  Suzuki: [2, 'JSA', 'Swift:hatchback:ph Vitara:SUV:ph Jimny:SUV:p'],
  Tesla: [4, 'LRW', 'Model_3:sedan:e Model_Y:SUV:e Model_S:sedan:e Model_X:SUV:e'],
  Toyota: [
    11,
    'JTD',
    'Yaris:hatchback:ph Corolla:sedan:ph Camry:sedan:h RAV4:SUV:h C-HR:SUV:h Prius:hatchback:h Hilux:pickup:d',
  ],
  Volkswagen: [
    8,
    'WVW',
    'Polo:hatchback:p Golf:hatchback:pdh Passat:wagon:pdh Tiguan:SUV:pdh T-Roc:SUV:pd ID.3:hatchback:e ID.4:SUV:e',
  ],
  Volvo: [3, 'YV1', 'V60:wagon:h XC40:SUV:he XC60:SUV:h EX30:SUV:e'],
};
