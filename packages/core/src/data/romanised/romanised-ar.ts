/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
rwy btwl brh blsm khlwd rym nwd wdyh ftmh nwf
`,
  male: `
asr hmd rkn smh sd shrf krm lyf mn mjd myr myn ns nys ws ymn slm yd ys yhb brhym lqsm lmqdd bsl bsm bdr bdrn
brkt brhn bsm bsym bshr bll blbl blygh bndr bhyj tmym twfyq tysyr thbt jbr jd jsr jsm jbryl jswr jfr jll jlyl
jml jmh jmyl jhd jwhr htm hjb hrth hzm hfdh hmd hbyb hdhyfh hsm hsn hsn hsny hswn htb hfydh hkym hlmy hlym
hmdn hmdy hmzh hmwdh hmyd hydrh khld khbb khldwn khlyl khyry dwwd dryd dysm dhkr ruwf rid rif rbh rtb rsm rshd
rghb rkn rmz rmy rby rtyb rjb rzq rsln rshd rshdy rshyd rd rdwn rd rfy rfyq rkn rmzy rmdn rnym ryd ryn zhr zyd
zydwn zynldyn slm smh smr smy srj srhn srmd sryj sd syd sfyn slmh slmn slym smh smyr shyl syf shdy shkr shryf
shbn shfy shfyq shkry shkyb shmsldyn shhb shwqy sbr sdq sbhy sbry skhr sdh sdqy sfwn sqr slh shyb dy trq thr
tll tyb dhfr dl rf shwr sm sy tf mr bs bdllh thmn jmy dln dly dnn dy rft rfn zldyn zm zmy zyz t tyh fyf l lwy
la ly md mr mr mrn yd ghzy ghnm ghsn ghfr ghyth fud fiz fkhr fdy frs frwq fdl fkr fth fthy fkhry frs frj frht
fryd fdl fdyl fkry fhd fhmy fwz fwzy fysl qsm qdry qys kdhm kml krm kml lbyb ltfy lyth mmwn mumn muns mjd mzn
mbrk mbrwk mjhd mjd mjdy mjyd mhjwb mhrz mhsn mhfwdh mhmd mhmwd mkhtr mkhls mrd mrtda mrzwq mrsy mrshd mry
mrwn mstyn msd mswd mstfa msb mslh mty mdh mtz mz myn mfth mqdd mmtz mmdwh mntsr mndhr mnsf mnswr mnm mnyb
mnyr mhdy mhnd mhyb njh njy ndr nsh nsr nsf ndhm nf nbyl njyb ndym nzr nzyh nsym nshy nsr ndl nmn nym nhd
nwrldyn nwry nwfl hshm hny hshm hythm hykl wil wsf wjdy wdy wsm wsym wsfy wlyd ysr ysyn yf ymn yhya
`,
  lastFemale: `
drys lshrf lbshyry lhjyj lhmmy lkhlyfy ldrqsh ldnwny lrs lrqyq lzwby lsq lsqt lshtywy lshryf lshybny lsghyr
lsfr ltryqy ltwyl llwyny ltr llny llymy lnby lwny lghrby lqll lqlshny lkfy lkry lmhjwb lmdqy lmnyf lmwldy
lnbly lnjr lnkhly lnfty lnfyr lnqsh lwhyshy bnhsyn bnhmwdh bnshwr bnbdlslm bnbdlkrym bnbdllh bnthmn bnmr
bnslmh bwdwrh bwdybh bwhh twmy jbllh jwhdw jrd khnfyr zrwq zqyh syd swys shqrwn shnyq shwr tllh dhwmh nwn
ghwylh fqwsh lkhshyn nyfr hdhyl hmdn yf
`,
  lastMale: `
drys lshrf lbshyry lhjyj lhmmy lkhlyfy ldrqsh ldnwny lrs lrqyq lzwby lsq lsqt lshtywy lshryf lshybny lsghyr
lsfr ltryqy ltwyl llwyny ltr llny llymy lnby lwny lghrby lqll lqlshny lkfy lkry lmhjwb lmdqy lmnyf lmwldy
lnbly lnjr lnkhly lnfty lnfyr lnqsh lwhyshy bnhsyn bnhmwdh bnshwr bnbdlslm bnbdlkrym bnbdllh bnthmn bnmr
bnslmh bwdwrh bwdybh bwhh twmy jbllh jwhdw jrd khnfyr zrwq zqyh syd swys shqrwn shnyq shwr tllh dhwmh nwn
ghwylh fqwsh lkhshyn nyfr hdhyl hmdn yf
`,
};
