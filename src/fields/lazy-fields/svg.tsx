import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { readSvg, svgText } from "#kit/svg.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { SvgView } from "#ui/svg-view.tsx";

const SvgInput = lazyControl(async () => (await import("#ui/svg-input.tsx")).SvgInput, { height: 160 });

const required = { zh: "请输入 SVG", en: "Enter an SVG" };

export default defineField({
  type: "svg",
  title: { zh: "SVG 图形", en: "SVG drawing" },
  storage: "text",
  // One text for one drawing, of nothing but shapes, whoever writes it.
  normalize(text) {
    const result = readSvg(text);
    return "drawing" in result ? svgText(result.drawing) : text;
  },
  check: () => string().check(refine((text) => "drawing" in readSvg(text))),
  message(_field, value) {
    const result = typeof value === "string" ? readSvg(value) : undefined;
    return result !== undefined && "problem" in result ? result.problem : required;
  },
  operators: [],
  searchText: () => "",
  isWide: true,
  Show: ({ value, isWhole = false }) => (value === null ? null : <SvgView text={value} size={isWhole ? 48 : 20} />),
  Edit: ({ field: _field, ...edit }) => <SvgInput {...edit} />,
  examples: {
    field: {},
    valid: [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M4 4h16v16H4z"/></svg>',
    ],
    invalid: [
      "circle",
      '<svg viewBox="0 0 24 24"/>',
      '<svg viewBox="0 0 24 24"><script>alert(1)</script><path d="M0 0h1"/></svg>',
      '<svg viewBox="0 0 24 24" onload="alert(1)"><path d="M0 0h1"/></svg>',
      '<svg viewBox="0 0 24 24"><use href="https://example.com/a.svg#b"/></svg>',
      '<!DOCTYPE svg [<!ENTITY a "a">]><svg viewBox="0 0 24 24"><path d="M0 0h1"/></svg>',
      7,
    ],
    sample: (_field, n) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor" stroke="none"><path d="M${n} 4h16v16"/></svg>`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A drawing in the colour of the text around it: the text of an SVG with nothing but shapes (kit/svg.ts). */
    svg: { value: string; options: object };
  }
}
