/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
ivanna ilona inna innesa irina irma avreliya avrora agapiya agata agafiya agnesa agniya agripina ada adelaida
adelina adriana azaliya alevtina alla albina alvina alina anastasiya anatoliya angelina anzhela anna antonida
antonina antoniya anfisa apolloniya apollinariya arkadiya artemiya afanasiya blagovista bogdana boguslava
bozhena boleslava borislava bronislava biloslava bilyana valentina valeriya varvara vasilina vlada vladislava
vlasta vseslava viktoriya vilena vilenina vilina viola violetta vira virginiya vita vitalina vyacheslava
galina ganna gelena daleslava dana darina darislava dobrinka dobromila dobromira dobromisla dobroslava
doleslava dolyana diana diyana zhanna zhozefina zabava zvenislava zlata zoreslava zorina zoryana zoya zinaida
kalina karina katerina kvitka kvitoslava klavdiya krentta kseniya kupava lada larisa lesya likera lyubava
lyubislava lyubov lyubomila lyubomira lyuborada lyuboslava lyudmila lyudomila lidiya liliya mayya malva marina
marta marichka mariya maryana melaniya mechislava milodara miloslava miroslava mokrina motrya mstislava milana
nadiya nataliya nelya nemira nina ognyana oksana oleksandra olena olesya olga oresta orina orislava orisya
oriyana pavlina palazhka pelageya pelagiya polyana polina potishana radmila radoslava raina raisa roksolana
romena rostislava ruslana svyatoslava svitlana slava smiyana snizhana solomiya sonya sofiya stanislava syuzana
tamara taisiya tetyana ustina faina fevroniya fedora feodosiya kharitina khristina khristya yulianna yuliya
yustina yukhima yukhimiya yana yarina yaroslava
`,
  male: `
ievgen ieremiy ivan igor izyaslav illya avgustin avreliy adam adriyan azariy alevtin albert anastas anastasiy
anatoliy andriy anton antoniy antin arkadiy arsen arseniy artem arkhip askold afanasiy bogdan bozhemir bozhen
boleslav borimir borimisl boris borislav bratimir bratislav bratomil bratoslav bryachislav budimir buytur
burevist bilomir biloslav vadim valentin valeriy vasil velemir vlad vladislav volodimir volodislav vsevlad
vsevolod vseslav viktor vitaliy vyacheslav gavrilo garnoslav gennadiy georgiy gerasim glib gnat gordiy gorimir
gorislav gradimir grigoriy dalemir danilo daromir dariy denis dmitro dobromir dobromisl dobroslav zakhar
zakhariy zborislav zvenigor zvenimir zvenislav zemislav zenoviy zinoviy zlat zlatomir zoremir zoreslav zoryan
kiy korneliy kornilo korniliy korniy kostyantin kuzma lavrentiy lavrin lad ladislav lado ladomir levko
listvich lukyan lyubodar lyubozar lyubomir makar maksim marko markiyan maryan matviy mechislav mikita mikola
miron miroslav mikhaylo mstislav musiy nazar nazariy natan nemir nestor oleg oleksandr oleksiy olelko oles
omelyan orest orkhip ostap okhrim pavlo panas panteleymon petro pilip podolyan potap radim radimir ratibor
ratimir rodoslav rodion roksolan roman rostislav ruslan svyatopolk svyatoslav semibor sergiy sinook slavolyub
slavomir slavuta snizhan sologub stanislav stepan stefaniy stozhar taras timofiy timish tikhon tur ustim
khvalimir khoriv chornota shchastislav shchek yulian yuriy yukhim yan yarema yarovid yaromil yaromir yaropolk
yaroslav
`,
  lastFemale: `
ivanishina balabukha balitska baranovska boretska borovska britska vasilishina vasilkivska gayova gladkivska
glinska gnatishina gorova gorodotska grigorishina grinevetska grinevska danilishina demchishina dmitrishina
dovgalevska kovalska koretska kotsyubinska kulchitska lanova latan latanska levadovska lobachevska lomova
lugova lutska lyuta makovetska mariievska miklashevska miloslavska mogilevska nogachevska pavlishina petrina
petrishina pototska rozputnya romanishina savitska siletska skoropadska splyukha sidletska trublaievska
fedorishina yurchishina yavorivska yalova yatsishina
`,
  lastMale: `
ivanishin ivantsiv ivaniv balabukh balitskiy baranovskiy boretskiy borovskiy britskiy vasilin vasilishin
vasilkivskiy gayoviy gladkivskiy glinskiy gnatishin goroviy gorodotskiy grigorishin grinevetskiy grinevskiy
danilishin demchishin dmitrishin dovgalevskiy kaskiv kovalskiy koretskiy kotsyubinskiy kulchitskiy lanoviy
lataniy latanskiy levadovskiy lobachevskiy lomoviy lugoviy lutskiy lyutiy makovetskiy mariievskiy
miklashevskiy miloslavskiy mogilevskiy nogachevskiy pavlishin petrin petrishin pototskiy rozputniy romanishin
romaniv savitskiy siletskiy skoropadskiy splyukh stakhiv stetskiv sidletskiy trublaievskiy fedorishin khitrovo
tsimbalistiy yurchishin yavorivskiy yaloviy yatsishin
`,
};
