/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
gurga gurgitsa dzvezda javorka jagoda jadranka jana janka jasna jovana jovka jordana jordanka julijana ljuba
ljubinka ljubitsa ljupka ava aleksandra ana anastasija angela angelina anche anga atanasija biljana bisera
bistra blaga blagitsa blagorodna blagojka blaguna blazhenka bogdana boginja bozhana borka borjana bosilka
bojana branka valentina varvara vasilija vasilka vaska vanja velika vera veronika vesela vesna violeta
voskresija vojdanka gabriela galaba galena golubinka gordana goritsa gorjana grozda damjana danitsa danka
darinka dafina denitsa desanka despina divna dobrila dobrinka domnika donka draga dragana dushanka dushka eva
evgenija evdokija ekaterina elena eleonora elisaveta elitsa elka esma efimija efrosina zhivka zagorka zafirka
zakharinka zdravka zlata zora zoritsa zorka iva ivana ivanka ilindenka ilinka irina iskra kalina karanfilka
kata katerina katina katitsa katja keratsa kita klimentina konstantina kosara kostadinka krstana lena lenche
lepa lidija lika liljana lina magdalena makedonka makrina mara marika marina marija marta matrona meglena
melanija mena meri mileva milena militsa milka mirka mirjana nada nadezhda naumka nevenka neda nedelka
nikodina nikolina olga olivera pavlina pavlinka paraskeva pauna pelagija petkana petra petranka pisana radmila
rakita rafaila rakhela rakhilka rajna ristana rodna rosa roska ruzha rumena rusalina rusanka sava sandra sara
sashka svetlana serafima simona simjanka slavenka slavitsa slavka slavjanka slobodanka snezhana sonchitsa
sofija spasa spasena spomenka srebra stamena stefanija stefanka stojanka stojmena stojna suzana tamara taska
tatjana temjana teodora teodosija teofilka todorka trajanka trena trendafilka ubavka fana fanka filimena
florinka frosina khristina tsara tsveta tsvetanka
`,
  male: `
goko gore gorche gorgi gurchin dzvezdan dzvonko jakov jane joakim jovan jovanche jovitsa jovo jozo jonche
jordan josif ljube ljuben ljubisha ljubomir ljupcho aleksandar alekso angel angele andon andrej andreja ante
antim anton antonij apostol arsenij asen atanas atanasij atso blage blagoj blagoja blazhe bogatin bogdan
bogoslav bogoja bozhidar bozhin bozho boris borislav borko boro borjan boshko bojan branko vangel vane vanche
vancho vasil vasilij vasilko velimir velichko veljan venko veselin veljo vidoe viktor vladimir vlado vlastimir
voislav volche vojdan vojkan gavril gane georgi gerasim gligor gogo goran gorjan gotse grigor grozdan david
damjan danail daniel dancho darko delcho deljan dejan dime dimitar dimitrie dimitrij dimitrija dimko dimo
dimche dobri dorotej dojchin dragan dragi dragisha dragomir dragoslav dragoljub dushan dushko evgenij evtim
emanuel emil erazmo eftim zhivko zafir zakharij zdravko zlatan zlate zlatko zoran ivan ivko ivo ignat igor
ilija isak kiril kiro kliment kozma kole konstantin kostadin kotse kocho krste krsto krume ksente kuzman lazar
lazo leonid luka makedon maksim marin marko marjan mate mateja meto metodi metodij metodija milan mile milosh
milcho mincho miodrag mirko miroslav mirche mitre mikhail mikhajlo mikho micho mladen momo momchilo nanche
naum nebojsha nedelko nenad neofit nestor nesho nikita nikifor nikodim nikola ognen oliver orde pavle
pantelejmon panche partenij paskal pencho pero petar petko petre petse pimen prokopij prokhor rade radovan
ranko rajko rizo riste risto romil save savo samoil samuil sande sashko siljan simon slave slavko slavcho
slobodan sokrat sotir sofe sofronij spase spiro srbo srebre stale stevo stefan stoilko stojan stojmen stojche
strate strakhil tanas tashko tasho temelko teodor teodosij teofan teofil tikho tikhomir tode todor tome
tomislav trajan trajko trajche trifun trisho filip kharalampie khristijan khristo tsvetan tsvetko tseko
chaslav chedo chedomir shishman
`,
  lastFemale: `
