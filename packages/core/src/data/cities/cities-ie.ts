/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Leinster|Munster|Connacht|Ulster
Europe/Dublin|Europe/London
Dublin|0|0|53333|-6249|10240
Cork|1|0|51898|-8471|1904
Luimneach|1|0|52665|-8623|901
Gaillimh|2|0|53272|-9051|707
Tallaght|0|0|53286|-6373|643
Waterford|1|0|52258|-7112|479
Swords|0|0|53460|-6218|369
Drogheda|0|0|53719|-6348|334
Dundalk|0|1|54000|-6417|334
Bray|0|0|53203|-6098|326
Dún Laoghaire|0|0|53294|-6136|265
Navan|0|0|53653|-6681|245
Ennis|1|0|52844|-8986|244
Balbriggan|0|0|53608|-6183|234
Tralee|1|0|52270|-9703|229
Sandyford|0|0|53275|-6225|223
Kilkenny|0|0|52654|-7252|216
Athlone|0|0|53423|-7937|214
Naas|0|0|53216|-6667|207
Sligo|2|0|54270|-8469|202
Carlow|0|0|52841|-6926|201
Loch Garman|0|0|52334|-6457|199
Finglas|0|0|53389|-6297|198
Celbridge|0|0|53342|-6544|195
Droichead Nua|0|0|53182|-6797|189
Cluain Meala|1|0|52355|-7704|174
An Muileann gCearr|0|0|53525|-7338|173
Letterkenny|3|0|54950|-7733|169
Blanchardstown|0|0|53388|-6376|165
Malahide|0|0|53451|-6154|158
Leixlip|0|0|53366|-6496|155
Lucan|0|0|53357|-6449|153
Kilquade|0|0|53097|-6084|149
Carrigaline|1|0|51812|-8399|148
Knocklyon|0|0|53280|-6331|146
Clondalkin|0|0|53324|-6397|145
Wicklow|0|0|52975|-6049|140
Portlaoise|0|0|53034|-7300|136
Greystones|0|0|53141|-6063|135
Castlebar|2|0|53850|-9300|129
Foxrock|0|0|53267|-6174|129
Athy|0|0|52991|-6980|129
Maynooth|0|0|53385|-6594|125
Dundrum|0|0|53291|-6257|122
Arklow|0|0|52794|-6150|118
Tullamore|0|0|53274|-7489|116
Ashbourne|0|0|53512|-6398|114
Crumlin|0|0|53322|-6314|113
Laytown|0|0|53682|-6239|109
Jobstown|0|0|53279|-6408|108
Donnybrook|0|0|53314|-6223|106
Cobh|1|0|51850|-8295|105
Shankill|0|0|53226|-6124|101
Ballina|2|0|54117|-9167|101
Cabinteely|0|0|53270|-6161|100
Derry|1|0|51587|-9050|100
Oldbawn|0|0|53276|-6367|98
Enniscorthy|0|0|52501|-6558|97
Shannon|1|0|52704|-8864|97
Skerries|0|0|53583|-6108|97
Ballyboden|0|0|53281|-6316|96
Mallow|1|0|52133|-8633|95
Portmarnock|0|0|53423|-6137|93
An Ros|0|0|53524|-6105|92
Trá Mhór|1|0|52162|-7152|92
Balally|0|0|53275|-6236|91
Ratoath|0|0|53508|-6462|90
Sandymount|0|0|53328|-6222|90
Midleton|1|0|51915|-8181|89
Blackrock|0|0|53302|-6178|88
Beaumont|0|0|53387|-6227|86
Ballyfermot|0|0|53343|-6355|86
Rathgar|0|0|53315|-6275|84
Castleknock|0|0|53375|-6363|83
Kildare|0|0|53156|-6914|81
Baldoyle|0|0|53400|-6126|80
Portarlington|0|0|53162|-7191|78
Longford|0|0|53725|-7798|78
Terenure|0|0|53310|-6285|77
Thurles|1|0|52682|-7802|76
Dungarvan|1|0|52088|-7625|76
Cill Airne|1|0|52060|-9509|73
Raheny|0|0|53387|-6181|72
Palmerstown|0|0|53350|-6378|72
Lusk|0|0|53527|-6164|70
Dunboyne|0|0|53419|-6474|70
Sallynoggin|0|0|53279|-6141|69
Youghal|1|0|51950|-7851|69
Firhouse|0|0|53282|-6339|69
Donabate|0|0|53487|-6152|68
Clane|0|0|53291|-6689|67
New Ross|0|0|52397|-6937|67
Nenagh Bridge|1|0|52882|-8196|67
Dalkey|0|0|53278|-6100|66
Cavan|3|0|53991|-7361|64
Ballinasloe|2|0|53328|-8219|64
Cherryville|0|0|53157|-6967|64
Newcastle West|1|0|52449|-9061|63
Ballymun|0|0|53398|-6267|63
Westport|2|0|53800|-9517|62
Tuam|2|0|53517|-8850|61
Gorey|0|0|52675|-6292|60
Monaghan|3|0|54250|-6967|59
Hartstown|0|0|53393|-6427|59
Kinsealy-Drinan|0|0|53444|-6203|58
Carrick-on-Suir|1|0|52349|-7413|57
Roscommon|2|0|53633|-8183|57
Monkstown|0|0|53293|-6153|56
Buncrana|3|0|55133|-7450|55
Kilcock|0|0|53402|-6671|55
Nenagh|1|0|52862|-8197|55
Bandon|1|0|51747|-8742|55
Roscrea|1|0|52951|-7802|54
Confey|0|0|53379|-6491|54
Eadestown|0|0|53203|-6578|53
Artane|0|0|53387|-6214|53
Chapelizod|0|0|53348|-6343|53
Sallins|0|0|53249|-6666|53
Killester|0|0|53373|-6204|51
Dollymount|0|0|53365|-6180|51
Loughrea|2|0|53197|-8567|51
Blessington|0|0|53170|-6532|50`;
