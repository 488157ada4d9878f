/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
aguli aguna adola avtandil avto akaki ako aleko aleksandre aleksi alio amiran ana anano anzor anna anuka anuki
archil askila aslanaz achiko badri baia barbare bakar bacha bachana bachua bachuki bakhva bela bera berdia
besik beso beka bidzina bichiko bochia botso brola bubu budu bukhuti gaga gagi gakha gega gegi gedia gela
genadi gvadi gvantsa gvanji gvitia gvrita gia giga gigi gigilo gigla gigoli givi giviko giorgi gogi gogita
gogicha gogotur gogola goderdzi gola gocha grigol guga gugu gugula guguli guguna guka gularisa gulvardi
gulvardisa gultamze gulia guliko gulisa gulnara guram davit dali darejan diana dimitri dodo dutu eter eto eka
ekaterine elguja elena elene elza eliko eliso emzar eshkha valentina valeri vano vazha vardo varskvlavisa
vasiko vasil vato vakho vakhtang venera vera veriko zaza zaira zaur zezva zviad zina zoia zuka zura zurab
zuria zuriko tazo tata tatia tatuli taia tako taliko tamaz tamar tamara tamta tamtike tami tamila tamriko
tamro tamuna tamcho tanana tandila taqa tea tebrone teimuraz temur tengiz tengo teona tika tiko tikuna tina
tinatin tiniko tmagishera tornike tuta tutia ia iatamze iamze ivane iveri ivkirion izolda ilia iliko imeda
inga ioseb irakli irina irine irinka irma iuri kako kale kato kakha kakhaber kekela kesane keso kviria kita
koba koka konstantine kosta kote kukuri lado lali lamaza lamara lamzira lasha levan leila lela lena lertsamisa
lekso lia liana liza liziko lile lili liliko lomia luiza maguli madona matiko maia maiko maisa maka mako
makuna malkhaz mamamze mamia mamisa mamistvali mamisimedi mamuka mamula manana mancho maradi mari maria
mariami marika marina marine marita maqvala mashiko masho matsatso mgelia mgelika medea mekasho melano merab
meri metia mzagho mzevinar mzetamze mzetvala mzeona mzekala mzekha mzekhatuni mzia mzira mzisadar mzistanadari
mziula mtvarisa mindia misha mishiko mikheil mnatobi mnatobisa mogeli monavardisa murman mukhran nazi naziko
natela natia naira nana nani naniko nanuka nanuli nargizi nasqida natalia nato neli nene nestan nia niako nika
nikoloz nina ninaka nini niniko nino ninuka ninutsa nodar nodo nona nora nugzar nugo nuka nuki nukri nunu
nunuka nutsa nutsi otar otia oto omar orbel otia okropir paata papuna patarkatsi patarkali pepela pirvardisa
pirimze zhamiera zhamita zhamuta zhuzhuna ramaz revaz rezi rezo roza roman ruska rusudan saba sali salome
sanata sandro sergo sesia sekhnia svetlana sikharula soso sopiko sopio sopo sula suliko tariel tasiko taso
tatiana tato tetia turia umanko uta ucha pakizo patsia pepela pepena pepiko pepo poso popo kabato kavtari
kalia kartlos ketato ketevan keti ketino keto kveli kitesa kishvardi kobuli kristesia ktistepore kurtsika
ghariba ghvtisavari ghvtisia ghvtiso ghvinia ghughuna qaitamza qaqita qvarqvare qiasa shaburi shako shalva
shaliko shanshe sharia shakara shakro shota shorena shoshia shukia chiora chito choqola tsago tsaguli tsangala
tsaro tsatsa tsatso tsiala tsiko tsinara tsira tsisana tsisia tsiskara tsiskari tsismara tsismari tsiuri
tsitsi tsitsia tsitsino tsotne tsokala tsutsa tskhvari dzabuli dzamisa dzaghina dzidzia tsate tsqaloba chabuka
chiaber chikchika chichia chichiko chola khatuna khareba khatia khakhula khakhuta khechua khvicha khizana
khirkhela khobelasi khokhia khokhita khuta khutsia jaba javakhi jarji jemal jondo joto jubi julieta jumber
hamlet
`,
  male: `
