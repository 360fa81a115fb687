import { setField } from "#kit/edit.ts";
import { isSame } from "#kit/same.ts";
import { formatText } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";
import { addressesIn, replaceText } from "../value-fields.server.ts";

const texts = {
  missing: { zh: "“{address}”没有对应的页面", en: "{address} leads to no page" },
  moved: { zh: "“{address}”的页面已移至“{to}”", en: "The page at {address} is at {to} now" },
};

type Moved = { field: string; from: string; to: string };

export default defineCheck({
  id: "broken-links",
  kinds: ["site"],
  title: { zh: "失效链接", en: "Broken links" },
  advice: {
    zh: "访客点击后会看到“页面不存在”。页面改过路径的链接可以直接更新，其余请修改或移除。",
    en: "Visitors who follow them see “Page not found”. Links to pages that have moved can be updated here. Change or remove the others.",
  },
  severity: "error",
  inValue: ({ fields, record }, { links }) =>
    fields.flatMap((item) =>
      [...new Set(addressesIn(item))].flatMap((address) => {
        const target = links.get(address);
        if (target === undefined || target === "found") return [];
        const key = `${item.path} ${address}`;
        if (target === "missing") return [{ key, text: formatText(texts.missing, { address }) }];
        // The query and the anchor of the link lead to the same place on the page.
        const to = `${target.movedTo}${/[?#].*$/s.exec(address)?.[0] ?? ""}`;
        const mend: Moved = { field: item.path.split(".")[0]!, from: address, to };
        // Within a text such as Markdown, an address is not replaced.
        const canMend = record !== undefined && !isSame(replaceText(item.value, address, to), item.value);
        return [{ key, text: formatText(texts.moved, { address, to }), ...(canMend ? { mend } : {}) }];
      }),
    ),
  mend: {
    name: { zh: "更新链接", en: "Update link" },
    change(page, id, data) {
      const { field, from, to } = data as Moved;
      const record = page.records[id ?? ""];
      return record && setField(record, field, replaceText(record.value[field], from, to));
    },
  },
});
