/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
irn irhzww izyz ize isn iskh ismn ishn ilyn imn imez ihhng iwr iwz iwn iwrng iwng iwyn iwez iwezn iwezh iwen
ivr ivest il ihkhthr ihrsyn ihshk ihfsws ihwyn ihvyn ihlms iyrhm bl bnw bhrw bhrkhh bhrkhy bhrzy bhrfyn
bhstorh bhsoz bhfrw bhfrh bhfryn bhnz bhhr bhhrh bhhhst bhhe bhrozh bhyn bekhl bery berywn beryvn beghrd tbn
tblo tbyn tdwhyb tr tsh tshn tny tvn tvgh trwskh tre tk thrzh thlr thln thmh tweshww tyshkn tysho jrywh hhyrn
khnzd khnm khwhr khln khhj khhjo khhrmn khhrmn khhzn khhzl khhze khhndh khwld khwnw khwnchh khoshhwyst dly dny
drhkhshn dlovn dhry dhshne dhll dwlbhr dlkhwz dlkhosh dlvyn dlyr dydhn dyyh debhr deryn deryvn rezhne zr zry
zmby zhre zyln zyn zywyn sr sry sryn szn sn sw sw swn swen svo syh strh ster srwh szn shm shnr shnry shngyn
shwzh shyrn soz sozn sol solv solyn som somn syryn sylon sym synh sebhr sewn sewh shtw shjwn shzdh shkr shwyn
shyhn shler shnrwe shnh shnhb shno shhdh shhdhlr shhrmyn shhm shhmm shhmh shhmylh shhn shhng shhngh shhny
shhhl shhhen shhwbo shhlmsh shokh shokhn shyryn shyl shyln shewh ghhzl ghhze ghhmgyn fte frmysk fro fryshth
kbn krzhyn kry kzywh ksn kfe kkol kng kny knyw kl kly khtn khnr khwyr khwe khzh khzhn khzhl kwestn kchn
kyshwhr kyzhn kyzhe lr lryn llhzr lnh lno lny lwlw lvh lvyn lhre lhnjh lhndh lhny lhne lhyl lhyle lvyn lokh
lon lydy lys mrwry mhtyn mhrzh mhrwe mhstn mhstwrh mhsty mhln mhlyn mhle mhndnh mhne mhho mhhen mhyro myn
myhrhbn nryn nz nzdr nznz nzh nzhnyn nzy nzyr nzyl nzylh nzyle nze nsk nskh nly nlyn nhydh nsr nmh nhkhshh
nhkhshyn nhrmyn nhsryn nhshmyl nhghhdh nhkhroz nhmm nhw nhwbhsh nhwbhhr nwkhshh nvyn ngyn nyn nyshtymn nygr hn
hwnz hwr hzhh hzhyn hhtw hhrdyn hhrme hhmyn hhnr hhnysk hhwry hhwen hhzhyn hhvyn hozn hony hyrn heln heln hevy
wrshh wen prw pry pkyzh phkhshn phrst phrw phrwnh phrwyn phrzhyn phrosh phry phry phrykhn phryzd phrynz phpwlh
pyroz chwmhst chr chro chnr chnwwr chhmn chhmnh chhmhn chwrchr chomn chopy chymhn chynh rznw rzyn rzhn rzhh
rhzn rhze rhndh rhnww rhwshhn rwkhn rwwbr rwwkhosh rwwpk rwwyr roz roz roshn rozh rozhyn rozhe rehn rehnh rezn
rews zhlh zhhnyn zhwn zhyn zhyrn zhyl zhyn zhynw zhyno zhywr vrwn vryn vln vly vlyn vn vnn vny vyn vyn vynos
gze grdn gzng ghrdh ghzo ghzyzh ghshw ghshwh ghshbyn ghsht ghln ghlwezh ghnm ghwhhre ghl gwlihndm gwln gwllh
gwlbhnd gwlbhhr gwlzr gwlshhn gwlh gwlhbkh gwlchyn gwlzhyn gwly gorny gon goyzh gybhnd gels yr yr yrh
`,
  male: `
