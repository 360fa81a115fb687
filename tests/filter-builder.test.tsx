/** The editor of the advanced search, and the sentence for its conditions. */
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import type { AdvancedItem } from "#kit/auto.ts";
import type { LocalizedField } from "#kit/field.ts";
import { type Filter, filterLimits } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { FilterSentence } from "#render/filter/filter-sentence.tsx";
import "#render/usual-field-types.ts";
import {
  newCondition,
  newGroup,
  problemsOf,
  replaceNode,
  toFilter,
  toTree,
  withoutEmptyGroups,
} from "#render/filter/filter-tree.ts";

const config = (type: string, settings: object = {}) => ({ type, name: type, ...settings }) as LocalizedField;
const options = [
  { key: "draft", name: "Draft" },
  { key: "published", name: "Published" },
];
const items: AdvancedItem[] = [
  {
    prop: "title",
    label: "Title",
    type: "textbox",
    sortOrder: 0,
    isTime: false,
    operators: [{ dataType: "contains", config: config("textbox") }, { dataType: "empty" }],
  },
  {
    prop: "status",
    label: "Status",
    type: "dropdownlist",
    sortOrder: 1,
    isTime: false,
    operators: [{ dataType: "eq", config: config("dropdownlist", { options }) }],
  },
  {
    prop: "amount",
    label: "Amount",
    type: "number",
    sortOrder: 2,
    isTime: false,
    operators: [
      { dataType: "gte", config: config("number") },
      { dataType: "lte", config: config("number") },
      { dataType: "between", config: config("number") },
    ],
  },
];
const titleFilter: Filter = { field: "title", op: "contains", value: "经纬" };
const draftFilter: Filter = { field: "status", op: "eq", value: "draft" };
const notEmptyFilter: Filter = { field: "title", op: "empty", value: false };

it("converts a filter to a tree and back, dropping empty groups", () => {
  const filter: Filter = { and: [draftFilter, { or: [titleFilter, notEmptyFilter] }] };
  const tree = toTree(filter, items);
  expect(toFilter(tree)).toEqual(filter);
  expect(toFilter(toTree(draftFilter, items))).toEqual(draftFilter);
  expect(toFilter(newGroup("and", [newGroup("or", []), ...tree.children]))).toEqual(filter);
  expect(withoutEmptyGroups(newGroup("and", [newGroup("or", [newGroup("and", [])])])).children).toEqual([]);
  const [first, inner] = tree.children;
  const changed = replaceNode(
    replaceNode(tree, first!.key, undefined),
    inner!.key,
    newGroup("or", [{ key: -1, field: "amount", op: "gte", value: 3 }]),
  );
  expect(toFilter(changed)).toEqual({ field: "amount", op: "gte", value: 3 });
  expect(toFilter(replaceNode(changed, -1, undefined))).toBeUndefined();
});

it("begins a condition on a text with a part of it, and on other fields with their first comparison", () => {
  const [title, , amount] = items;
  const equals = { dataType: "eq", config: config("textbox") } as const;
  const text = { ...title!, operators: [equals, ...title!.operators] };
  expect([text, amount!].map((item) => newCondition([item]))).toMatchObject([{ op: "contains" }, { op: "gte" }]);
});

it("reports missing values, invalid values, unknown fields and too many conditions at their condition", () => {
  const conditions = [
    newCondition(items),
    { key: -1, field: "amount", op: "gte", value: -5 } as const,
    { key: -2, field: "secret", op: "eq", value: 1 } as const,
    { key: -3, field: "title", op: "empty", value: true } as const,
  ];
  const problems = problemsOf(newGroup("and", conditions), items);
  expect([...problems.keys()]).toEqual([conditions[0]!.key, -1, -2]);
  expect(problems.get(conditions[0]!.key)!.en).toBe("Enter a value");
  const validCondition = { key: 0, ...draftFilter } as const;
  const tooManyConditions = newGroup(
    "or",
    Array.from({ length: filterLimits.conditions + 1 }, (_, n) => ({ ...validCondition, key: -n })),
  );
  expect([...problemsOf(tooManyConditions, items).keys()]).toEqual([tooManyConditions.key]);
  const relatedItem = { ...items[0]!, prop: "customer.title", label: "Customer › Title" };
  const relatedConditions = (count: number) =>
    newGroup(
      "and",
      Array.from(
        { length: count },
        (_, n) => ({ key: -n, field: "customer.title", op: "empty", value: true }) as const,
      ),
    );
  expect(problemsOf(relatedConditions(filterLimits.related), [relatedItem]).size).toBe(0);
  const [problem] = problemsOf(relatedConditions(filterLimits.related + 1), [relatedItem]).values();
  expect(problem?.en).toBe("Up to 5 conditions on related records");
});

it.each([
  ["en", "Status is Draft and (Title contains “经纬” or Title is not empty) and Amount is at least 3"],
  ["zh", "Status 是 Draft 且 （Title 包含 “经纬” 或 Title 不为空） 且 Amount 不小于 3"],
] as const)("reads as a sentence in %s", async (locale: Locale, sentence) => {
  const filter: Filter = {
    and: [draftFilter, { or: [titleFilter, notEmptyFilter] }, { field: "amount", op: "between", value: [3, null] }],
  };
  const { prelude } = await prerender(<FilterSentence filter={filter} items={items} locale={locale} />);
  const sentenceText = (await new Response(prelude).text()).replace(/<!--.*?-->|<[^>]+>/g, "").replace(/\s+/g, " ");
  expect(sentenceText).toBe(sentence);
});
