import { formatText, type Text } from "./text.ts";
import { attributesOf, createXmlReader, XmlFault } from "./xml-reader.ts";

/** Maximum characters of a drawing, and of its elements. */
export const maxSvgCharacters = 20_000;
const maxElements = 500;

/** An element of a drawing with attributes that have been checked one by one. */
export type SvgShape = { name: string; attributes: Readonly<Record<string, string>>; shapes: readonly SvgShape[] };
/** A drawing in one colour, that of the text around it. */
export type SvgDrawing = { viewBox: string; attributes: SvgShape["attributes"]; shapes: readonly SvgShape[] };

const texts = {
  broken: {
    zh: "不是有效的 SVG，请粘贴完整的 <svg> 内容",
    en: "This is not a valid SVG. Paste the whole <svg> element.",
  },
  long: { zh: `最多 ${maxSvgCharacters} 个字符`, en: `Up to ${maxSvgCharacters} characters` },
  many: { zh: `最多 ${maxElements} 个图形`, en: `Up to ${maxElements} shapes` },
  size: {
    zh: "缺少 viewBox，例如 0 0 24 24",
    en: "The viewBox is missing, for example 0 0 24 24",
  },
  none: { zh: "没有可显示的图形", en: "There is nothing to draw" },
  element: { zh: "图标不能包含 <{name}>", en: "An icon cannot contain <{name}>" },
  attribute: { zh: "图标不能包含属性 {name}", en: "An icon cannot contain the attribute {name}" },
  value: { zh: "属性 {name} 的值不正确", en: "The value of the attribute {name} is not allowed" },
} satisfies Record<string, Text>;

class SvgFault extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** A name out of the text, short enough for a message. */
const shown = (name: string) => name.slice(0, 40);

const shapeNames: ReadonlySet<string> = new Set([
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "line",
  "polyline",
  "polygon",
]);
/** Elements that draw nothing themselves; they are left out with what is in them. */
const leftOutNames: ReadonlySet<string> = new Set([
  "title",
  "desc",
  "metadata",
  "defs",
  "clipPath",
  "mask",
  "linearGradient",
  "radialGradient",
  "stop",
  "namedview",
  "grid",
  "page",
  "RDF",
  "Work",
  "format",
  "type",
]);

/** The formats of values. Each is one class of characters, repeated, so a check is linear. */
const numbers = /^[\d\s.,+\-eE%]{1,400}$/;
const length = /^[\d.+\-eE%]{1,20}(?:px)?$/;
const pathData = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,+\-eE]*$/;
const transform = /^[a-zA-Z\d\s.,+\-()]{1,300}$/;
const word = /^[a-z-]{1,20}$/;

const lengths = ["cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "x1", "y1", "x2", "y2"];
const opacities = ["opacity", "fill-opacity", "stroke-opacity"];
const formats: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries([...lengths, ...opacities, "stroke-width", "stroke-miterlimit"].map((name) => [name, length])),
  ...Object.fromEntries(
    ["stroke-linecap", "stroke-linejoin", "fill-rule", "clip-rule", "vector-effect"].map((name) => [name, word]),
  ),
  d: pathData,
  points: pathData,
  transform,
  "stroke-dasharray": numbers,
  "stroke-dashoffset": numbers,
};
/** A size of the page that the drawing came from, not of a shape. */
const sizeNames = ["width", "height", "x", "y"];
const colors: ReadonlySet<string> = new Set(["fill", "stroke"]);
/** Colours that show nothing, on the paper that drawings are made on. */
const emptyColors: ReadonlySet<string> = new Set(["none", "transparent", "white", "#fff", "#ffffff"]);

/** Whether an attribute could load, run or animate something. */
const isHostile = (name: string, value: string) =>
  /^on|^(?:href|src|begin|attributename|base)$/i.test(name) ||
  (/url\s*\(/i.test(value) && !/^\s*url\(\s*["']?#[\w-]{1,80}["']?\s*\)\s*$/.test(value)) ||
  /(?:javascript|data|vbscript)\s*:|expression\s*\(|@import/i.test(value);

/** The declarations of a `style` attribute. */
const declarations = (style: string): [string, string][] =>
  style
    .split(";")
    .map((part) => part.split(":"))
    .filter(([name = ""]) => name.trim() !== "")
    .map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join(":").trim()]);

/** One attribute as a drawing has it, undefined if it is left out. @throws {SvgFault} when it could do more than draw */
function checkedValue(name: string, value: string): string | undefined {
  if (isHostile(name, value)) throw new SvgFault(formatText(texts.attribute, { name: shown(name) }));
  if (colors.has(name)) return emptyColors.has(value.trim().toLowerCase()) ? "none" : "currentColor";
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined) return undefined;
  if (!format.test(value.trim())) throw new SvgFault(formatText(texts.value, { name: shown(name) }));
  return value.trim().replace(/\s+/g, " ");
}

function checkedAttributes(sent: Readonly<Record<string, string>>): Record<string, string> {
  const { style = "", ...attributes } = sent;
  const checked: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(attributes), ...declarations(style)]) {
    const result = checkedValue(name, value);
    if (result !== undefined) checked[name] = result;
  }
  return checked;
}

