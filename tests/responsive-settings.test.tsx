/** The settings that may differ by width: only styles are made of them, because pages have one HTML for all widths. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FieldConfig } from "#kit/field.ts";
import type { NodeDefinition } from "#kit/node.ts";
import type { RenderContext, WidgetDefinition } from "#kit/widget.ts";
import { nodes, widgets } from "#render/registry.ts";

type Definition = NodeDefinition | WidgetDefinition;
const definitions = [...nodes.entries(), ...widgets.entries()] as [string, Definition][];
const responsive = definitions.filter(([, definition]) => definition.responsive !== undefined);

/** Values of a setting that differ from each other. */
function valuesOf(field: FieldConfig): unknown[] {
  const {
    type,
    options,
    min = 0,
    max = 100,
  } = field as { type: string; options?: { key: string }[]; min?: number; max?: number };
  if (type === "number") return [min, max];
  if (type === "switch") return [true, false];
  return (options ?? []).map(({ key }) => key);
}
const context = { locale: "en", t: (text: { en: string }) => text.en } as unknown as RenderContext;
const htmlOf = ({ Render }: Definition, value: object) =>
  renderToStaticMarkup(<Render value={value as never} data={undefined as never} context={context} />);
const styleOf = ({ style }: Definition, value: object) => JSON.stringify(style?.(value as never) ?? {});

describe.each(responsive)("%s", (_name, definition) => {
  const { settings, example } = definition;

  it("T-45: its responsive settings are settings of it, and change no HTML", () => {
    for (const name of definition.responsive!) {
      expect(Object.keys(settings)).toContain(name);
      const rendered = valuesOf(settings[name]!).map((value) => htmlOf(definition, { ...example, [name]: value }));
      expect([name, new Set(rendered).size]).toEqual([name, Math.min(1, rendered.length)]);
    }
  });

  it("every setting of which only a style is made is responsive", () => {
    const styled = Object.entries(settings).flatMap(([name, field]) => {
      const values = valuesOf(field).map((value) => ({ ...example, [name]: value }));
      const differs = (render: (value: object) => string) => new Set(values.map(render)).size > 1;
      return differs((value) => styleOf(definition, value)) && !differs((value) => htmlOf(definition, value))
        ? [name]
        : [];
    });
    expect(definition.responsive).toEqual(expect.arrayContaining(styled));
  });
});

it("every component with styles of its own says which of its settings are responsive", () => {
  expect(definitions.filter(([, { style, responsive: names }]) => style !== undefined && names === undefined)).toEqual(
    [],
  );
});
