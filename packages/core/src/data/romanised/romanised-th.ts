/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
kchmn kchamas knkphr knistha kmlchnk kmlratn kmlwrrn kmlsri krrnika krrnikar krrnkhnistha krwrrn krwipha
krongthong krunamitr kruetya kruetika kruetiyani kruesna kruesdawrrn kruesna kwinthiphy kobkul kaychna
kaychphr kayynphas kayyani kayyaratn kayyalaksn kanthmni kantna kantphr kanticha kanyaratn kalyda kalyratn
kalyani kaychna kaychnaphr kaychnaphrn kaychnichnanth kantthita kittiyaphrn kitiya kirtika kulthra kulphassr
kulphassrn kulsiri kusuma kung khchitlaksn khnistha khwayta khwaymas khwayratn khwayentr khwayerueon khthamas
khnaphrueth chngkl chnista chrryathiphy chriyya chantima chanthnipha chanthmas chanthrnphaphr chanthima charwi
charuta charuwrrn chidapha chittnipha chindaratn chintna chintphr chirphiyya chirwrrn chirsuda chiraphathr
chirakay chiraphr chiraphrn chirananth chuthathiphy chuthaphatthn chuthamni chuthamas chuthamas chutharatn
chuairratn chuairwrrn chyannanth chnaychida chnicha chnadda chnithada chmayphr chlda chlthr chllda chlida
chalisa chutiwrrn churiphrn chuliphr chaimphr choaekw sanniya saynab sitirokieyaa suesiyna suairya suairha
yanisa yansuminthr yada yanika yanisa darika thanisa thapni thitinantha thitinanth thitima thitthita nthphr
nphasrprapha nachkant nachcha nachnphaphachr nadtha natthnicha natthwirya natthkulnanth natthrda naththananth
naththiya nathtiya naththicha naththiniphrn naththida nathnicha nathphr nathmnt nathrika nathwdi nathwra
nathsiya nathkaychn nichya nichmn nichythkant dwngruethay dwngedueon darathip dawrung dusdi toybas twnnuriyah
thaksina thaddaw thasniy thasniwrrn thaswrrn thittiya thiphywaly thiphysuda thiphakrn thiphaphrrn thiraphr
thiwaphr thnphr thnisraphrn thnchatr thnnatth thnayya thnaphr thnaphrn thnapha thnita thmlphrrn thrrschnk
thlita thayya thayyaratn thayyaers thayychnk thaylaksn thaywlay thaysini thanyphr thadaratn thararatn
thidakant thidathiphy thidaratn thitikr thirkant thirnida thudlkaych nngnphas nngphr nnglaksn nnthphr nphmas
nphan nphathr nphisra nrrnisa nrinthr nrisra nrikant nrueml nlina nwphrrn nwratn nwachphrn nsita nachphrrn
nathphr nathml nathrika nathwrrn nantthira nanthratn nanthikant nanthita nanththna nabthong nari nalinni
naediy nichapha nittiya nitiya nithiphr nithima niyda nircha niraytri nirucha nilya nilubl nisachl nisra
nuchnat nurhanan nurisah nurida nurediyna nongnuch namfn bwrlaksn buyyaphr buypluk buyruen bunythida
bupphlaksn busyaratn busba burnima pthmaphrn pthmawdi pnicha pthumthiphy pthumphr pnadda pnadda praphassr
praphaphr praphalaksn praphawdi praethueongthiphy prasni prachiya prarthna prichati priysira prinratn priyakr
prisna pridaphr pridinanth pwina pwina pwinsuda pachmas pathmwrrn panisa panthiphy piykaychn piythida piynuch
piyphr piyphathr piyathida piyaentr punyaphr phkamas phukkhway phkawrrn phchrmn phnitsiri phrthima phrnipha
phrpiya phrrnkaychn phrrnrayn phrrnwaa phrrnaim phrratn phrwlay phrwanephy phrsini phrimrta phloyrung
phloywrinthr phachthnan phachrnanth phachriya phachrinthr phadila phadiha pharida phichyaphakh phichya
phimphmas phimphtinanth phimphnpha phimphphrrn phimphphathr phimphlanna phimphsuda phimlnad phirananth
phiraratn phisphiail phirphr phuththiya pheyaw fatiemaa faranas farida farina firdaws phkhyani phthrchnk
phakhchira phakhepmika phachrawdi phachriya phatchnk phanphira phaththira phathrchira phathrphr phathrphr
phathrsya phathrsuda phathraphr phathraphrn phathrchnk phassr phanini phanumas phawini phiyyda phurichya
mnthita mntharatn mnthiya mnirung mniwrrn mthurda mnthkanti mnasra mnida mlthiya mlsima mali maliwrrn
maychuphr mathwrrn manida manita mami marti marisa mariaey malini maliwrrn mukthida muthita munieraah yasmi
yarona yuthida yuphdi yuphaphrn yuphawdi yuphaphr yusniy rtirs rwiwrrn rohana raphiphrrn rangsi rangsiyaphrn
rachkr rachdaburn rachtaphr rachnida rachphiml rattikal rattiphrn rattiyakr ratntikar ratml rayawdi ruchipha
rusni rusda rungthiwa rungruedi ruechuta ruethayratn lmul llita laoongdaw laksika laddawaly lamyong linda
wngsiya wnali wnida wnisra wrda wrrni wrwiy wrayratn wraphrn wrinlda wrisra wrisra wrisra wlaychratn wladda
wlathya wli wachri wachriwrrn wanwisa wanephy wani waruni wasini wikanda wichitr wichyani wichuda winathta
wiphawin wimlthiphy wimalin wiyada wirinthrya wilasini wilasini wisuda wiailratn wiaillaksn wiailwrrn wina
wirchayya wuthchrin skultla srsuda sranratn srinya ssina ssiphiail ssima ssiwml sininuch sirani sirikhway
siriya siriphr siriphrn siriraks sirilaksn siriwrrn sirisr siriochm siwachya suphkaychn suphsuda suphakhsr
suphachcha suphassrn suphaniy suphisra sklwrry sthida smchring smachya srwngsuda sralratn srasnanth srarin
slinthiphy swrrya sayyalaksn sanhsini sathita safiya sayfn sawta sitaratn siraphr siraratn siriya siriphr
sirima sirimaphrn sirirda sirilaksn sirithr sukhprawin suchitra suchada suchatiphrrn suchanad sucharatn
suchawdi suchila sudthida sudaratn suththwrrn suththasini suththida suththiwrrn suthada suthathiphy suthasini
suthida suthini sunanthini sunita sunisa sunisa suphrrnphimph suphrrn suphathna suphatra suphitra suphaphrn
suphalaksn suphawdi sumntha surpha suraswdi surangratn suriya suwkhnth suwngssa suwnant suwrrnratn suwli
sorcha saibthiphy hthayratn hnusin hnuphis hayati ochiryan onisa otikant othicha onayya onisra onusra ophichya
ophirdi ophiwrrn ophisra omlwrrn orcha orya ornicha orphrrn orwrrn orouma oriya oriya orisa oraith oaksraphakh
oakhkhednay oangkhna oachchri oaychli oayyaratn oaymni oanthika oalwina oathittiya oathitiya oaphrn oaphananth
oaphasiri oamienaa oarya oarini oari oariya ointhwarin oilmi oilham oisraphrn oisriy oublratn oublwrrn ouair
hanan huda ektnipha ektnnipha ekwli eksknk eksraphrn eksrinthr ekssrinthr ekssuda eksini eksr eksra echnchira
echnnisa echliyw entrnpha entrya ebychmaphrn ebychwrrn ebyyapha ebychwrrn epmniy epriyw ephchrratn ephchrrung
ephchri ephythiphy ephyphaktr ephyaiphlin emthni emthini eynruedi ernu erwdi esawlaksn eoknri eommika
eephrwnpha aekwaich aephrphrrn aephrwphloy aemaya aewroyhan aesngosm aeonna ochtika osraya omna oythikar
osphchri osrya osrya aistul
`,
  male: `