irz irs irm iry iryko iryn iryn irynzdh irynko iz izd isnghr iso ikm iko ikoyn iln imhd inwbnyny iwt iwdhl
iwder irrt ig igry igryn ihhmhd ihrdhwn ihrdhln ihrzyn ihrshln ihrzhng ihrywn ihzmhr ihzhdhr ihvdl iwmed
iorkhn iordw iylkhn iylyn iezyd ielbhg bhoz bhov bwn blhk brzww brwsk brwskh bhkhtyr bhdrkhn bhrkho bhrzn
bhrzh bhrhhm bhshdr bhko bhmo bhngyn bhhroz bhhzd bhhez bhrez bhlen bryr botn byrdoz byzhhn bekhwd bestwwn
bekhs bewr tzhdyn tolh tyshko jhz jwnro jwwtkr jwwtyr jegr khky khn khny khne khldy khlo khhbt khhsrhw khhys
khwrshyd khorbyn khoshnw khoybwwn khel dbn dr drhshmnh drhwn dro ds dstn dsn dko dln dn dnr dnsh dnhr dno dnyr
dlwhr dler dhrsym dhshty dhshtywn dhwhn dwwrbyn dzhwr dldr dlshd dosty dyry dyko dydr dylmn dywnh dewr zkho
zro zmdr zn znko znwhr znyr zgroz zgros zmnko zhbwwn zhrdhsht zhnd zhnwer zhhw zhyto zorb zozk zyrhk zed zero
srkn sro szo slr smn sml sn smko shrbz shrbhst shrkhel shrdhsht shrdhm shrkn shrkhwt shrko shrmhd shrmhst
shrns shrhhng shrhoz shrwn shrwhr shrphl shro shrok shryz shrys shfyn shnghr shhhnd shgrmh shyd shydo shywn
swrh swrchk swrkew swrysh swren swp swpr sorn symhnd sydo syrwn sypn shbz shkhn shkhh shkhhwn shkho shkhy shdo
shdy shrhzwwr shrwkh shro shzd shso shkhl shko shlyr shho shlw shngr shngl shhrhfkhn shhml shhmdyn shhmzyn
shhmo shhmern shhpl shwn shwnkr shwnh shvn shorsh shorshger shorhswr shyrwn sher sherzd sherh sherwn shero
wrfo ghhmbr fryd fhrmn fhrhd fhrhhng fhrhydwwn fhryd qrhmn qhndyl qwbd krdo krdokh krzn krmhnd krwn kro kkl
kko kmkr kmhrn kmhl kmyr kmyrn kwn kws kwh kwes klzo kryv krekr khmhnd khykhwsrhw kwrd kwrdy kwrdyn kosr
koshsh koshhn koshyn komr korhk korhw kozhn kozhhn kovn koyr kyksr kewbyn lde lz lzyn ls llsh llo lho lwzhnd
lwk lwko lwh lwchk lvo lwtkh lolo lozhyn lymo lyv leht mdy mdo mzyr mkwn mko mkosn mmhsn mmo mnw mlbt mshko
mhbhst mhto mhhwy mhrd mhrdn mhrywn mhzd mhzn mhshkhhl mhghdyd mhko mhm mhmly mhmo mhndn mhwlhwy mwkryn mytn
myr myrko myrn myrkhs myrdd myrz myrko myrwn nly nmdr nmo nhbhrd nhbhz nhrymn nhmr nhwzd nhzhyn nwekr hrpk
hmno hwr hwbyr hwt hwdyn hwkr hwkwrd hwmhnd hwre hwzhyr hhrd hhrdhm hhrdhwn hhrdhvn hhrdy hhrmn hhrhs hhrzhyn
hhrez hhrem hhstyr hhmhdn hhndryn hhwrz hhwrmn hhzhr hhzhdhr hhzhyr hhvl hhllh hhlkhwt hhlwest hhlgwrd hhlo
hwshyr hwnhr horm hoz hoshmhnd hoshhng hokr homhr honhr hogr hyzl hywr hersh hemn wry whrzyr whys whysy wlt
pdsht pko plh przhh pshtywn pshko phrez phshnd phshew phnhn phywhnd pol polyn pyro pyrot peshhng peshhw persh
chlk chpk chhko chy chywr rbhr rsn rsty rmn rmthn rmyr rhoz rwhn rwezh rvyn rzgr rhsho rhnj rhnjdhr rhnjh
rhnjo rhnd rhndo rhhbhr rhhel rhw rhw rhwhz rhwhnd rhghz rosthm roshr rony rozhvn rovn rebhr rebwr rebyn rekr
rekkhhr renwr rewn rechkh reg zhhnyr zhyr zhyr zhyro zhylh zhylhmo gbr gvn gmo ghrdy ghrmyn ghshbyr ghnjo gwrd
gwrdo gwrwwn gwndy goty gorn govhnd gyw ykhy ydwhr ydgr ydo yrsn yro ywhr ypl yhzdnsher yhzdyn yhzyd
`,
  lastFemale: `
