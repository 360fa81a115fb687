/** The styles of columns: the colour of a status, and the decimals of a number. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { safeParse } from "zod/mini";
import decimal from "#fields/lazy-fields/decimal.tsx";
import dropdownlist from "#fields/dropdownlist.tsx";
import type { FieldConfig } from "#kit/field.ts";
import { schemas } from "#kit/schemas.ts";
import { localize } from "#kit/text.ts";

const name = { zh: "字段", en: "Field" };

it("B-144, B-163: an option has its own colour, else that of the first option, else orange, in a column of the enum style", () => {
  const { Show, cellStyle } = dropdownlist;
  const draft = { key: "draft", name: { zh: "草稿", en: "Draft" } };
  const live = { key: "live", name: { zh: "上线", en: "Live" }, color: "malachite" };
  const show = (value: string, options: readonly object[]) => {
    const field = localize({ type: "dropdownlist", name, options } as FieldConfig, "en") as never;
    return renderToStaticMarkup(<Show value={value as never} field={field} locale="en" />);
  };
  const [colored, orange] = [
    [{ ...draft, color: "azurite" }, live],
    [draft, live],
  ];
  expect(show("live", colored)).toMatch(/--malachite.*Live/);
  expect(show("draft", colored)).toMatch(/--azurite.*Draft/);
  expect(show("gone", colored)).toMatch(/--azurite.*gone/);
  expect(show("gone", orange)).toMatch(/--orpiment.*gone/);
  expect(cellStyle!({ type: "dropdownlist", options: colored } as never)).toEqual({ type: "enum", enumColors: true });
});

it("B-137, B-143, B-284: a decimal has as many decimals as its step, else 2, in a column of the number style at the right", () => {
  const { check, Show, cellStyle, align } = decimal;
  const valuesWith = (more: object) => {
    const field = { type: "decimal", name, ...more } as FieldConfig<"decimal">;
    return {
      accepts: (value: number) => safeParse(check(field as never, schemas), value).success,
      show: (value: number) =>
        renderToStaticMarkup(<Show value={value as never} field={localize(field, "en") as never} locale="en" />),
    };
  };
  const [usual, fine] = [valuesWith({}), valuesWith({ step: 0.001 })];
  expect([1.23, 1.239].map(usual.accepts)).toEqual([true, false]);
  expect([1.239, 1.2391].map(fine.accepts)).toEqual([true, false]);
  expect([usual.show(12.5), fine.show(12.5)]).toEqual([
    expect.stringContaining(">12.50<"),
    expect.stringContaining(">12.500<"),
  ]);
  expect([cellStyle!({ type: "decimal" } as never), align]).toEqual([{ type: "number" }, "end"]);
});
