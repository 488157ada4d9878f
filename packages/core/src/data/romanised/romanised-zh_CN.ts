/** Written by scripts/places.test.ts with any-ascii, in the order of faker's lists. */
export const romanised = {
  female: `
yinuo wanjia dan li lifen lifang liping yiping jiaqi yinuo qian lanying fengying guolan guohua guozhen guoqin
guoxiu guofang guoying guorong guoxiang tianjiao na juan ting tingting tingfang zixin anqi kaihui sijia yue
hui min chenyang guilan guiying ziyan zichen zihan ziyue zixuan zixin rongrong xinyi jie haiyan yan yulan
yumei yuzhen yuying ling jia xiulan xiuzhen xiuying zilin hong meifang yan yihan fang yimo ruoxi ying ping
meng shiyu yutong yuxi yating yaxin yutong yuxin yuhan xue wenjing xia jing jingyi ying fujun xinyu
`,
  male: `
yiquan sanfeng zhonghai yixuan wei junkai junjie junxi jun gang yong chengxuan zhexin guoping guoqiang guodong
guoliang guohui yize yichen zihao yu yuze yuhang yuxuan jiaming jiahao shuai jianjun jianhua jianguo qiang
zhiguo zhiming cheng zhendong zhengjun jingbiao jingyang wenhao wentao bin ming chen zhijie jie zihao zirui
zicheng zihao min muchen muchen muyang zhiwen zhitao bo hao haoyu haochen haoran haoxuan haochen tao xicheng
xiyao yu guilin lei liwei mingze cheng chao chaodong hui xin yang peng
`,
  lastFemale: `
ding wan shangguan yan qiao yu fu linghu ren wu he yu hou yu ni fu guan feng liu bao lu shi ye situ sima xiang
lu wu zhou tang xia xiahou yao jiang kong sun meng ji an song weichi shang yin yue cui chang zhuang pang kang
liao zhang peng xu murong cheng dai wen fang shi yi cao ceng zhu li du yang lin liu chai liang fan ouyang wu
duan yin bi mao jiang tang wang shen hong tu wen pan jiao xiong niu wang tian shen shentu bai huangfu shi qi
zhu qin cheng zhang jian ji luo di geng nie xiao hu lu su fan mo xiao ge dong jiang lan cai xue yuan tan xu
zhuge xie tan he jia lai zhao deng xing qiu shao zou zheng hao guo jin zhong qian zhangsun yan yan lu chen tao
lei wei han gu yan ma luo gao wei lu mai huang li qi long gong
`,
  lastMale: `
ding wan shangguan yan qiao yu fu linghu ren wu he yu hou yu ni fu guan feng liu bao lu shi ye situ sima xiang
lu wu zhou tang xia xiahou yao jiang kong sun meng ji an song weichi shang yin yue cui chang zhuang pang kang
liao zhang peng xu murong cheng dai wen fang shi yi cao ceng zhu li du yang lin liu chai liang fan ouyang wu
duan yin bi mao jiang tang wang shen hong tu wen pan jiao xiong niu wang tian shen shentu bai huangfu shi qi
zhu qin cheng zhang jian ji luo di geng nie xiao hu lu su fan mo xiao ge dong jiang lan cai xue yuan tan xu
zhuge xie tan he jia lai zhao deng xing qiu shao zou zheng hao guo jin zhong qian zhangsun yan yan lu chen tao
lei wei han gu yan ma luo gao wei lu mai huang li qi long gong
`,
};
