import { rowAccess } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "file",
  paths: areas.map((area) => `${area}/storageFile/edit`),
  title: { zh: "文件", en: "File" },
  access: rowAccess("read", "storageFile"),
  frame: "management",
  crumb: { under: "storageFile", name: { zh: "详情", en: "Details" } },
});