gakonovska geleva gorcheva gorgevska guzeleva gurlukova gurchinova jakimovska jakonova janevska janchevska
jacheva jovanova jovanovska jovchevska jordanova jordanovska josifovska josifoska jurukova jurukoska ljutkova
kamilova kornakova kortosheva kurchieva dzhambazova dzhadzheva dzhekova dzhinleska dzhorleva dzhuvalekovska
dzhunova abadzhieva abova avramova avramovska avramcheva aleksieva aleksova aleksovska angelovska andova
andonova andonovska andreevska antonova anchevska apostolova apostolska arsova arsovska atanasova atanasovska
atkova atseva atsevska ajanovska adzhimitrevska babamovska babunska bavtirovska bakevska balabanova basarovska
bachovska bajalska belkovska belovska belogaska belcheva bendevska bilbilovska biljanovska bislimovska
bitovska blazhevska bliznakova bogdanova bogdanovska bogdanska bogoeva bogoeska bozhikova bozhinova
bozhinovska botsevska boshevska boshkova boshkovska bojanovska bojadzhieva brezoska bubulovska buzharovska
buzeva buneva bujuklieva varsakovska vasilevska vasileska vaskova velichkovska velkova veljanova visulcheva
vladimirska vladova vlakhova vlakhcheva vrazhalska gavrilska galevska garevska gajdova genova georgieva
georgievska gerasimovska germova gerova gechevska geshoska gigova gievska gligorova gligorovska golabovska
grabuloska grozdanova grosheva grujovska guguvchevska gucheva davidovska davkova davcheva davchevska dameska
damovska demnieva despotovska dejanova dileva dimitrieva dimitrova dimkovska dimova dimovska dineva dinevska
dobrevska dodevska donevska dojchinova drenkova drnkova duganova dukovska evremova edipovska ezhova eftimova
zhekova zhelezarova zhernovska zabaznoska zafirovska zdraveva zdravkovska zografska ivanova ivanovska ivanoska
ignovska ignjatovska ikonomova ilieva ilievska isakovska itseva iljoska kalajdzhiska kalchevska kamberska
kantardzhieva karanfilovska karagozova karadzha kareva karova karovska kartova katardzhieva kepeska
keramitchieva keramichieva kirjazovska kiselinova kitanoska kichevska kolishevska kolozova kondova kondovska
koneska konstantinova konstantinovska kordalova korobar kostadinova kostovska kotevska koteska kochovska
krsteva krstevska krsteska krtskovska kuzmanovska kulisheva kunovska kunoska kuturets kushevska kljuseva
ladinska lazarevska lazarova lazeska lazovska lakinska laktinska lakhtova levenska lekovska leova lechevska
lipova lichenoska lozanovska lulovska mazeva makedonska malevska maleska malovska manakovska mangova mangovska
maneva manevska manivilova mancheva manchevska marinova markovska martinovska martinoska matevska matkovska
matovska majstorova madzhirova miladinova milosavleva miloshevska mincheva miovska mironska misirkova mitevska
mitrevska mitrikeska mikhajlova mikhajlovska mitseva mitsevska mitskovska mitsova mishkovska miljovska
mladenova mladenovska mokrova momirovska mojsovska mukaetova muratovska musalevska nakova nanevska nasteva
naumova naumovska naumcheska nacheva najdenova najdovska najcheska nedelkovska nestorovska netkova neshkovska
nikoleska nikolova nikolovska nikusheva ninova ortakova pavlovska pavloska pakovska palikrusheva pangovska
pandeska pandilova pandovska pankova panova panovska panchevska pajtondzhieva pendovska penushliska
pepeljugovska perinska perchinkovska petkovska petrova petrovska petrusheva petrushevska pejova piperkovska
planinska polezhinoska poljanska popova popovska poposka prespanska prilepchanska psaltirova putskova
ravanovska radicheska rakovska redzhepova rizova ristova ristovska ristoska rumenova rusomanova rusjakova
saldzhieva saneva sarievska svetieva serafimova serafimovska sidovska siljanovska simova simovska simonovska
skalovska slavenska slaveska slaneva smakoska smilevska smokvarska sokolova soleva solunska sofronievska
spasenovska spasova spasovska spirova spirovska stavreva stavreska stamatoska stankova stankovska stardelova
stevanova stevkovska stefanova stefanovska stojanova stojanovska stojanoska stojkova stojkovska stojmenska
stojcheva takeva takovska talevska taleska temelkoska teodosievska terzieva todorova todorovska tolevska
tomovska tofoska tosheva toshevska trajkovska treneska trenchevska trifunovska trpenovska tushevska ugrinovska
uzunova uzunovska filipovska firfova foteva khadzhimanova khadzhinikolova khristova khristovska tsaneva
tsvetanovska tsekova tsekovska tseneva tsrvenkovska tsrvenova chakmakova chalovska chaparovska chausheva
chevrevska chemerska chemkova chejkovska chokrevska chundeva chuchkova chushkarova sharevska shirilova
shishkova shijakova shijakovska shopova shoptrajanova shterjoska shulinchevska
`,
  lastMale: `