/** The viewBox of the root, else one of its size. @throws {SvgFault} when it has neither */
function viewBoxOf({ viewBox, width, height }: Readonly<Record<string, string>>): string {
  const values = (viewBox ?? `0 0 ${parseFloat(width ?? "")} ${parseFloat(height ?? "")}`)
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number);
  const isValid = values.length === 4 && values.every((value) => Number.isFinite(value) && Math.abs(value) <= 100_000);
  if (!isValid || values[2]! <= 0 || values[3]! <= 0) throw new SvgFault(texts.size);
  return values.join(" ");
}

type OpenShape = { name: string; attributes: Record<string, string>; shapes: SvgShape[] };

/** Reads a drawing. @throws {SvgFault} with what is wrong; {XmlFault} when the text is not well-formed */
function parseSvg(text: string): SvgDrawing {
  if (text.length > maxSvgCharacters) throw new SvgFault(texts.long);
  const open: OpenShape[] = [];
  let viewBox: string | undefined;
  let root: OpenShape | undefined;
  let leftOut = 0;
  let [elements, drawn] = [0, 0];
  const reader = createXmlReader({
    open(name, attributeText) {
      const attributes = attributesOf(attributeText);
      elements += 1;
      if (elements > maxElements) throw new SvgFault(texts.many);
      const isRoot = elements === 1;
      const isKnown = isRoot ? name === "svg" : shapeNames.has(name) || leftOutNames.has(name);
      if (!isKnown) throw new SvgFault(isRoot ? texts.broken : formatText(texts.element, { name: shown(name) }));
      const checked = checkedAttributes(attributes);
      if (isRoot) {
        viewBox = viewBoxOf(attributes);
        for (const size of sizeNames) delete checked[size];
        // What browsers assume where a drawing says nothing.
        root = { name, attributes: { fill: "currentColor", stroke: "none", ...checked }, shapes: [] };
        open.push(root);
      } else if (leftOut > 0 || leftOutNames.has(name)) leftOut += 1;
      else {
        if (name !== "g") drawn += 1;
        open.push({ name, attributes: checked, shapes: [] });
      }
    },
    close() {
      if (leftOut > 0) return void (leftOut -= 1);
      const shape = open.pop()!;
      open.at(-1)?.shapes.push(shape);
    },
  });
  reader.write(text.trim());
  reader.end();
  if (root === undefined || viewBox === undefined || drawn === 0) throw new SvgFault(texts.none);
  return { viewBox, attributes: root.attributes, shapes: root.shapes };
}

/** The drawing that a text describes, or why it cannot be one. */
export function readSvg(text: string): { drawing: SvgDrawing } | { problem: Text } {
  try {
    return { drawing: parseSvg(text) };
  } catch (error) {
    if (error instanceof SvgFault) return { problem: error.text };
    if (error instanceof XmlFault) return { problem: texts.broken };
    throw error;
  }
}

const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const attributesText = (attributes: SvgShape["attributes"]) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");

const shapeText = ({ name, attributes, shapes }: SvgShape): string => {
  const start = `<${name}${attributesText(attributes)}`;
  return shapes.length === 0 ? `${start}/>` : `${start}>${shapes.map(shapeText).join("")}</${name}>`;
};

const namespace = 'xmlns="http://www.w3.org/2000/svg"';

/** A drawing as the text that is stored. It reads as the same drawing. */
export const svgText = ({ viewBox, attributes, shapes }: SvgDrawing): string =>
  `<svg ${namespace} viewBox="${viewBox}"${attributesText(attributes)}>${shapes.map(shapeText).join("")}</svg>`;

/** A drawing as a file with one symbol, `icon`, for `use` elements. */
export const svgSymbol = ({ viewBox, attributes, shapes }: SvgDrawing): string =>
  `<svg ${namespace}><symbol id="icon" viewBox="${viewBox}">${shapeText({ name: "g", attributes, shapes })}</symbol></svg>`;
