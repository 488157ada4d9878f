/** Written by scripts/places.test.ts, as scripts/places.ts describes it. */
export const cities = `Lạng Sơn Province|Quang Tri|Dak Lak|Thừa Thiên Huế Province|Dong Thap|Hanoi|Bac Ninh|Ninh Binh|Dong Nai|Ho Chi Minh City (HCMC)|Hưng Yên Province|Can Tho City|Lam Dong|Tay Ninh|Gia Lai|Vinh Long
Asia/Ho_Chi_Minh|Asia/Bangkok|Asia/Phnom_Penh|Asia/Vientiane
Ho Chi Minh City|0|0|10823|106630|34673
Hanoi|1|1|21025|105841|14313
Huế|2|0|16462|107595|2872
Qui Nhon|3|0|13776|109224|2103
Nam Định|4|1|20434|106177|1935
Long Xuyên|5|0|10386|105435|1582
Cần Giuộc|6|0|10609|106671|1522
Mỹ Tho|7|0|10360|106360|1223
Thủ Dầu Một|8|0|10980|106652|910
Củ Chi|0|0|10973|106493|750
Cho Dok|5|0|10700|105117|702
Tân An|6|0|10536|106414|648
Hải Dương|9|1|20941|106333|580
Cần Giờ|0|0|10411|106955|551
Hà Đông|1|1|20971|105779|509
Phú Khương|10|2|11283|106133|480
Sơn Tây|1|1|21141|105507|406
Dien Bien Phu|11|3|21386|103023|403
Tây Ninh|10|2|11310|106098|365
Tuyên Quang|12|1|21824|105214|364
Phủ Lý|13|1|20545|105912|318
Hà Tĩnh|14|1|18343|105906|277
Vĩnh Yên|15|1|21309|105605|179`;
