/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
ajita amita asmi asmita dipika nikita puja bina mnisa rjina rtn lksmi sirisa silpa srsti srita sunita susn
`,
  male: `
amit amrt arjit arv krsn khem ggn gnes dipendr nvin nirj niscl pdm purn prkas prbin prsant prem buddh rnjn
rakes raju rajendr vikas vijy vivek visal visnu snjy sntos sndip sagr siddharth subhas sumit susant surj
`,
  lastFemale: `
adhikari aryal kaphle karki kesi koirala ksetri khdka gurun ghle jn jnvali dhkal taman thapa devkota don
niraula pande prdhan bral bsnet bsyan bastola bhttrai bhndari mgr mhrjn raut rana lama limbu sai saky serpa
sresth sai suvedi hmal
`,
  lastMale: `
adhikari aryal kaphle karki kesi koirala ksetri khdka gurun ghle jn jnvali dhkal taman thapa devkota don
niraula pande prdhan bral bsnet bsyan bastola bhttrai bhndari mgr mhrjn raut rana lama limbu sai saky serpa
sresth sai suvedi hmal
`,
};
