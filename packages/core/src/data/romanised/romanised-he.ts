/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
vyv vyvyt vygyl vytl vysg dvvh dl hvh vdyh vdlyh vvh vfyrh vfl vrtl vryt vrly yv yh yylh yylt ylnh ylnyt yryt
lh lvmh lynh lyn lynvr lynh lysv mvnh n nvl nh snt str fryl frt rlh rylh rynh ryyh vl vlh vryt vrkt vt vtl
vthn vtsv vtyh gyh gvryl gvrylh gylt gly glyh glyt dvvrh dgnyt dvryn dvryt dynh dynh dlyh dnh dnylh dnyt dfnh
dklh hgr hds hdsh hvdyh hylh vyvyn vyth vyktvryh vrd zhvh hgyt hynnyt hyrvt hmvtl hnh hnyt tvvh tvfz tly tlyh
yhvdyt yvdft yvkhvd yvlyh yvnyt yvnt ymyt yskhh ysmyn yl ylh yrh yfh yfyt yft khrmyt lh lvnh lvsy lyvrh lyn
lyt lyv lyvy lyh lyhy lyzh lytl lyly lylyh lylkh lymvr lsm my myh mgy mvryh myh mytl mykhlh mykhl mykh mlkhh
mtsdh mrv mryh mrym mrynh mtnh mtt nvh ngh nvyh nvh nvfr nvryt ntly ntly nyly nynt nmh nmy svfyh syglyt syvn
smdr sfyr dnh yynh ynv ynt lm lmh mlyh nvl nvr nhl nt frh rgh tslh tsvfyh tsmrt kvryn kvrl ktyh klyh kmh ksnyh
krn kst rvkh rvytl rvyt rvmy rvnhly rvnyt rvt rhl ryth rynt rnnh rvt sgyt svlmyt svnyt svsnh syrl syrh syrz
syry slhvt slvmyt sly smryt sny skmh srh sryt tyr tnh thylh tkhlt tlmh tmr tmrh tfrt tkvvh
`,
  male: `
vyl vygdvr vyhy vynvm vyd vyrm vyrn vysy vytr vrhm vslvm dyr dm hvd hrvn vhd vryl vrn hyh yyl yl ylvn yln yty
ytm ytmr ytn ldd ldr lvn lhy lhnn lyv lyvr lys lyhv lymlkh lysf lyrn lysyv lysm lys lkhsndr ld lknh lrvy myr
myty mnvn nym sf frym rl rz rtyvm ry ryh rnvn rtvr sd sl sr vvz vnl vntsyvn vnyh vnymyn vtsll vrl vrvkh vry
vrk gd gdvn gvln gvr gy gyvr glvv gld dvyr dvd dvlv dn dny drvr hvd hrl vldymyr zv zvvlvn hvyv hgy hy hyym hmy
hnvkh hnn hsd yyr yn ygl ygl ydyd ydydyh yhvdh yhvntn yhvrm yhvs yvv yvl yvgv yvhy yvntn yvsf yvrm yvtm yhzkl
ynvn ynyv ykv yfth ytshk ykyr yrvn yryv ysy ysrl ysskhr khfyr lv lvy lvy lyvn lyrvy myr mlkhy mnhm mnsh mrdkhy
msh mtn nvv ndv nhvry nvv nh nhsvn nysn nykvls nyr nyty nmrvd nftly ntyv ntn ntnl stfn syny sr srgyy vry vdd
vz vzyh vmry vfr ydv ydn yly ly mvs myhy kyv rn fl tsvy tsdk tsvk tsvr tsh tshy tsyvn rvvn rm rvyv rgv rvy ryy
rm rn ry rfl svl sgy shk sylh slvm slvmy slmh smy smvl smvn tyv tmyr
`,
  lastFemale: `
