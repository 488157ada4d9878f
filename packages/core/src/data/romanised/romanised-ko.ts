/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
galam gabin gayeon gayeong gayun gaeun gaeul gain gahyeon goeun gyuli nagyeong nalin nayeon nayeong nayun
nayul naeun nahyeon dagyeong dabin dasom dayeon dayeong dayun dayul daeun dain dahyeon dahye dahui danbi dana
doa doeun dohui lael layun lahui loa lua lina lia lian liwon miso mingyeong minsol mina minyeong minjeong
minju minji minchae minha byeol bogyeong bomi bomin bom salang saebom seolin seobin seoa seoyeon seoyeong
seoeun seoin seojeong seoha seohyeon seohui seol seola selin sebin sea seyeon seyeong seeun sein sehui sodam
somi somin soyeon soyeong sowon soyun soyul soeun soi sojeong sohyeon sohui sol subin sua suyeon suin sujeong
suji sujin seula seunga seungyeon sia siyeon sieun ala aleum alin ayeon ayeong ayun ajin ahyeon yeowon yeojin
yeonseo yeonsu yeona yeonjae yeonju yeonji yena yedam yelin yelim yebin yeseo yesol yeseul yewon yeeun yein
yeju yeji yejin yugyeong yuna yula yuli yulim yueun yui yujeong yuju yuha yunseul yuna yunju yunji yunjin
yunchae yunha eunbyeol eunbi eunbin eunseo eunseol eunsol eunyu eunjae eunji eunchae eunhye ina iseo isol
jaeeun jaein jeongyeon jeongyun jeongeun jei jein jua juyeon jueun juha juhui jisu jia jiyeon jiyeong jiyu
jiyun jieun jiin jihyeon jihye jihyo chaelin chaebin chaea chaeyeon chaeyeong chaewon chaeyun chaeyul chaeeun
chaei chaehyeon chaehui taeli taelin taeyeon taeeun taehui hana hali halin habin hael hayeon hayeong haeun
haeum hanna hanbyeol haena haein hyeona hyeonji hyelin hyemin hyebin hyewon hyeyun hyein hyejeong hyejin
hyolin hyowon hyoeun hyoju huiwon
`,
  male: `
gangmin gangu ganghyeon geon geonu geonho geonhu geonhui gyeongmin gyumin gyubin gyuhyeon danu daehyeon
dogyeom doyeong dowon doyun doyul dojun dojin doha dohyeon dohun donggeon donggyu dongu dongug dongyun dongjun
dongha donghyeog donghyeon donghun loun loi mingeon mingyeol mingyu mingi minseog minseong minsu minu minjae
minjun minchan minhyeog minho beomjun san sangmin sangu sangyun sanghyeon seoyun seojun seoho seohu seoghyeon
seonyul seonho seongmin seongbin seongu seongwon seongyun seongjun seongjin seonghyeon seonghun sejun sehyeon
sehun suhyeog suho sungi seungmin seungbin seungu seungwon seungyu seungyun seungjae seungju seungjun
seungchan seunghyeon seungho seunghwan seunghu seunghun sian siwan siwon siyul sijun siheon siho sihwan sihu
sihun sinu ajun yeojun yeonjun yeonho yeongmin yeongu yeongjun yeseong yejun yechan yohan yongjun ubin useong
uyeong uju ujun ujin uchan uhyeon wonu wonjun yugeon yuseong yujun yuchan yuhyeon yungeon yunseong yunu yunjae
yunchan yunho yunhu eunjun eunchan eunhyeog eunho ideun ijun ihan inu jaemin jaeyeong jaeu jaewon jaeyun
jaeyul jaejun jaeha jaehyeog jaehyeon jaeho jaehun jeongbin jeongu jeonghu jeonghun jonghyeon juan juyeong
juwan juhan juhyeog juhyeon juho juhwan jun junseo junseog junseong junsu junyeong junu junwon junhyeog
junhyeon junhyeong junho junhu jiseong jio jiwan jiyong jiun jiung jihan jihyeog jihwan jihun jinseo jinu
jinhyeog jinho chan chanyeong chanu chanhui taegeon taegyeong taemin taeseong taeyang taeyeong taeo taeu
taeyun taeyul taein taejun taeha taehyeon taeho taehwan taehun haseong hajun hangyeol hanul hanyul haejun
hyeon hyeonmin hyeonbin hyeonseog hyeonseong hyeonsu hyeonseung hyeonu hyeonjun hyeonho hyeongjun hyeseong
hojun hojin hyojun huichan
`,
  lastFemale: `
ga gan gal gam kang gyeon gyeong go gong gwag gu gug kwon geum gi gil kim na nam roh dan dang do dong du la
lyu ma maeng myeong mo mog moon min park ban bang bae baeg beom byeon bog bong bu bin sa sang seo seog seon
seol seong so son song seung si shin sim an yang eo eom yeo yeon yeom ye o og on wang yong woo won wi yu yug
yoon eun eum lee in lim jang jeon jung je cho jwa ju ji jin cha chae cheon choi chu tag tae paeng pyeon pyo pi
ha han ham heo hyeon hyeong ho hong hwang
`,
  lastMale: `
ga gan gal gam kang gyeon gyeong go gong gwag gu gug kwon geum gi gil kim na nam roh dan dang do dong du la
lyu ma maeng myeong mo mog moon min park ban bang bae baeg beom byeon bog bong bu bin sa sang seo seog seon
seol seong so son song seung si shin sim an yang eo eom yeo yeon yeom ye o og on wang yong woo won wi yu yug
yoon eun eum lee in lim jang jeon jung je cho jwa ju ji jin cha chae cheon choi chu tag tae paeng pyeon pyo pi
ha han ham heo hyeon hyeong ho hong hwang
`,
};
