import type { CardTable } from './tables.ts';

/** Issuers with a weight, the length of the security code, and the forms of the number without its check digit (ISO/IEC 7812). */
export const table: CardTable = {
  Visa: [52, 3, ['4### #### #### ###']],
  Mastercard: [30, 3, ['5[1-5]## #### #### ###', '222[1-9] #### #### ###', '2[3-6]## #### #### ###']],
  'American Express': [8, 4, ['34## ###### ####', '37## ###### ####']],
  JCB: [3, 3, ['35[3-8]# #### #### ###']],
  Discover: [4, 3, ['6011 #### #### ###', '65## #### #### ###']],
  'Diners Club': [1, 3, ['36## ###### ###']],
  UnionPay: [2, 3, ['62[4-6]# #### #### ###']],
};
