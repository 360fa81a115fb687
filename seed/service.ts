import type { ActivationMode } from "#kit/service.ts";
import type { Text } from "#kit/text.ts";

export type SeedPackage = {
  slug: string;
  name: Text;
  intro: Text;
  price: Text;
  days: number;
  devices: number | null;
  responseHours: number;
  activation: ActivationMode;
  status: "published";
  sortOrder: number;
};

/** What customers of the demonstration company can activate: the three plans of its price page, under the same names. */
export const servicePackages: SeedPackage[] = [
  {
    slug: "trial",
    name: { zh: "试用", en: "Trial" },
    intro: {
      zh: "接入一个场地，完整运行一个核算周期。到期后数据保留，可继续开通其他套餐。",
      en: "One site for one full accounting period. Your data is kept when the trial ends; activate another plan to continue.",
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
    slug: "operations",
    name: { zh: "运营", en: "Operations" },
    intro: {
      zh: "多个场地，多方结算：包含分成规则、区域服务中心与开放接口。",
      en: "Several sites, several parties: sharing rules, regional service centres and the open API included.",
    },
    price: { zh: "示例 ¥12 / 台 / 月", en: "Sample ¥12 / device / month" },
    days: 365,
    devices: null,
    responseHours: 8,
    activation: "code",
    status: "published",
    sortOrder: 2,
  },
  {
    slug: "assets",
    name: { zh: "资产", en: "Assets" },
    intro: {
      zh: "包含“运营”套餐的全部内容，以及凭证与份额登记、审计线索与披露。",
      en: "Everything in Operations, plus certificate and unit registers, an audit trail and disclosure.",
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
