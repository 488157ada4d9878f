/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Buenos Aires F.D.|Cordoba|Santa Fe|Mendoza|Tucuman|Buenos Aires|Salta|San Juan|Chaco|Santiago del Estero|Corrientes|Misiones|Jujuy|Entre Rios|Neuquen|Formosa|Catamarca|San Luis|La Rioja|Chubut|La Pampa|Rio Negro|Santa Cruz|Tierra del Fuego
America/Argentina/Buenos_Aires|America/Argentina/Cordoba|America/Argentina/Mendoza|America/Argentina/Tucuman|America/Argentina/Salta|America/Argentina/San_Juan|America/Argentina/Jujuy|America/Argentina/Catamarca|America/Argentina/San_Luis|America/Argentina/La_Rioja|America/Argentina/Rio_Gallegos|America/Punta_Arenas|America/Argentina/Ushuaia|America/Sao_Paulo
Buenos Aires|0|0|-34613|-58377|130763
Córdoba|1|1|-31413|-64181|14282
Rosario|2|1|-32947|-60639|11735
Mendoza|3|2|-32891|-68827|8769
San Miguel de Tucumán|4|3|-26824|-65223|7810
La Plata|5|0|-34921|-57955|6942
Mar del Plata|5|0|-38000|-57556|5539
Salta|6|4|-24786|-65412|5127
Santa Fe|2|1|-31649|-60709|4895
San Juan|7|5|-31537|-68536|4470
Resistencia|8|1|-27461|-58984|3872
Santiago del Estero|9|1|-27795|-64261|3547
Corrientes|10|1|-27468|-58834|3391
Posadas|11|1|-27367|-55896|3237
Morón|5|0|-34651|-58620|3199
San Salvador de Jujuy|12|6|-24195|-65297|3059
Bahía Blanca|5|0|-38720|-62272|2765
Paraná|13|1|-31733|-60529|2623
Merlo|5|0|-34666|-58729|2442
Neuquén|14|4|-38952|-68059|2421
José C. Paz|5|0|-34515|-58768|2302
Quilmes|5|0|-34729|-58264|2300
Pilar|5|0|-34459|-58914|2265
Formosa|15|1|-26185|-58173|2214
San Fernando del Valle de Catamarca|16|7|-28470|-65785|1888
San Luis|17|8|-33295|-66336|1840
Berazategui|5|0|-34765|-58213|1675
La Rioja|18|9|-29411|-66851|1626
San Miguel|5|0|-34543|-58712|1575
Río Cuarto|1|1|-33131|-64350|1538
Concordia|13|1|-31393|-58021|1452
Comodoro Rivadavia|19|7|-45864|-67497|1409
San Nicolás de los Arroyos|5|0|-33334|-60211|1277
Santa Rosa|20|4|-36617|-64283|1114
San Rafael|3|2|-34618|-68330|1092
Tandil|5|0|-37322|-59133|1043
Villa Mercedes|17|8|-33676|-65458|968
San Carlos de Bariloche|21|4|-41146|-71308|954
Trelew|19|7|-43249|-65305|934
Villa María|1|1|-32408|-63240|925
Reconquista|2|1|-29150|-59650|902
Zárate|5|0|-34098|-59029|888
Rafaela|2|1|-31250|-61487|887
Pergamino|5|0|-33890|-60574|877
Olavarría|5|0|-36893|-60323|863
Río Gallegos|22|10|-51623|-69218|857
Junín|5|0|-34584|-60943|850
San Martín|3|2|-33081|-68468|825
Presidencia Roque Sáenz Peña|8|1|-26785|-60439|819
Luján|5|0|-34570|-59105|817
Campana|5|0|-34163|-58959|816
Necochea|5|0|-38554|-58740|805
Gualeguaychú|13|1|-33009|-58517|787
Cipolletti|21|4|-38934|-67990|751
Gobernador Gálvez|2|1|-33030|-60640|747
San Ramón de la Nueva Orán|6|4|-23137|-64324|741
Chimbas|7|5|-31483|-68533|738
General Roca|21|4|-39033|-67583|732
Venado Tuerto|2|1|-33746|-61969|723
Goya|10|1|-29140|-59263|702
Villa Carlos Paz|1|1|-31424|-64498|695
Concepción del Uruguay|13|1|-32485|-58232|679
Don Torcuato|5|0|-34495|-58627|649
Puerto Madryn|19|7|-42769|-65039|646
Tartagal|6|4|-22516|-63801|608
Hurlingham|5|0|-34590|-58629|600
Santo Tomé|2|1|-31663|-60765|591
San Francisco|1|1|-31428|-62083|591
San Pedro de Jujuy|12|6|-24231|-64866|584
Ushuaia|23|11|-54811|-68316|580
Punta Alta|5|0|-38876|-62074|572
General Pico|20|4|-35657|-63757|570
Oberá|11|1|-27487|-55120|565
Chivilcoy|5|0|-34896|-60017|545
Puerto Eldorado|11|1|-26408|-54695|542
Azul|5|0|-36777|-59859|539
Río Tercero|1|1|-32173|-64114|534
Los Polvorines|5|0|-34503|-58706|534
Mercedes|5|0|-34651|-59431|529
Río Grande|23|12|-53788|-67709|527
Barranqueras|8|1|-27481|-58939|508
Yerba Buena|4|3|-26817|-65317|508
Libertador General San Martín|12|6|-23806|-64788|493
Viedma|21|4|-40813|-62997|489
Tafí Viejo|4|3|-26732|-65259|485
Palpalá|12|6|-24256|-65212|482
San Lorenzo|10|1|-28133|-58767|476
San Pedro|5|0|-33679|-59666|475
Cutral-Có|14|4|-38934|-69231|474
Tres Arroyos|5|0|-38374|-60280|471
San Isidro|5|0|-34472|-58527|452
Villa Constitución|2|1|-33228|-60330|443
Paso de los Libres|10|1|-29713|-57088|438
Santa Lucía|7|5|-31540|-68495|436
Villa Ángela|8|1|-27574|-60715|435
Villa de Mayo|5|0|-34511|-58681|434
General Pacheco|5|0|-34453|-58643|433
Chilecito|18|9|-29162|-67497|422
Lincoln|5|0|-34866|-61530|418
Tortuguitas|5|0|-34475|-58754|414
Pocito|7|5|-31683|-68583|410
Alta Gracia|1|1|-31653|-64428|404
Balcarce|5|0|-37846|-58255|388
Ingeniero Pablo Nogués|5|0|-34478|-58707|385
Alderetes|4|3|-26817|-65133|385
San Vicente|11|1|-26617|-54133|382
Castelli|8|1|-25947|-60619|366
Curuzú Cuatiá|10|1|-29792|-58055|364
Caleta Olivia|22|10|-46439|-67528|361
Cañada de Gómez|2|1|-32816|-61395|360
Esperanza|2|1|-31449|-60932|359
Bell Ville|1|1|-32626|-62689|351
Nueve de Julio|5|0|-35444|-60883|347
Chacabuco|5|0|-34642|-60474|346
Caucete|7|5|-31652|-68281|336
Pontevedra|5|0|-34748|-58701|335
Gualeguay|13|1|-33142|-59310|331
Aguilares|4|3|-27434|-65614|325
Granadero Baigorria|2|1|-32857|-60718|324
Quitilipi|8|1|-26869|-60217|321
Puerto Iguazú|11|1|-25599|-54574|320
Villaguay|13|1|-31865|-59027|320
Casilda|2|1|-33044|-61168|320
General José de San Martín|8|1|-26537|-59342|318
Zapala|14|4|-38899|-70054|315
Villa Regina|21|4|-39100|-67067|312
Tigre|5|0|-34426|-58580|311
Famaillá|4|3|-27054|-65403|310
Chajarí|13|1|-30750|-57980|307
Mercedes|10|1|-29184|-58075|306
Centenario|14|4|-38830|-68132|290
Garupá|11|1|-27482|-55829|288
Gobernador Virasora|10|1|-28050|-56033|288
Esquel|19|7|-42911|-71319|285
Adrogué|5|0|-34800|-58384|283
Cruz del Eje|1|1|-30726|-64804|282
Machagai|8|1|-26926|-60050|281
Villa Dolores|1|1|-31946|-65190|280
Termas de Río Hondo|9|1|-27494|-64860|278
Charata|8|1|-27214|-61188|278
Capitán Bermúdez|2|1|-32823|-60719|271
Coronel Suárez|5|0|-37455|-61933|270
Las Breñas|8|1|-27090|-61082|270
Jesús María|1|1|-30982|-64094|268
Fontana|8|1|-27418|-59024|267
Esquina|10|1|-30015|-59529|264
Rawson|19|7|-43300|-65102|263
Muñiz|5|0|-34556|-58707|262
Allen|21|4|-38977|-67827|261
Dolores|5|0|-36313|-57679|252
Plottier|14|4|-38967|-68233|252
Victoria|13|1|-32618|-60155|251
Jardín América|11|1|-27043|-55227|249
La Calera|1|1|-31344|-64335|248
Tres Isletas|8|1|-26341|-60432|247
La Paz|13|1|-30742|-59645|247
Monte Caseros|10|1|-30254|-57636|247
Veinticinco de Mayo|5|0|-35432|-60173|247
Pérez|2|1|-32998|-60768|244
Marcos Juárez|1|1|-32698|-62107|242
Embarcación|6|4|-23210|-64100|240
Monteros|4|3|-27167|-65498|238
San Pedro|11|1|-26622|-54108|237
San Martín de los Andes|14|4|-40158|-71353|235
Villa Gesell|5|0|-37264|-56973|233
Avellaneda|2|1|-29118|-59658|231
Santo Tomé|10|1|-28549|-56041|226
Montecarlo|11|1|-26566|-54757|222
San Justo|2|1|-30789|-60592|218
Villa Allende|1|1|-31295|-64295|217
San José de Jáchal|7|5|-30241|-68747|210
Aristóbulo del Valle|11|1|-27096|-54896|207
Albardón|7|5|-31437|-68526|204
Añatuya|9|1|-28461|-62835|203
Deán Funes|1|1|-30420|-64350|202
Arroyo Seco|2|1|-33155|-60509|200
Laboulaye|1|1|-34127|-63391|199
Cinco Saltos|21|4|-38822|-68063|198
General Enrique Mosconi|6|4|-22596|-63813|198
Vera|2|1|-29459|-60213|198
Arroyito|1|1|-31420|-63050|196
El Soberbio|11|13|-27298|-54199|196
Diamante|13|1|-32066|-60638|195
Joaquín V. González|6|4|-25114|-64126|192
Pirané|15|1|-25732|-59109|191
Villa Ocampo|2|1|-28488|-59355|191
Villa Paula de Sarmiento|7|5|-31493|-68538|191
Cosquín|1|1|-31245|-64466|191
Sunchales|2|1|-30944|-61561|188
Santa Elena|13|1|-30944|-59788|184
Gálvez|2|1|-32029|-61221|184
Rufino|2|1|-34268|-62713|184
Saladas|10|1|-28254|-58626|183
Crespo|13|1|-32029|-60307|183
Firmat|2|1|-33459|-61483|183
Río Segundo|1|1|-31653|-63910|182
Puerto Rico|11|1|-26796|-55024|175
Coronda|2|1|-31973|-60920|170
San Antonio Oeste|21|4|-40732|-64948|170
San Jorge|2|1|-31896|-61860|169
Villa Nueva|1|1|-32433|-63248|168
Río Ceballos|1|1|-31165|-64322|166
Federal|13|1|-30955|-58783|163
General Villegas|5|0|-35033|-63013|163
Embalse|1|1|-32180|-64418|159
General Pinedo|8|1|-27317|-61283|157
Carcarañá|2|1|-32857|-61153|156
San Javier|2|1|-30578|-59932|156
Puerto Esperanza|11|1|-26023|-54614|156
El Bolsón|21|4|-41961|-71533|155
Wanda|11|1|-25969|-54563|155
Unquillo|1|1|-31231|-64316|154
San Luis del Palmar|10|1|-27508|-58555|153
Catriel|21|4|-37879|-67796|152
Morteros|1|1|-30712|-61999|151
Bella Vista|4|3|-27034|-65302|151
La Falda|1|1|-31088|-64490|151
Clorinda|15|1|-25285|-57719|150
La Punta|17|8|-33184|-66313|150
Pico Truncado|22|10|-46795|-67957|150
La Quiaca|12|6|-22102|-65593|148
Funes|2|1|-32916|-60810|148
Las Varillas|1|1|-31872|-62719|146
Dos de Mayo|11|1|-27023|-54687|145
Tinogasta|16|7|-28063|-67565|145
Fray Luis A. Beltrán|2|1|-32791|-60728|144
San Cristóbal|2|1|-30311|-61237|143
Recreo|16|7|-29282|-65061|142
Andalgalá|16|7|-27582|-66316|141
Santa Lucía|10|1|-28987|-59103|141
Tostado|2|1|-29232|-61769|140
Rosario del Tala|13|1|-32303|-59145|138
Federación|13|1|-31006|-57900|138
Arauco|18|9|-28581|-66792|137
Fraile Pintado|12|6|-23941|-64799|137
Chamical|18|9|-30360|-66314|134
Ceres|2|1|-29881|-61945|131
Recreo|2|1|-31491|-60733|128
Las Rosas|2|1|-32477|-61580|128
El Colorado|15|1|-26308|-59373|128
Oncativo|1|1|-31914|-63682|127
General Acha|20|4|-37377|-64604|125
Pilar|1|1|-31679|-63880|125
Roldán|2|1|-32898|-60907|125
Plaza Huincul|14|4|-38926|-69209|123
Laguna Paiva|2|1|-31304|-60659|123
Presidencia de la Plaza|8|1|-27001|-59842|122
Campo Grande|11|1|-27208|-54980|120
Villa Berthet|8|1|-27292|-60413|120
Veinticinco de Mayo|11|1|-27377|-54743|119`;
