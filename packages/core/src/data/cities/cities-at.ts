/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Vienna|Styria|Upper Austria|Salzburg|Tyrol|Carinthia|Vorarlberg|Lower Austria|Burgenland
Europe/Vienna|Europe/Berlin|Europe/Ljubljana|Europe/Zurich
Wien|0|0|48208|16372|16915
Graz|1|0|47067|15450|2223
Linz|2|0|48306|14286|2048
Salzburg|3|0|47799|13044|1534
Innsbruck|4|0|47263|11395|1325
Klagenfurt am Wörthersee|5|0|46625|14305|906
Villach|5|0|46610|13856|589
Dornbirn|6|0|47414|9742|493
Wiener Neustadt|7|0|47805|16232|448
Steyr|2|0|48043|14421|383
Feldkirch|6|0|47233|9600|334
Bregenz|6|0|47503|9747|295
Baden|7|0|48005|16233|263
Lustenau|6|0|47426|9659|228
Sankt Pölten|7|0|48200|15633|219
Mödling|7|0|48086|16289|206
Wels|2|0|48167|14033|169
Hohenems|6|0|47367|9683|163
Stockerau|7|0|48383|16217|163
Straßgang|1|0|47033|15400|163
Klosterneuburg|7|0|48305|16325|156
Amstetten|7|0|48123|14872|156
Telfs|4|0|47307|11068|152
Perchtoldsdorf|7|0|48119|16266|150
Krems an der Donau|7|0|48409|15614|145
Wörgl|4|0|47489|12062|138
Schwaz|4|0|47352|11710|137
Bludenz|6|0|47155|9823|135
Hard|6|0|47483|9683|135
Hall in Tirol|4|0|47283|11517|133
Gmunden|2|0|47918|13799|132
Korneuburg|7|0|48350|16333|130
Spittal an der Drau|5|0|46800|13500|129
Tulln|7|0|48328|16059|124
Schwechat|7|0|48133|16467|124
Ried im Innkreis|2|0|48211|13489|119
Brunn am Gebirge|7|0|48107|16285|119
Rankweil|6|0|47271|9643|119
Lienz|4|0|46829|12769|116
Knittelfeld|1|0|47217|14817|115
Götzis|6|0|47333|9633|115
Neunkirchen|7|0|47721|16081|115
Gänserndorf|7|0|48339|16720|114
Traun|2|0|48221|14238|113
Sankt Veit an der Glan|5|0|46768|14360|108
Imst|4|0|47245|10740|105
Lauterach|6|0|47476|9729|103
Strasshof an der Nordbahn|7|0|48317|16667|100
Laakirchen|2|0|47982|13822|99
Kufstein|4|1|47583|12167|98
Enns|2|0|48213|14476|98
Purkersdorf|7|0|48208|16175|97
Gerasdorf bei Wien|7|0|48294|16468|94
Sankt Johann in Tirol|4|0|47523|12423|94
Viktring|5|0|46592|14269|94
Wiener Neudorf|7|0|48083|16314|94
Voitsberg|1|0|47044|15153|94
Sankt Valentin|7|0|48167|14517|93
Weiz|1|0|47217|15617|92
Eisenstadt|8|0|47846|16523|92
Rum|4|0|47283|11450|92
Guntramsdorf|7|0|48047|16314|92
Bruck an der Mur|1|0|47417|15283|91
Neu-Guntramsdorf|7|0|48064|16316|91
Berndorf|7|0|47946|16110|91
Attnang-Puchheim|2|0|48008|13717|89
Maria Enzersdorf|7|0|48100|16283|88
Saalfelden am Steinernen Meer|3|0|47427|12848|87
Deutsch-Wagram|7|0|48300|16567|87
Leibnitz|1|0|46782|15538|85
Judenburg|1|0|47167|14667|85
Wolfurt|6|0|47467|9750|84
Deutschlandsberg|1|2|46815|15222|84
Finkenstein am Faaker See|5|0|46579|13935|84
Marchtrenk|2|0|48190|14109|84
Kitzbühel|4|0|47446|12392|83
Leoben|1|0|47377|15091|83
Neusiedl am See|8|0|47949|16842|82
Zirl|4|0|47274|11240|82
Langenzersdorf|7|0|48304|16361|81
Höchst|6|3|47459|9641|80
Wattens|4|0|47294|11591|79
Trofaiach|1|0|47425|15007|77
Seiersberg|1|0|47000|15400|77
Landeck|4|0|47140|10566|77
Zell am See|3|0|47323|12798|76
Vorchdorf|2|0|48004|13921|75
Bad Vöslau|7|0|47965|16214|75
Bischofshofen|3|0|47417|13217|75
Haid|2|0|48205|14251|74
Kottingbrunn|7|0|47951|16227|74
Freistadt|2|0|48511|14505|74
Ternitz|7|0|47716|16036|74
Oberwart|8|0|47290|16206|73
Hallein|3|1|47683|13100|72
Jenbach|4|0|47392|11772|71
Absam|4|0|47296|11506|71
Vösendorf|7|0|48121|16340|70
Sankt Martin|2|0|48231|14268|70
Hollabrunn|7|0|48550|16083|69
Bruck an der Leitha|7|0|48017|16767|69
Gratkorn|1|0|47133|15350|68
Völs|4|0|47250|11333|67
Reutte|4|0|47483|10717|67
Altach|6|0|47350|9650|66
Groß-Enzersdorf|7|0|48203|16551|66
Traiskirchen|7|0|48015|16293|66
Liezen|1|0|47567|14233|66
Kremsmünster|2|0|48053|14129|66
Mattersburg|8|0|47733|16400|66
Hainburg an der Donau|7|0|48146|16945|66
Wilhelmsburg|7|0|48106|15605|66
Mattighofen|2|0|48107|13151|65
Hafendorf|1|0|47457|15318|65
Gallneukirchen|2|0|48354|14416|65
Mistelbach|7|0|48570|16577|65
Frastanz|6|0|47217|9630|64
Gleisdorf|1|0|47106|15710|64
Hörbranz|6|0|47550|9750|63
Fürstenfeld|1|0|47050|16083|63
Neuhofen an der Krems|2|0|48139|14228|63
Pressbaum|7|0|48183|16083|62
Lichtenegg|2|0|48150|14000|62
Pöllau|1|0|47300|15833|60
Mürzzuschlag|1|0|47607|15672|60
Kirchbichl|4|0|47517|12096|59
Micheldorf in Oberösterreich|2|0|47878|14134|59
Breitenfurt bei Wien|7|0|48133|16150|59
Perg|2|0|48250|14633|58
Oberndorf bei Salzburg|3|0|47950|12933|58
Wimpassing|2|0|48167|13983|57
Lochau|6|0|47533|9750|57
Hart|2|0|48265|14257|56
Deuchendorf|1|0|47466|15322|55
Horn|7|0|48663|15657|55
Pinkafeld|8|0|47367|16117|54
Mühlau|4|0|47283|11400|54
Neuzeug|2|0|48050|14333|53
Himberg|7|0|48083|16433|53
Wölfnitz|5|0|46666|14258|53
Bad Hall|2|0|48038|14208|53
Haag|2|0|48271|14269|53
Kirchberg in Tirol|4|0|47445|12316|52
Ebreichsdorf|7|0|47956|16407|52
Kindberg|1|0|47500|15450|52
Kalsdorf bei Graz|1|0|46965|15480|52
Axams|4|0|47231|11279|51
Leopoldsdorf|7|0|48116|16391|51
Sollenau|7|0|47898|16248|50`;