knkchay krninthr krn krinth kruetann kruetisakdi krueskr kruesdithnach kruesnkhchr klamkhan kwiyuthth
kwirphathr ksidis kobekiyrti kanwiy kantsuphnach kantthnit kichdi kittichay kittithach kittinanth kittiphngkh
kittiphngs kittiphathth kittiwathn kittisakdi kittiedch kiittikr kulchati kuding koekiyrti khngkraphan khampha
khung chturphr chrasrueththi chriywatr chomphl chanthra chaturphathr chamnay chirthipt chirsakdi chiraphngs
chireskkh chihan chutha chatr chyut chlthani chlsiththi chwdl chwnakr chwalwichy chworchn chachchwaly chachwal
chaychna chaynadth chayphl chaychl chaychay chatichay chann chaladl chinkr sukri sufyan sulfiy chanpricha
yanphathr thnphl thanthat thanandr thapkrn nchthruet nthphngs nphathr nrngkhphr nrngkhrueththi nruephn nsrwng
nadthkr natthphn nathchnn naththnchay nathphngkh nathphngs nathphngs nathphnth nathphl nathwuthi nathkr
nichphumi dnuphathr dokaim dawthng damrngkh toha tawan thawr thnawuthi thnuchuphngs thrngphanth thwiys
thwisakdi thsethph thongkhun thongchanthr thongphanaesn thongointhr thanu thnkr thnkruet thnkrues thnnnth
thnphl thnphathr thnphathr thnphumi thnwathn thnwat thnwant thnwichy thnatth thnanthchay thnakr thnakrues
thnakhch thnathr thnaphathr thnaesdth thnisr thnochti thrrnthr thraphngs thraphngs thrawithy thwachchwin
thachchay thachphngs thada thamrngchay thiti thipaity thiti thithachth thirthrrm thirphngs thirphl thirsakdi
thiraphngs thiraphanth thirayuthth nnthwathn nphkr nphwinay nphaskr nrawichy nruecha nrueththisunthr nwphl
nanthphngs nanthwathn nanthiphathn nanthphiphachr nichnanth nitithr nimu niym niwathn brrchng badinth
buyyrueththi buython buynph buyrod burphl bukhori burnsakdi pkasit pnt ptiphath pphnsrrkh pphnwachr prakasit
prawuthi praesrithphngs praychya prapt priywisw pwrruch pwanratn psannth pan panchitr paphchn parieys
pitiphngs piyphanthu piywathn piywichy piya piyachay piyaekiyrti pwy phlinnalaksmn phngskr phngsthr
phngskruesn phngssakdi phngssakhkh phngsthraphy phngsners phngssakdi phngssthit phchr phnthrrs phrchay
phrpracha phrhmchay phruespha phwng phathna phanthwngs phichy phichya phichy phichysichch phichitchay phithaks
phiphathn phiechiyr phirphngs phirphas phiryuthth phirwichy phirachay phiraphl phuththswath phuththinanth
phulswasdi phkhphngs phranyu phathrkr phathrchay phathrdnay phathrphngs phathrwithy phathrayuthth phathrawuthi
phakr phakhphumi phanuwachr phanuwathn phaswr phumisin phuridl phuwnay phuwedch phuwers mngkhlsisth mni
mnaschay maeyng manas mursalin muhammad mehswr yrryng yuththphanth yuththphichay yuphrach rnkruet rosali
romueoli raphiphngs rawiwachr rangsrrthy rangsruesd ratnphl rasmi rasdrphichit raems rinphatn rohmad
rueththiaikr lakhnphngs wngstawan wnay wrchanthr wrphrrthn wrwich wrwinay wrsisd wrakr wrawuth wrinththithr
wrinthr wredch wremth wrems wachra wathnaichy wasna wichyannth wichay wiyy withyphngs winich wiwrrthn wisrut
wisayant wiechsth wirphchn wirphathr wirakr wirawathn wirawuth wirasakdi wirawuthth wuthichay stkhun srchay
srsiththi sranyu srayuthth srayuthth sakdisithth sayphichy sansna sithr sirphngs suphkr suphkich suphchay
suphmngkhl suphwichy sursakdi smasakdi skl sngachay snthya smkhid smchitr smbati smburn smphumi smrak smochkh
srnath sryuthth srwichy srawuthi srusakdi swngs shaswrrs so sangwal sachchthrrm sanchay sakhr sarsinth samepha
siththiphl sippkr sirichay siriphngs sukruesdi suththichay suththinath suththiphngs suththiphakhy suththisakdi
suthimnt suphphngs surwichy sursakdi sursit sura suraphng suriywathn suriphngs surechsth suredch suailman
suaihlan hlakthraphy hasrn hab okanh otikr onubal onuphngkh onuphl onuphas onuwat onuethph ophichati ophiratn
ophilaksn orrkhphl orrthchay orrthphl orrthwiorchn orrthekiyrti orun orunchay orunphngs olngkrn ooy oadthphl
oaththsiththi oamsah oaswraks oasi oadisth oathiti oart oahmad oamkha oibniloayad oisrachay oukruesd oenk
hanafi halimah eksmsukh ekiyrtidamrngkh echtphl echtrinthr echsdaphrn echlimwathn echlimekiyrti echid
edchphumi edchawathn edoch edonay etchphathn etchit ethlingekiyrti ethphthat ethewswr enkswichnath epliyn
epiymedch epiymokml erueongwisith erueongekiyrti erueongedch erueongorchn elueon esn ehnng eokchn eokphl
eokwathn aeplk okminthr okmuth okhaimni ochkhoamnwy ophthi ophsith oythkant orsadiy osls oochisth
aichyphiphathn aiphthur aiphri
`,
  lastFemale: `
