import { clientOptions } from "#kit/client-type.ts";
import { defineEntity } from "#kit/entity.ts";
import { siteOriginPattern, siteOriginText } from "#kit/site-origin.ts";

/**
 * A version of the site as an app for one client. The job that makes its files adds the row, with its own id (features/site/jobs/make-app-bundle.server.ts);
 * the files are one ZIP, the private file of that id. Of the versions for a client, one is current.
 */
const appBundle = defineEntity({
  type: "appBundle",
  name: { zh: "安装包", en: "App bundle" },
  listName: { zh: "安装包", en: "App bundles" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "nobody",
    delete: "nobody",
    export: "administrator",
  },
  // The files are for administrators, whatever a role grants.
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "在设置中为各客户端制作安装包，将网站发布为应用。",
    en: "Make a bundle for a client in the settings to publish the site as an app.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      readOnly: true,
      max: 80,
      column: { width: 200 },
    },
    client: {
      type: "dropdownlist",
      name: { zh: "客户端", en: "Client" },
      required: true,
      readOnly: true,
      search: "eq",
      options: clientOptions,
      column: { width: 160 },
    },
    number: { type: "number", name: { zh: "版本", en: "Version" }, readOnly: true, column: { width: 90 } },
    address: {
      type: "textbox",
      name: { zh: "网址", en: "Address" },
      readOnly: true,
      max: 300,
      column: { width: 260 },
    },
    maker: { type: "textbox", name: { zh: "制作人", en: "Made by" }, readOnly: true, max: 80 },
    madeAt: { type: "datepicker", name: { zh: "制作时间", en: "Made" }, readOnly: true, column: { width: 170 } },
    current: {
      type: "switch",
      name: { zh: "当前版本", en: "Current version" },
      readOnly: true,
      value: false,
      search: "eq",
      column: { width: 120 },
    },
  },
  // What only the program writes, `madeAt` and `current`, is in no form.
  groups: [{ name: { zh: "安装包", en: "App bundle" }, fields: ["name", "client", "number", "address", "maker"] }],
  list: {
    columns: ["name", "number", "address", "maker", "madeAt", "current"],
    sort: { field: "createdAt", direction: "desc" },
  },
  indexes: [["client", "number"]],
  parts: [{ table: "private_file", column: "id" }],
  check({ address }) {
    return typeof address !== "string" || address === "" || siteOriginPattern.test(address)
      ? {}
      : { address: siteOriginText };
  },
});

export default appBundle;
declare module "#kit/entity.ts" {
  interface Entities {
    appBundle: typeof appBundle;
  }
}
