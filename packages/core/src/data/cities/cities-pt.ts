/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Lisbon|Porto|Braga|Setúbal|Coimbra|Madeira|Évora|Aveiro|Santarém|Leiria|Viana do Castelo|Faro|Beja|Bragança|Castelo Branco|Guarda|Viseu|Azores|Vila Real|Portalegre
Europe/Lisbon|Atlantic/Madeira|Atlantic/Azores|Europe/Madrid
Lisboa|0|0|38717|-9133|5178
Porto|1|0|41150|-8611|2496
Amadora|0|0|38754|-9231|1789
Braga|2|0|41550|-8420|1214
Setúbal|3|0|38524|-8888|1171
Coimbra|4|0|40206|-8420|1066
Queluz|0|0|38757|-9255|1034
Funchal|5|1|32666|-16925|1008
Cacém|0|0|38767|-9298|940
Vila Nova de Gaia|1|0|41124|-8612|708
Algueirão|0|0|38798|-9344|663
Loures|0|0|38831|-9168|662
Felgueiras|1|0|41368|-8194|581
Évora|6|0|38567|-7900|556
Rio de Mouro|0|0|38766|-9328|547
Odivelas|0|0|38793|-9184|546
Aveiro|7|0|40644|-8646|542
Amora|3|0|38630|-9116|526
Corroios|3|0|38640|-9151|525
Barreiro|3|0|38663|-9072|513
Monsanto|8|0|39462|-8712|500
Rio Tinto|1|0|41179|-8560|500
São Domingos de Rana|0|0|38702|-9341|467
Figueira da Foz|4|0|40151|-8862|466
Leiria|9|0|39744|-8807|451
Ponte de Lima|10|0|41767|-8584|447
Faro|11|0|37019|-7927|414
Sesimbra|3|0|38445|-9101|411
Guimarães|2|0|41444|-8296|406
Ermesinde|1|0|41217|-8553|394
Santo António dos Olivais|4|0|40218|-8405|389
Portimão|11|0|37139|-8538|385
Benfica|0|0|38751|-9203|370
Cascais|0|0|38697|-9421|364
Maia|1|0|41236|-8620|364
Viana do Castelo|10|0|41693|-8833|361
Oeiras|0|0|38691|-9311|350
Beja|12|0|38015|-7863|348
Esposende|2|0|41536|-8782|346
Bragança|13|0|41806|-6757|344
Almada|3|0|38679|-9157|340
Olivais|0|0|38770|-9107|338
Castelo Branco|14|0|39822|-7491|335
Alcabideche|0|0|38734|-9409|333
Espinho|7|0|41008|-8641|328
Câmara de Lobos|5|1|32650|-16977|322
Guarda|15|0|40537|-7266|321
Alvalade|0|0|38753|-9144|318
Arrentela|3|0|38625|-9102|302
Montijo|3|0|38707|-8974|300
Charneca de Caparica|3|0|38620|-9194|298
Santarém|8|0|39233|-8683|294
Olhão|11|0|37029|-7841|292
Póvoa de Varzim|1|0|41383|-8764|290
Senhora da Hora|1|0|41186|-8652|289
Marinha Grande|9|0|39748|-8932|289
Póvoa de Santa Iria|0|0|38861|-9065|289
Sequeira|15|0|40554|-7226|285
Massamá|0|0|38753|-9281|281
Matosinhos|1|0|41182|-8689|281
Gondomar|1|0|41145|-8532|277
Águas Santas|1|0|41210|-8576|277
Vila do Conde|1|0|41353|-8745|276
Caldas da Rainha|9|0|39403|-9138|274
São Martinho|5|1|32645|-16938|265
Canidelo|1|0|41123|-8647|264
Viseu|16|0|40661|-7910|264
Sintra|0|0|38801|-9378|262
Paço de Arcos|0|0|38696|-9291|260
São Mamede de Infesta|1|0|41192|-8611|259
Quinta Do Conde|3|0|38565|-9043|256
Torres Vedras|0|0|39091|-9259|244
Oliveira do Douro|1|0|41125|-8585|244
Fânzeres|1|0|41168|-8530|239
Estoril|0|0|38706|-9398|237
Carnaxide|0|0|38727|-9247|237
Pinhal Novo|3|0|38631|-8914|235
Monte Estoril|0|0|38706|-9406|234
Caniço|5|1|32651|-16837|234
Pontinha|0|0|38768|-9199|232
Loulé|11|0|37138|-8020|231
Arcos de Valdevez|10|0|41847|-8419|228
Moscavide e Portela|0|0|38779|-9102|225
São João da Madeira|7|0|40901|-8490|221
Lavradio|3|0|38668|-9052|219
Bougado|1|0|41340|-8552|217
Valongo|1|0|41189|-8499|213
Caparica|3|0|38662|-9200|212
Belas|0|0|38777|-9264|210
Laranjeira|3|0|38656|-9154|210
Linda-a-Velha|0|0|38714|-9242|209
Trofa|1|0|41337|-8560|207
Baião|1|0|41163|-8035|205
Laranjeiro|11|0|37068|-7808|205
Carcavelos|0|0|38691|-9322|204
Camarate|0|0|38804|-9128|202
Ponta Delgada|17|2|37740|-25669|201
Entroncamento|8|0|39467|-8467|199
Paredes|1|0|41205|-8331|198
Monção|10|3|42079|-8481|197
Piedade|3|0|38670|-9159|195
Custoias|15|0|41105|-7321|194
Algés|0|0|38702|-9229|193
Tomar|8|0|39602|-8409|192
Barcelos|2|0|41532|-8618|191
Pedroso|1|0|41411|-8749|190
Vilar de Andorinho|1|0|41106|-8586|189
São João da Talha|0|0|38824|-9097|189
Azeitão|3|0|38519|-9014|189
Lagos|11|0|37102|-8674|188
Quarteira|11|0|37069|-8101|188
Santa Iria da Azóia|0|0|38841|-9099|186
Ovar|7|0|40859|-8625|185
Vila Franca de Xira|0|0|38955|-8990|184
Leça da Palmeira|1|0|41191|-8700|180
Moita|3|0|38651|-8990|178
Sacavém|0|0|38792|-9108|177
Covilhã|14|0|40281|-7505|176
Ramada|0|0|38804|-9188|175
Chaves|18|0|41740|-7469|175
Pombal|9|0|39917|-8628|174
Ílhavo|7|0|40602|-8670|172
Parede|0|0|38693|-9354|172
Condeixa-a-Nova|4|0|40113|-8498|171
Alfragide|0|0|38732|-9219|170
São Pedro da Cova|1|0|41143|-8500|170
Vila Real|18|0|41301|-7744|170
Palmela|3|0|38569|-8901|169
Fafe|2|0|41451|-8173|169
Cabeceiras de Basto|2|0|41514|-7989|167
Feira|7|0|40925|-8543|164
Leça do Bailio|1|0|41212|-8634|161
Vialonga|0|0|38872|-9078|161
Albufeira|11|0|37088|-8250|159
Baguim do Monte|1|0|41192|-8541|159
Alcobaça|9|0|39552|-8977|158
Peniche|9|0|39356|-9381|157
Portalegre|19|0|39294|-7431|156
Alfena|1|0|41237|-8525|152
Tavira|11|0|37127|-7649|151
Torres Novas|8|0|39476|-8543|150
Póvoa de Santo Adrião|0|0|38800|-9167|149
Gafanha da Nazaré|7|0|40636|-8713|148
Vilar do Paraíso|1|0|41090|-8621|147
Valbom|1|0|41129|-8562|144
Lagoa|17|2|37745|-25572|144
Arcozelo|1|0|41062|-8632|144
Canelas|1|0|41083|-8600|142
Costa de Caparica|3|0|38645|-9236|142
Valenza|10|0|42024|-8635|142
Samora Correia|8|0|38937|-8872|142
Santo Tirso|1|0|41343|-8477|140
Porto Salvo|0|0|38723|-9305|139
Abrantes|8|0|39467|-8200|136
Esgueira|7|0|40649|-8629|134
Alhos Vedros|3|0|38655|-9024|134
Moreira|1|0|41248|-8648|129
Montemor-o-Novo|6|0|38648|-8215|129
Sines|3|0|37956|-8870|128
Beato António|0|0|38733|-9103|127
Ourém|8|0|39642|-8592|127
Machico|5|1|32716|-16768|126
Pedrouços|1|0|41189|-8586|126
Perafita|1|0|41183|-8254|125
Mirandela|13|0|41487|-7187|125
Azenha|1|0|41077|-8625|123
Mafra|0|0|38938|-9328|123
Aldeia de Paio Pires|3|0|38617|-9083|122
Tábua|4|0|40362|-8029|121
Rio Maior|8|0|39337|-8939|121
Angra do Heroísmo|17|2|38655|-27217|120
Barcarena|0|0|38732|-9280|120
Alijó|18|0|41276|-7475|119
Águeda|7|0|40577|-8444|119
Fátima|8|0|39621|-8652|118
Oliveira de Azemeis|7|0|40841|-8476|118
Semelhe|2|0|41554|-8463|117
Real|2|0|41558|-8443|117
São Félix da Marinha|1|0|41036|-8623|117
Santa Comba Dão|16|0|40399|-8132|116
Avintes|1|0|41107|-8551|116
Vila Real de Santo António|11|0|37195|-7418|116
Almeirim|8|0|39208|-8626|116
Rebordosa|1|0|41224|-8407|115
Lousã|4|0|40117|-8249|114
Esmoriz|7|0|40958|-8628|114
Calendário|2|0|41404|-8530|114
Moreira|1|0|41056|-8389|113
Vendas Novas|6|0|38677|-8458|112
Santo André|19|0|39055|-8244|112
Óbidos|9|0|39361|-9157|112
São Brás de Alportel|11|0|37153|-7888|112
Sobreda|3|0|38650|-9190|111
Santo António da Charneca|3|0|38626|-9030|111
Cucujães|7|0|40874|-8507|111
Ponte de Sôr|19|0|39250|-8010|111
Caneças|0|0|38813|-9227|110
Anta|1|0|41266|-8628|110
Lamego|16|0|41097|-7810|109
Silves|11|0|37189|-8438|109
Grijó|1|0|41028|-8580|109
Vale da Amoreira|19|0|39070|-7698|108
Grândola|3|0|38177|-8567|107
Unhos|0|0|38820|-9120|107
Gulpilhares|1|0|41083|-8627|107
Margaride|1|0|41365|-8200|107
Santo André|3|0|38061|-8782|106
Charneca|0|0|38784|-9143|105
Cartaxo|8|0|39160|-8787|105
Aver-o-Mar|1|0|41406|-8780|105
São João das Lampas|0|0|38874|-9398|105
Carregado|0|0|39024|-8977|105
Melres|1|0|41070|-8401|103
Caldas de Vizela|2|0|41382|-8309|102
Selho|2|0|41419|-8346|102
Moimenta da Beira|16|0|40984|-7618|102
Lordelo|1|0|41235|-8403|100
Meadela|10|0|41707|-8796|100
Elvas|19|0|38882|-7163|99
Almancil|11|0|37087|-8031|99
Maceira|9|0|39689|-8894|98
Fundão|14|0|40140|-7501|97
Alcochete|3|0|38755|-8961|97
Santa Clara|4|0|40200|-8440|96
Lavra|1|0|41259|-8718|96
Alenquer|0|0|39053|-9009|96
Lourosa|7|0|40984|-8551|96
Madalena|1|0|41216|-8335|96
São João de Ver|7|0|40955|-8551|96
Rio de Loba|16|0|40666|-7878|95
Vila Nova de Famalicão|2|0|41408|-8520|95
Famões|0|0|38788|-9210|94
São Roque|5|1|32667|-16917|94
Moura|12|3|38140|-7449|94
Estremoz|6|0|38844|-7586|94
Abraveses|16|0|40681|-7921|93
Valadares|1|0|41147|-7981|93
Guifões|1|0|41197|-8669|92
Alcácer do Sal|3|0|38373|-8514|92
Lourinhã|0|0|39242|-9313|92
Gondizalves|2|0|41542|-8456|91
Quinta do Anjo|3|0|38568|-8942|91
Vinhais|13|0|41835|-7005|91
Marco de Canavezes|1|0|41184|-8149|90
Caxias|0|0|38703|-9277|90
Mem Martins|0|0|38794|-9343|90
Nazaré|9|0|39603|-9068|90
Benavente|8|0|38979|-8808|89
Campo|1|0|41185|-8465|89
Mangualde|16|0|40604|-7761|89`;