vyv vyvy vygvr vydvr vydn vytl vynvm vynr vynry vyd vyzr vyrm vysy vysr vytr vn vnzhv vnhn vntsvr vnsvsn vnvn
vny vnyl vnr vnry vrhm vrhmy vrvn vryl gvz gvzy gmvn grvn dvny dyv dyry dm dmvn dmvny dr hrvny hrn vhd vn vfyr
vfk vr vrvn vryl vryh vryvn vryyn vrn zrhy hz hytvv hrvn yyl yylvn ylvn yln ylny ylt yskhsyt ysslvm ytm ytn
ldd ldn lvl lvn lvny lvf lhnny lyv lyhv lyz lyzr lytsvr lykym lysyv lmgvr lmvg ld lzr lrvm lrvn myr myt myty
nkvry s sy syf sf fl fk frt rl rvl rgvv rgmn rd rdvn rvkh rz rzy ryv ryl ryly rydvr ryh rykh rm rmvny rnvn
rtsy svl sd svr skhvl skhnzy sl sr sry srt tgr tr trvg vvd vr vry vvly vht vvtsr vvrr vhvr vytsvr vythlhmy
vytyvsf vytlhm vkhvr vn vnvrhm vnlyzr vnmvts vnry vnryh vnrtsy vnsr vnvrvkh vnvrk vngvryvn vngl vngr vndv
vndvd vndvr vndyyn vnzv vnzkhy vnzkn vnhvr vnhvryn vnhyym vnhnn vnhnnyh vnyhvdh vnykv vnytshk vnysy vnysrl
vnmyr vnmlkh vnmnhm vnnvn vnnhvm vnnr vnntn vnsyrh vnmy vnnt vnfvrt vntsvy vntsvr vntsyvn vnrvvn vnsvl vnshr
vnslvm vnsmhvn vnsmvn vntvr vny vntvv vnymyn vnymyny vtsll vr vrvr vrgyvr vrzvhr vryhvdh vrykv vrntn vrslvm
vrvn vryln vrl vrhll vrvkh vrvs vrvsy vrzyly vrzl vrtvv vrtl vryvsf vrlv vrn vrvz vrm vrk vrky vrkyn vrkn vrkt
vsn vk gvn gvy gvys gv gvvl gvvn gvty gvtvn gd gdvt gdys gdlyh gdrvn gvdr gvln gvnn gvfr gvrryh gvryvn gvrly
gvrn gvsn gzyt gy gydvr gyl gylvn gylt gynvsr gynt gyntvn gl glvv glyl glyly gld gldy glrvn gmzv gmlyl gnvr
gfn gfny gr grynvlt grnvt grsvn gt dvyr dvrt dgn dgny dvd dvydy dvlv dvr dvry dvtn dn dnyly dkl dr drvmy drvr
drvry ds hds hdr hlvy hlly hmyry hngvy htsny hrnvy hrsfy hrvn hrvvny hrl hrtvv hrfz hrry vylny vrd vrdy
vrdymvn zvy zvvlvn zhvy zvhr zvr zzv zyv zyvv zkhy zkhvt zkhryh zmvrh zmyr zmr zmry zyr zk zks zr zrvvvl zrtl
hds hvvh hvrs hzn hzny hzkyh hy hyyt hyym hkhm hld hlmys hn hnvkh hnvkhh hnny hsvn hsyd hfts hfr hts htsvr
htsrvny hrvvy hrvty hryf hrlf hrmvn hrmvny ht tvt tvvyh tlmvr tlsyr yyr yvyn ygvr ydyd ydyn ydyh yhv yhvdy
yhvdh yhvs yhlvm yvvl yvgv yvtvt yvnh yvsf yvs yhzkl yhyl ykhyn ymyny ynvn ynyv ykvy yr yry yfh yfrh yft ytshk
ytshky ykyr yrdny yrvhm yrvm yrvn yrvslmy yryv yrkvny ysvrvn ysy ysr ysrl ysrly ysskhr khhn khvkhvy khnn khnny
khnr khsfy khfyr khfry khrmvn khrmy khrml khrmly lvr lv lvry lvvy lvy lvnvn lvny lvnt lhv lhvy lvtm lvtn lvy
lvynhvm lvytn lhmn lyvr lydvr lyty lymvr lys lsm mvr myr myrmyvr myry mgd mgl mvv mvkd mvkdy mvrg mvryh mvrst
mzh mzvr mzl mzr mykhh mylv mysvry mlkhh mlkhy mlmd mnvr mnhm mnsh mvz myyn myyny mrvy mrglyvt mrglyt mrgnyt
mrvm mrvn mrydvr msh msvlh msyh msvl msl msn msny mtnyh mttyhv nvr nmn nvvn ngvy nvv nvvh nvymrk nvm nvryl
nhvm nhvstn nhsvn nyv nysny nytsn nmry nsym nts nryh nsr nsry ntyv ntn ntnl ntnyhv svvry svyr sgl sdn shr svfr
symntvv syny skhnyn sl smdr snvnyt sd sr sfyr stvy styv vrvn vry dyny dr vvd vvdyh vvdyhv vgn vz vzr vmr vfr
vfrym zvz zryl zryh zrty ydn ylm ynv mvs myl mykm myr myrn myt mrmy nvl nvr sys frt tsmvn rd rmvn rn st fr
fdhtsvr fvlny fvrt fz fly fld fls fnyny fsh frg frvs frh fry frygt frymvr frts ft tsvr tsdvk tsdkh tsdkyhv
tsvk tsvr tsvry tsvryl tsvrf tsydvn tsmh tsfyr tsfryr kdmvn kdmy kdr kdrvn kht kvrh kvrn ktn kydr kynn kysry
kysvn km kmh kmhy knr knt ktsv ktsyn ktsyr kst ksty rvvny rvy rvyv rvyd rgv rhv rvgl rvvh rvvh rvh rvm rvh rz
rzyl rhmym rkhs rm rmvn rmz rmty rn rnn rsf svl svly sltyl svh svyv svt svty svty sgv sgy sdh sdr svv svvl
svhm svht svmrvn svr svft svr svrk svsn svsny shvr shvry shl shm shf shk shr sylh sylvh sylvn sylvny syr sys
slg slv slvm slvmy slh slm slmvn smvr smtvv smvl smvly smhvn smhvny smhy smvn smrvn sms smsvn smsvny smsy snhr
sny snr sr sfyr sf sts skd skdy sklym srvyt srvn srvny sryg sryd sryf sryr ssvn tvmym tny tvvr tvvry tgr tdmvr
tvmr tvrn tyrvs tltsvr tlm tmvz tmyr tmry tkvvh tkv trsys tsvy
`,
  lastMale: `
