/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
atws armyt an anhyt anyt ayd bnfshh bhr bhnz byt trnh drs dry rz rwy zyb zynb sr smyr smyh swsn spydh sym shdy
shhrzd shhl shkwh shyd shyw ghzlh frnk frznh frshth frnz fryb frymh llh mhdthh mrwryd mrym mlys mlyk mhrnz mhs
mhwsh mytr myn mynw nznyn ngr ngyn nylwfr hnyh hsty hly prmys prnyn prys prynz pgh chkwk ktywn kymy glrh gyty
gysw ysmn
`,
  male: `
arsh armn armyn aryn aydyn fshyn myd myr myrhsyn myrsyn myn ymn bhmn jmshyd jwd hmd hsn hsyn hmyd dnyl rmtyn
rmyn rd smn sjd srwsh syd shyl sphr sywsh syn shyn shhb shhrwz sdr smd bs rfn ly lyrd frbd frzd frhd frgm
frybrz frydwn qsm mzyr mjyd mhmd mhmdrd mswd mhdy mhdyr mhrd mhrn mhrdd mhyr myld nwyd nym hdy hmywn whyd prhm
pzhmn pymn kmrn kwh ksr kynwsh kywn ysyn
`,
  lastFemale: `
rf shwry ly bdy bdlmlky bdlkrymy rqy zyzy sr qyly lm lmlhdy lysgry ly lyabdy lyzmny lypwr nyt ghdnfry ghny
frsy ftmy fny fthy frmrzy frj frshydwrd frmnfrmiyn frhng frwtn fryd fnyy fnyzdh fhmydh fwldwnd qdy qny qnwny
qmyshy qnbry qhrmn qhrmny qhrmnyn qhstny ljwrdy lhwty lchyny lnkrny lwks mjhd mjtbyy mjtbwy mjthdshbstry
mjthdy mjrd mhjwb mhjwby mhdthy mhmdrdyy mhmdy mddy mrdkhny mrtdwy mstwfy msh mshb msbh msbhzdh mthry mdhfr
mrf mrwf myn mfth mfth mqdm mlyry mlk mlkyn mnwchhry mhjrny mhdypwr mwhd mwswy mwswyn myrbqry myrdmdy myrzdh
myrspsy myzbny ndhry nmwr njfy ndwshn nrqy nmtzdh nqdy nqybzdh nhwndy nwb nwbkht nwbkhty nyshbwry nylwfry
hshmy hshmyrfsnjny hshmyn hmwn hdyt hrty hrwy hmywn hmt hmdny hwshyr hwmn wthqy wdh wdhy wdhzdh wkyly kshy
kmly kmkr kwyny kkwnd kdywr krdbchh krmny krymy klbsy kmly khnmwyy kwshky kyn kyny kymyyy glmhmdy glpygny gnjy
yhqy ydgr ythrby yld
`,
  lastMale: `
rf shwry ly bdy bdlmlky bdlkrymy rqy zyzy sr qyly lm lmlhdy lysgry ly lyabdy lyzmny lypwr nyt ghdnfry ghny
frsy ftmy fny fthy frmrzy frj frshydwrd frmnfrmiyn frhng frwtn fryd fnyy fnyzdh fhmydh fwldwnd qdy qny qnwny
qmyshy qnbry qhrmn qhrmny qhrmnyn qhstny ljwrdy lhwty lchyny lnkrny lwks mjhd mjtbyy mjtbwy mjthdshbstry
mjthdy mjrd mhjwb mhjwby mhdthy mhmdrdyy mhmdy mddy mrdkhny mrtdwy mstwfy msh mshb msbh msbhzdh mthry mdhfr
mrf mrwf myn mfth mfth mqdm mlyry mlk mlkyn mnwchhry mhjrny mhdypwr mwhd mwswy mwswyn myrbqry myrdmdy myrzdh
myrspsy myzbny ndhry nmwr njfy ndwshn nrqy nmtzdh nqdy nqybzdh nhwndy nwb nwbkht nwbkhty nyshbwry nylwfry
hshmy hshmyrfsnjny hshmyn hmwn hdyt hrty hrwy hmywn hmt hmdny hwshyr hwmn wthqy wdh wdhy wdhzdh wkyly kshy
kmly kmkr kwyny kkwnd kdywr krdbchh krmny krymy klbsy kmly khnmwyy kwshky kyn kyny kymyyy glmhmdy glpygny gnjy
yhqy ydgr ythrby yld
`,
};