gakonovski gelev gorchev gorgevski guzelev gurlukov gurchinov jakimovski jakonov janevski janchevski jachev
jovanov jovanovski jovchevski jordanov jordanovski josifovski josifoski jurukov jurukoski ljutkov kamilov
kornakov kortoshev kurchiev dzhambazov dzhadzhev dzhekov dzhinleski dzhorlev dzhuvalekovski dzhunov abadzhiev
avramov avramovski avramchev aleksiev aleksov aleksovski angelovski andov andonov andonovski andreevski
antonov anchevski apostolov apostolski arsov arsovski atanasov atanasovski atkov atsev atsevski ajanovski
adzhimitrevski babamovski babunski bavtirovski bakevski balabanov basarovski bachovski bajalski belkovski
belovski belogaski belchev bendevski bilbilovski biljanovski bislimovski bitovski blazhevski bliznakov
bogdanov bogdanovski bogdanski bogoev bogoeski bozhikov bozhinov bozhinovski botsevski boshevski boshkov
boshkovski bojanovski bojadzhiev brezoski bubulovski buzharovski buzev bunev bujukliev varsakovski vasilevski
vasileski vaskov velichkovski velkov veljanov visulchev vladimirski vladov vlakhov vlakhchev vrazhalski
gavrilski galevski garevski gajdov genov georgiev georgievski gerasimovski germov gerov gechevski geshoski
gigov gievski gligorov gligorovski golabovski grabuloski grozdanov groshev grujovski guguvchevski guchev
davidovski davkov davchev davchevski dameski damovski demniev despotovski dejanov dilev dimitriev dimitrov
dimkovski dimov dimovski dinev dinevski dirjan dobrevski dobrokhotov dodevski donevski dojchinov drenkov
drnkov duganov dukovski evremov edipovski ezhov eftimov zhekov zhelezarov zhernovski zabaznoski zafirovski
zdravev zdravkovski zografski ivanov ivanovski ivanoski ignovski ignjatovski ikonomov iliev ilievski isakovski
itsev iljoski kalajdzhiski kalchevski kamberski kantardzhiev karanfilovski karagozov karev karov karovski
kartov katardzhiev kepeski keramitchiev keramichiev kirjazovski kiselinov kitanoski kichevski kodra
kolishevski kolozov kondov kondovski koneski konstantinov konstantinovski kordalov kostadinov kostovski
kotevski koteski kochovski krstev krstevski krsteski krtskovski kuzmanovski kulishev kunovski kunoski
kushevski kljusev ladinski lazarevski lazarov lazeski lazovski lakinski laktinski lakhtov levenski lekovski
leov lechevski lipov lichenoski lozanovski lulovski mazev makedonski malevski maleski malovski manakovski
mangov mangovski manev manevski manivilov manchev manchevski marinov markovski martinovski martinoski matevski
matkovski matovski majstorov madzhirov miladinov milosavlev miloshevski minchev miovski mironski misirkov
mitevski mitrevski mitrikeski mikhajlov mikhajlovski mitsev mitsevski mitskovski mitsov mishkovski miljovski
mladenov mladenovski mokrov momirovski mojsovski mukaetov muratovski musalevski nakov nanevski nastev naumov
naumovski naumcheski nachev najdenov najdovski najcheski nedelkovski nestorovski netkov neshkovski nikoleski
nikolov nikolovski nikushev ninov ortakov pavlovski pavloski pakovski palikrushev pangovski pandeski pandilov
pandovski pankov panov panovski panchevski pajtondzhiev pendovski penushliski pepeljugovski perinski
perchinkovski petkovski petrov petrovski petrushev petrushevski pejov piperkovski planinski polezhinoski
poljanski popov popovski poposki prespanski prilepchanski psaltirov putskov ravanovski radicheski rakovski
rizov ristov ristovski ristoski rumenov rusomanov rusjakov saldzhiev sanev sarievski svetiev serafimov
serafimovski sidovski siljanovski simov simovski simonovski skalovski slavenski slaveski slanev smakoski
smilevski smokvarski sokolov solev solunski sofronievski spasenovski spasov spasovski spirov spirovski stavrev
stavreski stamatoski stankov stankovski stardelov stevanov stevkovski stefanov stefanovski stojanov
stojanovski stojanoski stojkov stojkovski stojmenski stojchev takev takovski talevski taleski temelkoski
teodosievski terziev todorov todorovski tolevski tomovski tofoski toshev toshevski trajkovski treneski
trenchevski trifunovski trpenovski tushevski ugrinovski uzunov uzunovski filipovski firfov fotev khadzhimanov
khadzhinikolov khristov khristovski tsanev tsvetanovski tsekov tsekovski tsenev tsrvenkovski tsrvenov
chakmakov chalovski chaparovski chaushev chevrevski chemerski chemkov chejkovski chokrevski chundev chuchkov
chushkarov sharevski shirilov shishkov shijakov shijakovski shopov shoptrajanov shterjoski shulinchevski
`,
};
