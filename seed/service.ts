import type { Activation } from "#kit/service.ts";
import type { Text } from "#kit/text.ts";

export type SeedPackage = {
  key: string;
  name: Text;
  intro: Text;
  price: Text;
  days: number;
  devices: number | null;
  responseHours: number;
  activation: Activation;
  status: "published";
  sortOrder: number;
};

/** What customers of the demonstration company can open: the three plans of its price page, under the same names. */
export const servicePackages: SeedPackage[] = [
  {
    key: "trial",
    name: { zh: "试用", en: "Trial" },
    intro: {
      zh: "接一个现场，跑完一个结算周期。到期后数据保留，可再开通其他套餐。",
      en: "One site, one full settlement period. Your data stays when it ends; open another package to go on.",
    },
    price: { zh: "免费", en: "Free" },
    days: 90,
    devices: 10,
    responseHours: 48,
    activation: "free",
    status: "published",
    sortOrder: 1,
  },
  {
    key: "operations",
    name: { zh: "运营", en: "Operations" },
    intro: {
      zh: "多个现场，多方结算：分成规则、服务中心与开放接口都在内。",
      en: "Several sites, several parties: sharing rules, service centres and the open API are included.",
    },
    price: { zh: "示例 ¥12 / 台 / 月", en: "Sample ¥12 / machine / month" },
    days: 365,
    devices: null,
    responseHours: 8,
    activation: "code",
    status: "published",
    sortOrder: 2,
  },
  {
    key: "assets",
    name: { zh: "资产", en: "Assets" },
    intro: {
      zh: "「运营」的全部内容，加上凭证与份额登记、审计线索与披露。",
      en: "Everything in Operations, and registers of certificates and units, an audit trail and disclosure.",
    },
    price: { zh: "面议", en: "On request" },
    days: 365,
    devices: null,
    responseHours: 4,
    activation: "code",
    status: "published",
    sortOrder: 3,
  },
];
