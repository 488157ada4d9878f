/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
qds amnh hdyd hsnh hfsh hmyrh khdyjh rbh rwbynh rwzynh shhnz yshh mim mrym mshl mnyl nwshyn wrdh
`,
  male: `
brhym hsn wys hmzh syf shfy dl bdllh thmn myr frhn mhsn mswd mmtz wsym wlyd kml ysyn
`,
  lastFemale: `
hmd wn lhq llah afrydy bjwry jn jbrn hsyn khn rjpwt shryf shnwry bdly ly mlwk mlk mymn nyzy chwhdry
`,
  lastMale: `
hmd wn lhq llah afrydy bjwry jn jbrn hsyn khn rjpwt shryf shnwry bdly ly mlwk mlk mymn nyzy chwhdry
`,
};
