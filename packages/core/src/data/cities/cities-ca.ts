/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Ontario|Quebec|Alberta|Manitoba|British Columbia|Nova Scotia|Saskatchewan|New Brunswick|Newfoundland and Labrador|Prince Edward Island|Yukon|Northwest Territories
America/Toronto|America/Edmonton|America/Winnipeg|America/Vancouver|America/Halifax|America/Regina|America/Moncton|America/Glace_Bay|America/St_Johns|America/Whitehorse|America/Swift_Current|America/Dawson_Creek
Toronto|0|0|43700|-79416|26000
Montréal|1|0|45509|-73588|16000
Calgary|2|1|51050|-114085|10199
Ottawa|0|0|45411|-75698|8121
Edmonton|2|1|53550|-113469|7124
Mississauga|0|0|43579|-79658|6685
North York|0|0|43767|-79416|6360
Winnipeg|3|2|49884|-97147|6321
Vancouver|4|3|49250|-123119|6000
Scarborough|0|0|43772|-79257|6000
Québec|1|0|46812|-71215|5286
Hamilton|0|0|43250|-79850|5199
Brampton|0|0|43683|-79766|4338
Surrey|4|3|49106|-122825|3950
Laval|1|0|45570|-73692|3768
Halifax|5|4|44646|-63573|3591
Etobicoke|0|0|43654|-79567|3479
London|0|0|42983|-81233|3468
Oshawa|0|0|43900|-78850|3089
Okanagan|4|3|50364|-119350|2976
Victoria|4|3|48436|-123352|2896
Windsor|0|0|42300|-83017|2780
Markham|0|0|43867|-79266|2616
Gatineau|1|0|45477|-75702|2421
Vaughan|0|0|43836|-79498|2389
Kitchener|0|0|43425|-80511|2337
Longueuil|1|0|45531|-73518|2293
Burnaby|4|3|49266|-122953|2028
Ladner|4|3|49089|-123082|2000
Saskatoon|6|5|52132|-106669|1990
Richmond Hill|0|0|43871|-79437|1855
Barrie|0|0|44400|-79666|1820
Richmond|4|3|49170|-123137|1820
Nepean|0|0|45336|-75722|1800
Regina|6|5|50450|-104618|1762
Oakville|0|0|43450|-79683|1657
Burlington|0|0|43386|-79837|1644
Greater Sudbury|0|0|46490|-80990|1579
Abbotsford|4|3|49058|-122253|1517
Saguenay|1|0|48417|-71066|1437
Coquitlam|4|3|49285|-122782|1400
St. Catharines|0|0|43171|-79243|1320
Sherbrooke|1|0|45400|-71899|1294
Lévis|1|0|46803|-71178|1264
Kelowna|4|3|49883|-119486|1251
Cambridge|0|0|43360|-80313|1204
Trois-Rivières|1|0|46345|-72548|1197
Guelph|0|0|43546|-80256|1158
East York|0|0|43691|-79328|1154
Kingston|0|0|44230|-76481|1142
Moncton|7|6|46095|-64796|1086
Sydney|5|7|46135|-60183|1060
Milton|0|0|43517|-79883|1017
Delta|4|3|49144|-122907|1017
Dartmouth|5|4|44671|-63577|1013
Thunder Bay|0|0|48382|-89250|993
St. John's|8|8|47565|-52709|992
Waterloo|0|0|43467|-80516|975
Terrebonne|1|0|45700|-73647|947
Ajax|0|0|43850|-79033|902
Kanata|0|0|45300|-75916|900
Saint John|7|6|45271|-66056|879
Pickering|0|0|43900|-79133|878
Brantford|0|0|43133|-80266|878
Nanaimo|4|3|49166|-123940|849
Niagara Falls|0|0|43100|-79066|820
Willowdale|0|0|43767|-79399|794
Chilliwack|4|3|49166|-121953|770
Repentigny|1|0|45742|-73450|762
Fort McMurray|2|1|56727|-111381|760
Peterborough|0|0|44300|-78316|759
Newmarket|0|0|44050|-79466|743
Red Deer|2|1|52267|-113802|736
Sarnia|0|0|42979|-82404|721
Saint-Jean-sur-Richelieu|1|0|45307|-73263|716
Lethbridge|2|1|49700|-112819|706
Maple Ridge|4|3|49219|-122602|700
Brossard|1|0|45450|-73466|696
Kamloops|4|3|50666|-120319|687
White Rock|4|3|49016|-122803|665
Sault Ste. Marie|0|0|46517|-84333|663
Prince George|4|3|53917|-122753|656
Medicine Hat|2|1|50039|-110677|631
Norfolk County|0|0|42833|-80383|608
Drummondville|1|0|45883|-72482|595
New Westminster|4|3|49207|-122911|585
Port Coquitlam|4|3|49266|-122769|580
St. Albert|2|1|53633|-113635|577
Aurora|0|0|44000|-79466|554
Sherwood Park|2|1|53517|-113319|551
Saint-Jérôme|1|0|45780|-74004|549
Granby|1|0|45400|-72732|540
Fredericton|7|6|45945|-66666|523
North Bay|0|0|46317|-79466|504
Welland|0|0|42983|-79250|503
Saint-Hyacinthe|1|0|45631|-72957|503
Belleville|0|0|44167|-77383|495
Dollard-Des Ormeaux|1|0|45495|-73824|489
Cornwall|0|0|45018|-74728|488
Vernon|4|3|50026|-126362|481
North Vancouver|4|3|49316|-123069|480
Vernon|4|3|50267|-119273|473
Blainville|1|0|45667|-73882|465
West End|4|3|49283|-123133|446
Chatham|0|0|42412|-82185|436
Timmins|0|0|48467|-81333|430
Châteauguay|1|0|45383|-73749|428
Quinte West|0|0|44183|-77566|427
West Vancouver|4|3|49367|-123167|427
Charlottetown|9|4|46235|-63126|424
Rimouski|1|0|48449|-68524|422
Saint-Eustache|1|0|45565|-73906|421
Sorel-Tracy|1|0|46042|-73114|416
Grande Prairie|2|1|55167|-118803|415
Woodstock|0|0|43133|-80750|404
Boucherville|1|0|45591|-73436|391
Salaberry-de-Valleyfield|1|0|45250|-74133|387
Shawinigan|1|0|46567|-72749|382
Penticton|4|3|49481|-119586|377
Spruce Grove|2|1|53533|-113919|361
St. Thomas|0|0|42774|-81180|361
Prince Albert|6|5|53200|-105768|351
Joliette|1|0|46016|-73424|348
Mascouche|1|0|45750|-73600|346
Mirabel|1|0|45650|-74083|346
Victoriaville|1|0|46050|-71966|344
Brant|0|0|43133|-80350|344
Campbell River|4|3|50016|-125245|334
Mission|4|3|49133|-122303|333
Ancaster|0|0|43218|-79987|332
Leamington|0|0|42050|-82600|330
Courtenay|4|3|49687|-124994|328
North Cowichan|4|3|48841|-123686|323
Moose Jaw|6|5|50400|-105534|322
Lloydminster|2|1|53272|-110023|314
Côte-Saint-Luc|1|0|45465|-73666|314
Saint-Georges|1|0|46114|-70665|312
Orangeville|0|0|43917|-80100|307
Stratford|0|0|43367|-80950|302
Orillia|0|0|44609|-79421|302
Pointe-Claire|1|0|45449|-73817|302
Baie-Comeau|1|0|49217|-68149|298
Alma|1|0|48550|-71649|295
Sainte-Julie|1|0|45583|-73332|290
West Kelowna|4|3|49863|-119583|288
Port Moody|4|3|49281|-122825|275
Boisbriand|1|0|45617|-73832|265
Brandon|3|2|49847|-99953|262
Vaudreuil-Dorion|1|0|45400|-74033|258
Thetford-Mines|1|0|46094|-71305|257
Walnut Grove|4|3|49165|-122640|257
Val-d'Or|1|0|48097|-77797|255
Prince Edward|0|0|44000|-77249|255
Sainte-Thérèse|1|0|45639|-73828|252
Fallingbrook|9|0|45476|-75484|250
Airdrie|2|1|51300|-114035|247
Mount Pearl|8|8|47517|-52781|247
Saint-Bruno-de-Montarville|1|0|45533|-73349|244
Midland|0|0|44750|-79883|244
East Gwillimbury|0|0|44101|-79438|240
Saint-Constant|1|0|45367|-73566|240
Brockville|0|0|44591|-75687|239
Langley|4|3|49101|-122659|236
Rouyn-Noranda|1|0|48237|-79023|235
Whitehorse|10|9|60716|-135054|233
Owen Sound|0|0|44567|-80943|226
Chambly|1|0|45450|-73282|226
Sept-Îles|1|0|50200|-66382|226
Langford|4|3|48450|-123503|225
Duncan|4|3|48783|-123703|222
La Prairie|1|0|45417|-73499|218
Tsawwassen|4|3|49017|-123083|216
Lower Sackville|5|4|44776|-63679|214
Varennes|1|0|45683|-73432|210
Clarence-Rockland|0|0|45550|-75291|208
Port Alberni|4|3|49241|-124803|207
Truro|5|4|45367|-63265|207
Westmount|1|0|45483|-73599|205
Kirkland|1|0|45450|-73866|205
Lindsay|0|0|44350|-78733|204
Glace Bay|5|7|46197|-59957|200
Huntsville|0|0|45333|-79216|196
Terrace|4|3|54516|-128603|194
North Battleford|6|10|52780|-108297|194
Beaconsfield|1|0|45433|-73866|192
Mont-Royal|1|0|45517|-73649|189
Beloeil|1|0|45568|-73206|189
Alliston|0|0|44150|-79866|188
Corner Brook|8|8|48950|-57952|187
New Glasgow|5|4|45583|-62649|187
Cranbrook|4|1|49500|-115769|186
Port Colborne|0|0|42900|-79233|186
Rivière-du-Loup|1|0|47827|-69542|186
Dieppe|7|4|46078|-64687|186
Thorold|0|0|43117|-79200|182
Miramichi|7|6|47029|-65502|181
Cobourg|0|0|43960|-78165|181
Dorval|1|0|45447|-73753|181
Oak Bay|4|3|48450|-123303|180
Amos|1|0|48567|-78116|179
Squamish|4|3|49699|-123156|176
Valley East|0|0|46668|-81000|175
Pitt Meadows|4|3|49221|-122690|174
Deux-Montagnes|1|0|45535|-73902|174
Fort St. John|4|11|56250|-120853|174
Les Coteaux|1|0|45283|-74233|174
Saint-Augustin-de-Desmaures|1|0|46741|-71451|173
Conception Bay South|8|8|47500|-52998|171
Saint-Lazare|1|0|45400|-74133|170
Vanier|0|0|45440|-75665|170
Sainte-Catherine|1|0|45400|-73582|168
Buckingham|1|0|45586|-75421|167
Edmundston|7|6|47374|-68325|166
L'Ancienne-Lorette|1|0|46794|-71352|165
Cochrane|2|1|51183|-114469|164
Lutes Mountain|7|6|46135|-64905|163
Sainte-Catherine|1|0|46318|-72566|162
Rayside-Balfour|0|0|46609|-81208|161
Petawawa|0|0|45895|-77280|160
Fort Erie|0|0|42900|-78933|160
Candiac|1|0|45383|-73516|159
L'Assomption|1|0|45823|-73429|159
Yellowknife|11|1|62454|-114372|159
Collingwood|0|0|44483|-80216|158
Mont-Saint-Hilaire|1|0|45565|-73187|157
Camrose|2|1|53017|-112835|157
Yorkton|6|5|51217|-102468|157
Saint-Basile-le-Grand|1|0|45533|-73282|156
Leduc|2|1|53267|-113552|156
Pembroke|0|0|45817|-77116|156
Magog|1|0|45267|-72149|156
Greater Napanee|0|0|44250|-76949|151
Kenora|0|2|49767|-94490|151
le Plateau|1|0|45435|-75780|150
Fort Saskatchewan|2|1|53717|-113219|150
Okotoks|2|1|50729|-113983|148
Gaspé|1|0|48833|-64482|148
Matane|1|0|48829|-67522|148
Summerside|9|4|46396|-63788|148
Prince Rupert|4|3|54315|-130321|147
Swift Current|6|10|50283|-107801|147
Colwood|4|3|48433|-123486|147
Rosemère|1|0|45633|-73799|142
Williams Lake|4|3|52142|-122145|142
Saint-Lin-Laurentides|1|0|45850|-73766|142
Simcoe|0|0|42833|-80300|139
Amherstburg|0|0|42100|-83100|139
Quesnel|4|3|52978|-122493|138
Bay Roberts|8|8|47600|-53265|137
New Hamburg|0|0|43383|-80700|136`;
