/** Readings of faker's Japanese names in Hepburn, without long vowels: in the order of its lists. */
export const romanised = {
  female: `
ayumi kimi kiyo sakura haru hinata megumi yukari kimi kiyo tomi hana haru fumi masa yoshi nanami hisako kumiko
ami kyoko kana nobuko yuna yuko yuka yui mitsuko yaeko noriko rin rin katsuko chiyo chiyoko chinatsu chihiro
tomomi kimiko kazuko sakura keiko nana takako sachiko hiroko aya ayano ayaka ayaka miyu kokoa koharu miyu
megumi keiko emi emiko etsuko ai aiko manami airi mana narumi toshiko fumiko saki asuka akemi akiko satoko
satomi mirai an eiko momoko sakura kaede masako saori yoko hiroko kiyoko teruko rena rie kotone yuka yumi
yumiko momoka naoko naomi mao mayu mayumi hitomi setsuko noriko junko tsumugi yua yuzuki yuna yui emi miyoko
miyu misaki michiko mizuki mio miho miki miyu miwa mika mai ryoko hana kanon yoshiko mei akane riko nanako
natsumi natsuki moe yuko hiromi sadako haruka rina yoko hina himari shizuko junko kaori asami mai maiko
`,
  male: `
kazuo kazuki ichiro saburo akira ryota osamu ken kenichi kenta kentaro yu yuta yuto tsuyoshi isao isamu
tsutomu masaru katsutoshi isao takumi hiroshi hiroyuki kazuya kazuo kazuhiko tetsuya daisuke yamato daichi
daiki hiroto daiki daisuke daiki taiga taichi taiyo manabu minoru takashi yukio kohei hiroshi ritsu toru yu
yuto yuta yuki yuto yuma yuto takuya takuya takumi arata noboru akira akira shoichi shozo shoji tomoya asahi
itsuki tadashi shoichi shozo shoji masao shoji masao masao takeshi takeo ayumu yohei hiroshi koichi hiroyuki
koji kaito kaito ryota atsushi kiyoshi minato eita naoto naoki yusuke hideki hideo minoru sora ryu tatsuya
yuito yoshio sho shota shohei tsubasa satoshi hideki shigeru aoi sora ren makoto yutaka takahiro hikaru tatsuo
tatsuo susumu tatsuya riku rikuto hinata haruto yota haruto haruto takashi yudai yuta hayate sota soma shun
tatsuo
`,
  last: `
mikami miyoshi miyake miki miura miwa uehara uemura ueda ueno shimomura shimoda nakai nakahara nakao nakayama
nakajima nakajima nakagawa nakamura nakazawa nakata nakanishi nakatani nakano maruyama niwa kubo kubota kamei
ninomiya igarashi inoue iguchi imai imamura imaizumi konno ito ito sasaki sakuma saeki sato sano kurata kodama
irie yagi uchiyama utsumi uchida naito tomita deguchi maekawa maeda kano kato kitahara kitajima kitagawa
kitamura kitano senda chiba minami hara haraguchi harada oikawa furukawa furuta furuya koga yoshii yoshihara
yoshioka yoshikawa yoshimoto yoshimura yoshizawa yoshida yoshino mukai wada sonoda doi tsuchiya tsuchida sakai
sakaguchi sakamoto sakata hori horiuchi horiguchi horikawa horie hotta tsutsumi tsukamoto tsukada masuda tada
okubo ouchi ohara oshiro oba otsuka oyama oshima okawa ohira oki omura omori otsuki ohashi osawa ota oishi
otake onishi otani ono amano ota okuyama okumura okuda okuno okumura okuda uno yasui yasuda ando adachi abe
miyashita miyauchi miyahara miyagi miyazaki miyagawa miyamoto miyazawa miyata tominaga tomita terada ogura
koide ohara kosaka koyama kojima ogawa komatsu kobayashi koyanagi komori koike ozawa koizumi ozawa oda
ogasawara konishi otani ono onodera ozaki yamashita yamanaka yamauchi yamaguchi yamaoka yamagishi yamazaki
yamakawa yamamoto yamamura yamane yamada oka okazaki okamoto okamura okada okabe okano iwai iwasaki iwamoto
iwase iwata kishi kishimoto shimazaki shimada shimada kawakami kawahara kawaguchi kawashima kawasaki kawamoto
kawamura kawada kawabata kawano kudo ichikawa hirai hirayama hiraoka hirakawa hiramatsu hirata hirano hirose
hirota shoji goto tokunaga tokuda shimura narita toda tezuka saito saito arai nitta shintani hino hidaka
hayakawa hoshi hoshino hattori mochizuki kinoshita kimura honda honda honma sugihara sugiyama sugimoto sugiura
sugita murakami murai murayama muramatsu murase murata azuma matsushita matsui matsubara matsuo matsuyama
matsuoka matsushima matsuzaki matsumoto matsumura matsunaga matsuura matsuda matsuno hayashi hayashida
kashiwagi yanagisawa yanagida shibata kurihara kurita negishi nemoto kuwabara sakurai umeda kajihara mori
morishita moriyama morioka morikawa morimoto morita ueda sakakibara enomoto higuchi yokoi yokoyama yokota
hashimoto takei takeda muto higa mizutani mizuno nagai nagata nagano eguchi ikegami ikeda sawada kawahara
kawai kawamura kono numata izumi tsuda asai asada asano hamada hamano fukazawa shimizu shibuya watanabe
watanabe watanabe yuasa mizoguchi takizawa sawada seto kumagai katayama kataoka katagiri makino tanoue tanaka
tashiro tahara taguchi tajima tamura tabata tanabe kai machida hatakeyama shirai shiraishi aizawa soma yajima
yano ishii ishihara ishizuka ishiyama ishizaki ishikawa ishibashi ishida ishiguro kanda kamiya fukui fukuhara
fukuoka fukushima fukumoto fukunaga fukuda akimoto akiyama inagaki inada inaba kubota takeshita takenaka
takeuchi takemoto takemura takeda kasai kasahara tsutsui shinohara shinozaki shinoda yoneyama yoneda hosokawa
hosoya ogata usui hanada wakabayashi motegi arai arakawa araki ogino suga sugawara kanno kikuchi kikuchi
hagihara ochiai fujii fujiwara fujioka fujikawa fujimoto fujimura fujisawa fujita fujino nishi nishihara
nishio nishiyama nishioka nishikawa nishimoto nishimura nishizawa nishida nishino tsunoda tani taniguchi
tanigawa tanimoto toyoda ochi adachi tsuji kondo endo sakai nonaka noguchi nozaki nomura nozawa noda kanai
kinjo kaneko kanazawa kaneda suzuki kamata nagao nagaoka nagashima nagasawa osada hasegawa nagano seki
sekiguchi sekine abe aoyama aoki aoyagi suda sudo iizuka iijima iida baba takai takayama takashima takagi
takamatsu takahashi takase takada takano tsuruta kurokawa kuroki kurosawa kuroda saito
`,
};