kirtiwathnanusasn ngamkraothk ngamkhangphlu ngamchanthuek ngamnok ngamphimay ngamsisuk chanthrochti
chanthochti chindaphl chayolha chumphl nnkhr nbangchang npomephchr damais thrrmesn nrinthrkul nrinthrangkur
nakhswasdi bangkraothk bangkhangphlu bangchanthuek bangnok bangphimay bangsisuk bunnakh burnsiri prabphl
phlchras mnikraothk mnikhangphlu mnichanthuek mninok mniphimay mnisisuk mthurs mntrikul rodaekw wngsa
wngskraothk wngskhangphlu wngschanthuek wngsnok wngsphimay wngssisuk wachorthay warisri sirikul smtrakul
smsakdi smuthbal suebkraphanth suchritkul hnokkraothk hnokkhangphlu hnokchanthuek hnoknok hnokphimay hnoksisuk
hyudwng hiray omatykul oriywngskul ointhochti oisrangkur hamngkhl ektukraothk ektukhangphlu ektuchanthuek
ektunok ektuphimay ektusisuk ekidkraothk ekidkhangphlu ekidchanthuek ekidnok ekidphimay ekidsisuk echsdangkur
echiywkraothk echiywkhangphlu echiywchanthuek echiywnok echiywphimay echiywsisuk ethphhasdin ethibkraothk
ethibkhangphlu ethibchanthuek ethibnok ethibphimay ethibsisuk ephueonraks aekhkraothk aekhkhangphlu
aekhchanthuek aekhnok aekhphimay aekhsisuk aestang aeslim aeshlin aeshli aeshwng aesoueng aesou aeseching
aesechin aesongw orchnkul
`,
  lastMale: `
