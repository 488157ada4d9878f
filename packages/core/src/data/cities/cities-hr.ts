/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Zagreb|Split-Dalmatia|Primorje-Gorski Kotar|County of Osijek-Baranja|Zadar|Brod-Posavina|Istria|Karlovac|Varaždin|Šibenik-Knin|Sisak-Moslavina|Zagreb County|Vukovar-Srijem|Dubrovnik-Neretva|Bjelovar-Bilogora|Koprivnica-Križevci|Požega-Slavonia|Međimurje|Virovitica-Podravina|Lika-Senj
Europe/Zagreb|Europe/Belgrade|Europe/Budapest
Zagreb|0|0|45814|15978|6990
Split|1|0|43509|16439|1763
Rijeka|2|0|45327|14442|1412
Osijek|3|0|45551|18694|881
Zadar|4|0|44116|15225|713
Slavonski Brod|5|0|45160|18016|607
Pula|6|0|44868|13848|591
Sesvete|0|0|45831|16116|524
Karlovac|7|0|45492|15550|468
Varaždin|8|0|46304|16338|418
Stenjevec|0|0|45808|15882|413
Šibenik|9|0|43734|15894|371
Sisak|10|0|45466|16378|357
Velika Gorica|11|0|45713|16076|351
Vinkovci|12|0|45288|18805|333
Vukovar|12|1|45352|19002|296
Dubrovnik|13|0|42641|18109|284
Bjelovar|14|0|45899|16849|283
Koprivnica|15|0|46163|16828|256
Požega|16|0|45340|17685|212
Solin|1|0|43543|16493|202
Zaprešić|11|0|45856|15808|197
Đakovo|3|0|45308|18411|195
Čakovec|17|0|46384|16434|159
Virovitica|18|0|45832|17384|157
Samobor|11|0|45803|15718|152
Kutina|10|0|45475|16782|149
Metković|13|0|43054|17648|139
Petrinja|10|0|45438|16290|139
Županja|12|0|45078|18698|138
Rovinj|6|0|45083|13635|135
Makarska|1|0|43297|17018|134
Nova Gradiška|5|0|45255|17383|133
Popovača|10|0|45570|16625|120
Križevci|15|0|46022|16543|116
Sinj|1|0|43704|16639|115
Knin|9|0|44041|16197|112
Slatina|18|0|45703|17703|110
Trogir|1|0|43513|16252|110
Brezovica|0|0|45729|15911|109
Poreč|6|0|45226|13595|105
Daruvar|14|0|45591|17225|99
Čepin|3|0|45524|18563|95
Podstrana|1|0|43487|16550|91
Ogulin|7|0|45266|15229|88
Beli Manastir|3|0|45770|18604|87
Našice|3|0|45489|18088|82
Valpovo|3|0|45661|18419|79
Labin|6|0|45095|14120|79
Opatija|2|0|45337|14308|79
Umag|6|0|45431|13524|78
Drenova|2|0|45350|14430|76
Tenja|3|0|45498|18747|74
Novska|10|0|45341|16977|73
Belišće|3|0|45680|18406|72
Crikvenica|2|0|45177|14693|72
Kaštel Stari|1|0|43550|16350|71
Ivankovo|12|0|45289|18684|67
Višnjevac|3|0|45569|18614|67
Omiš|1|0|43445|16689|66
Kaštel Novi|1|0|43550|16333|64
Đurđevac|15|2|46041|17070|63
Mursko Središće|17|0|46509|16441|63
Vodice|9|0|43761|15783|61
Gospić|19|0|44546|15375|61
Buzet|6|0|45409|13967|61
Ilok|12|1|45222|19377|59
Otok|12|0|45147|18884|59
Pitomača|18|2|45951|17229|57
Senj|19|0|44989|14906|55
Ivanec|8|0|46223|16120|55
Jastrebarsko|11|0|45668|15649|54
Kaštel Lukšić|1|0|43555|16368|54
Darda|3|0|45628|18700|54
Biograd na Moru|4|0|43943|15452|53
Novi Vinodolski|2|0|45128|14789|53
Gunja|12|0|44880|18853|51
Borovo|12|0|45376|18967|51
Kaštel Kambelovac|1|0|43550|16383|50
Pazin|6|0|45240|13937|50
Jankomir|0|0|45792|15900|50`;