aguli aguna adola avtandil avto akaki ako aleko aleksandre aleksi alio amiran ana anano anzor anna anuka anuki
archil askila aslanaz achiko badri baia barbare bakar bacha bachana bachua bachuki bakhva bela bera berdia
besik beso beka bidzina bichiko bochia botso brola bubu budu bukhuti gaga gagi gakha gega gegi gedia gela
genadi gvadi gvantsa gvanji gvitia gvrita gia giga gigi gigilo gigla gigoli givi giviko giorgi gogi gogita
gogicha gogotur gogola goderdzi gola gocha grigol guga gugu gugula guguli guguna guka gularisa gulvardi
gulvardisa gultamze gulia guliko gulisa gulnara guram davit dali darejan diana dimitri dodo dutu eter eto eka
ekaterine elguja elena elene elza eliko eliso emzar eshkha valentina valeri vano vazha vardo varskvlavisa
vasiko vasil vato vakho vakhtang venera vera veriko zaza zaira zaur zezva zviad zina zoia zuka zura zurab
zuria zuriko tazo tata tatia tatuli taia tako taliko tamaz tamar tamara tamta tamtike tami tamila tamriko
tamro tamuna tamcho tanana tandila taqa tea tebrone teimuraz temur tengiz tengo teona tika tiko tikuna tina
tinatin tiniko tmagishera tornike tuta tutia ia iatamze iamze ivane iveri ivkirion izolda ilia iliko imeda
inga ioseb irakli irina irine irinka irma iuri kako kale kato kakha kakhaber kekela kesane keso kviria kita
koba koka konstantine kosta kote kukuri lado lali lamaza lamara lamzira lasha levan leila lela lena lertsamisa
lekso lia liana liza liziko lile lili liliko lomia luiza maguli madona matiko maia maiko maisa maka mako
makuna malkhaz mamamze mamia mamisa mamistvali mamisimedi mamuka mamula manana mancho maradi mari maria
mariami marika marina marine marita maqvala mashiko masho matsatso mgelia mgelika medea mekasho melano merab
meri metia mzagho mzevinar mzetamze mzetvala mzeona mzekala mzekha mzekhatuni mzia mzira mzisadar mzistanadari
mziula mtvarisa mindia misha mishiko mikheil mnatobi mnatobisa mogeli monavardisa murman mukhran nazi naziko
natela natia naira nana nani naniko nanuka nanuli nargizi nasqida natalia nato neli nene nestan nia niako nika
nikoloz nina ninaka nini niniko nino ninuka ninutsa nodar nodo nona nora nugzar nugo nuka nuki nukri nunu
nunuka nutsa nutsi otar otia oto omar orbel otia okropir paata papuna patarkatsi patarkali pepela pirvardisa
pirimze zhamiera zhamita zhamuta zhuzhuna ramaz revaz rezi rezo roza roman ruska rusudan saba sali salome
sanata sandro sergo sesia sekhnia svetlana sikharula soso sopiko sopio sopo sula suliko tariel tasiko taso
tatiana tato tetia turia umanko uta ucha pakizo patsia pepela pepena pepiko pepo poso popo kabato kavtari
kalia kartlos ketato ketevan keti ketino keto kveli kitesa kishvardi kobuli kristesia ktistepore kurtsika
ghariba ghvtisavari ghvtisia ghvtiso ghvinia ghughuna qaitamza qaqita qvarqvare qiasa shaburi shako shalva
shaliko shanshe sharia shakara shakro shota shorena shoshia shukia chiora chito choqola tsago tsaguli tsangala
tsaro tsatsa tsatso tsiala tsiko tsinara tsira tsisana tsisia tsiskara tsiskari tsismara tsismari tsiuri
tsitsi tsitsia tsitsino tsotne tsokala tsutsa tskhvari dzabuli dzamisa dzaghina dzidzia tsate tsqaloba chabuka
chiaber chikchika chichia chichiko chola khatuna khareba khatia khakhula khakhuta khechua khvicha khizana
khirkhela khobelasi khokhia khokhita khuta khutsia jaba javakhi jarji jemal jondo joto jubi julieta jumber
hamlet
`,
  lastFemale: `
