/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
junchi kairui botao jiayi zihan ziqian zimo simiao yixuan qingcang xuyao haoyan chengrui zhichen zhiyuan
xiaobo xiaoxiao kairui leju xiaoran xuanming yucheng yuqi yitong yelei yehua yelin jinyu ruiyuan lixuan xiaoyu
congjian yuanbo yuebin yuxuan jincheng jingqi fenghua hexuan luyang lixin
`,
  male: `
xiujie xiujie weichen weize weiqi weicheng jianbai jianxiong bowen bochao junhao zhehan jiaxi tianyu tianlei
tianyi zixuan zhanpeng junxi jianhui hongwen zhiqiang zhize siyuan sicong siyuan zhenjia qingyu wenbo wenhao
wenxuan haotian haoqiang haoran mingzhe mingjie mingxuan minghui jinpeng zhihui zichen rongxuan zhenghao haoyu
haoran haoxuan zeyang yanbin yewei ruilin haoxuan liguo licheng lihui shaohui shaoqi yaojie yinxiang zhiyuan
yutang yueze yuanhang jinxin xinlei xinpeng yuze xuesong hongtao hongxuan pengtao pengxuan pengfei
`,
  lastFemale: `
ding ren he hou fu liu shi wu lu tang yan xia yao jiang kong meng sun song yin cui liao zhang peng xu dai fang
yu cao ceng zhu li du lin liang yang wu duan mao jiang wang shen hong pan xiong wang tian bai lu shi qin cheng
fan luo hu mo wan ye dong cai jiang xiao xue su yuan tan xu xie tan he jia lai zhao zhou qiu shao hao guo zou
deng zheng jin qian zhong yan chen tao lu lei wei han gu yu ma feng gao wei huang li long gong
`,
  lastMale: `
ding ren he hou fu liu shi wu lu tang yan xia yao jiang kong meng sun song yin cui liao zhang peng xu dai fang
yu cao ceng zhu li du lin liang yang wu duan mao jiang wang shen hong pan xiong wang tian bai lu shi qin cheng
fan luo hu mo wan ye dong cai jiang xiao xue su yuan tan xu xie tan he jia lai zhao zhou qiu shao hao guo zou
deng zheng jin qian zhong yan chen tao lu lei wei han gu yu ma feng gao wei huang li long gong
`,
};
