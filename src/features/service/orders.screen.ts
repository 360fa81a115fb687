import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "serviceOrder",
  title: { zh: "开通订单", en: "Activations" },
  menu: [{ menu: "management", group: "customers", after: "serviceCode", icon: "receipt", isSecondary: true }],
});
