import { setField } from "#kit/edit.ts";
import { changeLinks } from "#kit/rich-text.ts";
import { isSame } from "#kit/same.ts";
import { changeFormats } from "#kit/text-format.ts";
import { formatText } from "#kit/text.ts";
import { type CheckedValue, defineCheck } from "../define-check.server.ts";
import { addressesIn, replaceText } from "../value-fields.server.ts";

const texts = {
  missing: { zh: "“{address}”没有对应的页面", en: "{address} leads to no page" },
  moved: { zh: "“{address}”的页面已移至“{to}”", en: "The page at {address} is at {to} now" },
};

/** A link to a page that has moved. `isInFormat`: in a formatted text, whose words stay. */
type Moved = { field: string; from: string; to: string; isInFormat?: true };
/** A link in a value. `path` leads to its place there. */
type Link = { path: string; address: string; field: string; value?: unknown; isInFormat?: true };

/** Each link of a place once. */
function linksOf({ fields, formatLinks = [] }: CheckedValue): Link[] {
  const links = [
    ...fields.flatMap((item) =>
      addressesIn(item).map((address): Link => ({ ...item, address, field: item.path.split(".")[0]! })),
    ),
    ...formatLinks.map(({ setting, address }): Link => ({ path: setting, address, field: setting, isInFormat: true })),
  ];
  return [...new Map(links.map((link) => [`${link.path} ${link.address}`, link])).values()];
}

export default defineCheck({
  id: "broken-links",
  kinds: ["site"],
  title: { zh: "失效链接", en: "Broken links" },
  advice: {
    zh: "访客点击后会看到“页面不存在”。页面改过路径的链接可以直接更新，其余请修改或移除。",
    en: "Visitors who follow them see “Page not found”. Links to pages that have moved can be updated here. Change or remove the others.",
  },
  severity: "error",
  inValue: (value, { links }) =>
    linksOf(value).flatMap(({ path, address, field, value: item, isInFormat }) => {
      const target = links.get(address);
      if (target === undefined || target === "found") return [];
      const key = `${path} ${address}`;
      if (target === "missing") return [{ key, text: formatText(texts.missing, { address }) }];
      // The query and the anchor of the link lead to the same place on the page.
      const to = `${target.movedTo}${/[?#].*$/s.exec(address)?.[0] ?? ""}`;
      const mend: Moved = { field, from: address, to, ...(isInFormat && { isInFormat }) };
      // Within a text such as Markdown, an address is not replaced.
      const canMend = value.record !== undefined && (isInFormat || !isSame(replaceText(item, address, to), item));
      return [{ key, text: formatText(texts.moved, { address, to }), ...(canMend ? { mend } : {}) }];
    }),
  mend: {
    name: { zh: "更新链接", en: "Update link" },
    change(page, id, data) {
      const { field, from, to, isInFormat } = data as Moved;
      const record = page.records[id ?? ""];
      if (record === undefined) return undefined;
      if (!isInFormat) return setField(record, field, replaceText(record.value[field], from, to));
      const after = changeFormats(record, (format, setting) =>
        setting === field ? changeLinks(format, (href) => (href === from ? to : href)) : format,
      );
      return isSame(after, record) ? undefined : { records: [{ id: record.id, before: record, after }] };
    },
  },
});
