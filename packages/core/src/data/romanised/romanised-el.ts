/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
athanasia aikaterini alexandra anastasia anna georgia despoina dimitra eleni eyaggelia ioanna konstantina
maria panagiota paraskeyi sofia stayroyla christina chrysoyla
`,
  male: `
aggelos athanasios alexandros anastasios andreas antonis apostolos aristeidis vasilis georgios grigorios
dimitris dionysios eleytherios emmanoyil eyaggelos eystathios ilias theodoros ioannis kostas leonidas michail
nikolaos petros panagiotis paraskeyas paylos spyros stefanos stayros stylianos sotirios fotios charalampos
christos
`,
  lastFemale: `
avramidis aggelidis aggelidoy aggelopoyloy aggelopoylos athanasioy athanasiadis akridas alavanos alafoyzos
alevizos alevizopoylos alexakis alexandroy alexioy alexandridis alexiadis alexopoylos alivizatos anagnostakis
anagnostoy anastasiadis andreoy andreadis antoniadis antonopoyloy antonopoylos axiotis apostolidis apostoloy
arvanitis argyriadis aspasios aygerinos vamvas vergas vamvakas varnakiotis varoyxis vasileioy vasileiadis
vasilikos vasilopoylos venizelos vikelidis vilaetis vitali vitalis vlavianos vlastos vlachopoylos vonortas
voygioyklakis voyrdoympas voylgaris vyzantios galani galanis gennadios germanoy germanos georgioy georgiadis
giagkos giannaris giannakopoylos giannopoylos gkofas glykys goynaris goysios davis dagklis damaskinos
daskalopoyloy daskalopoylos deli despotopoylos dimaras dimitrioy dimitrakopoylos diamantopoylos didaskaloy
doxaras doympiotis doyrentis drakos dragoymis dyovoyniotis eleytherioy eleytheriadis eleytheropoylos eytaxias
zanos zappas zarkos zachos zervas zaimis zafeiropoylos zacharioy zervos zygomalas zografos zografoy iliopoylos
theodosioy theodoridis theotokis ioannoy ioannidis kazantzis kakridis kalaris kalamogdartis kalligas
kalogiannis kalyvas kanakarisroyfos karavias karamitsos karamanlis karras kasidiaris kapsis kedikogloy
koliatsos komninos kontoleon kontostaylos kornaros koromilas koronaios kosmopoylos kotzias koyvelis
koyntoyriotis koyrmoylis koytalianos koyndoyros krestenitis kypraios konstantinoy konstantopoylos korakas
lagos laimos lameras lampropoylos leivadas liapis liakopoylos loylis loypis lontos lykos lytras magkas melioi
mitzoy magginas makri makris malaxos maniakis manolas maris markopoylos mayridis mayrogenis meletopoylos
messinezis metaxas mitsotakis miaoylis michailidis michaloliakos moschovakis mpletsas mpoykoyvalaioi mpotsaris
nikolakos nikolaidis oikonomoy oyzoynidis pantazis papagos papazogloy papageorgioy papadakis papadopoylos
papakonstantinoy papakostas papandreoy papanikolaoy papantonioy papastefanoy papafilippoy papaioannoy pappas
`,
  lastMale: `
avramidis aggelidis aggelidoy aggelopoyloy aggelopoylos athanasioy athanasiadis akridas alavanos alafoyzos
alevizos alevizopoylos alexakis alexandroy alexioy alexandridis alexiadis alexopoylos alivizatos anagnostakis
anagnostoy anastasiadis andreoy andreadis antoniadis antonopoyloy antonopoylos axiotis apostolidis apostoloy
arvanitis argyriadis aspasios aygerinos vamvas vergas vamvakas varnakiotis varoyxis vasileioy vasileiadis
vasilikos vasilopoylos venizelos vikelidis vilaetis vitali vitalis vlavianos vlastos vlachopoylos vonortas
voygioyklakis voyrdoympas voylgaris vyzantios galani galanis gennadios germanoy germanos georgioy georgiadis
giagkos giannaris giannakopoylos giannopoylos gkofas glykys goynaris goysios davis dagklis damaskinos
daskalopoyloy daskalopoylos deli despotopoylos dimaras dimitrioy dimitrakopoylos diamantopoylos didaskaloy
doxaras doympiotis doyrentis drakos dragoymis dyovoyniotis eleytherioy eleytheriadis eleytheropoylos eytaxias
zanos zappas zarkos zachos zervas zaimis zafeiropoylos zacharioy zervos zygomalas zografos zografoy iliopoylos
theodosioy theodoridis theotokis ioannoy ioannidis kazantzis kakridis kalaris kalamogdartis kalligas
kalogiannis kalyvas kanakarisroyfos karavias karamitsos karamanlis karras kasidiaris kapsis kedikogloy
koliatsos komninos kontoleon kontostaylos kornaros koromilas koronaios kosmopoylos kotzias koyvelis
koyntoyriotis koyrmoylis koytalianos koyndoyros krestenitis kypraios konstantinoy konstantopoylos korakas
lagos laimos lameras lampropoylos leivadas liapis liakopoylos loylis loypis lontos lykos lytras magkas melioi
mitzoy magginas makri makris malaxos maniakis manolas maris markopoylos mayridis mayrogenis meletopoylos
messinezis metaxas mitsotakis miaoylis michailidis michaloliakos moschovakis mpletsas mpoykoyvalaioi mpotsaris
nikolakos nikolaidis oikonomoy oyzoynidis pantazis papagos papazogloy papageorgioy papadakis papadopoylos
papakonstantinoy papakostas papandreoy papanikolaoy papantonioy papastefanoy papafilippoy papaioannoy pappas
`,
};
