import { defineEntity } from "#kit/entity.ts";
import { json } from "#kit/internal-column.ts";
import type { ThemeOrigin } from "#kit/market-document.ts";
import { colorProblems } from "#kit/theme-colors.ts";
import { themeFields, themeGroups } from "#kit/theme-fields.ts";

/** A theme for a tenant's site; the site refers to the active one. Read through `records/site/site.server.ts` as the tokens of a `Site`. */
const theme = defineEntity({
  type: "theme",
  name: { zh: "主题", en: "Theme" },
  listName: { zh: "主题", en: "Themes" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["update"],
  referencedBy: [
    { type: "site", field: "theme" },
    { type: "page", field: "theme" },
  ],
  titleField: "name",
  fields: {
    name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
    isCurrent: {
      type: "switch",
      name: { zh: "当前主题", en: "Current" },
      readOnly: true,
      namedBy: { type: "site", field: "theme" },
      column: { width: 120 },
    },
    ...themeFields,
  },
  internal: {
    /** The item of the market that it was taken from; null for any other. */
    origin: json<ThemeOrigin>(),
  },
  groups: [{ name: { zh: "主题", en: "Theme" }, fields: ["name"] }, ...themeGroups],
  configuration: { key: ["name"] },
  actions: [
    { kind: "link", id: "design", name: { zh: "设计", en: "Design" }, icon: "open", url: "/builder/theme/{id}" },
  ],
  check: (row) => colorProblems(row),
  list: { columns: ["name", "isCurrent", "brand", "fonts"], sort: { field: "createdAt", direction: "asc" } },
});

export default theme;
declare module "#kit/entity.ts" {
  interface Entities {
    theme: typeof theme;
  }
}
