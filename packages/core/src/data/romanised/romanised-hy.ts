/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
anahit angelina ani anna anowsh ariana arina arpi arevik gayane gohar eva elen elina emili eva lia liana lili
lilit lika lyowsi lowsine karina karine hasmik mane mari maria mariam meri milena monika yana nane natali nare
narine rrowzanna sarra sona sowsanna sofi sofya viktorya tatev
`,
  male: `
albert alen aleks aleksandr andranik ashot avet aram areg aren artowr arman armen arsen artyom gagik garik
gorr grigor gevorg daniel davit edoward erik levon karen hakob hamlet hayk harowtyown hovhannes mark mikayel
mher monte narek rrafayel rrobert rrowben samvel sargis sowren vahe vardan tigran
`,
  lastFemale: `
abrahamyan aleksanyan ayvazyan arrakelyan asatryan avagyan avetisyan babayan baghdasaryan barseghyan
gabrielyan galstyan gasparyan grigoryan gevorgyan davtyan eghiazaryan zakaryan tadevosyan khachatryan
karapetyan kirakosyan hakobyan hambardzowmyan hayrapetyan harowtyownyan hovhannisyan hovsepyan ghazaryan
manowkyan margaryan martirosyan melkonyan minasyan mkhitaryan mkrtchyan mnatsakanyan movsisyan mowradyan
nersisyan petrosyan poghosyan sahakyan sargsyan simonyan stepanyan vardanyan
`,
  lastMale: `
abrahamyan aleksanyan ayvazyan arrakelyan asatryan avagyan avetisyan babayan baghdasaryan barseghyan
gabrielyan galstyan gasparyan grigoryan gevorgyan davtyan eghiazaryan zakaryan tadevosyan khachatryan
karapetyan kirakosyan hakobyan hambardzowmyan hayrapetyan harowtyownyan hovhannisyan hovsepyan ghazaryan
manowkyan margaryan martirosyan melkonyan minasyan mkhitaryan mkrtchyan mnatsakanyan movsisyan mowradyan
nersisyan petrosyan poghosyan sahakyan sargsyan simonyan stepanyan vardanyan
`,
};
