/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
haanee haajaru hindhu hunaidhaa navaaru nafeesaa naseebaa ramlaa raqeeqaa rumaisaau rufaidhaa ruqayaa barkaa
balqees kulthoom asmaau aaminathu aasiyaa umukulthoomo umaamaa maryamo maimoonaa maariyaa muslimaa faatimaa
layaalee saudhaa salmaa saaadhu saaraa sumayaa sulaim zainabu zulaikhaa jameelaa juvairiyaa havaa hafsaa
haleemaa hasnaau khairaa khavlaa khadheejaa shaheedhaa shifaa safiyaa aaishaa aathikaa qailaa
`,
  male: `
aboobakru alee aadham ibraaheem ilyaas ismaaeel usaamaa muhamadhu moosaa dhaaoodhu yoosuf ataa eesaa qudhaas
`,
  lastFemale: `
hanaa hainamaa haanee haadhiaa hindhaam hibaa hudhaa hoonaa narjis najaa najmaa naahee naaifaa naavee naalaa
nubhaa nukhbaa noorulhudhaa raheenaa rabaabaa rakeenaa rauhiyaa rasaamaa ravnaq rafaahiyaa rajaa rajaahaa
rahool raabihaa raamaa raafiaa raasihaa raajiyaa ridhaafaa riaa ruuyaa rumaizaa rufaidhaa rushdhiyaa bahiyu
baruzaa baruum badhuriyaa bathool bathnaa bashaashaa bashooshq bathaau baadhilaa kanzu karaaim kabeeraa
kaainaa kaafiyaa kaasibaa kaahilaa kinaanaa kifaayaa kuraimaan kulthoom anbaa anjal aruvaa atheelaa athmaaru
iraadhaa iruthijaau ibaa umaraa umuniyaa vahiyaa vasheeku vasfaa vaahaa vijdhaan vusaa marhoobaa madhaa
maladhu maahaa maahee maavee maasaa maashee meefaa munaa muunisaa muuminaa muskaa faraaidhu fainaan fauqiyaa
favaahaa fathuhiyaa faareehaan faaizaa firyaal fitriyaa fuhaidhaa funoon furaisaa dharqaa dhaumaau dhafeenaa
dhaloof dhaaniyaa dhaaihaa dhaajinaa dhurun thabaruu thazayun thahashumu thadhheebu thaghreedhu thaaiaa
thaamaa thimraahathu liyaanaa lubaa lubaabaa luuluu lujaa sanam salsabeel saharu saudhiyaa saabiqaa saamiqaa
sundhus subuhaathu suudhaa sumaihaa zarnaqaa zarkashaa zabarujadh zaizafoon zajaa zaufaraanaa zaah zaaraa
zaakhiraa zaakhizunbuqaaraa zidhunee zunbuqaa zurqum zubaidhaa zumurudhaa yamnaa yashm yaqzaa yaasiraa
jaidhaanaa jalvaa jasaaraa jaasimaa jidhaa junainaa jumaau jumlaanaa tharaa thabraa thavaa thaanee thurayaa
hanaan habeebaa hamraau hadhvaa hashmaa hasnaa haarisaa hinnaa hibaau khavdhu khavlee khavlaa khadhraa
khaalisaa khulasaa dharaa dhabaaraa dhamaamathu dhaabiraa dhikraa sharsaau sharqiyaa shamarudhal shamsaa
shalabiyaa shajiyaa shaariyaa shaaiqaa shinshinaa shuaau sabiyaa saaibaa saafeenaaz sinvaan sidheeqaa subaihaa
laaminathu laahiyaa lifaaf liyaa luhaa taroobu tayibaa taahiraa tumoohaa tulsaa zaheeraa zamyaa zaafiraa zulaa
annaabu anbaraa arooshaa abeeru azaa afaafaa adhuliyaa alaanaa alaaniyaa adhraa ataayaa aaidhaa aaliyaa
aajilaa aaqibaa uthubaa ghaanee ghaadhaa ghaayaa ghinaa gheeraa gheedhu qabsaa qameen qaanithu qitaaf qumriyaa
qudhuvaa qutham
`,
  lastMale: `
hafaaf haadhee hindhis hidhaayath hudhulool nabaaru nuhail nusaibu nujudhu nuaim raubu rahoom raabih roodhu
bashoosh baaqee buhlool burhaan kaisoom kautharu kalaj akhal athharu vahbu valaah vadhees vaabis vaafiru
mabsaru maaabu maurabu maumal mudhurikathu muthanaasiq fahumaan failaqu fathooh faaiqu dharaaku dhaaribu
dhirfis dheevaan tharaf thamaam thuklaan labiqu lubadhu lutufee luqumaan sarumadhu saajee saaqee sibutu
ziruyaabu zibriju zoafishaan yalmai yagzaan yooshau jadhal jaabiru jaasim jundhu jusum thariyu thaviyu
thaaghim habeebu hatheeth haabis haafidhu husnee khairee khaabis khaafiqaani khithaam dhahabu dhakee dhunooru
shalool shaamis shubool sabooru safiyu sadhoohu suroohu taalibu taahee tibaabu zafaru zilaal zuhooru anbaru
abqaree amaaru aabidheen izathu ghandhooru gharaaf ghasaan ghaydhan ghaadhifu ghumoom qavaam qaaboos qindheel
qintaar
`,
};
