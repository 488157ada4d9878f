/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `São Paulo|Rio de Janeiro|Bahia|Ceará|Minas Gerais|Federal District|Paraná|Amazonas|Pernambuco|Pará|Rio Grande do Sul|Goiás|Alagoas|Maranhão|Rio Grande do Norte|Piauí|Mato Grosso do Sul|Paraíba|Mato Grosso|Sergipe|Santa Catarina|Espírito Santo|Amapá|Rondônia|Acre|Roraima|Tocantins
America/Sao_Paulo|America/Bahia|America/Fortaleza|America/Manaus|America/Recife|America/Belem|America/Maceio|America/Campo_Grande|America/Cuiaba|America/Porto_Velho|America/Rio_Branco|America/Boa_Vista|America/Araguaina|America/Santarem
São Paulo|0|0|-23547|-46636|100213
Rio de Janeiro|1|0|-22906|-43182|60237
Salvador|2|1|-12971|-38511|27118
Fortaleza|3|2|-3717|-38543|24000
Belo Horizonte|4|0|-19921|-43938|23732
Brasília|5|0|-15780|-47930|22077
Curitiba|6|0|-25428|-49273|17184
Manaus|7|3|-3102|-60025|15982
Recife|8|4|-8054|-34881|14781
Belém|9|5|-1456|-48504|14077
Porto Alegre|10|0|-30033|-51230|13727
Goiânia|11|0|-16679|-49254|11712
Guarulhos|0|0|-23463|-46533|11696
Campinas|0|0|-22906|-47061|10316
Nova Iguaçu|1|0|-22759|-43451|10021
Maceió|12|6|-9666|-35735|9550
São Luís|13|2|-2530|-44303|9172
Duque de Caxias|1|0|-22786|-43312|8183
Natal|14|2|-5795|-35209|7630
Teresina|15|2|-5089|-42802|7445
São Bernardo do Campo|0|0|-23694|-46565|7434
Campo Grande|16|7|-20443|-54646|7292
Jaboatão|8|4|-8180|-35001|7026
Osasco|0|0|-23532|-46792|6779
Santo André|0|0|-23664|-46538|6624
João Pessoa|17|2|-7115|-34863|6509
Jaboatão dos Guararapes|8|4|-8113|-35015|6300
Contagem|4|0|-19932|-44054|6271
Ribeirão Preto|0|0|-21177|-47810|6197
São José dos Campos|0|0|-23179|-45887|6138
Uberlândia|4|0|-18919|-48277|5635
Sorocaba|0|0|-23502|-47458|5589
Cuiabá|18|8|-15596|-56097|5219
Aparecida de Goiânia|11|0|-16823|-49244|5108
Aracaju|19|6|-10911|-37072|4902
Feira de Santana|2|1|-12267|-38967|4819
Londrina|6|0|-23310|-51163|4718
Juiz de Fora|4|0|-21764|-43350|4702
Belford Roxo|1|0|-22764|-43399|4661
Joinville|20|0|-26304|-48846|4613
Niterói|1|0|-22883|-43104|4565
São João de Meriti|1|0|-22804|-43372|4548
Ananindeua|9|5|-1366|-48372|4340
Florianópolis|20|0|-27597|-48549|4127
Santos|0|0|-23961|-46334|4114
Ribeirão das Neves|4|0|-19767|-44087|4068
Vila Velha|21|0|-20330|-40292|3949
Serra|21|0|-20129|-40308|3942
Diadema|0|0|-23686|-46623|3906
Campos dos Goytacazes|1|0|-21752|-41330|3874
Mauá|0|0|-23668|-46461|3861
Betim|4|0|-19968|-44198|3840
Caxias do Sul|10|0|-29168|-51179|3813
São José do Rio Preto|0|0|-20820|-49379|3747
Olinda|8|4|-8009|-34855|3668
Carapicuíba|0|0|-23523|-46835|3611
Campina Grande|17|2|-7231|-35881|3489
Piracicaba|0|0|-22725|-47649|3422
Macapá|22|5|39|-51066|3389
Itaquaquecetuba|0|0|-23486|-46348|3367
Bauru|0|0|-22315|-49061|3350
Montes Claros|4|0|-16735|-43862|3324
Canoas|10|0|-29918|-51184|3283
Mogi das Cruzes|0|0|-23523|-46188|3257
São Vicente|0|0|-23963|-46392|3245
Jundiaí|0|0|-23186|-46884|3216
Pelotas|10|0|-31770|-52341|3207
Anápolis|11|0|-16327|-48953|3196
Vitória|21|0|-20319|-40338|3127
Maringá|6|0|-23425|-51939|3117
Guarujá|0|0|-23993|-46256|3104
Porto Velho|23|9|-8762|-63904|3062
Franca|0|0|-20539|-47401|3050
Blumenau|20|0|-26919|-49066|2939
Foz do Iguaçu|6|0|-25548|-54588|2935
Ponta Grossa|6|0|-25095|-50162|2922
Paulista|8|4|-7941|-34873|2900
Limeira|0|0|-22565|-47402|2897
Viamão|10|0|-30081|-51023|2853
Suzano|0|0|-23542|-46311|2833
Caucaia|3|2|-3736|-38653|2750
Petrópolis|1|0|-22505|-43179|2727
Uberaba|4|0|-19748|-47932|2608
Rio Branco|24|10|-9975|-67810|2576
Cascavel|6|0|-24956|-53455|2572
Novo Hamburgo|10|0|-29678|-51131|2538
Vitória da Conquista|2|1|-14866|-40839|2531
Barueri|0|0|-23511|-46876|2520
Taubaté|0|0|-23026|-45555|2516
Governador Valadares|4|0|-18851|-41949|2509
Praia Grande|0|0|-24006|-46403|2500
Várzea Grande|18|8|-15647|-56132|2498
Volta Redonda|1|0|-22523|-44104|2496
Santa Maria|10|0|-29684|-53807|2492
Santa Luzia|4|0|-19770|-43851|2435
Gravataí|10|0|-29942|-50993|2388
Caruaru|8|4|-8283|-35976|2354
Boa Vista|25|11|2820|-60673|2352
Rio Verde|11|0|-17798|-50928|2297
Ipatinga|4|0|-19468|-42537|2287
Sumaré|0|0|-22822|-47267|2280
Juazeiro do Norte|3|2|-7213|-39315|2252
Embu|0|0|-23649|-46852|2217
Imperatriz|13|2|-5526|-47492|2181
Colombo|6|0|-25292|-49224|2170
Taboão da Serra|0|0|-23626|-46792|2145
Jacareí|0|0|-23305|-45966|2131
Marília|0|0|-22214|-49946|2122
Presidente Prudente|0|0|-22126|-51389|2095
São Leopoldo|10|0|-29760|-51147|2092
Itabuna|2|1|-14786|-39280|2057
São Carlos|0|0|-22017|-47891|2050
Hortolândia|0|0|-22858|-47220|2035
Mossoró|14|2|-5187|-37344|2020
Itapevi|0|0|-23549|-46934|2017
Sete Lagoas|4|0|-19466|-44247|2013
São José|20|0|-28212|-49163|2000
Palmas|26|12|-10167|-48328|1963
Parauapebas|9|5|-6067|-49902|1963
Americana|0|0|-22739|-47331|1960
Petrolina|8|4|-9399|-40501|1947
Divinópolis|4|0|-20144|-44891|1938
Maracanaú|3|2|-3877|-38626|1935
Planaltina|5|0|-15618|-47649|1894
Santarém|9|13|-2443|-54708|1890
Camaçari|2|1|-12697|-38324|1888
Santa Bárbara d'Oeste|0|0|-22754|-47414|1880
Rio Grande|10|0|-32035|-52099|1878
Cachoeiro de Itapemirim|21|0|-20849|-41113|1870
Itaboraí|1|0|-22744|-42859|1825
Rio Claro|0|0|-22411|-47561|1801
Indaiatuba|0|0|-23088|-47212|1799
Passo Fundo|10|0|-28263|-52407|1795
Cotia|0|0|-23604|-46919|1748
Francisco Morato|0|0|-23282|-46745|1718
Araçatuba|0|0|-21209|-50433|1700
Araraquara|0|0|-21794|-48176|1685
Ferraz de Vasconcelos|0|0|-23541|-46369|1679
Arapiraca|12|6|-9752|-36661|1666
Lages|20|0|-27816|-50326|1647
Barra Mansa|1|0|-22544|-44171|1641
Nossa Senhora do Socorro|19|6|-10855|-37126|1640
Dourados|16|7|-22221|-54806|1622
Criciúma|20|0|-28677|-49370|1620
Chapecó|20|0|-27096|-52618|1602
Barreiras|2|1|-12153|-44990|1583
Sobral|3|2|-3686|-40350|1580
Itajaí|20|0|-26908|-48662|1557
Ilhéus|2|1|-14794|-39039|1555
Angra dos Reis|1|0|-23007|-44318|1536
Nova Friburgo|1|0|-22282|-42531|1534
Rondonópolis|18|8|-16471|-54636|1529
Itapecerica da Serra|0|0|-23717|-46849|1516
Guarapuava|6|0|-25390|-51465|1509
Parnamirim|14|2|-5916|-35263|1503
Caxias|13|2|-4859|-43356|1481
Nilópolis|1|0|-22807|-43414|1473
Poços de Caldas|4|0|-21788|-46561|1466
Marabá|9|5|-5381|-49132|1459
Luziânia|11|0|-16253|-47950|1436
Cabo|8|4|-8283|-35033|1431
Macaé|1|0|-22385|-41783|1430
Ibirité|4|0|-20022|-44059|1414
Lauro de Freitas|2|1|-12894|-38327|1413
Paranaguá|6|0|-25516|-48525|1410
Parnaíba|15|2|-2905|-41777|1380
Itu|0|0|-23264|-47299|1376
Castanhal|9|5|-1294|-47926|1374
São Caetano do Sul|0|0|-23623|-46551|1365
Queimados|1|0|-22716|-43555|1357
Pindamonhangaba|0|0|-22924|-45462|1322
Sapucaia|10|0|-29833|-51150|1309
Jaraguá do Sul|20|0|-26486|-49067|1301
Mogi Guaçu|0|0|-22368|-46946|1289
Jequié|2|1|-13859|-40085|1275
Itapetininga|0|0|-23592|-48053|1262
Patos de Minas|4|0|-18579|-46518|1262
Bragança Paulista|0|0|-22953|-46544|1251
Timon|13|2|-5094|-42837|1244
São José dos Pinhais|6|0|-25530|-49208|1242
Teresópolis|1|0|-22417|-42978|1240
Uruguaiana|10|0|-29755|-57088|1235
Porto Seguro|2|1|-16450|-39065|1232
Alagoinhas|2|1|-12136|-38419|1227
Palhoça|20|0|-27645|-48668|1224
Barbacena|4|0|-21226|-43774|1222
Cachoeirinha|10|0|-29951|-51094|1211
Santa Rita|17|2|-7114|-34978|1199
Toledo|6|0|-24714|-53743|1193
Jaú|0|0|-22296|-48558|1192
Cubatão|0|0|-23895|-46425|1184
Pinhais|6|0|-25445|-49192|1170
Simões Filho|2|1|-12784|-38404|1167
Varginha|4|0|-21551|-45430|1166
Sinop|18|8|-11864|-55502|1160
Pouso Alegre|4|0|-22230|-45936|1152
Eunápolis|2|1|-16378|-39580|1143
Botucatu|0|0|-22886|-48445|1139
Jandira|0|0|-23527|-46902|1136
Ribeirão Pires|0|0|-23711|-46413|1119
Conselheiro Lafaiete|4|0|-20660|-43786|1116
Resende|1|0|-22469|-44447|1115
Araucária|6|0|-25593|-49410|1113
Atibaia|0|0|-23117|-46550|1110
Várzea Paulista|0|0|-23211|-46828|1109
Garanhuns|8|4|-8882|-36502|1101
Araruama|1|0|-22873|-42343|1096
Catanduva|0|0|-21138|-48973|1096
Franco da Rocha|0|0|-23322|-46727|1089
Cabo Frio|1|0|-22887|-42026|1082
Ji Paraná|23|9|-10885|-61952|1077
Araras|0|0|-22357|-47384|1075
Poá|0|0|-23528|-46345|1074
Vitória de Santo Antão|8|4|-8118|-35291|1074
Umuarama|6|0|-23766|-53325|1073
Apucarana|6|0|-23551|-51461|1071
Santa Cruz do Sul|10|0|-29717|-52426|1061
Guaratinguetá|0|0|-22816|-45192|1059
Linhares|21|0|-19391|-40072|1051
Araguaína|26|12|-7191|-48207|1050
Esmeraldas|4|0|-19762|-44314|1032
Birigui|0|0|-21289|-50340|1023
Assis|0|0|-22662|-50412|1016
Barretos|0|0|-20557|-48568|1012
Colatina|21|0|-19539|-40631|1012
Teófilo Otoni|4|0|-17857|-41505|1012
Guaíba|10|0|-30114|-51325|1010
Guarapari|21|0|-20672|-40502|1009
Coronel Fabriciano|4|0|-19519|-42629|1009
Itaguaí|1|0|-22852|-43775|1008
Rio das Ostras|1|0|-22527|-41945|1000
Itabira|4|0|-19619|-43227|995
Votorantim|0|0|-23547|-47438|994
Sertãozinho|0|0|-21138|-47990|992
Santana de Parnaíba|0|0|-23444|-46918|990
Bagé|10|0|-31331|-54107|989
Passos|4|0|-20719|-46610|988
Salto|0|0|-23201|-47287|984
Ubá|4|0|-21120|-42943|978
Ourinhos|0|0|-22979|-49871|978
Trindade|11|0|-16649|-49489|975
Arapongas|6|0|-23419|-51424|975
Araguari|4|0|-18647|-48187|966
Corumbá|16|7|-19009|-57653|965
Erechim|10|0|-27635|-52275|961
Japeri|1|0|-22643|-43653|951
Vespasiano|4|0|-19692|-43923|947
Campo Largo|6|0|-25460|-49530|947
Tatuí|0|0|-23356|-47857|936
Patos|17|2|-7024|-37280|926`;
