/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
agata agafya akulina alevtina aleksandra alina alla anastasiya angelina anzhela anzhelika anna antonina
valentina valeriya varvara vasilisa vera veronika viktoriya galina glafira darya evgeniya evdokiya evpraksiya
evfrosiniya ekaterina elena elizaveta zhanna zinaida zoya ivanna iraida irina iya kira klavdiya kseniya larisa
lidiya lora lukiya lyubov lyudmila mayya margarita marina mariya marfa militsa nadezhda naina natalya nina
ninel nonna oksana oktyabrina olimpiada olga pelageya polina praskovya raisa regina svetlana sinklitikiya
sofiya taisiya tamara tatyana ulyana faina fevroniya fekla eleonora emiliya yuliya
`,
  male: `
avgust avdey averkiy averyan avksentiy avtonom agap agafon aggey adam adrian azariy akim aleksandr aleksey
amvrosiy amos ananiy anatoliy andrey andron andronik anikey anikita anisim antip antonin apollinariy apollon
arefiy aristarkh arkadiy arseniy artem artemiy arkhip askold afanasiy afinogen bazhen bogdan boleslav boris
borislav boyan bronislav budimir vadim valentin valeriy valeryan varlaam varfolomey vasiliy vatslav velimir
venedikt veniamin vikentiy viktor viktorin vissarion vitaliy vladilen vladimir vladislav vladlen vlas vsevolod
vsemil vseslav vysheslav vyacheslav gavrila galaktion gedeon gennadiy georgiy gerasim german gleb gordey
gostomysl gremislav grigoriy guriy davyd danila dementiy demid demyan denis dmitriy dobromysl dobroslav
dorofey evgeniy evgraf evdokim evlampiy evsey evstafiy evstigney egor elizar elisey emelyan epifan eremey
ermil ermolay erofey efim efrem zakhar zinoviy zosima ivan ignatiy igor izmail izot izyaslav ilarion ilya
innokentiy iosif ipat ipatiy ippolit irakliy isay isidor kazimir kallistrat kapiton karl karp kasyan kim kir
kirill klavdiy kliment kondrat kondratiy konon konstantin kornil kuzma kupriyan lavr lavrentiy ladimir
ladislav lazar lev leon leonid leontiy longin luka lukyan luchezar lyubim lyubomir lyubosmysl makar maksim
maksimilyan marian mark martyn martyan matvey mefodiy mechislav milan milen miliy milovan mina mir miron
miroslav mitofan mikhail mikhey modest moisey mokey mstislav nazar narkis natan naum nestor nikandr nikanor
nikita nikifor nikodim nikolay nikon nifont oleg olimpiy onufriy orest osip ostap ostromir pavel pankrat
pankratiy panteleymon panfil paramon parfen pakhom petr pimen platon polikarp porfiriy potap prov prokl
prokofiy prokhor radim radislav radovan ratibor ratmir rodion roman rostislav ruben ruslan ryurik savva
savvatiy saveliy samson samuil svetozar svyatopolk svyatoslav sevastyan selivan seliverst semen serafim sergey
sigizmund sidor sila silantiy silvestr simon sokrat solomon sofon sofron spartak spiridon stanimir stanislav
stepan stoyan taras tverdislav tvorimir terentiy timofey timur tit tikhon trifon trofim ulyan ustin fadey
fedor fedosiy fedot feliks feoktist feofan ferapont filaret filimon filipp firs florentin foka foma fortunat
fotiy frol khariton kharlampiy khristofor cheslav eduard emil emmanuil erast ernest ernst yuvenaliy yulian
yuliy yuriy yakov yakub yan yanuariy yaropolk yaroslav
`,
  lastFemale: `
