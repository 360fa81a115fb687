import { administrator } from "#kit/access.ts";
import { locales, textIn } from "#kit/text.ts";
import { themeFields } from "#kit/theme-fields.ts";
import theme from "#entities/theme.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { insertRow } from "#records/change/save.server.ts";

const copyOf = { zh: "{name} 副本", en: "{name} copy" };
/** The maximum length of a name (entities/theme.ts). */
const maxName = 40;

/** Adds a theme with the same colours, type and shapes. Pages that are only in the original stay there. */
export default defineRowCommand({
  id: "duplicate",
  entity: theme,
  name: { zh: "复制", en: "Duplicate" },
  icon: "copy",
  access: administrator,
  async run({ tx, context }, [target]) {
    const { row } = target!;
    const tokens = Object.fromEntries(
      Object.keys(themeFields).map((name) => [name, row[name as keyof typeof row] ?? null]),
    );
    const name = Object.fromEntries(
      locales.flatMap((locale) => {
        const original = textIn(row.name, locale);
        const suffix = copyOf[locale].length - "{name}".length;
        return original === ""
          ? []
          : [[locale, copyOf[locale].replace("{name}", () => original.slice(0, maxName - suffix))]];
      }),
    );
    await insertRow(tx, context, theme, { values: { ...tokens, name } });
    return { text: { zh: "已复制主题", en: "Theme duplicated" }, kind: "success" };
  },
});
