import { createElement, type ReactNode, useMemo } from "react";
import { readSvg, type SvgShape } from "#kit/svg.ts";

/** `stroke-width` as React names it. */
const propertyName = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const propertiesOf = (attributes: SvgShape["attributes"]) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [propertyName(name), value]));

const shapeNode = ({ name, attributes, shapes }: SvgShape, index: number): ReactNode =>
  createElement(name, { key: index, ...propertiesOf(attributes) }, ...shapes.map(shapeNode));

/** A drawing, shape by shape; nothing if the text is none. */
export function SvgView({ text, size }: { text: string; size: number }) {
  const drawing = useMemo(() => {
    const result = readSvg(text);
    return "drawing" in result ? result.drawing : undefined;
  }, [text]);
  if (drawing === undefined) return null;
  return (
    <svg
      {...propertiesOf(drawing.attributes)}
      viewBox={drawing.viewBox}
      width={size}
      height={size}
      aria-hidden="true"
      className="inline-block align-middle"
    >
      {drawing.shapes.map(shapeNode)}
    </svg>
  );
}