abazadze abashidze abramashvili abuseridze abshilava avazneli avalishvili amilakhvari antadze aslamazishvili
aspanidze ashkareli akhalbedashvili akhalkatsi akhvlediani baratashvili bardavelidze bakhtadze bedianidze
bezhanishvili beridze beruashvili bogvelishvili botkoveli gabrichidze gagnidze gamrekeli gelashvili
gzirishvili gigauri guramishvili gurgenidze dadiani davitishvili datuashvili darbaiseli dekanoidze dvali
dolaberidze edisherashvili elizbarashvili eliozashvili eristavi varamashvili vardanidze vardiashvili vachnadze
veliashvili velijanashvili zarandia zaridze zedginidze zubiashvili tabagari tavdgiridze tatarashvili
tamazashvili tamarashvili taktakishvili taqaishvili tbileli tukhareli iashvili igitkhanishvili inasaridze
ishkhneli kandelaki katsia kereselidze kvirikashvili kiknadze kldiashvili kovzadze kopadze koptonashvili
koshkelashvili labadze lekishvili likokeli loladze lursmanashvili maisuradze martoleki maghaladze
makharashvili mgaloblishvili megrelishvili melashvili melikidze merabishvili meparishvili mujiri mchedlidze
mkheidze natadze nachqebia nozadze odishvili onoprishvili parekhelashvili petriashvili saakashvili saakadze
saginashvili sadunishvili sadzaglishvili sebiskveridze seturi sutiashvili sulashvili tabaghua tqeshelashvili
ulumbelashvili undiladze kavtaradze kartvelishvili qazbegi qaukhchishvili shavlashvili shalikashvili shonia
chibukhashvili chikovani chikhradze choloqashvili chokheli chubinidze chkhvimiani tsalughelashvili tsadzikidze
tsitsishvili tsikhelashvili tsikhistavi tskhovrebadze tskhomaria tsamalaidze tsereteli tsiklauri tsipuria
chabukashvili chavchavadze chanturia charelidze chioreli chumburidze khabazi kharatasshvili kharatishvili
kharadze kharischirashvili kharkhelauri khashmelashvili khetaguri khizambareli khizanishvili khimshiashvili
khosruashvili khojivanishvili khutsishvili jabadari javakhi javakhishvili janelidze japaridze jaqeli jajanidze
jvarelia jiniuzashvili jughashvili
`,
  lastMale: `
abazadze abashidze abramashvili abuseridze abshilava avazneli avalishvili amilakhvari antadze aslamazishvili
aspanidze ashkareli akhalbedashvili akhalkatsi akhvlediani baratashvili bardavelidze bakhtadze bedianidze
bezhanishvili beridze beruashvili bogvelishvili botkoveli gabrichidze gagnidze gamrekeli gelashvili
gzirishvili gigauri guramishvili gurgenidze dadiani davitishvili datuashvili darbaiseli dekanoidze dvali
dolaberidze edisherashvili elizbarashvili eliozashvili eristavi varamashvili vardanidze vardiashvili vachnadze
veliashvili velijanashvili zarandia zaridze zedginidze zubiashvili tabagari tavdgiridze tatarashvili
tamazashvili tamarashvili taktakishvili taqaishvili tbileli tukhareli iashvili igitkhanishvili inasaridze
ishkhneli kandelaki katsia kereselidze kvirikashvili kiknadze kldiashvili kovzadze kopadze koptonashvili
koshkelashvili labadze lekishvili likokeli loladze lursmanashvili maisuradze martoleki maghaladze
makharashvili mgaloblishvili megrelishvili melashvili melikidze merabishvili meparishvili mujiri mchedlidze
mkheidze natadze nachqebia nozadze odishvili onoprishvili parekhelashvili petriashvili saakashvili saakadze
saginashvili sadunishvili sadzaglishvili sebiskveridze seturi sutiashvili sulashvili tabaghua tqeshelashvili
ulumbelashvili undiladze kavtaradze kartvelishvili qazbegi qaukhchishvili shavlashvili shalikashvili shonia
chibukhashvili chikovani chikhradze choloqashvili chokheli chubinidze chkhvimiani tsalughelashvili tsadzikidze
tsitsishvili tsikhelashvili tsikhistavi tskhovrebadze tskhomaria tsamalaidze tsereteli tsiklauri tsipuria
chabukashvili chavchavadze chanturia charelidze chioreli chumburidze khabazi kharatasshvili kharatishvili
kharadze kharischirashvili kharkhelauri khashmelashvili khetaguri khizambareli khizanishvili khimshiashvili
khosruashvili khojivanishvili khutsishvili jabadari javakhi javakhishvili janelidze japaridze jaqeli jajanidze
jvarelia jiniuzashvili jughashvili
`,
};
