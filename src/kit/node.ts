import type { ComponentType, ReactNode } from "react";
import type { WithClientLimits } from "./client-limit.ts";
import type { Fields, ValuesOf } from "./field.ts";
import type { WithIsland } from "./island.ts";
import type { RichText } from "./rich-text.ts";
import type { Text } from "./text.ts";
import { checkVersion, type Versioned } from "./versioned.ts";
import type { RenderContext } from "./widget.ts";

/** Every canvas node adds itself here: `interface Nodes { text: typeof text }`. */
export interface Nodes {}
export type NodeType = keyof Nodes & string;

export type NodeDefinition<S extends Fields = Fields, V extends number = number> = {
  /** Name of the type; also the file's name. */
  type: string;
  /** The number of the type on the wire, for the ten types of the contract (B-082). */
  number?: number;
  title: Text;
  /** Icon in the builder. */
  icon: ComponentType<{ size?: number; strokeWidth?: number; "aria-hidden"?: true }>;
  /** Size of a new node in design px (B-071: text 100 x 30; B-074: button 200 x 45). */
  size: { w: number; h: number };
  settings: S;
  example: ValuesOf<S>;
  /** The setting whose text people may format in place; `Render` gets the format (kit/text-format.ts). */
  formattedText?: keyof S & string;
  /** `format`: that of `formattedText` in the language of the context; undefined for a plain text. */
  Render: (props: { value: ValuesOf<S>; context: RenderContext; format?: RichText | undefined }) => ReactNode;
  css?: string;
  /** Settings that may differ by the width of the page: only `style` reads them, because the HTML is the same for all widths. */
  responsive?: readonly (keyof S & string)[];
  /** The name under which the wire also has the drawing of the node as a picture. It is made when it is asked for, and never stored. */
  returnedImage?: string;
  /**
   * CSS declarations derived from a node's value (typed colours and numbers only). They become a rule of the page, because the page's policy refuses
   * inline style attributes.
   */
  style?: (value: ValuesOf<S>) => Record<string, string>;
} & Versioned<V> &
  WithClientLimits<ValuesOf<S>> &
  WithIsland;

/** Declares a canvas node. The file's name must be its `type`. */
export function defineNode<const S extends Fields, const V extends number = 1>(
  definition: NodeDefinition<S, V>,
): NodeDefinition<S, V> {
  checkVersion(definition);
  return definition;
}