abramova avdeeva agafonova aksenova aleksandrova alekseeva andreeva anisimova antonova artemeva arkhipova
afanaseva baranova belova belozerova belousova belyaeva belyakova bespalova biryukova blinova blokhina bobrova
bobyleva bogdanova bolshakova borisova bragina burova bykova vasileva veselova vinogradova vishnyakova
vladimirova vlasova volkova vorobeva voronova vorontsova gavrilova galkina gerasimova golubeva gorbacheva
gorbunova gordeeva gorshkova grigoreva grishina gromova gulyaeva gureva guseva gushchina davydova danilova
dementeva denisova dmitrieva doronina dorofeeva drozdova dyachkova evdokimova evseeva egorova eliseeva
emelyanova ermakova ershova efimova efremova zhdanova zhukova zhuravleva zaytseva zakharova zimina zinoveva
zueva zykova ivanova ignatova ignateva ilina isaeva isakova kabanova kazakova kalashnikova kalinina kapustina
karpova kirillova kiseleva knyazeva kovaleva kozlova kolesnikova kolobova komarova komissarova kondrateva
konovalova kononova konstantinova kopylova kornilova koroleva kostina kotova kosheleva krasilnikova krylova
kryukova kudryavtseva kudryashova kuznetsova kuzmina kulagina kulakova kulikova lavrenteva lazareva lapina
larionova lebedeva likhacheva lobanova loginova lukina lytkina makarova maksimova mamontova markova martynova
maslova matveeva medvedeva melnikova merkusheva mironova mikhaylova mikheeva mishina moiseeva molchanova
morozova muraveva mukhina myasnikova nazarova naumova nekrasova nesterova nikitina nikiforova nikolaeva
nikonova novikova noskova nosova ovchinnikova odintsova orekhova orlova osipova pavlova panova panfilova
pakhomova pestova petrova petukhova polyakova ponomareva popova potapova prokhorova rogova rodionova rozhkova
romanova rusakova rybakova ryabova saveleva savina sazonova samoylova samsonova safonova selezneva
seliverstova semenova sergeeva sidorova silina simonova sitnikova smirnova soboleva sokolova soloveva sorokina
stepanova strelkova subbotina suvorova sukhanova sysoeva tarasova terenteva teterina timofeeva titova
tikhonova tretyakova trofimova turova uvarova ustinova fadeeva fedorova fedoseeva fedotova filatova filippova
fokina fomina fomicheva frolova kharitonova khokhlova tsvetkova chernova sharapova sharova shashkova
shestakova shilova shiryaeva shubina shcherbakova shchukina yudina yakovleva yakusheva
`,
  lastMale: `
abramov avdeev agafonov aksenov aleksandrov alekseev andreev anisimov antonov artemev arkhipov afanasev
baranov belov belozerov belousov belyaev belyakov bespalov biryukov blinov blokhin bobrov bobylev bogdanov
bolshakov borisov bragin burov bykov vasilev veselov vinogradov vishnyakov vladimirov vlasov volkov vorobev
voronov vorontsov gavrilov galkin gerasimov golubev gorbachev gorbunov gordeev gorshkov grigorev grishin
gromov gulyaev gurev gusev gushchin davydov danilov dementev denisov dmitriev doronin dorofeev drozdov
dyachkov evdokimov evseev egorov eliseev emelyanov ermakov ershov efimov efremov zhdanov zhukov zhuravlev
zaytsev zakharov zimin zinovev zuev zykov ivanov ignatov ignatev ilin isaev isakov kabanov kazakov kalashnikov
kalinin kapustin karpov kirillov kiselev knyazev kovalev kozlov kolesnikov kolobov komarov komissarov
kondratev konovalov kononov konstantinov kopylov kornilov korolev kostin kotov koshelev krasilnikov krylov
kryukov kudryavtsev kudryashov kuznetsov kuzmin kulagin kulakov kulikov lavrentev lazarev lapin larionov
lebedev likhachev lobanov loginov lukin lytkin makarov maksimov mamontov markov martynov maslov matveev
medvedev melnikov merkushev mironov mikhaylov mikheev mishin moiseev molchanov morozov muravev mukhin
myasnikov nazarov naumov nekrasov nesterov nikitin nikiforov nikolaev nikonov novikov noskov nosov ovchinnikov
odintsov orekhov orlov osipov pavlov panov panfilov pakhomov pestov petrov petukhov polyakov ponomarev popov
potapov prokhorov rogov rodionov rozhkov romanov rusakov rybakov ryabov savelev savin sazonov samoylov
samsonov safonov seleznev seliverstov semenov sergeev sidorov silin simonov sitnikov smirnov sobolev sokolov
solovev sorokin stepanov strelkov subbotin suvorov sukhanov sysoev tarasov terentev teterin timofeev titov
tikhonov tretyakov trofimov turov uvarov ustinov fadeev fedorov fedoseev fedotov filatov filippov fokin fomin
fomichev frolov kharitonov khokhlov tsvetkov chernov sharapov sharov shashkov shestakov shilov shiryaev shubin
shcherbakov shchukin yudin yakovlev yakushev
`,
};
