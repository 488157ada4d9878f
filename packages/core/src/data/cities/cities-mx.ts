/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Mexico City|México|Jalisco|Puebla|Chihuahua|Baja California|Guanajuato|Nuevo León|Yucatán|San Luis Potosí|Aguascalientes|Sonora|Coahuila|Sinaloa|Guerrero|Quintana Roo|Querétaro|Michoacán|Tamaulipas|Chiapas|Durango|Veracruz|Tabasco|Morelos|Nayarit|Hidalgo|Oaxaca|Campeche|Baja California Sur|Colima|Zacatecas|Tlaxcala
America/Mexico_City|America/Ciudad_Juarez|America/Tijuana|America/Monterrey|America/Chihuahua|America/Merida|America/Hermosillo|America/Mazatlan|America/Cancun|America/Matamoros|America/Chicago
Mexico City|0|0|19428|-99128|122942
Iztapalapa|0|0|19355|-99062|18158
Ecatepec de Morelos|1|0|19605|-99061|16550
Guadalajara|2|0|20667|-103392|14952
Puebla|3|0|19038|-98203|14341
Juárez|4|1|31720|-106461|13210
Tijuana|5|2|32503|-117004|13010
León de los Aldama|6|0|21129|-101674|12390
Gustavo Adolfo Madero|0|0|19494|-99111|11858
Zapopan|2|0|20724|-103385|11425
Monterrey|7|3|25675|-100318|11355
Ciudad Nezahualcoyotl|1|0|19401|-99015|11046
Chihuahua|4|4|28635|-106089|8092
Naucalpan de Juárez|1|0|19479|-99240|7922
Mérida|8|5|20975|-89617|7776
San Luis Potosí|9|0|22150|-100979|7228
Aguascalientes|10|0|21882|-102283|7223
Hermosillo|11|6|29103|-110977|7151
Saltillo|12|3|25423|-101005|7097
Mexicali|5|2|32628|-115454|6898
Culiacán|13|7|24790|-107388|6758
Guadalupe|7|3|25677|-100256|6736
Acapulco de Juárez|14|0|16849|-99909|6735
Tlalnepantla|1|0|19540|-99195|6534
Cancún|15|8|21174|-86847|6283
Santiago de Querétaro|16|0|20588|-100388|6265
Coyoacán|0|0|19347|-99162|6204
Santa María Chimalhuacán|1|0|19422|-98950|6124
Torreón|12|3|25544|-103419|6088
Morelia|17|0|19701|-101184|5975
Reynosa|18|9|26081|-98288|5895
Tlaquepaque|2|0|20641|-103293|5759
Tlalpan|0|0|19295|-99162|5746
Tuxtla|19|0|16760|-93113|5371
Cuauhtémoc|0|0|19445|-99146|5318
Victoria de Durango|20|3|24020|-104658|5187
Toluca|1|0|19288|-99653|4893
Ciudad López Mateos|1|0|19558|-99257|4892
Cuautitlán Izcalli|1|0|19644|-99216|4846
Ciudad Apodaca|7|3|25782|-100188|4672
Heroica Matamoros|18|9|25880|-97504|4498
San Nicolás de los Garza|7|3|25742|-100302|4433
Veracruz|21|0|19181|-96143|4283
Xalapa de Enríquez|21|0|19531|-96916|4248
Azcapotzalco|0|0|19487|-99186|4147
Tonalá|2|0|20624|-103234|4088
Xochimilco|0|0|19255|-99104|4079
Iztacalco|0|0|19395|-99098|3843
Mazatlán|13|7|23233|-106406|3816
Irapuato|6|0|20677|-101356|3809
Nuevo Laredo|18|9|27476|-99516|3737
Miguel Hidalgo|0|0|19434|-99200|3729
Xico|1|0|19270|-98951|3564
Benito Juarez|0|0|19398|-99158|3550
Villahermosa|22|0|17987|-92930|3536
Ciudad General Escobedo|7|3|25797|-100318|3524
Celaya|6|0|20524|-100816|3404
Cuernavaca|23|0|18926|-99231|3387
Tepic|24|7|21510|-104896|3329
Ixtapaluca|1|0|19316|-98883|3223
Tampico|18|3|22285|-97878|3090
Ciudad Victoria|18|3|23742|-99146|3052
Tláhuac|0|0|19287|-99005|3051
Ciudad Obregón|11|6|27486|-109941|2986
Nicolás Romero|1|0|19642|-99307|2818
Ensenada|5|2|31871|-116601|2798
Coacalco|1|0|19629|-99107|2780
Santa Catarina|7|3|25673|-100458|2683
Uruapan|17|0|19411|-102056|2644
Gómez Palacio|20|3|25570|-103496|2574
Los Mochis|13|7|25793|-108998|2566
Pachuca de Soto|25|0|20117|-98733|2566
Oaxaca|26|0|17065|-96724|2550
Soledad de Graciano Sánchez|9|0|22189|-100938|2550
Tehuacán|3|0|18464|-97397|2487
Ojo de Agua|1|0|19680|-99010|2423
Magdalena Contreras|0|0|19332|-99211|2384
Coatzacoalcos|21|0|18149|-94445|2360
Campeche|27|5|19844|-90526|2204
Monclova|12|3|26907|-101421|2153
La Paz|28|7|24144|-110300|2152
Nogales|11|6|31309|-110942|2125
Buenavista|1|0|19608|-99169|2061
Puerto Vallarta|2|0|20617|-105230|2033
Tapachula|19|0|14904|-92257|2027
Ciudad Madero|18|3|22272|-97836|1972
Chilpancingo|14|0|17551|-99506|1873
Poza Rica de Hidalgo|21|0|20533|-97459|1852
Chicoloapan|1|0|19417|-98902|1729
Ciudad del Carmen|27|5|18646|-91830|1695
Chalco|1|0|19262|-98898|1687
Jiutepec|23|0|18881|-99178|1624
Delegación Cuajimalpa de Morelos|0|0|19369|-99291|1605
Salamanca|6|0|20572|-101192|1602
San Luis Río Colorado|11|6|32456|-114772|1581
San Cristóbal de las Casas|19|0|16732|-92641|1580
San Pablo de las Salinas|1|0|19667|-99095|1562
Cuautla|23|0|18811|-98935|1544
Ciudad Benito Juárez|7|3|25647|-100096|1519
Chetumal|15|8|18514|-88304|1512
Piedras Negras|12|9|28700|-100524|1502
Playa del Carmen|15|8|20627|-87080|1499
Zamora|17|0|19986|-102284|1416
Córdoba|21|0|18884|-96926|1409
San Juan del Río|16|0|20389|-99996|1389
Colima|29|0|19250|-103727|1374
Ciudad Acuña|12|10|29323|-100952|1342
Manzanillo|29|0|19117|-104342|1300
Zacatecas|30|0|22768|-102581|1290
Huixquilucan|1|0|19360|-99350|1248
Ciudad Valles|9|0|21996|-99011|1246
Guadalupe|30|0|22748|-102519|1246
San Pedro Garza García|7|3|25660|-100407|1226
San Pedro Garza Garcia|7|3|25657|-100403|1220
Fresnillo|30|0|23181|-102871|1209
Orizaba|21|0|18852|-97100|1208
Miramar|18|3|22361|-97900|1186
Iguala de la Independencia|14|0|18345|-99541|1185
Ciudad Delicias|4|4|28190|-105470|1181
Ciudad de Villa de Álvarez|29|0|19267|-103738|1176
Cuauhtémoc|4|4|28409|-106863|1140
Navojoa|11|6|27070|-109444|1138
Heroica Guaymas|11|6|27919|-110898|1131
Minatitlán|21|0|18000|-94557|1120
Cuautitlán|1|0|19671|-99180|1084
Texcoco de Mora|1|0|19512|-98883|1052
Parral|4|4|26930|-105666|1048
Tepexpan|1|0|19614|-98936|1027
Tulancingo|25|0|20084|-98363|1024
Tuxtepec|26|0|18088|-96125|1018
Apatzingán|17|0|19089|-102357|990
Lagos de Moreno|2|0|21357|-101938|982
Temixco|23|0|18853|-99225|978
Ciudad Guzmán|2|0|19705|-103462|978
Comitán|19|0|16247|-92135|975
Ciudad Río Bravo|18|9|25987|-98094|956
García|7|3|25812|-100599|936
Tepatitlán de Morelos|2|0|20817|-102763|920
Cárdenas|22|0|18001|-93376|916
Cholula|3|0|19064|-98304|879
Hacienda Santa Fe|2|0|20518|-103381|869
Atlixco|3|0|18908|-98436|867
Tecomán|29|0|18917|-103878|857
Los Reyes Acaquilpan|1|0|19364|-98977|854
Ciudad Mante|18|3|22743|-98974|848
Túxpam de Rodríguez Cano|21|0|20958|-97408|848
Tlaxcala|31|0|19319|-98200|847
Heróica Zitácuaro|17|0|19436|-100357|843
Ocotlán|2|0|20355|-102774|838
La Piedad|17|0|20342|-102030|833
Ciudad Lerdo|20|3|25537|-103525|797
Ciudad Lázaro Cárdenas|17|0|17971|-102221|792
Matehuala|9|0|23648|-100643|773
Agua Prieta|11|6|31331|-109549|773
Kanasín|8|5|20935|-89559|772
Cozumel|15|8|20500|-86943|772
Amozoc de Mota|3|0|19046|-98045|771
Salina Cruz|26|0|16175|-95194|766
San Martin Texmelucan de Labastida|3|0|19284|-98439|755
Juchitán de Zaragoza|26|0|16436|-95020|748
Silao|6|0|20944|-101427|742
Fuentes del Valle|1|0|19633|-99139|741
Guanajuato|6|0|21019|-101259|722
El Pueblito|16|0|20540|-100438|713
Guasave|13|7|25567|-108468|712
San Francisco del Rincón|6|0|21018|-101855|711
San Miguel de Allende|6|0|20915|-100744|698
San José del Cabo|28|7|23059|-109698|698
Frontera|12|3|26928|-101452|695
Cabo San Lucas|28|7|22891|-109912|685
Cadereyta Jiménez|7|3|25589|-100002|681
Valle de Santiago|6|0|20391|-101192|681
Cadereyta|7|3|25583|-99983|680
San Mateo Atenco|1|0|19268|-99532|679
Ixtapa-Zihuatanejo|14|0|17643|-101552|674
Santa Cruz Xoxocotlán|26|0|17030|-96735|671
Ramos Arizpe|12|3|25539|-100947|666
Tultepec|1|0|19685|-99128|653
Rosarito|5|2|32360|-117046|653
Tecate|5|2|32567|-116625|648
Sahuayo de Morelos|17|0|20059|-102716|644
Guamúchil|13|7|25459|-108077|637
Linares|7|3|24858|-99568|631
Tesistán|2|0|20801|-103470|624
San Andrés Tuxtla|21|0|18449|-95213|618
Cortazar|6|0|20484|-100962|617
San Salvador Tizatlalli|1|0|19260|-99591|614
Ciudad Hidalgo|17|0|19693|-100554|605
Martínez de la Torre|21|0|20071|-97061|601
Villa Vicente Guerrero|31|0|19121|-98166|600
Heroica Caborca|11|6|30718|-112158|599
Altamira|18|3|22392|-97939|595
Dolores Hidalgo Cuna de la Independencia Nacional|6|0|21156|-100932|592
Teziutlan|3|0|19817|-97360|587
Acámbaro|6|0|20031|-100722|580
Jacona de Plancarte|1|0|19952|-102308|569
Puerto Peñasco|11|6|31317|-113538|568
Huauchinango|3|0|20174|-98055|562
Nuevo Casas Grandes|4|1|30416|-107912|556
Pátzcuaro|17|0|19516|-101609|553
Sabinas|12|3|27856|-101117|549
San Bernardino Tlaxcalancingo|3|0|19029|-98277|545
Zinacantepec|1|0|19284|-99734|542
Jardines de la Silla (Jardines)|7|3|25629|-100188|537
Santiago Teyahualco|1|0|19660|-99125|537
Coatepec|21|0|19452|-96961|536
Papantla de Olarte|21|0|20447|-97325|535
Rioverde|9|0|21931|-99995|531
Ciudad de Huajuapan de León|26|0|17808|-97780|530
Matamoros|12|3|25527|-103228|522
Taxco de Alarcón|14|0|18555|-99606|522
Arandas|2|0|20705|-102346|522
Huamantla|31|0|19315|-97925|520
Uriangato|6|0|20141|-101183|514
Teoloyucan|1|0|19744|-99181|513
Acayucan|21|0|17950|-94914|509
Zumpango|1|0|19797|-99099|507
Zacapú|17|0|19814|-101792|501
San Luis de la Paz|6|0|21298|-100517|499
Apizaco|31|0|19413|-98144|495
Emiliano Zapata|23|0|18841|-99185|492
Valladolid|8|5|20688|-88199|490
Valle Hermoso|18|9|25672|-97813|489
San Pedro|12|3|25756|-102984|487
San Juan de los Lagos|2|0|21249|-102330|487
Colonia del Sol|28|7|22913|-109927|480
Santa Ana Chiautempan|31|0|19307|-98188|480
Tierra Blanca|21|0|18448|-96359|478
Tlapa de Comonfort|14|0|17545|-98576|470
Tizimín|8|5|21143|-88151|470
Autlán de Navarro|2|0|19768|-104367|454
Mazatlan|7|3|25189|-99829|451
Chiapa de Corzo|19|0|16708|-93012|451
San Buenaventura|1|0|19303|-98863|448
Purísima de Bustos|6|0|21032|-101878|435
Tizayuca|25|0|19837|-98976|433
Moroleón|6|0|20126|-101192|432
Jerez de García Salinas|30|0|22650|-102990|431
Jesús María|10|0|21961|-102343|430
Palenque|19|0|17510|-91982|429
Izúcar de Matamoros|3|0|18602|-98462|429
Yautepec|23|0|18882|-99067|427
Las Choapas|21|0|17912|-94096|427
Empalme|11|6|27962|-110814|425
Cintalapa de Figueroa|19|0|16684|-93718|425
Juventino Rosas|6|0|20643|-100993|423
Santo Domingo Tehuantepec|26|0|16325|-95241|421
Ocosingo|19|0|16906|-92094|419
Comalcalco|22|0|18263|-93224|415
San Pedro|12|3|25433|-103217|412`;
