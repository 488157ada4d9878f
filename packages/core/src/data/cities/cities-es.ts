/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Madrid|Catalonia|Valencia|Andalusia|Aragon|Murcia|Balearic Islands|Canary Islands|Basque Country|Castille and León|Galicia|Asturias|Navarre|Cantabria|Castille-La Mancha|La Rioja|Extremadura|Ceuta|Melilla
Europe/Madrid|Atlantic/Canary|Africa/Ceuta
Madrid|0|0|40417|-3703|32559
Barcelona|1|0|41389|2159|16215
Valencia|2|0|39470|-377|8142
Sevilla|3|0|37383|-5973|7032
Zaragoza|4|0|41656|-877|6743
Málaga|3|0|36720|-4420|5683
Murcia|5|0|37987|-1130|4369
Palma|6|0|39569|2650|4013
Las Palmas de Gran Canaria|7|1|28100|-15413|3818
Bilbao|8|0|43263|-2925|3549
Alicante|2|0|38345|-481|3348
Córdoba|3|0|37892|-4773|3284
Valladolid|9|0|41655|-4724|3179
Vigo|10|0|42233|-8723|2973
Gijón|11|0|43536|-5662|2776
L'Hospitalet de Llobregat|1|0|41360|2100|2570
A Coruña|10|0|43371|-8396|2461
Sant Martí|1|0|41418|2199|2357
Gasteiz / Vitoria|8|0|42850|-2673|2357
Granada|3|0|37188|-3607|2343
Elche|2|0|38262|-701|2301
Ciudad Lineal|0|0|40445|-3651|2282
Oviedo|11|0|43360|-5845|2240
Santa Cruz de Tenerife|7|1|28468|-16255|2224
Badalona|1|0|41450|2247|2195
Cartagena|5|0|37605|-986|2120
Terrassa|1|0|41567|2017|2109
Jerez de la Frontera|3|0|36686|-6136|2075
Sabadell|1|0|41543|2109|2065
Móstoles|0|0|40322|-3865|2065
Alcalá de Henares|0|0|40482|-3360|2046
Pamplona|12|0|42817|-1643|1985
Fuenlabrada|0|0|40284|-3794|1978
Almería|3|0|36838|-2460|1888
Leganés|0|0|40327|-3763|1861
Donostia / San Sebastián|8|0|43313|-1975|1854
Santander|13|0|43465|-3804|1827
Castelló de la Plana|2|0|39986|-49|1800
Burgos|9|0|42341|-3702|1790
Albacete|14|0|38994|-1856|1697
Alcorcón|0|0|40346|-3825|1680
Getafe|0|0|40306|-3733|1672
Salamanca|9|0|40969|-5664|1556
Logroño|15|0|42467|-2450|1521
La Laguna|7|1|28485|-16320|1507
Huelva|3|0|37266|-6940|1488
Badajoz|16|0|38878|-6971|1483
Tarragona|1|0|41117|1250|1403
Chamartín|0|0|40462|-3677|1400
Lleida|1|0|41617|622|1359
Marbella|3|0|36515|-4886|1346
León|9|0|42600|-5570|1343
Cadiz|3|0|36527|-6289|1268
Dos Hermanas|3|0|37283|-5921|1229
Mataró|1|0|41542|2445|1217
Santa Coloma de Gramenet|1|0|41452|2208|1197
Torrejón de Ardoz|0|0|40455|-3470|1182
Jaén|3|0|37769|-3790|1166
Algeciras|3|0|36133|-5451|1162
Parla|0|0|40236|-3768|1156
Ourense|10|0|42337|-7864|1077
Alcobendas|0|0|40547|-3642|1075
Reus|1|0|41156|1107|1071
Torrevieja|2|0|37979|-682|1018
Telde|7|1|27992|-15419|1000
Barakaldo|8|0|43296|-2988|985
Lugo|10|0|43010|-7556|967
San Fernando|3|0|36476|-6198|964
Girona|1|0|41983|2825|962
Santiago de Compostela|10|0|42881|-8546|951
Cáceres|16|0|39476|-6372|931
Lorca|5|0|37671|-1702|919
Coslada|0|0|40424|-3561|903
Talavera de la Reina|14|0|39963|-4831|889
El Puerto de Santa María|3|0|36594|-6233|877
Cornellà de Llobregat|1|0|41350|2083|865
Las Rozas de Madrid|0|0|40493|-3874|863
Orihuela|2|0|38085|-944|862
Avilés|11|0|43555|-5925|842
El Ejido|3|0|36776|-2815|842
Guadalajara|14|0|40629|-3162|830
Roquetas de Mar|3|0|36764|-2615|827
Palencia|9|0|42010|-4524|827
Sant Boi de Llobregat|1|0|41344|2037|824
Pozuelo de Alarcón|0|0|40433|-3813|824
Toledo|14|0|39858|-4023|823
Pontevedra|10|0|42431|-8644|816
Getxo|8|0|43357|-3011|808
Gandia|2|0|38967|-183|800
Sant Cugat del Vallès|1|0|41471|2086|793
Ceuta|17|2|35889|-5320|787
Arona|7|1|28100|-16681|786
Torrent|2|0|39437|-465|785
Chiclana de la Frontera|3|0|36420|-6144|773
Manresa|1|0|41728|1824|766
San Sebastián de los Reyes|0|0|40556|-3627|759
Ferrol|10|0|43485|-8233|743
Vélez-Málaga|3|0|36781|-4103|742
Ciudad Real|14|0|38986|-3929|740
Mijas|3|0|36596|-4637|738
Melilla|18|2|35294|-2938|735
Rubí|1|0|41492|2033|730
Fuengirola|3|0|36540|-4625|715
Benidorm|2|0|38538|-131|710
Alcalá de Guadaira|3|0|37338|-5840|702
Ponferrada|9|0|42547|-6596|687
Rivas-Vaciamadrid|0|0|40326|-3511|684
Majadahonda|0|0|40474|-3872|681
Campiña|3|0|38219|-2981|679
Zamora|9|0|41506|-5745|663
Sagunto|2|0|39683|-267|661
Vilanova i la Geltrú|1|0|41224|1725|659
Sanlúcar de Barrameda|3|0|36778|-6351|658
Estepona|3|0|36428|-5146|656
Torremolinos|3|0|36620|-4500|654
La Línea de la Concepción|3|0|36168|-5348|646
Molina de Segura|5|0|38055|-1208|641
Paterna|2|0|39503|-441|640
Santa Lucía|7|1|27912|-15541|636
Viladecans|1|0|41314|2014|635
El Prat de Llobregat|1|0|41328|2095|634
Valdemoro|0|0|40191|-3679|628
Grao de Murviedro|2|0|39642|-239|624
Castelldefels|1|0|41278|1970|621
Alcoy|2|0|38705|-474|616
Linares|3|0|38095|-3636|613
Irun|8|0|43339|-1789|610
Granollers|1|0|41608|2288|607
Motril|3|0|36751|-3518|603
Santutxu|8|0|43253|-2916|600
Arrecife|7|1|28963|-13548|591
Benalmádena|3|0|36596|-4573|589
Cerdanyola del Vallès|1|0|41491|2141|587
Ávila|9|0|40657|-4700|569
Segovia|9|0|40948|-4118|567
Mérida|16|0|38916|-6344|564
Cuenca|14|0|40067|-2133|559
Torrelavega|13|0|43349|-4048|553
Elda|2|0|38478|-792|552
Collado-Villalba|0|0|40635|-4005|550
Aranjuez|0|0|40031|-3602|541
San Vicent del Raspeig|2|0|38396|-525|531
Mollet del Vallès|1|0|41540|2213|525
San Bartolomé de Tirajana|7|1|27925|-15573|522
Huesca|4|0|42136|-409|521
Puertollano|14|0|38687|-4107|518
Calvià|6|0|39566|2506|518
Arganda|0|0|40301|-3437|515
Vila-real|2|0|39938|-101|512
Utrera|3|0|37185|-5781|507
Ibiza|6|0|38909|1433|487
Portugalete|8|0|43321|-3021|481
Santurtzi|8|0|43328|-3032|470
Esplugues de Llobregat|1|0|41377|2088|469
Gavà|1|0|41306|2001|460
Sama|11|0|43296|-5684|456
Antequera|3|0|37019|-4561|452
Alzira|2|0|39150|-433|447
Denia|2|0|38841|106|445
Mieres|11|0|43250|-5767|441
Llefià|1|0|41438|2220|438
Mislata|2|0|39475|-418|438
Colmenar Viejo|0|0|40659|-3768|437
Pinto|0|0|40241|-3700|435
Boadilla del Monte|0|0|40405|-3878|434
Figueres|1|0|42266|2962|433
Adeje|7|1|28123|-16726|432
Sant Feliu de Llobregat|1|0|41383|2050|429
Basauri|8|0|43240|-2886|427
Lucena|3|0|37409|-4485|422
Tres Cantos|0|0|40601|-3708|419
La Orotava|7|1|28391|-16523|412
Plasencia|16|0|40031|-6088|411
Alcantarilla|5|0|37969|-1217|411
San Fernando de Henares|0|0|40424|-3533|410
Mairena del Aljarafe|3|0|37345|-6064|407
Manacor|6|0|39570|3210|405
Écija|3|0|37542|-5083|404
Puerto Real|3|0|36528|-6190|402
Blanes|1|0|41674|2790|400
Granadilla de Abona|7|1|28119|-16576|400
Vic|1|0|41930|2255|398
Soria|9|0|41764|-2469|395
Lloret de Mar|1|0|41700|2846|394
Miranda de Ebro|9|0|42687|-2947|393
Andújar|3|0|38039|-4051|391
Igualada|1|0|41581|1617|389
Errenteria|8|0|43312|-1902|388
Rincón de la Victoria|3|0|36717|-4276|387
Burjassot|2|0|39510|-413|384
Vilafranca del Penedès|1|0|41346|1697|384
Tomelloso|14|0|39158|-3022|381
Ontinyent|2|0|38822|-606|377
Narón|10|0|43502|-8191|377
Vilagarcía de Arousa|10|0|42596|-8764|376
Los Realejos|7|1|28385|-16583|376
Ripollet|1|0|41497|2157|371
Ronda|3|0|36742|-5167|368
Los Palacios y Villafranca|3|0|37162|-5924|368
Arucas|7|1|28120|-15523|363
Llucmajor|6|0|39491|2891|361
Realejo Alto|7|1|28376|-16586|360
La Rinconada|3|0|37486|-5981|359
El Vendrell|1|0|41217|1533|358
Don Benito|16|0|38956|-5862|358
Puerto del Rosario|7|1|28500|-13863|357
Úbeda|3|0|38013|-3370|356
Teruel|4|0|40346|-1106|354
Villena|2|0|38637|-866|352
Mazarrón|5|0|37599|-1315|352
Cieza|5|0|38240|-1420|352
Tortosa|1|0|40812|522|351
Alhaurín de la Torre|3|0|36664|-4561|351
Yecla|5|0|38614|-1115|350
San Pedro de Alcántara|3|0|36488|-4991|349
Tudela|12|0|42062|-1605|347
Burriana|2|0|39889|-85|346
Águilas|5|0|37406|-1583|345
Villajoyosa|2|0|38508|-233|338
Sant Adrià de Besòs|1|0|41431|2219|338
Almendralejo|16|0|38683|-6407|336
Olot|1|0|42181|2490|335
Montcada i Reixac|1|0|41483|2183|335
Oleiros|10|0|43333|-8317|334
Marratxí|6|0|39621|2725|333
Maspalomas|7|1|27761|-15586|330
Aranda de Duero|9|0|41670|-3689|329
Azuqueca de Henares|14|0|40566|-3268|327
Cambrils|1|0|41070|1059|324
Puerto de la Cruz|7|1|28414|-16549|322
Sant Joan Despí|1|0|41367|2057|320
Galapagar|0|0|40578|-4004|318
Santa Pola|2|0|38192|-566|318
Castro-Urdiales|13|0|43383|-3220|317
Javea|2|0|38783|167|316
Torre-Pacheco|5|0|37743|-954|315
San Javier|5|0|37806|-837|314
Camargo|13|0|43407|-3885|314
Santa Eulària des Riu|6|0|38985|1534|313
Arcos de la Frontera|3|0|36751|-5811|312
Leioa|8|0|43327|-2989|312
Valdepeñas|14|0|38762|-3385|311
Barberà del Vallès|1|0|41516|2125|311
Carballo|10|0|43213|-8691|310
Hellín|14|0|38511|-1701|310
San Andrés del Rabanedo|9|0|42612|-5617|309
Xirivella|2|0|39466|-426|307
Alcázar de San Juan|14|0|39390|-3208|307
Manises|2|0|39491|-463|305
Alaquàs|2|0|39456|-461|304`;