kirtiwathnanusasn ngamkraothk ngamkhangphlu ngamchanthuek ngamnok ngamphimay ngamsisuk chanthrochti
chanthochti chindaphl chayolha chumphl nnkhr nbangchang npomephchr damais thrrmesn nrinthrkul nrinthrangkur
nakhswasdi bangkraothk bangkhangphlu bangchanthuek bangnok bangphimay bangsisuk bunnakh burnsiri prabphl
phlchras mnikraothk mnikhangphlu mnichanthuek mninok mniphimay mnisisuk mthurs mntrikul rodaekw wngsa
wngskraothk wngskhangphlu wngschanthuek wngsnok wngsphimay wngssisuk wachorthay warisri sirikul smtrakul
smsakdi smuthbal suebkraphanth suchritkul hnokkraothk hnokkhangphlu hnokchanthuek hnoknok hnokphimay hnoksisuk
hyudwng hiray omatykul oriywngskul ointhochti oisrangkur hamngkhl ektukraothk ektukhangphlu ektuchanthuek
ektunok ektuphimay ektusisuk ekidkraothk ekidkhangphlu ekidchanthuek ekidnok ekidphimay ekidsisuk echsdangkur
echiywkraothk echiywkhangphlu echiywchanthuek echiywnok echiywphimay echiywsisuk ethphhasdin ethibkraothk
ethibkhangphlu ethibchanthuek ethibnok ethibphimay ethibsisuk ephueonraks aekhkraothk aekhkhangphlu
aekhchanthuek aekhnok aekhphimay aekhsisuk aestang aeslim aeshlin aeshli aeshwng aesoueng aesou aeseching
aesechin aesongw orchnkul
`,
};
