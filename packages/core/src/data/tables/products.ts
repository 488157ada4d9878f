import type { ProductTable } from './tables.ts';

/** Categories with a weight, invented brands, and products with their price range: `name:from:to`. */
export const table: ProductTable = {
  Beauty: [
    7,
    'Lumea Verdis Purelle Aurin',
    'Shampoo:3:14 Face_Cream:8:60 Lipstick:5:35 Perfume:25:140 Sun_Lotion:6:28 Hand_Soap:2:12 Hair_Dryer:20:160',
  ],
  Books: [
    10,
    'Harrow Lindqvist Parchment Northgate',
    'Crime_Novel:7:24 Cookbook:14:45 Travel_Guide:12:30 Biography:10:32 Picture_Book:6:20 Crossword_Book:4:11',
  ],
  Clothing: [
    14,
    'Fjellmark Oakridge Cottera Brindle Nimbus',
    'T-Shirt:8:35 Jeans:25:120 Hoodie:22:90 Rain_Jacket:45:220 Socks:4:18 Dress:25:160 Belt:12:60 Scarf:10:70',
  ],
  Electronics: [
    14,
    'Voltera Kanto Quantis Brightline',
    'Laptop:450:2400 Smartphone:180:1400 Headphones:18:380 Monitor:110:900 Keyboard:15:180 Power_Bank:14:80 Smart_Watch:60:600 Tablet:130:1100',
  ],
  Furniture: [
    6,
    'Nordhaus Almere Woodford Plano',
    'Office_Chair:70:650 Desk:90:900 Bookcase:45:420 Sofa:280:2600 Bedside_Table:30:220 Floor_Lamp:25:260',
  ],
  Garden: [
    5,
    'Greenfold Terrano Hedgerow',
    'Lawn_Mower:120:900 Garden_Hose:15:70 Plant_Pot:4:60 Pruning_Shears:9:65 Barbecue:50:700 Flower_Seeds:2:6',
  ],
  Grocery: [
    16,
    'Millbrook Solana Harvesta Bergtal',
    'Olive_Oil:4:18 Coffee_Beans:5:24 Pasta:1:4 Dark_Chocolate:1:6 Honey:3:14 Green_Tea:2:12 Granola:3:8 Sparkling_Water:1:7',
  ],
  Home: [
    9,
    'Casaline Hearth&Co Linneo',
    'Duvet_Cover:20:120 Frying_Pan:15:110 Coffee_Mug:4:20 Bath_Towel:7:40 Candle:4:30 Kettle:18:120 Vacuum_Cleaner:70:650',
  ],
  Pets: [
    5,
    'Pawsome Felino Tailwind',
    'Dog_Food:6:65 Cat_Litter:5:22 Dog_Bed:18:130 Cat_Tree:30:190 Chew_Toy:3:16',
  ],
  Sports: [
    7,
    'Summit Aeris Kinetik Trailborn',
    'Running_Shoes:45:190 Yoga_Mat:12:80 Dumbbells:15:140 Bicycle:250:3200 Football:10:50 Tent:50:600 Water_Bottle:6:35',
  ],
  Tools: [
    4,
    'Ironwerk Boltcraft Handwell',
    'Cordless_Drill:45:320 Screwdriver_Set:10:60 Hammer:7:40 Tape_Measure:4:25 Ladder:35:260 Work_Gloves:4:22',
  ],
  Toys: [
    8,
    'Bricklo Funfair Little_Owl',
    'Building_Blocks:12:160 Puzzle:6:30 Board_Game:14:70 Doll:9:60 Toy_Train:15:120 Plush_Bear:8:45',
  ],
};