irz irs irm iry iryko iryn iryn irynzdh irynko iz izd isnghr iso ikm iko ikoyn iln imhd inwbnyny iwt iwdhl
iwder irrt ig igry igryn ihhmhd ihrdhwn ihrdhln ihrzyn ihrshln ihrzhng ihrywn ihzmhr ihzhdhr ihvdl iwmed
iorkhn iordw iylkhn iylyn iezyd ielbhg bhoz bhov bwn blhk brzww brwsk brwskh bhkhtyr bhdrkhn bhrkho bhrzn
bhrzh bhrhhm bhshdr bhko bhmo bhngyn bhhroz bhhzd bhhez bhrez bhlen bryr botn byrdoz byzhhn bekhwd bestwwn
bekhs bewr tzhdyn tolh tyshko jhz jwnro jwwtkr jwwtyr jegr khky khn khny khne khldy khlo khhbt khhsrhw khhys
khwrshyd khorbyn khoshnw khoybwwn khel dbn dr drhshmnh drhwn dro ds dstn dsn dko dln dn dnr dnsh dnhr dno dnyr
dlwhr dler dhrsym dhshty dhshtywn dhwhn dwwrbyn dzhwr dldr dlshd dosty dyry dyko dydr dylmn dywnh dewr zkho
zro zmdr zn znko znwhr znyr zgroz zgros zmnko zhbwwn zhrdhsht zhnd zhnwer zhhw zhyto zorb zozk zyrhk zed zero
srkn sro szo slr smn sml sn smko shrbz shrbhst shrkhel shrdhsht shrdhm shrkn shrkhwt shrko shrmhd shrmhst
shrns shrhhng shrhoz shrwn shrwhr shrphl shro shrok shryz shrys shfyn shnghr shhhnd shgrmh shyd shydo shywn
swrh swrchk swrkew swrysh swren swp swpr sorn symhnd sydo syrwn sypn shbz shkhn shkhh shkhhwn shkho shkhy shdo
shdy shrhzwwr shrwkh shro shzd shso shkhl shko shlyr shho shlw shngr shngl shhrhfkhn shhml shhmdyn shhmzyn
shhmo shhmern shhpl shwn shwnkr shwnh shvn shorsh shorshger shorhswr shyrwn sher sherzd sherh sherwn shero
wrfo ghhmbr fryd fhrmn fhrhd fhrhhng fhrhydwwn fhryd qrhmn qhndyl qwbd krdo krdokh krzn krmhnd krwn kro kkl
kko kmkr kmhrn kmhl kmyr kmyrn kwn kws kwh kwes klzo kryv krekr khmhnd khykhwsrhw kwrd kwrdy kwrdyn kosr
koshsh koshhn koshyn komr korhk korhw kozhn kozhhn kovn koyr kyksr kewbyn lde lz lzyn ls llsh llo lho lwzhnd
lwk lwko lwh lwchk lvo lwtkh lolo lozhyn lymo lyv leht mdy mdo mzyr mkwn mko mkosn mmhsn mmo mnw mlbt mshko
mhbhst mhto mhhwy mhrd mhrdn mhrywn mhzd mhzn mhshkhhl mhghdyd mhko mhm mhmly mhmo mhndn mhwlhwy mwkryn mytn
myr myrko myrn myrkhs myrdd myrz myrko myrwn nly nmdr nmo nhbhrd nhbhz nhrymn nhmr nhwzd nhzhyn nwekr hrpk
hmno hwr hwbyr hwt hwdyn hwkr hwkwrd hwmhnd hwre hwzhyr hhrd hhrdhm hhrdhwn hhrdhvn hhrdy hhrmn hhrhs hhrzhyn
hhrez hhrem hhstyr hhmhdn hhndryn hhwrz hhwrmn hhzhr hhzhdhr hhzhyr hhvl hhllh hhlkhwt hhlwest hhlgwrd hhlo
hwshyr hwnhr horm hoz hoshmhnd hoshhng hokr homhr honhr hogr hyzl hywr hersh hemn wry whrzyr whys whysy wlt
pdsht pko plh przhh pshtywn pshko phrez phshnd phshew phnhn phywhnd pol polyn pyro pyrot peshhng peshhw persh
chlk chpk chhko chy chywr rbhr rsn rsty rmn rmthn rmyr rhoz rwhn rwezh rvyn rzgr rhsho rhnj rhnjdhr rhnjh
rhnjo rhnd rhndo rhhbhr rhhel rhw rhw rhwhz rhwhnd rhghz rosthm roshr rony rozhvn rovn rebhr rebwr rebyn rekr
rekkhhr renwr rewn rechkh reg zhhnyr zhyr zhyr zhyro zhylh zhylhmo gbr gvn gmo ghrdy ghrmyn ghshbyr ghnjo gwrd
gwrdo gwrwwn gwndy goty gorn govhnd gyw ykhy ydwhr ydgr ydo yrsn yro ywhr ypl yhzdnsher yhzdyn yhzyd
`,
  lastMale: `