vyv vyvy vygvr vydvr vydn vytl vynvm vynr vynry vyd vyzr vyrm vysy vysr vytr vn vnzhv vnhn vntsvr vnsvsn vnvn
vny vnyl vnr vnry vrhm vrhmy vrvn vryl gvz gvzy gmvn grvn dvny dyv dyry dm dmvn dmvny dr hrvny hrn vhd vn vfyr
vfk vr vrvn vryl vryh vryvn vryyn vrn zrhy hz hytvv hrvn yyl yylvn ylvn yln ylny ylt yskhsyt ysslvm ytm ytn
ldd ldn lvl lvn lvny lvf lhnny lyv lyhv lyz lyzr lytsvr lykym lysyv lmgvr lmvg ld lzr lrvm lrvn myr myt myty
nkvry s sy syf sf fl fk frt rl rvl rgvv rgmn rd rdvn rvkh rz rzy ryv ryl ryly rydvr ryh rykh rm rmvny rnvn
rtsy svl sd svr skhvl skhnzy sl sr sry srt tgr tr trvg vvd vr vry vvly vht vvtsr vvrr vhvr vytsvr vythlhmy
vytyvsf vytlhm vkhvr vn vnvrhm vnlyzr vnmvts vnry vnryh vnrtsy vnsr vnvrvkh vnvrk vngvryvn vngl vngr vndv
vndvd vndvr vndyyn vnzv vnzkhy vnzkn vnhvr vnhvryn vnhyym vnhnn vnhnnyh vnyhvdh vnykv vnytshk vnysy vnysrl
vnmyr vnmlkh vnmnhm vnnvn vnnhvm vnnr vnntn vnsyrh vnmy vnnt vnfvrt vntsvy vntsvr vntsyvn vnrvvn vnsvl vnshr
vnslvm vnsmhvn vnsmvn vntvr vny vntvv vnymyn vnymyny vtsll vr vrvr vrgyvr vrzvhr vryhvdh vrykv vrntn vrslvm
vrvn vryln vrl vrhll vrvkh vrvs vrvsy vrzyly vrzl vrtvv vrtl vryvsf vrlv vrn vrvz vrm vrk vrky vrkyn vrkn vrkt
vsn vk gvn gvy gvys gv gvvl gvvn gvty gvtvn gd gdvt gdys gdlyh gdrvn gvdr gvln gvnn gvfr gvrryh gvryvn gvrly
gvrn gvsn gzyt gy gydvr gyl gylvn gylt gynvsr gynt gyntvn gl glvv glyl glyly gld gldy glrvn gmzv gmlyl gnvr
gfn gfny gr grynvlt grnvt grsvn gt dvyr dvrt dgn dgny dvd dvydy dvlv dvr dvry dvtn dn dnyly dkl dr drvmy drvr
drvry ds hds hdr hlvy hlly hmyry hngvy htsny hrnvy hrsfy hrvn hrvvny hrl hrtvv hrfz hrry vylny vrd vrdy
vrdymvn zvy zvvlvn zhvy zvhr zvr zzv zyv zyvv zkhy zkhvt zkhryh zmvrh zmyr zmr zmry zyr zk zks zr zrvvvl zrtl
hds hvvh hvrs hzn hzny hzkyh hy hyyt hyym hkhm hld hlmys hn hnvkh hnvkhh hnny hsvn hsyd hfts hfr hts htsvr
htsrvny hrvvy hrvty hryf hrlf hrmvn hrmvny ht tvt tvvyh tlmvr tlsyr yyr yvyn ygvr ydyd ydyn ydyh yhv yhvdy
yhvdh yhvs yhlvm yvvl yvgv yvtvt yvnh yvsf yvs yhzkl yhyl ykhyn ymyny ynvn ynyv ykvy yr yry yfh yfrh yft ytshk
ytshky ykyr yrdny yrvhm yrvm yrvn yrvslmy yryv yrkvny ysvrvn ysy ysr ysrl ysrly ysskhr khhn khvkhvy khnn khnny
khnr khsfy khfyr khfry khrmvn khrmy khrml khrmly lvr lv lvry lvvy lvy lvnvn lvny lvnt lhv lhvy lvtm lvtn lvy
lvynhvm lvytn lhmn lyvr lydvr lyty lymvr lys lsm mvr myr myrmyvr myry mgd mgl mvv mvkd mvkdy mvrg mvryh mvrst
mzh mzvr mzl mzr mykhh mylv mysvry mlkhh mlkhy mlmd mnvr mnhm mnsh mvz myyn myyny mrvy mrglyvt mrglyt mrgnyt
mrvm mrvn mrydvr msh msvlh msyh msvl msl msn msny mtnyh mttyhv nvr nmn nvvn ngvy nvv nvvh nvymrk nvm nvryl
nhvm nhvstn nhsvn nyv nysny nytsn nmry nsym nts nryh nsr nsry ntyv ntn ntnl ntnyhv svvry svyr sgl sdn shr svfr
symntvv syny skhnyn sl smdr snvnyt sd sr sfyr stvy styv vrvn vry dyny dr vvd vvdyh vvdyhv vgn vz vzr vmr vfr
vfrym zvz zryl zryh zrty ydn ylm ynv mvs myl mykm myr myrn myt mrmy nvl nvr sys frt tsmvn rd rmvn rn st fr
fdhtsvr fvlny fvrt fz fly fld fls fnyny fsh frg frvs frh fry frygt frymvr frts ft tsvr tsdvk tsdkh tsdkyhv
tsvk tsvr tsvry tsvryl tsvrf tsydvn tsmh tsfyr tsfryr kdmvn kdmy kdr kdrvn kht kvrh kvrn ktn kydr kynn kysry
kysvn km kmh kmhy knr knt ktsv ktsyn ktsyr kst ksty rvvny rvy rvyv rvyd rgv rhv rvgl rvvh rvvh rvh rvm rvh rz
rzyl rhmym rkhs rm rmvn rmz rmty rn rnn rsf svl svly sltyl svh svyv svt svty svty sgv sgy sdh sdr svv svvl
svhm svht svmrvn svr svft svr svrk svsn svsny shvr shvry shl shm shf shk shr sylh sylvh sylvn sylvny syr sys
slg slv slvm slvmy slh slm slmvn smvr smtvv smvl smvly smhvn smhvny smhy smvn smrvn sms smsvn smsvny smsy snhr
sny snr sr sfyr sf sts skd skdy sklym srvyt srvn srvny sryg sryd sryf sryr ssvn tvmym tny tvvr tvvry tgr tdmvr
tvmr tvrn tyrvs tltsvr tlm tmvz tmyr tmry tkvvh tkv trsys tsvy
`,
};