irz irs irm iry iryko iryn iryn irynzdh irynko iz izd isnghr iso ikm iko ikoyn iln imhd inwbnyny iwt iwdhl
iwder irrt ig igry igryn ihhmhd ihrdhwn ihrdhln ihrzyn ihrshln ihrzhng ihrywn ihzmhr ihzhdhr ihvdl iwmed
iorkhn iordw iylkhn iylyn iezyd ielbhg bhoz bhov bwn blhk brzww brwsk brwskh bhkhtyr bhdrkhn bhrkho bhrzn
bhrzh bhrhhm bhshdr bhko bhmo bhngyn bhhroz bhhzd bhhez bhrez bhlen bryr botn byrdoz byzhhn bekhwd bestwwn
bekhs bewr tzhdyn tolh tyshko jhz jwnro jwwtkr jwwtyr jegr khky khn khny khne khldy khlo khhbt khhsrhw khhys
khwrshyd khorbyn khoshnw khoybwwn khel dbn dr drhshmnh drhwn dro ds dstn dsn dko dln dn dnr dnsh dnhr dno dnyr
dlwhr dler dhrsym dhshty dhshtywn dhwhn dwwrbyn dzhwr dldr dlshd dosty dyry dyko dydr dylmn dywnh dewr zkho
zro zmdr zn znko znwhr znyr zgroz zgros zmnko zhbwwn zhrdhsht zhnd zhnwer zhhw zhyto zorb zozk zyrhk zed zero
srkn sro szo slr smn sml sn smko shrbz shrbhst shrkhel shrdhsht shrdhm shrkn shrkhwt shrko shrmhd shrmhst
shrns shrhhng shrhoz shrwn shrwhr shrphl shro shrok shryz shrys shfyn shnghr shhhnd shgrmh shyd shydo shywn
swrh swrchk swrkew swrysh swren swp swpr sorn symhnd sydo syrwn sypn shbz shkhn shkhh shkhhwn shkho shkhy shdo
shdy shrhzwwr shrwkh shro shzd shso shkhl shko shlyr shho shlw shngr shngl shhrhfkhn shhml shhmdyn shhmzyn
shhmo shhmern shhpl shwn shwnkr shwnh shvn shorsh shorshger shorhswr shyrwn sher sherzd sherh sherwn shero
wrfo ghhmbr fryd fhrmn fhrhd fhrhhng fhrhydwwn fhryd qrhmn qhndyl qwbd krdo krdokh krzn krmhnd krwn kro kkl
kko kmkr kmhrn kmhl kmyr kmyrn kwn kws kwh kwes klzo kryv krekr khmhnd khykhwsrhw kwrd kwrdy kwrdyn kosr
koshsh koshhn koshyn komr korhk korhw kozhn kozhhn kovn koyr kyksr kewbyn lde lz lzyn ls llsh llo lho lwzhnd
lwk lwko lwh lwchk lvo lwtkh lolo lozhyn lymo lyv leht mdy mdo mzyr mkwn mko mkosn mmhsn mmo mnw mlbt mshko
mhbhst mhto mhhwy mhrd mhrdn mhrywn mhzd mhzn mhshkhhl mhghdyd mhko mhm mhmly mhmo mhndn mhwlhwy mwkryn mytn
myr myrko myrn myrkhs myrdd myrz myrko myrwn nly nmdr nmo nhbhrd nhbhz nhrymn nhmr nhwzd nhzhyn nwekr hrpk
hmno hwr hwbyr hwt hwdyn hwkr hwkwrd hwmhnd hwre hwzhyr hhrd hhrdhm hhrdhwn hhrdhvn hhrdy hhrmn hhrhs hhrzhyn
hhrez hhrem hhstyr hhmhdn hhndryn hhwrz hhwrmn hhzhr hhzhdhr hhzhyr hhvl hhllh hhlkhwt hhlwest hhlgwrd hhlo
hwshyr hwnhr horm hoz hoshmhnd hoshhng hokr homhr honhr hogr hyzl hywr hersh hemn wry whrzyr whys whysy wlt
pdsht pko plh przhh pshtywn pshko phrez phshnd phshew phnhn phywhnd pol polyn pyro pyrot peshhng peshhw persh
chlk chpk chhko chy chywr rbhr rsn rsty rmn rmthn rmyr rhoz rwhn rwezh rvyn rzgr rhsho rhnj rhnjdhr rhnjh
rhnjo rhnd rhndo rhhbhr rhhel rhw rhw rhwhz rhwhnd rhghz rosthm roshr rony rozhvn rovn rebhr rebwr rebyn rekr
rekkhhr renwr rewn rechkh reg zhhnyr zhyr zhyr zhyro zhylh zhylhmo gbr gvn gmo ghrdy ghrmyn ghshbyr ghnjo gwrd
gwrdo gwrwwn gwndy goty gorn govhnd gyw ykhy ydwhr ydgr ydo yrsn yro ywhr ypl yhzdnsher yhzdyn yhzyd
`,
};
